// The place of a file in the catalogue: a folder and a name, as bytes.
import Photos

/// A file's absolute folder, without a slash at its end unless it is the root, and its name. Both are the bytes that
/// the file system has, which need not be text.
struct CataloguePlace: Hashable, Sendable {
    let folder: [UInt8]
    let name: [UInt8]

    init(folder: [UInt8], name: [UInt8]) {
        self.folder = folder
        self.name = name
    }

    /// Splits a path below an absolute folder, both as `FilePath` represents them.
    init(_ path: String, below root: [UInt8]) {
        let path = FilePath.bytes(of: path), slash = UInt8(ascii: "/")
        guard let last = path.lastIndex(of: slash) else {
            (folder, name) = (root, Array(path))
            return
        }
        name = Array(path[(last + 1)...])
        if path.first == slash {
            // Absolute by itself, as in a list of files.
            folder = last == 0 ? [slash] : Array(path[..<last])
        } else {
            folder = (root == [slash] ? root : root + [slash]) + path[..<last]
        }
    }

    /// The absolute path.
    var path: String {
        let slash = UInt8(ascii: "/")
        return FilePath.text(folder + (folder.last == slash ? [] : [slash]) + name)
    }

    /// The bytes of an absolute folder that may end with a slash.
    static func root(_ path: String) -> [UInt8] {
        var bytes = FilePath.bytes(of: path)
        while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
        return bytes
    }
}

/// A file whose facts are known under another name, because it, or a folder above it, was renamed meanwhile.
struct CatalogueAdoption: Sendable {
    /// The place that the file has now.
    let place: CataloguePlace
    /// The folder's number and the name under which it was read.
    let folder: Int64
    let name: [UInt8]
}
