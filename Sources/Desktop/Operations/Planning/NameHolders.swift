// Who has a name that a file is to get: nobody, a file that leaves it, or another one.
import Codecs
import Photos

/// A path that is one with others on a file system without case, or with one form of an accent. Its name is compared by
/// Swift's canonical equivalence on purpose: for what is alike, not for what is one.
struct AlikePath: Hashable {
    private let folder: FilePath
    private let name: String

    init(_ path: FilePath) {
        folder = path.parent
        name = path.name.text.lowercased()
    }
}

/// The files of tasks by the names that they leave, also where a file system takes upper and lower case for the same.
struct NameHolders {
    enum Holder: Hashable {
        case nobody
        /// The file of the task with this index, which leaves the name.
        case task(Int)
        case other
    }

    private let calls: FileSystemCalls
    private var exact: [FilePath: Int] = [:]
    /// The tasks by the names that are one on a file system without case, or with one form of an accent.
    private var alike: [AlikePath: [Int]] = [:]
    private let tasks: [ExpectedTask]
    /// The names in each folder in which a name is in use that no task leaves.
    private var listed: [FilePath: Set<FileName>] = [:]

    init(_ tasks: [ExpectedTask], calls: FileSystemCalls) {
        self.tasks = tasks
        self.calls = calls
        for (index, task) in tasks.enumerated() {
            guard let left = task.task.left else { continue }
            exact[left] = index
            alike[AlikePath(left), default: []].append(index)
        }
    }

    /// Whether a task leaves this very name.
    func isLeft(_ path: FilePath) -> Bool { exact[path] != nil }

    /// Returns who has a name.
    mutating func holder(of path: FilePath) throws(FileFailure) -> Holder {
        if let index = exact[path] { return .task(index) }
        let found: EntryStatus?
        do {
            found = try calls.statusIfPresent(path)
        } catch {
            throw TargetNames(calls: calls).failure(error, making: path)
        }
        guard let found else { return .nobody }
        guard let near = alike[AlikePath(path)], try !isListed(path) else { return .other }
        // The name is not in the folder, and still there is a file of that name: one that is written otherwise. Some
        // file systems number a file anew for each way to write it; then size and time tell.
        for index in near {
            guard let left = tasks[index].task.left else { continue }
            let status = try onFile(left) { () throws(SystemFailure) in try calls.statusIfPresent(left) }
            if status?.stamp.isSameFile(as: found.stamp) == true { return .task(index) }
        }
        return .other
    }

    private mutating func isListed(_ path: FilePath) throws(FileFailure) -> Bool {
        let folder = path.parent
        if let names = listed[folder] { return names.contains(path.name) }
        let names = try onFile(folder) { () throws(SystemFailure) in try calls.names(in: folder.text + "/.") }
        let set = Set(names.map { FileName($0) })
        listed[folder] = set
        return set.contains(path.name)
    }
}
