// From an operation to the tasks of each photo's files.
import Library
import Photos

/// Finds all files of a photo, and what is to be done with each.
struct OperationTasks {
    private let calls: FileSystemCalls
    /// The sidecars in each folder that was looked at.
    private var indices: [String: SidecarIndex] = [:]

    init(calls: FileSystemCalls) { self.calls = calls }

    /// Returns the names of a photo's files that exist, its sidecars among them.
    mutating func names(of photo: PhotoFiles) throws(FileFailure) -> [FileName] {
        let folder = photo.folder
        var companions: [FileName] = []
        for name in photo.companions {
            let isThere = try onFile(folder + name.text) { () throws(SystemFailure) in
                try calls.statusIfPresent(folder + name.text) != nil
            }
            if isThere { companions.append(name) }
        }
        let names = [photo.name] + companions
        return names + (try index(of: folder).sidecars(of: names))
    }

    /// Returns the tasks that put a photo into a folder; nil where its name is in use there and it is to stay.
    mutating func placing(
        _ photo: PhotoFiles, in folder: String, clash: ClashAnswers.Answer, moves: Bool, _ planner: GroupPlanner
    ) throws(FileFailure) -> [ExpectedTask]? {
        let target = folder == "/" ? folder : folder + "/", names = try names(of: photo)
        let isHere = try onFile(folder) { () throws(SystemFailure) in
            let (one, other) = (try calls.status(photo.folder + ".").stamp, try calls.status(target + ".").stamp)
            return one.device == other.device && one.inode == other.inode
        }
        if isHere, moves { throw FileFailure(photo.path.text, .isAlreadyThere) }
        var replaced: [ExpectedTask] = [], targets = names
        var taken: [FileName] = []
        for name in names where try planner.isTaken(target + name.text) { taken.append(name) }
        if !taken.isEmpty {
            // A copy in its own folder gets a number, and so does one whose name another photo of this operation takes.
            let isOurs = isHere || taken.contains { planner.isClaimed(target + $0.text) }
            switch clash {
            case .skip where !isOurs: return nil
            case .replace where !isOurs: replaced = taken.map { ExpectedTask(.trash(path: target + $0.text)) }
            default: targets = try free(names) { name throws(FileFailure) in try planner.isTaken(target + name.text) }
            }
        }
        return replaced
            + zip(names, targets).map { name, new in
                ExpectedTask(
                    moves
                        ? .move(from: photo.folder + name.text, to: target + new.text)
                        : .copy(from: photo.folder + name.text, to: target + new.text))
            }
    }

    /// Returns the tasks that give a photo another name.
    mutating func renaming(_ renaming: FileOperation.Renaming) throws(FileFailure) -> [ExpectedTask] {
        let photo = renaming.photo, names = try names(of: photo)
        guard renaming.name != photo.name else { return [] }
        var targets = FileName.renamed(names, to: renaming.name.stem)
        targets[0] = renaming.name
        // `IMG_1.jpg.xmp` follows another extension of the photo, too.
        for (index, name) in names.enumerated() where index > 0 && name.hasPrefix(photo.name + ".") {
            targets[index] = renaming.name + (name.dropping(prefix: photo.name) ?? "")
        }
        return zip(names, targets).filter { $0 != $1 }.map { name, new in
            ExpectedTask(.move(from: photo.folder + name.text, to: photo.folder + new.text))
        }
    }

    private func free(
        _ names: [FileName], _ isTaken: (FileName) throws(FileFailure) -> Bool
    ) throws(FileFailure) -> [FileName] {
        do {
            return try FileName.free(names) { try isTaken($0) }
        } catch let failure as FileFailure {
            throw failure
        } catch {
            return names
        }
    }

    private mutating func index(of folder: String) throws(FileFailure) -> SidecarIndex {
        if let known = indices[folder] { return known }
        let names = try onFile(folder) { () throws(SystemFailure) in try calls.names(in: folder) }
        let index = SidecarIndex(names.map { FileName($0) })
        indices[folder] = index
        return index
    }
}
