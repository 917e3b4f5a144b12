// The sidecars of photos, found by the names in their folders, which are read once and not for each photo.
import CGLib
import Glibc
import Library
package import Photos
import Synchronization

/// Finds the sidecars of photos by their paths. Any thread; blocks on the disk.
///
/// What belongs to the photos of a folder is kept for the folders that were asked for last, while a folder's time of
/// modification says that its names are the same. A large folder that changes all the time, as it does while sidecars
/// are written into it, is read again after a while only, and not every file system has such a time
/// (`FolderTimes`): there the usual names of new sidecars are looked for one by one as well.
public final class SidecarFinder: Sendable {
    private struct Folder {
        let path: FilePath
        let device: UInt, inode: UInt, seconds: Int, nanoseconds: Int
        let belongings: Belongings
        let count: Int
        /// By the monotonic clock.
        let end: ContinuousClock.Instant
        let duration: Duration
        /// Whether the last change was long enough before the reading for another one to have another time.
        let isSettled: Bool
        /// Whether each change of the names changes the time.
        let tellsChanges: Bool

        func isStill(_ status: stat) -> Bool {
            isSettled && isSame(status) && seconds == status.st_mtim.tv_sec && nanoseconds == status.st_mtim.tv_nsec
        }

        func isSame(_ status: stat) -> Bool { device == UInt(status.st_dev) && inode == UInt(status.st_ino) }
    }

    /// Folders that are remembered, and names above which one is large.
    private static let most = 16, large = 2_000
    /// Share of the time that is spent with reading a large folder again.
    private static let share = 20
    /// Nanoseconds within which two changes of a folder may have one time.
    private static let tick: UInt64 = 20_000_000

    private let formats = ReadableFormats()
    private let tellsChanges: @Sendable (FilePath) -> Bool
    /// The latest first.
    private let known = Mutex<[Folder]>([])
    private let count = Mutex(0)
    /// How many times a folder was read.
    var readings: Int { count.withLock { $0 } }

    public convenience init() { self.init(tellsChanges: FolderTimes.tellChanges) }

    /// - Parameter tellsChanges: Whether a folder's time of modification changes with its names.
    init(tellsChanges: @escaping @Sendable (FilePath) -> Bool) { self.tellsChanges = tellsChanges }

    /// Returns the files of the photo at an absolute path in which its marks may be.
    package func files(of photo: String) -> MarkedFiles {
        let path = FilePath(photo), folder = FilePath.folder(of: photo)
        let prefix = folder.utf8.last == UInt8(ascii: "/") ? folder : folder + "/"
        let (known, isComplete) = belongings(of: folder)
        if isComplete { return look(path.name, prefix, known) }
        if let new = Self.unknown(path.name, prefix, known) { return look(path.name, prefix, known, new) }
        return look(path.name, prefix, belongings(of: folder, isForced: true).belongings)
    }

    /// The fingerprint of the sidecars of the photo at an absolute path; 0 where it has none.
    package func fingerprint(of photo: String) -> UInt32 { files(of: photo).fingerprint }

    /// Reads a sidecar.
    /// - Throws: `SidecarFailure`, where it cannot be read.
    package static func read(_ path: FilePath) throws(SidecarFailure) -> Sidecar {
        guard let file = FileWindow(path: path.text) else { throw .unreadable(systemMessage(errno)) }
        guard file.count <= SidecarDocument.longest else { throw .tooLarge }
        guard let content = file.count == 0 ? [] : file.bytes(0, count: file.count) else {
            throw .unreadable(systemMessage(EIO))
        }
        return Sidecar(path: path.text, content: content)
    }

    // MARK: Looking

    /// - Parameter new: Names of sidecars beside those that `belongings` has.
    private func look(
        _ name: FileName, _ prefix: String, _ belongings: Belongings, _ new: [FileName] = []
    ) -> MarkedFiles {
        // A camera raw file that is asked for by itself stays the first.
        let files = [name] + belongings.pair(of: name).filter { $0 != name }
        let there = (belongings.sidecars(of: files) + new).compactMap { name -> (path: FilePath, status: stat)? in
            let path = FilePath(prefix + name.text)
            guard let status = FilePath.status(of: path.text), status.st_mode & S_IFMT == S_IFREG else { return nil }
            return (path, status)
        }
        let times = there.map { FileStamp($0.status).modified }
        let newest = there.indices.sorted { times[$0] == times[$1] ? $0 < $1 : times[$0] > times[$1] }
        return MarkedFiles(
            files: files.map { FilePath(prefix + $0.text) }, sidecars: newest.map { there[$0].path },
            fingerprint: FileStamp.sidecars(there.map(\.status)))
    }

    /// Returns the sidecars under the usual names of new ones that are there and that `belongings`, which may be old,
    /// has not; nil where the folder has to be read to tell.
    private static func unknown(_ name: FileName, _ prefix: String, _ belongings: Belongings) -> [FileName]? {
        func spellings(_ name: FileName) -> [FileName] {
            let both = [name + ".XMP", name + ".xmp"]
            // Where case does not count, the other spelling is there as well.
            if both.contains(where: belongings.has) { return [] }
            return both.filter { FilePath.status(of: prefix + $0.text) != nil }
        }
        // Whose it is the names of all photos say.
        guard spellings(name.stem).isEmpty else { return nil }
        let new = spellings(name)
        return new.count < 2 ? new : nil
    }

    // MARK: Folders

    /// - Returns: What belongs to the photos of a folder, and whether the folder says that it is all.
    private func belongings(of path: String, isForced: Bool = false) -> (belongings: Belongings, isComplete: Bool) {
        guard let status = FilePath.status(of: path) else { return (Belongings(), true) }
        let key = FilePath(path)
        let last = known.withLock { known -> Folder? in
            guard let index = known.firstIndex(where: { $0.path == key }) else { return nil }
            let folder = known.remove(at: index)
            known.insert(folder, at: 0)
            return folder
        }
        if !isForced, let last, last.isSame(status) {
            if last.isStill(status) { return (last.belongings, last.tellsChanges) }
            if last.count > Self.large, .now - last.end < last.duration * Self.share { return (last.belongings, false) }
        }
        guard let folder = read(key, status) else { return (Belongings(), false) }
        known.withLock { known in
            known.removeAll { $0.path == key }
            known.insert(folder, at: 0)
            if known.count > Self.most { known.removeLast() }
        }
        return (folder.belongings, folder.tellsChanges)
    }

    private func read(_ path: FilePath, _ status: stat) -> Folder? {
        let start = ContinuousClock.now
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let age = (Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec))
            .subtractingReportingOverflow(FileStamp(status).modified)
        guard let stream = FilePath.withC(path.text, opendir) else { return nil }
        count.withLock { $0 += 1 }
        defer { closedir(stream) }
        var names: [FileName] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                let end = bytes.firstIndex(of: 0) ?? bytes.count
                return FileName(FilePath.text(UnsafeRawBufferPointer(rebasing: bytes[..<end])))
            }
            if CompanionTable.covers(name) || isPhoto(name) { names.append(name) }
        }
        let prefix = path.text == "/" ? "/" : path.text + "/"
        let belongings = Belongings(of: names, isPhoto: isPhoto) { FilePath.status(of: prefix + $0.text) != nil }
        let end = ContinuousClock.now
        return Folder(
            path: path, device: UInt(status.st_dev), inode: UInt(status.st_ino), seconds: status.st_mtim.tv_sec,
            nanoseconds: status.st_mtim.tv_nsec, belongings: belongings, count: names.count, end: end,
            duration: end - start, isSettled: age.overflow || age.partialValue.magnitude > Self.tick,
            tellsChanges: tellsChanges(path))
    }

    private func isPhoto(_ name: FileName) -> Bool { formats.covers(name.text) || VideoFile.covers(name.text) }
}
