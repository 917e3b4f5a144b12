// A folder that is open for reading: its entries, and their status relative to it.
import Codecs
import Glibc
import Photos

/// A folder whose entries are read. Closed with its last reference. Every call blocks.
final class OpenFolder {
    private let stream: OpaquePointer

    /// Opens the folder at an absolute path, following links. Nil when that fails, and then `errno` says why.
    init?(_ path: FilePath) {
        guard let stream = path.withC(opendir) else { return nil }
        self.stream = stream
    }

    deinit { closedir(stream) }

    /// The device and the inode of the folder itself.
    var identity: FileIdentity? {
        var status = stat()
        return fstat(dirfd(stream), &status) == 0 ? FileIdentity(status) : nil
    }

    /// The status of the entry called `name`. Nil when it cannot be read, and then `errno` says why.
    func status(of name: FileName, followsLinks: Bool = true) -> stat? {
        var status = stat()
        let flags = followsLinks ? 0 : AT_SYMLINK_NOFOLLOW
        return name.withC { fstatat(dirfd(stream), $0, &status, flags) } == 0 ? status : nil
    }

    /// The name of the first entry; nil for an empty folder.
    var firstName: FileName? {
        rewinddir(stream)
        defer { rewinddir(stream) }
        return next(withHidden: true)?.name
    }

    /// The names of all entries, as the folder lists them.
    var names: Set<FileName> {
        rewinddir(stream)
        defer { rewinddir(stream) }
        var names: Set<FileName> = []
        forEach(withHidden: true) { name, _ in names.insert(name) }
        return names
    }

    /// Reads the name and the type (`DT_DIR` …) of the next entry; nil at the end.
    /// - Parameter withHidden: whether entries whose names begin with a dot are among them.
    func next(withHidden: Bool) -> (name: FileName, type: Int32)? {
        while let entry = readdir(stream) {
            // The name ends with a zero byte within the array that C declares.
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                let name = UnsafeRawBufferPointer(rebasing: bytes[..<(bytes.firstIndex(of: 0) ?? bytes.count)])
                guard name.first == UInt8(ascii: ".") else { return FilePath.text(name) }
                let isItselfOrParent = name.count == 1 || name.count == 2 && name.last == UInt8(ascii: ".")
                return withHidden && !isItselfOrParent ? FilePath.text(name) : ""
            }
            if !name.isEmpty { return (FileName(name), Int32(entry.pointee.d_type)) }
        }
        return nil
    }

    /// Calls `body` with the name and the type (`DT_DIR` …) of each entry, once.
    /// - Parameter withHidden: see `next`.
    func forEach(withHidden: Bool, _ body: (_ name: FileName, _ type: Int32) -> Void) {
        while let entry = next(withHidden: withHidden) { body(entry.name, entry.type) }
    }
}

/// A file or folder, whatever path leads to it.
struct FileIdentity: Hashable {
    let device: UInt64
    let inode: UInt64

    init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
    }
}

extension stat {
    var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }
    var isRegular: Bool { st_mode & S_IFMT == S_IFREG }
    var isLink: Bool { st_mode & S_IFMT == S_IFLNK }
}
