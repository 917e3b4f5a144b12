// What the events since the last comparison say: which names to look at, and which of them were moved.
import Codecs
import Glibc
import Library
import Photos

/// An entry of a folder, whether or not there is one now.
struct FolderPlace: Hashable {
    let folder: FolderNode
    let name: FileName

    static func == (a: Self, b: Self) -> Bool { a.folder === b.folder && a.name == b.name }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(folder))
        hasher.combine(name)
    }
}

/// Names that may have changed. An event is only a reason to look: the disk says what has changed when the names are
/// compared, so that events may come late, twice, or together.
struct PendingEvents {
    /// Names above which everything is read anew, which then takes less time and memory.
    static let limit = 100_000

    /// Names in a folder that may be photos.
    private(set) var files: [ObjectIdentifier: (folder: FolderNode, names: Set<FileName>)] = [:]
    /// Names that may be folders.
    private(set) var folders: Set<FolderPlace> = []
    /// For each name that a move has led to, the name that it had at the last comparison.
    private(set) var origins: [FolderPlace: FolderPlace] = [:]
    /// Whether events were lost, or are too many.
    private(set) var needsRescan = false
    /// Whether something has happened to the root's own entry.
    private(set) var isRootInDoubt = false
    /// New and overwritten files whose writers are not done.
    private(set) var incomplete = IncompleteFiles()
    /// Files that were written to, or that have taken a name.
    private(set) var rewritten: Set<FolderPlace> = []
    private var count = 0
    /// The first halves of moves, by their cookies.
    private var departed: [UInt32: FolderPlace] = [:]

    /// Whether there is nothing to compare.
    var isEmpty: Bool { count == 0 && !needsRescan && !isRootInDoubt && !incomplete.hasNew }

    /// Demands that everything is read anew.
    mutating func demandRescan() { needsRescan = true }

    /// Demands that the root is looked at.
    mutating func doubtRoot() { isRootInDoubt = true }

    /// Hands out what is to be compared. Files that are not complete stay.
    mutating func take() -> PendingEvents {
        defer {
            (files, folders, origins, departed, rewritten) = ([:], [], [:], [:], [])
            (count, needsRescan, isRootInDoubt) = (0, false, false)
        }
        return self
    }

    /// The names that files have been moved away from.
    var left: Set<FolderPlace> { Set(origins.values).union(departed.values) }

    /// Joins moves to those of an earlier comparison that did not find the files, and has the files looked for again.
    /// - Parameters:
    ///   - held: the names under which the files are still listed.
    ///   - earlier: what that comparison was made for.
    mutating func continueMoves(of held: Set<FolderPlace>, after earlier: PendingEvents) {
        guard !held.isEmpty else { return }
        func listed(_ place: FolderPlace) -> FolderPlace {
            guard let origin = earlier.origins[place], held.contains(origin) else { return place }
            return origin
        }
        origins = origins.mapValues(listed)
        departed = departed.mapValues(listed)
        for place in held { mark(place.name, in: place.folder) }
    }

    /// Whether an event has reported that the file at `place` is complete.
    func tells(of place: FolderPlace) -> Bool {
        files[ObjectIdentifier(place.folder)]?.names.contains(place.name) == true
    }

    /// Marks a file to be looked at.
    mutating func mark(_ name: FileName, in folder: FolderNode) {
        guard files[ObjectIdentifier(folder), default: (folder, [])].names.insert(name).inserted else { return }
        grow()
    }

    /// Marks an entry that may be a folder.
    mutating func markFolder(_ name: FileName, in folder: FolderNode) {
        if folder.isExcluded { return }
        if folders.insert(FolderPlace(folder: folder, name: name)).inserted { grow() }
    }

    private mutating func grow() {
        count += 1
        guard count > Self.limit else { return }
        (files, folders, origins, departed, rewritten, count) = ([:], [], [:], [:], [], 0)
        needsRescan = true
    }

    /// Marks the files that have been still for a while, and those that are complete from the start.
    mutating func markComplete(in tree: FolderTree, at now: ContinuousClock.Instant, _ timing: WatchTiming) {
        for place in incomplete.takeComplete(in: tree, at: now, timing) {
            mark(place.name, in: place.folder)
            rewritten.insert(place)
        }
    }

    /// Keeps back files that may be being written.
    mutating func doubt(_ places: [FolderPlace], at now: ContinuousClock.Instant) {
        for place in places { incomplete.doubt(place, at: now) }
    }

    // MARK: Events

    /// Notes an event of `folder`.
    mutating func note(_ event: WatchEvent, in folder: FolderNode, of tree: FolderTree, at now: ContinuousClock.Instant)
    {
        guard !event.name.text.isEmpty else { return noteSelf(event, folder) }
        if ExcludedFolders.isMark(event.name), !tree.formats.showsExcluded,
            !event.kinds.isDisjoint(with: [.created, .movedTo, .movedFrom, .deleted])
        {
            // All that is below the folder comes or goes.
            demandRescan()
        }
        if tree.formats.isHidden(event.name) { return noteHidden(event) }
        let place = FolderPlace(folder: folder, name: event.name)
        if event.kinds.contains(.isFolder) {
            guard tree.isDeep, !tree.formats.leavesOut(folder: event.name) else { return }
            noteMove(event, place)
            return markFolder(event.name, in: folder)
        }
        guard let role = tree.formats.role(of: event.name) else { return noteOther(event, place, tree) }
        if role == .unshown(kind: "") {
            // Most links to folders have no extension.
            noteOther(event, place, tree)
            // What is written into a file that is only counted, such as a log, changes nothing.
            if event.kinds.isDisjoint(with: [.created, .written, .movedTo, .movedFrom, .deleted]) { return }
        }
        noteMove(event, place)
        if !event.kinds.isDisjoint(with: [.created, .written, .movedTo]) { rewritten.insert(place) }
        if event.kinds.contains(.created) {
            incomplete.begin(place, at: now, isNew: true)
        } else if event.kinds.contains(.modified) {
            incomplete.begin(place, at: now, isNew: false)
        } else if !event.kinds.isDisjoint(with: [.written, .movedTo, .movedFrom, .deleted]) {
            incomplete.end(place)
            mark(event.name, in: folder)
        } else if !incomplete.contains(place) {
            mark(event.name, in: folder)
        }
    }

    /// Events of a folder itself. Its parent reports the same, unless a link leads to it, or it is the root.
    private mutating func noteSelf(_ event: WatchEvent, _ folder: FolderNode) {
        guard !event.kinds.isDisjoint(with: [.selfDeleted, .selfMoved, .unmounted, .ended]) else { return }
        if let parent = folder.parent { markFolder(folder.name, in: parent) } else { isRootInDoubt = true }
    }

    /// A file that comes from a hidden name was not there before.
    private mutating func noteHidden(_ event: WatchEvent) {
        if event.kinds.contains(.movedTo) { departed[event.cookie] = nil }
    }

    private mutating func noteMove(_ event: WatchEvent, _ place: FolderPlace) {
        if event.kinds.contains(.movedFrom) {
            departed[event.cookie] = origins.removeValue(forKey: place) ?? place
        } else if event.kinds.contains(.movedTo) {
            origins[place] = departed.removeValue(forKey: event.cookie)
        } else if !event.kinds.isDisjoint(with: [.created, .deleted]) {
            origins[place] = nil
        }
    }

    /// Has the photos looked at that a sidecar may belong to, once it is whole: the one that it has the whole name of,
    /// or those that begin so.
    private mutating func noteSidecar(_ event: WatchEvent, _ place: FolderPlace, _ tree: FolderTree) {
        let base = place.name.stem
        guard CompanionTable.isSidecar(place.name),
            !event.kinds.isDisjoint(with: [.written, .movedTo, .movedFrom, .deleted, .attributes])
        else { return }
        place.folder.holdsSidecars = true
        if tree.formats.role(of: base) == .photo { return mark(base, in: place.folder) }
        var photos: [FileName] = []
        place.folder.contents.forEach { if $0.name.stem == base { photos.append($0.name) } }
        for name in photos { mark(name, in: place.folder) }
    }

    /// Events of what is neither a photo nor known as a folder: links, which may lead to folders, and unfinished
    /// downloads, whose end may complete an empty file.
    private mutating func noteOther(_ event: WatchEvent, _ place: FolderPlace, _ tree: FolderTree) {
        noteSidecar(event, place, tree)
        if let whole = IncompleteFiles.whole(ofPart: place.name), !event.kinds.isDisjoint(with: [.movedFrom, .deleted])
        {
            mark(whole, in: place.folder)
        }
        guard tree.isDeep, !tree.formats.leavesOut(folder: place.name) else { return }
        let isKnown = place.folder.children[place.name] != nil || place.folder.aliases.contains(place.name)
        if isKnown || !event.kinds.isDisjoint(with: [.created, .movedTo]) { markFolder(place.name, in: place.folder) }
    }
}
