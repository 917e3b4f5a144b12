// What is listed against what is on the disk: which photos have come, gone, changed, and only changed their names.
import Codecs
import Glibc
import Library
import Photos

/// A comparison of some names of some folders. Each folder's listing is that of the disk once its names were compared.
///
/// A file that has another name now is recognised by a move that was told of, or else by its inode together with length and
/// time of modification: an inode alone may belong to another file by now.
struct FolderComparison {
    /// A file whose name has gone, or belongs to another file now.
    private struct Vanished {
        let place: FolderPlace
        let id: PhotoID
        let entry: FolderEntry
        var isFound = false
    }

    /// A file whose name was not there, or belonged to another file.
    private struct Appeared {
        let place: FolderPlace
        let listed: ListedPhoto
        let entry: FolderEntry
        /// Whether it may be being written, unless it is a file that has vanished from elsewhere.
        let isDoubtful: Bool
        /// The file that had the name, as an index of `vanished`.
        let replaced: Int?
    }

    /// Photos told of in one change.
    private static let atOnce = 4_096
    /// Milliseconds after its last change for which a file that was found by reading may be being written.
    private static let freshness: Int64 = 100

    private let tree: FolderTree
    private let pending: PendingChanges
    /// The time before which a file that no event has told of has to have changed last, in nanoseconds since 1970 UTC.
    private let youngest: Int64
    /// Files that were found a moment after their last change, by reading: their writer may not be done.
    private(set) var doubtful: [FolderPlace] = []
    /// Files that are still listed though they are gone, because they were moved while the disk was read.
    private(set) var held: Set<FolderPlace> = []
    private var vanished: [Vanished] = []
    private var appeared: [Appeared] = []
    private var changed: [ListedPhoto] = []
    private var renamed: [SourceChange.Renaming] = []

    /// - Parameter pending: what the comparison is made for.
    init(of tree: FolderTree, for pending: PendingChanges) {
        self.tree = tree
        self.pending = pending
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        youngest = (Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000 - Self.freshness) * 1_000_000
    }

    // MARK: Folders

    /// Compares `names` in `folder`, which has its place.
    mutating func compare(_ names: Set<String>, in folder: FolderNode) {
        let path = folder.path
        guard let open = OpenFolder(tree.absolute(path)) else {
            folder.isStale = true
            return
        }
        let oldPath = folder.listedPath
        var contents = FolderContents()
        var old: [String: FolderEntry] = [:]
        folder.contents.forEach { entry in
            if names.contains(entry.name) { old[entry.name] = entry } else { contents.append(entry) }
        }
        folder.listedPath = path
        for name in FolderNames.sorted(names) {
            let role = tree.formats.role(of: name)
            let before = old[name]
            guard let role, let now = look(name, role, in: folder, open, isListed: before != nil) else {
                if let before { noteGone(before, in: folder, oldPath) }
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
            let entry = FolderEntry(name: name, inode: now.stamp.inode, fingerprint: now.fingerprint)
            contents.append(entry)
            let listed = PhotoFile.listed(PhotoID(FolderNode.joined(path, name)), name: name, status: now)
            guard let before, before.inode == entry.inode || before.inode == 0 else {
                if let before { noteGone(before, in: folder, oldPath) }
                let replaced = before == nil ? nil : vanished.count - 1
                appeared.append(
                    Appeared(place: place, listed: listed, entry: entry, isDoubtful: isDoubtful, replaced: replaced))
                continue
            }
            note(listed, entry, inPlaceOf: before, called: PhotoID(FolderNode.joined(oldPath, name)))
        }
        contents.trim()
        folder.contents = contents
    }

    /// Notes that all files of `folder` are gone from it.
    mutating func drop(_ folder: FolderNode) {
        folder.contents.forEach { noteGone($0, in: folder, folder.listedPath) }
        folder.contents = FolderContents()
    }

    /// The status of the file called `name`; nil where it is not to be listed.
    private mutating func look(
        _ name: String, _ role: ListedFormats.Role, in folder: FolderNode, _ open: OpenFolder, isListed: Bool
    ) -> FileStatus? {
        folder.warnings[name] = nil
        guard let status = open.status(of: name) else {
            let reason = errno
            let isThere = reason != ENOENT || open.status(of: name, followsLinks: false) != nil
            if isThere, role == .photo { folder.warnings[name] = systemMessage(reason) }
            return nil
        }
        guard status.isRegular else { return nil }
        if status.st_size == 0, open.status(of: UnsettledFiles.part(of: name)) != nil { return nil }
        if !isListed, pending.unsettled.contains(FolderPlace(folder: folder, name: name)) { return nil }
        return FileStatus(status)
    }

    private mutating func noteGone(_ entry: FolderEntry, in folder: FolderNode, _ path: String) {
        let role = tree.formats.role(of: entry.name)
        guard case .photo = role else { return count(role, by: -1) }
        let id = PhotoID(FolderNode.joined(path, entry.name))
        vanished.append(Vanished(place: FolderPlace(folder: folder, name: entry.name), id: id, entry: entry))
    }

    private func count(_ role: ListedFormats.Role?, by step: Int) {
        if case .unshown(let kind) = role { tree.count(kind, by: step) }
    }

    private mutating func note(
        _ listed: ListedPhoto, _ entry: FolderEntry, inPlaceOf before: FolderEntry, called id: PhotoID
    ) {
        if id != listed.photo.id {
            renamed.append(SourceChange.Renaming(id, to: listed))
        } else if before.fingerprint != entry.fingerprint {
            changed.append(listed)
        }
    }

    // MARK: The result

    /// The changes, in an order in which no name is taken twice at any moment.
    /// - Parameters:
    ///   - origins: see `PendingChanges.origins`.
    ///   - left: the names that files have been moved away from, as told after the disk was read.
    mutating func finish(_ origins: [FolderPlace: FolderPlace], leaving left: Set<FolderPlace>) -> [SourceChange] {
        let matched = match(origins)
        hold(left.union(left.compactMap { origins[$0] }))
        var added: [ListedPhoto] = []
        var leftOut: [ObjectIdentifier: (folder: FolderNode, names: Set<String>)] = [:]
        for (file, old) in zip(appeared, matched) {
            if let old {
                renamed.append(SourceChange.Renaming(vanished[old].id, to: file.listed))
            } else if let replaced = file.replaced, held.contains(vanished[replaced].place) {
                let folder = file.place.folder
                leftOut[ObjectIdentifier(folder), default: (folder, [])].names.insert(file.place.name)
            } else if let replaced = file.replaced, !vanished[replaced].isFound {
                vanished[replaced].isFound = true
                note(file.listed, file.entry, inPlaceOf: vanished[replaced].entry, called: vanished[replaced].id)
            } else if file.isDoubtful {
                doubtful.append(file.place)
                let folder = file.place.folder
                leftOut[ObjectIdentifier(folder), default: (folder, [])].names.insert(file.place.name)
            } else {
                added.append(file.listed)
            }
        }
        for (folder, names) in leftOut.values { folder.contents.remove(names) }
        for old in vanished where held.contains(old.place) { old.place.folder.contents.append(old.entry) }
        let removed = vanished.filter { !$0.isFound }.map(\.id)
        return removed.chunks(of: Self.atOnce).map { .removed(Array($0)) }
            + RenamingOrder.ordered(renamed).chunks(of: Self.atOnce).map { .renamed(Array($0)) }
            + changed.chunks(of: Self.atOnce).map { .changed(Array($0)) }
            + added.chunks(of: Self.atOnce).map { .added(PackedPage(listed: Array($0)), isLast: true) }
    }

    /// Keeps the files listed that have vanished from `places`, so that the next comparison finds them under their new names.
    private mutating func hold(_ places: Set<FolderPlace>) {
        guard !places.isEmpty else { return }
        for (index, old) in vanished.enumerated() where !old.isFound && places.contains(old.place) {
            let folder = old.place.folder
            guard folder.isReachable, old.id == PhotoID(FolderNode.joined(folder.listedPath, old.place.name)) else { continue }
            vanished[index].isFound = true
            held.insert(old.place)
        }
    }

    /// For each file that has appeared, the one that it was, as an index of `vanished`: first by the moves that were told
    /// of, then by what the files are.
    private mutating func match(_ origins: [FolderPlace: FolderPlace]) -> [Int?] {
        var matched = [Int?](repeating: nil, count: appeared.count)
        guard !vanished.isEmpty, !appeared.isEmpty else { return matched }
        if !origins.isEmpty {
            var places: [FolderPlace: Int] = [:]
            for (index, old) in vanished.enumerated() { places[old.place] = index }
            for (index, file) in appeared.enumerated() {
                guard let origin = origins[file.place], let old = places[origin], !vanished[old].isFound,
                    vanished[old].entry.inode == file.entry.inode
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
            guard let old = inodes[file.entry.inode]?.last, vanished[old].entry.fingerprint == file.entry.fingerprint
            else { continue }
            inodes[file.entry.inode]?.removeLast()
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
