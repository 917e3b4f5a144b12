// GIO's files of addresses on shares.
import CGLib
import Codecs
import Photos
import Synchronization

extension ShareAddress {
    /// Makes a GFile of the address.
    /// - Parameter isFolder: Whether the URI ends with a slash (`folderURI`).
    func makeFile(isFolder: Bool = false) -> GObjectReference {
        HeldShares.hold(self)
        return Self.made(isFolder ? folderURI : uri)
    }

    fileprivate static func made(_ uri: String) -> GObjectReference {
        guard let file = g_file_new_for_uri(uri) else { preconditionFailure("GIO made no file") }
        return GObjectReference(adopting: UnsafeMutableRawPointer(file))
    }
}

/// A file of each share, held for the life of the process.
///
/// What the files of a share have in common GVfs frees with the last of them, and hands it to a new one that another
/// thread makes in that moment (`g_mount_spec_unref` counts down before it takes its lock; seen with 1.50 as a crash
/// after one of some hundred calls on several threads). With one file that stays there is no last one.
private enum HeldShares {
    private static let files = Mutex<[ShareAddress: GObjectReference]>([:])

    static func hold(_ address: ShareAddress) {
        let share = share(of: address)
        files.withLock { files in
            if files[share] == nil { files[share] = ShareAddress.made(share.uri) }
        }
    }

    /// Returns the address whose files have that in common: by SMB and AFP a server has several shares.
    private static func share(of address: ShareAddress) -> ShareAddress {
        let root = address.root
        guard ["smb", "afp"].contains(address.scheme), let first = address.path(below: root).names.first else {
            return root
        }
        return root.appending(path: FilePath(first.text))
    }
}
