// A folder from its first listing on: what is listed, what events have reported, and whether it exists.
import Codecs
import Glibc
import Library
import Photos

/// A monitor of a folder that is listed and then followed. Belongs to one thread with a loop of its own, which may wait
/// for a disk.
final class FolderMonitor {
    private let tree: FolderTree
    private let queue: (any WatchQueue)?
    private let timing: WatchTiming
    private var listing: FolderListing
    private var pending = PendingEvents()
    /// What was said last beside the photos.
    private(set) var report = SourceReport()
    /// Nil while the root is in its place.
    private var away: RootWatch?
    /// Whether the folders that are not watched are to be read.
    private var isLookedAt = false
    /// Whether the last event was the first half of a move, and has not been waited for.
    private var isHalfMoved = false
    private var hasWaited = false
    private var lastEnd: ContinuousClock.Instant?
    private var lastDuration = Duration.zero
    private(set) var isListed = false

    init(_ tree: FolderTree, title: String, queue: (any WatchQueue)?, timing: WatchTiming) {
        self.tree = tree
        self.queue = queue
        self.timing = timing
        listing = FolderListing(of: tree, title: title)
    }

    // MARK: Listing

    /// Lists the next photos.
    /// - Throws: see `FolderListing.next`.
    func list(_ count: Int) throws -> [ListedPhoto] {
        let found = try listing.next(count) { pending.mark($1, in: $0) }
        isListed = found.isEmpty || listing.isAtEnd
        return found
    }

    // MARK: Events

    /// Takes what the system tells.
    func takeEvents() {
        guard let queue else { return }
        let now = ContinuousClock.now
        while case let events = queue.read(), !events.isEmpty {
            for event in events { note(event, at: now) }
            isHalfMoved = events.last?.kinds.contains(.movedFrom) == true
            hasWaited = false
        }
    }

    private func note(_ event: WatchEvent, at now: ContinuousClock.Instant) {
        if event.kinds.contains(.overflow) { return pending.demandRescan() }
        if away?.covers(event) == true { return pending.doubtRoot() }
        guard let folder = tree.node(of: event.watch) else { return }
        if event.kinds.contains(.ended) { tree.watchEnded(event.watch) }
        pending.note(event, in: folder, of: tree, at: now)
    }

    /// Whether the root is away. Its drive may be mounted again without an event.
    var isAway: Bool { away != nil }

    /// Notes that the root may be back.
    func doubtRoot() { pending.doubtRoot() }

    /// Notes that changes are to be looked for.
    func noteRefresh(_ occasion: RefreshOccasion) {
        switch occasion {
        case .requested: pending.demandRescan()
        case .lookedAt, .changed: isLookedAt = true
        }
    }

    /// Notes that the file at a path below the root may have to be shown in another way.
    func doubt(_ path: FilePath) {
        var names = path.names
        guard let name = names.popLast() else { return }
        if let folder = tree.node(at: names) { pending.mark(name, in: folder) }
    }

    /// Sets whether hidden files and folders are shown.
    func setShowsHidden(_ showsHidden: Bool) {
        if tree.setShowsHidden(showsHidden) { pending.demandRescan() }
    }

    /// Sets whether excluded folders are shown.
    func setShowsExcluded(_ showsExcluded: Bool) {
        if tree.setShowsExcluded(showsExcluded) { pending.demandRescan() }
    }

    /// Marks the files that are complete by now.
    func markComplete() { pending.markComplete(in: tree, at: .now, timing) }

    /// Whether there is something to compare.
    var hasChanges: Bool { !pending.isEmpty }
    /// Whether files are being written.
    var hasIncomplete: Bool { !pending.incomplete.isEmpty }

    /// The time to wait for the next comparison.
    var wait: Duration {
        if isHalfMoved, hasWaited { return timing.halfMove }
        guard let lastEnd else { return timing.gathering }
        let pause = max(timing.cadence, lastDuration * timing.rest)
        return max(timing.gathering, pause - (ContinuousClock.now - lastEnd))
    }

    /// Whether the second half of a move may be about to come. Says so once.
    func isInMove() -> Bool {
        guard isHalfMoved, !hasWaited else { return false }
        hasWaited = true
        return true
    }

    // MARK: Comparing

    /// Compares what is listed with the disk, as far as it may differ.
    func compare() -> [SourceChange] {
        let start = ContinuousClock.now
        defer {
            let end = ContinuousClock.now
            (lastEnd, lastDuration) = (end, end - start)
        }
        pending.markComplete(in: tree, at: start, timing)
        let isLookedAt = isLookedAt
        self.isLookedAt = false
        away?.watchParent()
        guard isRootThere else { return leave() }
        var told = pending.take()
        told.markLinks(in: tree, isLookedAt: isLookedAt)
        let isWhole = away != nil || told.needsRescan || !tree.isRootInPlace
        var scan = FolderScan(of: tree, for: told)
        var isRead = false
        if !isWhole, !(isLookedAt && tree.isUnwatched) { isRead = scan.follow() }
        if !isRead {
            scan = FolderScan(of: tree, for: told)
            isRead = scan.walk(isWhole: isWhole || !isLookedAt)
        }
        guard isRead else { return leave() }
        // The disk was ahead of the events: a file that was not where they said may have been moved meanwhile.
        takeEvents()
        let changes = scan.finish(leaving: pending.left)
        pending.continueMoves(of: scan.held, after: told)
        pending.doubt(scan.doubtful, at: start)
        away = nil
        return changes
    }

    /// Whether there is a folder in the root's place, and not only the empty one on which its drive was mounted.
    private var isRootThere: Bool {
        guard let folder = OpenFolder(tree.root), let identity = folder.identity else { return false }
        guard let before = tree.rootNode?.identity, before.device != identity.device else { return true }
        var isEmpty = true
        folder.forEach(withHidden: tree.formats.showsHidden) { _, _ in isEmpty = false }
        return !isEmpty
    }

    private func leave() -> [SourceChange] {
        _ = pending.take()
        guard away == nil else { return [] }
        tree.unwatchAll()
        let watch = RootWatch(of: tree.root, queue: queue)
        watch.watchParent()
        away = watch
        // It may have come back before it was watched for.
        if isRootThere { pending.doubtRoot() }
        return []
    }

    /// The report, if it is another one than the last time.
    func reportIfChanged() -> SourceReport? {
        let next = SourceReport(
            unshown: tree.unshown, unreadable: tree.warnings, isAway: away != nil,
            isUnwatched: away == nil ? tree.isUnwatched : report.isUnwatched)
        guard next != report else { return nil }
        report = next
        return next
    }
}
