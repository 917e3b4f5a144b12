// The port to where photos with their sidecars are: folders of this machine, or elsewhere.
import CGLib
import Glibc
package import ImagePipeline
import Library
package import Photos

/// What reads photos and their sidecars for those who read and state marks and words. Any thread; blocks.
package protocol MarkedPlace: Sendable {
    /// Returns the files of the photo at an absolute path in which its marks may be.
    /// - Throws: `PlaceFailure`, where that cannot be told now.
    func files(of photo: FilePath) throws(PlaceFailure) -> MarkedFiles

    /// Returns the state of a regular file; nil where there is none.
    /// - Throws: `PlaceFailure`, where that cannot be told now.
    func stamp(of file: FilePath) throws(PlaceFailure) -> FileStamp?

    /// Reads a sidecar.
    /// - Throws: `SidecarFailure`, where it cannot be read.
    func sidecar(at path: FilePath) throws(SidecarFailure) -> Sidecar

    /// Opens a file for those who read what it states by itself; nil where it cannot be read.
    func open(_ file: FilePath) -> StatingFile?
}

/// The reason why a place cannot be reached.
package struct PlaceFailure: Error, Hashable {
    package let reason: Message
    package init(_ reason: Message) { self.reason = reason }
}

/// A file that is open for reading, or the beginning of one elsewhere: enough for what it states by itself.
package struct StatingFile {
    let window: FileWindow
    /// Keeps the descriptor open that the window borrows.
    private let beginning: BeginningFile?

    /// The regular file at an absolute path.
    package init?(path: FilePath) {
        guard let window = FileWindow(path: path.text) else { return nil }
        (self.window, beginning) = (window, nil)
    }

    /// The first bytes of a file elsewhere that was changed at a time; nil where there is no memory.
    package init?(beginning bytes: EncodedBytes, modified: Int64) {
        guard let file = BeginningFile(bytes, modified: modified),
            let window = FileWindow(FileWindow.Descriptor(number: file.descriptor))
        else { return nil }
        (self.window, beginning) = (window, file)
    }

    /// Reads what the file states with an engine.
    func facts(by engine: any DecodeEngine, name: String, withDetails: Bool = false) throws -> FileFacts? {
        try withExtendedLifetime(beginning) {
            try engine.facts(of: window, at: name, withDetails: withDetails)
        }
    }
}

extension SidecarFinder: MarkedPlace {
    package func files(of photo: FilePath) -> MarkedFiles { files(of: photo.text) }

    package func stamp(of file: FilePath) -> FileStamp? {
        FilePath.status(of: file.text).flatMap { $0.st_mode & S_IFMT == S_IFREG ? FileStamp($0) : nil }
    }

    package func sidecar(at path: FilePath) throws(SidecarFailure) -> Sidecar { try Self.read(path) }

    package func open(_ file: FilePath) -> StatingFile? { StatingFile(path: file) }
}
