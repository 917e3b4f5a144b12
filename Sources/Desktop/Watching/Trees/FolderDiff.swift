// What is listed against what is on the disk: which photos have come, gone, changed, and only changed their names.
import Codecs
import Glibc
import Library
import Photos

/// A comparison of some names of some folders. Each folder's listing is that of the disk once its names were compared.
///
/// A file that has another name now is recognised by a reported move, or else by its inode together with length and
/// time of modification: an inode alone may belong to another file by now.
struct FolderDiff {
    /// A file whose name has gone, or belongs to another file now.
    private struct Vanished {
        let place: FolderPlace
        let id: PhotoID
        let entry: FolderEntry
        var isFound = false

        var file: FileDiff.Before { FileDiff.Before(place: place, id: id, entry: entry) }
    }

    /// A file whose name was not there, or belonged to another file.
    private struct Appeared {
        let place: FolderPlace
        let file: FileDiff.After
        let inode: UInt64
        /// Whether it may be being written, unless it is a file that has vanished from elsewhere.
        let isDoubtful: Bool
        /// The file that had the name, as an index of `vanished`.
        let replaced: Int?
    }

    /// Photos in one change.
    private static let atOnce = 4_096
    /// Milliseconds after its last change for which a file that was found by reading may be being written.
    private static let freshness: Int64 = 100
    /// Nanoseconds by which a file that was just written may be older than its entry: FAT counts two seconds.
    private static let coarseness: Int64 = 2_000_000_000

    private let tree: FolderTree
    private let pending: PendingNames
    /// The time before which a file that no event has reported must have changed last, in nanoseconds since 1970 UTC.
    private let youngest: Int64
    /// Files that were found a moment after their last change, by reading: their writer may not be done.
    private(set) var doubtful: [FolderPlace] = []
    /// Files that are still listed though they are gone, because they were moved while the disk was read.
    private(set) var held: Set<FolderPlace> = []
    private var vanished: [Vanished] = []
    private var appeared: [Appeared] = []
    /// The differences of the files that have kept their names, as far as photos may differ by them.
    private var kept: [FileDiff] = []

    /// - Parameter pending: what the comparison is made for.
    init(of tree: FolderTree, for pending: PendingNames) {
        self.tree = tree
        self.pending = pending
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        youngest = (Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000 - Self.freshness) * 1_000_000
    }

    // MARK: Folders

    /// Compares `names` in `folder`, which has its place, and the files that may be one photo with them.
    mutating func compare(_ names: Set<FileName>, in folder: FolderNode) {
        let path = folder.path
        guard let open = OpenFolder(tree.absolute(path)) else {
            folder.isStale = true
            return
        }
        let oldPath = folder.listedPath
        folder.holdsRaw = folder.holdsRaw || names.contains(where: CameraRaw.isName)
        let belongings = Self.belongings(in: folder, open, tree.formats)
        let aliases = Self.aliases(among: names, in: folder, open)
        let own = names.union(aliases.values.compactMap(\.self))
        let names = folder.holdsRaw ? Self.related(to: own, in: folder) : own
        // Files that are what they were, and the beginnings of names under which something has come or gone.
        var quiet: [(before: FolderEntry, now: FileStatus)] = []
        var stems: Set<FileName> = []
        func stir(_ name: FileName) {
            if folder.holdsRaw, let stem = RawPairs.stem(of: name) { stems.insert(stem) }
        }
        var contents = FolderContents()
        var old: [FileName: FolderEntry] = [:]
        folder.contents.forEach { entry in
            if names.contains(entry.name) { old[entry.name] = entry } else { contents.append(entry) }
        }
        folder.listedPath = path
        for name in FolderNames.sorted(names) {
            let role = folder.isExcluded ? nil : tree.formats.role(of: name)
            let before = old[name]
            guard let role, aliases[name] == nil,
                var now = look(name, role, in: folder, open, belongings, isListed: before != nil)
            else {
                if let before {
                    noteGone(before, in: folder, oldPath)
                    stir(name)
                }
                continue
            }
            let place = FolderPlace(folder: folder, name: name)
            let isDoubtful = before == nil && now.stamp.modified > youngest && !pending.tells(of: place)
            guard case .photo = role else {
                if isDoubtful {
                    doubtful.append(place)
                    continue
                }
                if before == nil { count(role, by: 1) }
                contents.append(FolderEntry(name: name, inode: 0, fingerprint: 0))
                continue
            }
            if let before, isOtherContent(now, than: before, at: place) {
                now = look(name, role, in: folder, open, belongings, isListed: true, hasOtherContent: true) ?? now
            }
            let entry = FolderEntry(name, now)
            contents.append(entry)
            guard let before, before.inode == entry.inode || before.inode == 0 else {
                if let before { noteGone(before, in: folder, oldPath) }
                let replaced = before == nil ? nil : vanished.count - 1
                let file = FileDiff.After(place: place, path: path, status: now)
                appeared.append(
                    Appeared(
                        place: place, file: file, inode: entry.inode, isDoubtful: isDoubtful, replaced: replaced))
                stir(name)
                continue
            }
            if path == oldPath, before.fingerprint == entry.fingerprint, before.state == entry.state,
                before.sidecar == entry.sidecar
            {
                if folder.holdsRaw { quiet.append((before, now)) }
            } else {
                kept.append(FileDiff(before, at: place, from: oldPath, to: path, now))
                stir(name)
            }
        }
        if !stems.isEmpty {
            for (before, now) in quiet where RawPairs.stem(of: before.name).map(stems.contains) == true {
                kept.append(
                    FileDiff(before, at: FolderPlace(folder: folder, name: before.name), from: oldPath, to: path, now))
            }
        }
        contents.trim()
        folder.contents = contents
    }

    /// Whether a file has got another content that its length and time do not tell from an earlier one: it was written
    /// to, or replaced, and its time is the one that it had; or its time was set back, perhaps to what it has been
    /// before. A file of which only the entry has changed is looked at by the indexer, which knows what it held.
    private func isOtherContent(_ now: FileStatus, than before: FolderEntry, at place: FolderPlace) -> Bool {
        guard before.inode != 0, before.state != now.stamp.entryState else { return false }
        if before.fingerprint == now.fingerprint { return pending.rewritten.contains(place) }
        return now.stamp.modified < now.stamp.changed &- Self.coarseness
    }

    /// Returns the names that the folder does not list, with the one by which it lists that file, or has listed it. A
    /// file system without case finds a file by names that are not its own: those of the events of programs that have
    /// another spelling, or of a sidecar. Empty where names have case.
    private static func aliases(
        among names: Set<FileName>, in folder: FolderNode, _ open: OpenFolder
    ) -> [FileName: FileName?] {
        func isThere(_ name: FileName) -> Bool { open.status(of: name, followsLinks: false) != nil }
        // One that is there tells by its other case.
        guard let known = names.first(where: isThere) ?? open.firstName, isThere(known.withOtherCase) else {
            return [:]
        }
        let listed = open.names, others = names.subtracting(listed)
        if others.isEmpty { return [:] }
        let own = Dictionary((Array(listed) + folder.contents.names).map { ($0.withoutCase, $0) }) { first, _ in first }
        return Dictionary(uniqueKeysWithValues: others.map { ($0, own[$0.withoutCase]) })
    }

    /// Returns `names` with those of the folder's other files that may be one photo with one of them.
    private static func related(to names: Set<FileName>, in folder: FolderNode) -> Set<FileName> {
        let stems = Set(names.lazy.compactMap(RawPairs.stem))
        var all = names
        folder.contents.forEach { entry in
            if let stem = RawPairs.stem(of: entry.name), stems.contains(stem) { all.insert(entry.name) }
        }
        return all
    }

    /// Notes that all files of `folder` are gone from it.
    mutating func drop(_ folder: FolderNode) {
        folder.contents.forEach { noteGone($0, in: folder, folder.listedPath) }
        folder.contents = FolderContents()
    }

    /// The status of the file called `name`; nil where it is not to be listed.
    /// - Parameter hasOtherContent: Whether it is to have a version that it never had.
    private mutating func look(
        _ name: FileName, _ role: ListedFormats.Role, in folder: FolderNode, _ open: OpenFolder,
        _ belongings: Belongings,
        isListed: Bool, hasOtherContent: Bool = false
    ) -> FileStatus? {
        folder.warnings[name] = nil
        let place = FolderPlace(folder: folder, name: name)
        if pending.tells(of: place) {
            folder.note(name, isLink: open.status(of: name, followsLinks: false)?.isLink == true)
        }
        guard let status = open.status(of: name) else {
            let reason = errno
            let isThere = reason != ENOENT || open.status(of: name, followsLinks: false) != nil
            if isThere, role == .photo { folder.warnings[name] = systemMessage(reason) }
            return nil
        }
        guard status.isRegular else { return nil }
        if status.st_size == 0, open.status(of: IncompleteFiles.part(of: name)) != nil { return nil }
        if !isListed, pending.incomplete.contains(place) { return nil }
        if hasOtherContent { tree.turns.noteRevision(of: tree.absolute(folder.path.appending(name)).text, status) }
        return tree.turns.fileStatus(
            status, sidecar: belongings.fingerprint(of: name, in: open),
            of: tree.absolute(folder.path.appending(name)).text)
    }

    /// Which sidecars belong to which photos of a folder, which is read for them where there are any.
    private static func belongings(
        in folder: FolderNode, _ open: OpenFolder, _ formats: ListedFormats
    ) -> Belongings {
        guard folder.holdsSidecars else { return Belongings() }
        let names = FolderNames(of: open, formats)
        folder.holdsSidecars = !names.sidecars.isEmpty
        return Belongings(of: names.files.filter { formats.role(of: $0) == .photo }, names.sidecars, in: open)
    }

    private mutating func noteGone(_ entry: FolderEntry, in folder: FolderNode, _ path: FilePath) {
        // A file is also gone when hidden files are no longer shown.
        let role = tree.formats.roleIfShown(entry.name)
        guard case .photo = role else { return count(role, by: -1) }
        let id = PhotoID(path.appending(entry.name))
        vanished.append(Vanished(place: FolderPlace(folder: folder, name: entry.name), id: id, entry: entry))
    }

    private func count(_ role: ListedFormats.Role?, by step: Int) {
        if case .unshown(let kind) = role { tree.count(kind, by: step) }
    }

    // MARK: The result

    /// The changes, in an order in which no name is taken twice at any moment.
    /// - Parameter left: the names that files have been moved away from, as reported after the disk was read.
    mutating func finish(leaving left: Set<FolderPlace>) -> [SourceChange] {
        let origins = pending.origins
        var matched = match(origins)
        // A file that has left the new name of a reported move is the moved file, which is listed under its old name.
        hold(Set(left.map { origins[$0] ?? $0 }), leaving: &matched)
        var steps = kept
        var leftOut = NamesByFolder()
        func leaveOut(_ place: FolderPlace) { leftOut.insert(place.name, in: place.folder) }
        for (file, old) in zip(appeared, matched) {
            if let old {
                steps.append(FileDiff(before: vanished[old].file, after: file.file))
            } else if let replaced = file.replaced, held.contains(vanished[replaced].place) {
                leaveOut(file.place)
            } else if let replaced = file.replaced, !vanished[replaced].isFound {
                vanished[replaced].isFound = true
                steps.append(FileDiff(before: vanished[replaced].file, after: file.file))
            } else if file.isDoubtful {
                doubtful.append(file.place)
                leaveOut(file.place)
            } else {
                steps.append(FileDiff(before: nil, after: file.file))
            }
        }
        for (folder, names) in leftOut.all { folder.contents.remove(names) }
        for old in vanished where held.contains(old.place) {
            let folder = old.place.folder
            folder.contents.append(old.entry)
            let same = FileDiff.After(
                place: old.place, path: folder.listedPath, fingerprint: old.entry.fingerprint, state: old.entry.state,
                sidecar: old.entry.sidecar, stamp: nil)
            steps.append(FileDiff(before: old.file, after: same))
        }
        steps += vanished.lazy.filter { !$0.isFound }.map { FileDiff(before: $0.file, after: nil) }
        let photos = PhotoChanges(steps)
        return photos.removed.chunks(of: Self.atOnce).map { .removed(Array($0)) }
            + PhotoChanges.ordered(photos.renamed).chunks(of: Self.atOnce).map { .renamed(Array($0)) }
            + photos.changed.chunks(of: Self.atOnce).map { .changed(Array($0)) }
            + photos.added.chunks(of: Self.atOnce).map { .added(PackedPage(listed: Array($0)), isLast: true) }
    }

    /// Keeps the files listed that have vanished from `places`, so that the next comparison finds them under their new
    /// names. What has taken the name of one of them waits for that comparison, too.
    /// - Parameter matched: see `match`.
    private mutating func hold(_ places: Set<FolderPlace>, leaving matched: inout [Int?]) {
        guard !places.isEmpty else { return }
        var successors: [Int: Int] = [:]
        for (index, file) in appeared.enumerated() { if let replaced = file.replaced { successors[replaced] = index } }
        var open = vanished.indices.filter { !vanished[$0].isFound && places.contains(vanished[$0].place) }
        while let index = open.popLast() {
            let old = vanished[index], folder = old.place.folder
            guard folder.isReachable, old.id == PhotoID(folder.listedPath.appending(old.place.name)) else { continue }
            vanished[index].isFound = true
            held.insert(old.place)
            guard let successor = successors[index], let former = matched[successor] else { continue }
            matched[successor] = nil
            vanished[former].isFound = false
            open.append(former)
        }
    }

    /// For each file that has appeared, the one that it was, as an index of `vanished`: first by the reported moves,
    /// then by what the files are.
    private mutating func match(_ origins: [FolderPlace: FolderPlace]) -> [Int?] {
        var matched = [Int?](repeating: nil, count: appeared.count)
        guard !vanished.isEmpty, !appeared.isEmpty else { return matched }
        if !origins.isEmpty {
            var places: [FolderPlace: Int] = [:]
            for (index, old) in vanished.enumerated() { places[old.place] = index }
            for (index, file) in appeared.enumerated() {
                guard let origin = origins[file.place], let old = places[origin], !vanished[old].isFound,
                    vanished[old].entry.inode == file.inode
                else { continue }
                vanished[old].isFound = true
                matched[index] = old
            }
        }
        var inodes: [UInt64: [Int]] = [:]
        for (index, old) in vanished.enumerated().reversed() where !old.isFound && old.entry.inode != 0 {
            inodes[old.entry.inode, default: []].append(index)
        }
        for (index, file) in appeared.enumerated() where matched[index] == nil {
            guard let old = inodes[file.inode]?.last,
                vanished[old].entry.fingerprint == file.file.fingerprint
            else { continue }
            inodes[file.inode]?.removeLast()
            vanished[old].isFound = true
            matched[index] = old
        }
        return matched
    }
}

extension Array {
    /// Its parts of `count` elements, the last one of fewer.
    fileprivate func chunks(of count: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: self.count, by: count).map { self[$0..<Swift.min($0 + count, self.count)] }
    }
}
