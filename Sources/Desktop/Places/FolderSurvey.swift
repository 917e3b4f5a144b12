// What the disk says of the folders of the sidebar, found by walks of limited length. An actor on a thread of its own,
// because a folder may lie on a disk that is slow or gone.
import CGLib
import Codecs
import Glibc
import ImagePipeline
import Library
public import Photos

/// Answers about folders. Files are counted by their names, and none is opened.
public actor FolderSurvey {
    /// The subfolders of a folder.
    public struct Subfolders: Hashable, Sendable {
        /// The first ones by their absolute paths, in the order of their names.
        public let paths: [FilePath]
        /// Number of the others.
        public let further: Int
    }

    /// Number of photos in a folder.
    public struct Count: Hashable, Sendable {
        public let photos: Int
        /// Whether the walk has seen all of the folder.
        public let isComplete: Bool
        /// Whether there is no folder in it that is shown.
        public let isWithoutFolders: Bool
    }

    private let formats: ListedFormats = {
        var formats = ListedFormats()
        // The walks leave hidden files out.
        formats.showsHidden = true
        return formats
    }()
    private let executor = LoopExecutor(name: "places", niceness: 10)
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    public init() {}

    /// Limit of the entries that are read to find one photo: 30 ms where nothing is in the page cache of an SSD.
    static let entriesToOne = 2_000
    /// Limit of the entries that are read to count a folder's photos.
    static let entriesToCount = 20_000
    /// Limit of the entries of one folder that are read to name its subfolders.
    static let entriesToName = 200_000
    /// Limit of the subfolders that are named.
    static let mostSubfolders = 100
    /// Limit of the bytes of a bookmarks file.
    static let longestBookmarks = 256 << 10

    /// Returns whether there is a folder at `path`.
    public func isFolder(_ path: FilePath) -> Bool {
        path.status?.isFolder ?? false
    }

    /// Returns those of `paths` that are folders, in their order.
    public func folders(among paths: [FilePath]) -> [FilePath] { paths.filter(isFolder) }

    /// Returns whether a photo was found in the folder or its subfolders, before the walk met its limit.
    public func holdsPhotos(_ path: FilePath) -> Bool {
        var walk = BoundedWalk(root: path, isDeep: true, limit: Self.entriesToOne)
        while let names = walk.next() {
            if Task.isCancelled { return false }
            if names.contains(where: isPhoto) { return true }
        }
        return false
    }

    /// Returns the number of photos in the folder and, where asked for, in its subfolders, in hidden files and folders,
    /// and in those that are marked to be left out.
    /// - Throws: `CancellationError`.
    public func count(
        _ path: FilePath, withSubfolders: Bool, withHidden: Bool = false, withExcluded: Bool = false
    ) throws -> Count {
        var walk = BoundedWalk(
            root: path, isDeep: true, withHidden: withHidden, withExcluded: withExcluded, limit: Self.entriesToCount)
        var photos = 0
        var isWithoutFolders: Bool?
        while let names = walk.next() {
            try Task.checkCancellation()
            photos += RawPairs.photos(of: names.filter(isPhoto)).count
            if isWithoutFolders == nil { isWithoutFolders = walk.isComplete && walk.pending.isEmpty }
            if !withSubfolders { break }
        }
        return Count(photos: photos, isComplete: walk.isComplete, isWithoutFolders: isWithoutFolders ?? false)
    }

    private func isPhoto(_ name: FileName) -> Bool { formats.role(of: name) == .photo }

    /// Counts all that is in a folder, also what is hidden; what links lead to is not in it.
    /// - Parameter onProgress: Called now and then with what was counted so far.
    /// - Throws: `CancellationError`.
    public func totals(
        of path: FilePath, onProgress: @Sendable (FolderTotals) -> Void
    ) throws -> FolderTotals {
        var walk = BoundedWalk(
            root: path, isDeep: true, withHidden: true, withExcluded: true, followsLinks: false, limit: .max)
        var totals = FolderTotals(), told = ContinuousClock.now
        while let names = walk.next() {
            totals.photos += RawPairs.photos(of: names.filter(isPhoto)).count
            for name in names {
                try Task.checkCancellation()
                guard let status = walk.latest.appending(name).status, status.isRegular else { continue }
                totals.files += 1
                totals.bytes += Int(status.st_size)
            }
            totals.folders = walk.readCount - 1
            if told.duration(to: .now) > Self.pause {
                told = .now
                onProgress(totals)
            }
        }
        return totals
    }

    /// Time between two calls that report progress.
    private static let pause = Duration.milliseconds(200)

    /// Returns what the disk says of a folder itself; nil where it is gone.
    public func facts(of path: FilePath) -> FolderFacts? {
        guard let status = path.status else { return nil }
        var system = statvfs()
        let isKnown = path.withC { statvfs($0, &system) } == 0
        return FolderFacts(
            changed: WallTime(machineClock: status.st_mtim.tv_sec),
            freeBytes: isKnown ? Int(system.f_bavail) * Int(system.f_frsize) : nil,
            isWritable: path.withC { access($0, W_OK) } == 0)
    }

    /// Returns the subfolders of the folder, with or without hidden ones.
    public func subfolders(
        of path: FilePath, withHidden: Bool = false, withExcluded: Bool = false
    ) -> Subfolders {
        var walk = BoundedWalk(
            root: path, isDeep: true, withHidden: withHidden, withExcluded: withExcluded, limit: Self.entriesToName)
        _ = walk.next()
        let found = FolderNames.sorted(walk.pending.lazy.map(\.name))
        return Subfolders(
            paths: found.prefix(Self.mostSubfolders).map { path.appending($0) },
            further: max(0, found.count - Self.mostSubfolders))
    }

    /// Returns the beginning of a file, up to the limit of a bookmarks file; nothing where there is no regular file.
    public func bookmarks(in file: String) -> [UInt8] {
        guard let open = try? OpenFile(file, title: file),
            let bytes = try? open.beginning(min(open.size, Self.longestBookmarks))
        else { return [] }
        return Array(bytes)
    }
}

/// A walk through a folder and its subfolders, breadth first, that ends after a number of entries. Hidden entries are
/// skipped unless they are asked for, links followed unless they are not to be, and a folder that is reached twice is
/// read once. Blocks.
private struct BoundedWalk {
    /// The folders that were found and not read yet, by their absolute paths.
    private(set) var pending: [FilePath]
    /// The folder that was read last.
    private(set) var latest: FilePath
    /// Number of the folders that were read.
    var readCount: Int { visited.count }
    /// Whether everything was read.
    private(set) var isComplete = true
    private let isDeep: Bool
    private let withHidden: Bool
    private let withExcluded: Bool
    private let followsLinks: Bool
    private var isAtRoot = true
    private var left: Int
    private var visited: Set<FileIdentity> = []

    init(
        root: FilePath, isDeep: Bool, withHidden: Bool = false, withExcluded: Bool = false, followsLinks: Bool = true,
        limit: Int
    ) {
        pending = [root]
        latest = root
        self.followsLinks = followsLinks
        self.isDeep = isDeep
        self.withHidden = withHidden
        self.withExcluded = withExcluded
        left = limit
    }

    /// Returns the names of the next folder's files; nil at the end.
    mutating func next() -> [FileName]? {
        guard !pending.isEmpty else { return nil }
        guard left > 0 else {
            isComplete = false
            return nil
        }
        let folder = pending.removeFirst()
        latest = folder
        defer { isAtRoot = false }
        guard let open = OpenFolder(folder), let identity = open.identity, visited.insert(identity).inserted else {
            return []
        }
        if !withExcluded, !isAtRoot, ExcludedFolders.isMarked(open) { return [] }
        var files: [FileName] = []
        while let (name, type) = open.next(withHidden: withHidden) {
            guard left > 0 else {
                isComplete = false
                break
            }
            left -= 1
            switch type {
            case Int32(DT_DIR): noteFolder(name, in: folder)
            case Int32(DT_REG): files.append(name)
            case Int32(DT_LNK) where !followsLinks: break
            case Int32(DT_LNK), Int32(DT_UNKNOWN):
                guard let status = open.status(of: name) else { break }
                if status.isFolder { noteFolder(name, in: folder) } else if status.isRegular { files.append(name) }
            default: break
            }
        }
        return files
    }

    private mutating func noteFolder(_ name: FileName, in folder: FilePath) {
        if isDeep, withExcluded || !ExcludedFolders.covers(name) { pending.append(folder.appending(name)) }
    }
}
