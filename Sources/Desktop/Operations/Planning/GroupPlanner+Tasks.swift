// What is to be done with each file of a photo that is copied, moved, renamed, exported or comes from a card.
import Glibc
import Library
import Photos

extension GroupPlanner {
    /// Returns the tasks that put a photo into a folder; nil where its name is in use there and it is to stay.
    mutating func placing(
        _ photo: PhotoFiles, in folder: String, clash: ClashAnswers.Answer, consents: Set<ClashAnswers.Consent> = [],
        moves: Bool
    ) throws(FileFailure) -> [ExpectedTask]? {
        let target = folder == "/" ? folder : folder + "/", names = try names(of: photo)
        if names.isEmpty { return [] }
        let isHere = try onFile(folder) { () throws(SystemFailure) in
            try calls.areSame(folder: photo.folder, folder)
        }
        if isHere, moves { throw FileFailure(photo.path.text, .isAlreadyThere) }
        let wanted = consents.contains(.otherNames) ? names.map { allowed($0, in: target) } : names
        var replaced: [ExpectedTask] = [], targets = wanted
        var taken: [FileName] = []
        for name in wanted where try isTaken(target + name.text) { taken.append(name) }
        if !taken.isEmpty {
            // A copy in its own folder gets a number, and so does one whose name another photo of this operation takes.
            let isOurs = isHere || taken.contains { isClaimed(target + $0.text) }
            switch clash {
            case .skip where !isOurs: return nil
            case .replace where !isOurs:
                replaced = try replacing(taken, in: target).map { ExpectedTask(.trash(path: target + $0.text)) }
            default: targets = try free(wanted) { name throws(FileFailure) in try isTaken(target + name.text) }
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
        guard renaming.name != photo.name, !names.isEmpty else { return [] }
        var targets = FileName.renamed(names, to: renaming.name.stem)
        targets[0] = renaming.name
        // `IMG_1.jpg.xmp` follows another extension of the photo, too.
        for (index, name) in names.enumerated() where index > 0 {
            if let new = CompanionTable.renamed(name, from: photo.name, to: renaming.name) { targets[index] = new }
        }
        return zip(names, targets).filter { $0 != $1 }.map { name, new in
            ExpectedTask(.move(from: photo.folder + name.text, to: photo.folder + new.text))
        }
    }

    /// Returns the tasks that copy all files of a photo on a card to its folder, which is made where it is missing; nil
    /// where they are there already, under whatever names.
    mutating func arriving(
        _ arrival: FileOperation.Arrival, _ known: KnownContents
    ) throws(FileFailure) -> [ExpectedTask]? {
        let photo = arrival.photo, names = try names(of: photo)
        if names.isEmpty { return [] }
        let paths = names.map { FilePath(photo.folder + $0.text) }
        var sizes: [Int] = []
        for path in paths {
            sizes.append(try onFile(path) { () throws(SystemFailure) in try calls.status(path).stamp.size })
        }
        if zip(paths, sizes).allSatisfy({ known.contains($0, size: $1) }) { return nil }
        try make(arrival.folder)
        let target = arrival.folder.text == "/" ? "/" : arrival.folder.text + "/"
        let wanted = names.map { allowed($0, in: target) }
        let targets = try free(wanted) { name throws(FileFailure) in try isTaken(target + name.text) }
        // The same photo twice on a card.
        for (path, size) in zip(paths, sizes) { known.note(path, size: size) }
        return zip(paths, targets).map { path, name in ExpectedTask(.copy(from: path, to: FilePath(target + name.text)))
        }
    }

    /// Makes a folder and those above it, where they are missing. They stay when the copies are undone.
    private func make(_ folder: FilePath) throws(FileFailure) {
        if try onFile(folder, { () throws(SystemFailure) in try calls.statusIfPresent(folder) }) != nil { return }
        if folder.parent != folder { try make(folder.parent) }
        do {
            try calls.makeFolder(folder.text)
        } catch let error where error.code == EEXIST {
            return
        } catch {
            throw TargetNames(calls: calls).failure(error, making: folder)
        }
    }

    /// Returns the tasks that make another file of a photo in a folder; nil where its name is in use there and it is to
    /// be left out. The file of that name is replaced alone: what lies beside it was made by somebody else.
    /// - Parameter isCopied: Whether the file is copied as it is.
    mutating func exporting(
        _ export: FileOperation.Export, to folder: String, isCopied: Bool, clash: ClashAnswers.Answer,
        consents: Set<ClashAnswers.Consent>
    ) throws(FileFailure) -> [ExpectedTask]? {
        let target = folder == "/" ? folder : folder + "/", photo = export.photo
        let isHere = try onFile(folder) { () throws(SystemFailure) in
            try calls.areSame(folder: photo.folder, folder)
        }
        var name = isCopied ? FileName(export.name.stem.text + photo.name.ending) : export.name
        if consents.contains(.otherNames) { name = allowed(name, in: target) }
        var replaced: [ExpectedTask] = []
        if try isTaken(target + name.text) {
            // Never over a photo, nor over what this operation has made.
            let isOurs = isHere || isClaimed(target + name.text)
            switch clash {
            case .skip where !isOurs: return nil
            case .replace where !isOurs: replaced = [ExpectedTask(.trash(path: target + name.text))]
            default:
                name = try free([name]) { name throws(FileFailure) in try isTaken(target + name.text) }[0]
            }
        }
        let to = FilePath(target + name.text)
        return replaced + [ExpectedTask(isCopied ? .copy(from: photo.path, to: to) : .export(from: photo.path, to: to))]
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

    /// Returns the files that go to the trash for others of these names: with each photo all that belongs to it, so
    /// that the new one does not inherit it.
    private mutating func replacing(_ taken: [FileName], in target: String) throws(FileFailure) -> [FileName] {
        let folder = try look(at: target)
        var found: [FileName] = []
        for asked in taken {
            let name = folder.name(asked), pair = folder.belongings.pair(of: name)
            let files = pair.first == name ? pair : [name]
            for name in files + folder.belongings.companions(of: files) where !found.contains(name) {
                if try status(target + name.text) != nil { found.append(name) }
            }
        }
        return found
    }
}

extension GroupPlanner.Folder {
    /// Returns the name that the entry called `asked` has: another one where the file system does not tell case apart.
    fileprivate func name(_ asked: FileName) -> FileName {
        if names.contains(asked) { return asked }
        let small = asked.text.lowercased()
        return names.first { FileName($0.text.lowercased()) == FileName(small) } ?? asked
    }
}
