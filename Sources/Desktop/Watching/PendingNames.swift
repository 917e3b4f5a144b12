// The names to look at since the last comparison, and which of them were moved.
import Codecs
import Glibc
import Library
import Photos

/// Names that may have changed. An event is only a reason to look: the disk says what has changed when the names are
/// compared, so that events may come late, twice, or together.
struct PendingNames {
    /// Names above which everything is read anew, which then takes less time and memory.
    static let limit = 100_000

    /// Names in a folder that may be photos.
    private(set) var files = NamesByFolder()
    /// Names that may be folders.
    private(set) var folders: Set<FolderPlace> = []
    /// For each name that a move has led to, the name that it had at the last comparison.
    private(set) var origins: [FolderPlace: FolderPlace] = [:]
    /// Whether events were lost, or are too many.
    private(set) var needsRescan = false
    /// Whether something has happened to the root's own entry.
    private(set) var isRootInDoubt = false
    /// New and overwritten files whose writers are not done.
    var incomplete = IncompleteFiles()
    /// Files that were written to, or that have taken a name.
    var rewritten: Set<FolderPlace> = []
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
    mutating func take() -> PendingNames {
        defer {
            forgetNames()
            (needsRescan, isRootInDoubt) = (false, false)
        }
        return self
    }

    private mutating func forgetNames() {
        (files, folders, origins, departed, rewritten, count) = (NamesByFolder(), [], [:], [:], [], 0)
    }

    /// Whether an event has reported that the file at `place` is complete.
    func tells(of place: FolderPlace) -> Bool { files.contains(place) }

    /// Marks a file to be looked at.
    mutating func mark(_ name: FileName, in folder: FolderNode) {
        if files.insert(name, in: folder) { grow() }
    }

    /// Marks an entry that may be a folder.
    mutating func markFolder(_ place: FolderPlace) {
        if place.folder.isExcluded { return }
        if folders.insert(place).inserted { grow() }
    }

    private mutating func grow() {
        count += 1
        guard count > Self.limit else { return }
        forgetNames()
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

    // MARK: Moves

    /// Notes a half of a move that an event tells of, or that the name belongs to no moved file any more.
    mutating func noteMove(_ event: WatchEvent, _ place: FolderPlace) {
        if event.kinds.contains(.movedFrom) {
            departed[event.cookie] = origins.removeValue(forKey: place) ?? place
        } else if event.kinds.contains(.movedTo) {
            origins[place] = departed.removeValue(forKey: event.cookie)
        } else if !event.kinds.isDisjoint(with: [.created, .deleted]) {
            origins[place] = nil
        }
    }

    /// Notes that a file has moved to where it is not listed.
    mutating func noteMoveAway(_ event: WatchEvent) { departed[event.cookie] = nil }

    /// The names that files have been moved away from.
    var left: Set<FolderPlace> { Set(origins.values).union(departed.values) }

    /// Joins moves to those of an earlier comparison that did not find the files, and has the files looked for again.
    /// - Parameters:
    ///   - held: the names under which the files are still listed.
    ///   - earlier: what that comparison was made for.
    mutating func continueMoves(of held: Set<FolderPlace>, after earlier: PendingNames) {
        guard !held.isEmpty else { return }
        func listed(_ place: FolderPlace) -> FolderPlace {
            guard let origin = earlier.origins[place], held.contains(origin) else { return place }
            return origin
        }
        origins = origins.mapValues(listed)
        departed = departed.mapValues(listed)
        for place in held { mark(place.name, in: place.folder) }
    }
}
