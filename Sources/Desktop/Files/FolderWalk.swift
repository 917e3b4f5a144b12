// An incremental, sorted walk through the image files of a folder: only the names of one folder are in memory at a
// time.
import CGLib
import Codecs
import Glibc
import Photos

/// A depth-first walk: each folder's image files in natural order (2 before 10), then its subfolders in the same order.
/// Hidden entries are skipped and symbolic links followed; a folder that is reached twice, by links or a cycle of them,
/// is listed once. Blocks.
struct FolderWalk {
    private let root: String
    private let title: String
    private let formats: ReadableFormats
    private let isDeep: Bool
    private var folders: [String] = [""]
    private var visited: Set<FileIdentity> = []
    private var folder = ""
    private var files: ArraySlice<String> = []
    /// Subfolders and files whose status could not be read, each with its reason.
    private(set) var warnings: [String] = []

    /// A folder's identity, whatever path leads to it.
    private struct FileIdentity: Hashable {
        let device: UInt
        let inode: UInt
    }

    /// Creates a walk. `root` is absolute; `title` names it in errors; `isDeep` is whether subfolders are walked as
    /// well.
    init(root: String, title: String, formats: ReadableFormats, isDeep: Bool = true) {
        self.root = root
        self.title = title
        self.formats = formats
        self.isDeep = isDeep
    }

    /// Returns how many images come before the one called `name` in the root itself; nil if it is not there. Call
    /// before the first `next`.
    mutating func index(of name: String) throws -> Int? {
        if visited.isEmpty, let root = folders.popLast() { try enter(root) }
        return files.firstIndex(of: name).map { $0 - files.startIndex }
    }

    /// Whether nothing is left. May be false although only folders without images are left.
    var isAtEnd: Bool { files.isEmpty && folders.isEmpty }

    /// Returns the paths, relative to the root, of the next images: `count`, or fewer at the end.
    mutating func next(_ count: Int) throws -> [String] {
        var found: [String] = []
        while found.count < count {
            if files.isEmpty {
                guard let next = folders.popLast() else { break }
                try Task.checkCancellation()
                try enter(next)
                continue
            }
            let taken = files.prefix(count - found.count)
            files = files.dropFirst(taken.count)
            found += taken.map { Self.joined(folder, $0) }
        }
        return found
    }

    func path(of relative: String) -> String { Self.joined(root, relative) }

    private static func joined(_ folder: String, _ name: String) -> String {
        folder.isEmpty ? name : name.isEmpty ? folder : folder.hasSuffix("/") ? folder + name : folder + "/" + name
    }

    private mutating func enter(_ relative: String) throws {
        let isRoot = relative.isEmpty
        let full = path(of: relative)
        guard let status = FilePath.status(of: full) else { return try refuse(relative, isRoot, errno) }
        guard status.st_mode & S_IFMT == S_IFDIR else { return try refuse(relative, isRoot, ENOTDIR) }
        guard visited.insert(FileIdentity(device: UInt(status.st_dev), inode: UInt(status.st_ino))).inserted else { return }
        guard let stream = FilePath.withC(full, opendir) else { return try refuse(relative, isRoot, errno) }
        defer { closedir(stream) }
        var pictures: [Named] = []
        var subfolders: [Named] = []
        while let entry = readdir(stream) {
            // The name ends with a zero byte within the array that C declares.
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in FilePath.text(bytes.prefix { $0 != 0 }) }
            if name.hasPrefix(".") { continue }
            switch kind(of: Int32(entry.pointee.d_type), full, name) {
            case .folder: subfolders.append(Named(name))
            case .file where formats.covers(name): pictures.append(Named(name))
            case .file, .other: break
            }
        }
        folder = relative
        files = pictures.sorted().map(\.name)[...]
        if isDeep { folders += subfolders.sorted().reversed().map { Self.joined(relative, $0.name) } }
    }

    private mutating func refuse(_ relative: String, _ isRoot: Bool, _ error: Int32) throws {
        guard isRoot else {
            warnings.append("\(FilePath.shown(path(of: relative))): \(systemMessage(error))")
            return
        }
        let reason: LoadFailure.Reason =
            switch error {
            case ENOENT: .notFound
            case ENOTDIR: .unreadable("it is not a folder")
            default: .unreadable(systemMessage(error))
            }
        throw LoadFailure(stage: .listing, culprit: title, reason: reason)
    }

    private enum Kind { case folder, file, other }

    private mutating func kind(of type: Int32, _ folder: String, _ name: String) -> Kind {
        switch type {
        case Int32(DT_DIR): return .folder
        case Int32(DT_REG): return .file
        case Int32(DT_LNK), Int32(DT_UNKNOWN):
            let path = Self.joined(folder, name)
            guard let status = FilePath.status(of: path) else {
                if formats.covers(name) { warnings.append("\(FilePath.shown(path)): \(systemMessage(errno))") }
                return .other
            }
            return status.st_mode & S_IFMT == S_IFDIR ? .folder : status.st_mode & S_IFMT == S_IFREG ? .file : .other
        default: return .other
        }
    }

    /// A name with the key that sorts it in the natural order.
    private struct Named: Comparable {
        let name: String
        private let key: ContiguousArray<UInt8>

        init(_ name: String) {
            self.name = name
            key = FileNameCollation().key(for: name)
        }

        static func < (a: Self, b: Self) -> Bool {
            a.key == b.key ? a.name < b.name : a.key.lexicographicallyPrecedes(b.key)
        }
    }
}
