// A photo's sidecars on the disk: found by its name, and read.
import Library
package import Photos

/// One sidecar.
public struct Sidecar: Sendable {
    /// Absolute path; of one that is not there, the path that a new one gets.
    public let path: String
    /// Nil if there is none.
    public let content: [UInt8]?

    /// The longest that is read, in bytes.
    package static var longest: Int { SidecarDocument.longest }

    package init(path: String, content: [UInt8]?) {
        self.path = path
        self.content = content
    }
}

/// The files of one photo in which marks may be.
package struct MarkedFiles: Hashable, Sendable {
    /// Absolute paths of the photo's files: the one that is shown, then its camera raw files.
    package let files: [FilePath]
    /// Absolute paths of its sidecars that are there, the one that was changed last first. Of equally new ones, the
    /// order is that of `Belongings.sidecars`.
    package let sidecars: [FilePath]
    /// What says that another sidecar, or another state of one, is there; 0 for none.
    package let fingerprint: UInt32

    package init(files: [FilePath], sidecars: [FilePath], fingerprint: UInt32) {
        (self.files, self.sidecars, self.fingerprint) = (files, sidecars, fingerprint)
    }

    /// The same after a new sidecar was written, where there was none.
    package var withNewSidecar: MarkedFiles {
        MarkedFiles(files: files, sidecars: [newSidecar], fingerprint: fingerprint)
    }

    /// The path that a new sidecar gets.
    package var newSidecar: FilePath { FilePath(CompanionTable.newSidecar(of: FileName(files[0].text)).text) }
}
