// A photo's sidecar on the disk: found by its name, and read.
import CGLib
import Glibc
import Library
import Photos
import Synchronization

/// The sidecar of one photo.
public struct Sidecar: Sendable {
    /// Absolute path; of one that is not there, the path that a new one gets.
    public let path: String
    /// Nil where there is none.
    public let content: [UInt8]?
    /// What says that another sidecar, or another state of it, is there; 0 for none.
    public let fingerprint: UInt32
}

/// Finds the sidecars of photos by their paths. Any thread; blocks on the disk.
///
/// A photo without sidecar costs four looks at names. Only where Lightroom's name is there the folder is read, to see
/// whether another photo has a claim to it; its names are kept while its time of modification says that they are the same.
public final class SidecarFinder: Sendable {
    private struct Folder {
        let path: String
        let inode: UInt, seconds: Int, nanoseconds: Int
        let names: SidecarNames

        func isStill(_ path: String, _ status: stat) -> Bool {
            self.path == path && inode == UInt(status.st_ino) && seconds == status.st_mtim.tv_sec
                && nanoseconds == status.st_mtim.tv_nsec
        }
    }

    private let formats = ReadableFormats()
    private let last = Mutex<Folder?>(nil)

    public init() {}

    /// The path of the sidecar of the photo at an absolute path; nil where it has none.
    public func path(for photo: String) -> String? {
        for path in Self.names(photo) where Self.isThere(path) { return path }
        guard let name = SidecarNames.stem(of: FilePath.name(of: photo)) else { return nil }
        let folder = FilePath.folder(of: photo)
        let prefix = folder.hasSuffix("/") ? folder : folder + "/"
        guard Self.names(prefix + name).contains(where: Self.isThere),
            let shared = names(in: folder)?.name(for: FilePath.name(of: photo))
        else { return nil }
        return prefix + shared
    }

    /// The fingerprint of the sidecar of the photo at an absolute path; 0 where it has none.
    func fingerprint(for photo: String) -> UInt32 {
        path(for: photo).flatMap(FilePath.status).map(FileStamp.sidecar) ?? 0
    }

    /// Reads the sidecar of the photo at an absolute path.
    /// - Throws: `SidecarFailure`, where there is one that cannot be read.
    public func sidecar(of photo: String) throws(SidecarFailure) -> Sidecar {
        guard let path = path(for: photo) else {
            return Sidecar(path: SidecarNames.newName(for: photo), content: nil, fingerprint: 0)
        }
        guard let file = FileWindow(path: path) else { throw .unreadable(systemMessage(errno)) }
        guard file.count <= SidecarDocument.longest else { throw .tooLarge }
        guard let content = file.count == 0 ? [] : file.bytes(0, count: file.count) else {
            throw .unreadable(systemMessage(EIO))
        }
        return Sidecar(path: path, content: content, fingerprint: FileStamp.sidecar(file.status))
    }

    /// The names that a sidecar may have, in the order of `SidecarNames`.
    private static func names(_ path: String) -> [String] { [path + ".XMP", path + ".xmp"] }

    private static func isThere(_ path: String) -> Bool {
        FilePath.status(of: path).map { $0.st_mode & S_IFMT == S_IFREG } ?? false
    }

    private func names(in path: String) -> SidecarNames? {
        guard let status = FilePath.status(of: path) else { return nil }
        if let known = last.withLock({ $0?.isStill(path, status) == true ? $0?.names : nil }) { return known }
        guard let stream = FilePath.withC(path, opendir) else { return nil }
        defer { closedir(stream) }
        var all: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                FilePath.text(UnsafeRawBufferPointer(rebasing: bytes[..<(bytes.firstIndex(of: 0) ?? bytes.count)]))
            }
            if SidecarNames.isName(name) || formats.covers(name) || VideoFile.covers(name) { all.append(name) }
        }
        let names = SidecarNames(of: all)
        last.withLock {
            $0 = Folder(
                path: path, inode: UInt(status.st_ino), seconds: status.st_mtim.tv_sec,
                nanoseconds: status.st_mtim.tv_nsec, names: names)
        }
        return names
    }
}
