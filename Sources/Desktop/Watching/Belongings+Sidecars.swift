// The state of the sidecars of a listed photo.
import CGLib
import Codecs
import Glibc
import Library
import Photos

extension Belongings {
    /// - Parameters:
    ///   - photos: The names of the listed photos of a folder, all of their files.
    ///   - sidecars: The names of the folder's sidecars.
    ///   - folder: The folder; nil where it cannot be opened.
    init(of photos: [FileName], _ sidecars: [FileName], in folder: OpenFolder?) {
        guard !sidecars.isEmpty else {
            self.init()
            return
        }
        self.init(
            of: photos + sidecars, isPhoto: { !CompanionTable.isSidecar($0) },
            isThere: { folder?.status(of: $0) != nil })
    }

    /// Returns the fingerprint of all sidecars of the photo that the file called `name` belongs to; 0 without one.
    func fingerprint(of name: FileName, in folder: OpenFolder) -> UInt32 {
        guard !isEmpty else { return 0 }
        let sidecars = sidecars(of: pair(of: name))
        return FileStamp.sidecars(sidecars.compactMap { folder.status(of: $0) }.filter(\.isRegular))
    }
}
