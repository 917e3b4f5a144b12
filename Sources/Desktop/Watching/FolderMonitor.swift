// A folder from its first listing on: events say where to look, the folders there are read, and changes come of it.
import CGLib
import Codecs
import Glibc
import Library
import Logging
import Photos

/// A monitor of a folder that is listed and then followed, for one reader. Its thread, which is its source's, may wait
/// for a disk.
actor FolderMonitor {
    /// How far the reader has come.
    private enum Stage {
        case new, listing, following
    }

    /// What is waited for.
    private enum Wait {
        /// The time to compare.
        case comparison
        /// The time to look at files that are being written.
        case completion
        /// The time to look for a root that is away.
        case search
    }

    /// The changes that the reader has not taken; ended for a reader that another one has replaced.
    nonisolated let changes: ChangeQueue
    private let executor: LoopExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    private let queue: (any WatchQueue)?
    private var events: ReadableDescriptor?
    private let tree: FolderTree
    private let root: RootWatch
    private var listing: FolderListing
    private var stage = Stage.new
    /// Photos in the pages so far.
    private var listed = 0
    private var pending = PendingNames()
    /// Whether the folders that are not watched are to be read.
    private var isLookedAt = false
    private let timing: WatchTiming
    private var pace: ComparisonPace
    private var waits: Set<Wait> = []
    /// Whether to compare as soon as the reader has taken all changes.
    private var isDue = false
    /// What was said last beside the photos.
    private(set) var report = SourceReport()
    private let unreadable: UnreadableLog
    private let log = Logger(label: "folder")

    /// Nothing is read yet.
    /// - Parameters:
    ///   - path: the folder's absolute path.
    ///   - isDeep: whether its subfolders belong to it.
    ///   - title: names the folder in errors.
    ///   - makeQueue: makes the watches; nil where the system has none left.
    init(
        of path: FilePath, title: String, formats: ListedFormats, isDeep: Bool, turns: KeptTurns, timing: WatchTiming,
        on executor: LoopExecutor, for changes: ChangeQueue, _ unreadable: UnreadableLog,
        makeQueue: () -> (any WatchQueue)?
    ) {
        let queue = makeQueue()
        let tree = FolderTree(root: path, formats: formats, isDeep: isDeep, turns: turns, queue: queue)
        (self.changes, self.executor, self.timing, self.unreadable) = (changes, executor, timing, unreadable)
        self.queue = queue
        self.tree = tree
        root = RootWatch(of: tree, queue: queue)
        listing = FolderListing(of: tree, title: title)
        pace = ComparisonPace(timing)
    }

    // MARK: The reader

    /// Returns the next photos until all are listed, and from then on the next change.
    /// - Throws: see `FolderListing.next`.
    func next() async throws -> SourceChange? {
        if stage == .new { pollEvents() }
        if stage == .listing { return try listNext() }
        if isDue, changes.isEmpty { compare() }
        return try await changes.next()
    }

    private func pollEvents() {
        stage = .listing
        guard let queue, case let descriptor = fcntl(queue.descriptor, F_DUPFD_CLOEXEC, 0), descriptor >= 0 else {
            return
        }
        events = ReadableDescriptor(descriptor) { [weak self] in Task { await self?.takeEvents() } }
    }

    private func listNext() throws -> SourceChange? {
        let photos = try listing.next(FilePaging.count(at: listed)) { pending.mark($1, in: $0) }
        let isLast = photos.isEmpty || listing.isAtEnd
        listed += photos.count
        log.debug("listed", metadata: ["photos": "\(listed)", "end": "\(isLast)"])
        if isLast {
            stage = .following
            tellReport()
            takeEvents()
        }
        return .added(PackedPage(listed: photos), isLast: isLast)
    }

    // MARK: Demands

    /// Looks for changes that no event has reported.
    func refresh(_ occasion: RefreshOccasion) {
        switch occasion {
        case .requested: pending.demandRescan()
        case .lookedAt, .changed: isLookedAt = true
        }
        if stage == .following { compare() }
    }

    /// Looks again at the files at paths below the root, which may have to be shown in another way.
    func lookAgain(at paths: [FilePath]) {
        for path in paths {
            var names = path.names
            if let name = names.popLast(), let folder = tree.node(at: names) { pending.mark(name, in: folder) }
        }
        compareIfNeeded()
    }

    /// Sets whether hidden files and folders are shown.
    func setShowsHidden(_ showsHidden: Bool) { change { $0.showsHidden = showsHidden } }

    /// Sets whether excluded folders are shown.
    func setShowsExcluded(_ showsExcluded: Bool) { change { $0.showsExcluded = showsExcluded } }

    private func change(_ body: (inout ListedFormats) -> Void) {
        var formats = tree.formats
        body(&formats)
        if (formats.showsHidden, formats.showsExcluded) != (tree.formats.showsHidden, tree.formats.showsExcluded) {
            tree.formats = formats
            pending.demandRescan()
        }
        compareIfNeeded()
    }

    private func compareIfNeeded() {
        if stage == .following, !pending.isEmpty { compare() }
    }

    // MARK: Events

    /// Takes the events that wait and sees to it that they are compared before long.
    private func takeEvents() {
        readEvents()
        events?.goOn()
        schedule()
    }

    private func readEvents() {
        guard let queue else { return }
        let now = ContinuousClock.now
        while case let events = queue.read(), let last = events.last {
            for event in events { note(event, at: now) }
            pace.note(last: last)
        }
    }

    /// Notes where an event says to look.
    private func note(_ event: WatchEvent, at now: ContinuousClock.Instant) {
        if event.kinds.contains(.overflow) { return pending.demandRescan() }
        if root.covers(event) { return pending.doubtRoot() }
        guard let folder = tree.node(of: event.watch) else { return }
        if event.kinds.contains(.ended) { tree.watchEnded(event.watch) }
        if event.name.text.isEmpty { return noteSelf(event, folder) }
        if ExcludedFolders.isMark(event.name), !tree.formats.showsExcluded,
            !event.kinds.isDisjoint(with: [.created, .movedTo, .movedFrom, .deleted])
        {
            // All that is below the folder comes or goes.
            pending.demandRescan()
        }
        if tree.formats.isHidden(event.name) {
            if event.kinds.contains(.movedTo) { pending.noteMoveAway(event) }
            return
        }
        let place = FolderPlace(folder: folder, name: event.name)
        if event.kinds.contains(.isFolder) {
            guard tree.isDeep, !tree.formats.leavesOut(folder: event.name) else { return }
            pending.noteMove(event, place)
            return pending.markFolder(place)
        }
        guard let role = tree.formats.role(of: event.name) else { return noteOther(event, place) }
        if role == .unshown(kind: "") {
            // Most links to folders have no extension.
            noteOther(event, place)
            // What is written into a file that is only counted, such as a log, changes nothing.
            if event.kinds.isDisjoint(with: [.created, .written, .movedTo, .movedFrom, .deleted]) { return }
        }
        pending.noteMove(event, place)
        if !event.kinds.isDisjoint(with: [.created, .written, .movedTo]) { pending.rewritten.insert(place) }
        if event.kinds.contains(.created) {
            pending.incomplete.begin(place, at: now, isNew: true)
        } else if event.kinds.contains(.modified) {
            pending.incomplete.begin(place, at: now, isNew: false)
        } else if !event.kinds.isDisjoint(with: [.written, .movedTo, .movedFrom, .deleted]) {
            pending.incomplete.end(place)
            pending.mark(event.name, in: folder)
        } else if !pending.incomplete.contains(place) {
            pending.mark(event.name, in: folder)
        }
    }

    /// Notes an event of a folder itself. Its parent reports the same, unless a link leads to it, or it is the root.
    private func noteSelf(_ event: WatchEvent, _ folder: FolderNode) {
        guard !event.kinds.isDisjoint(with: [.selfDeleted, .selfMoved, .unmounted, .ended]) else { return }
        guard let parent = folder.parent else { return pending.doubtRoot() }
        pending.markFolder(FolderPlace(folder: parent, name: folder.name))
    }

    /// Notes an event of what is neither a photo nor known as a folder: links, which may lead to folders, sidecars, and
    /// unfinished downloads, whose end may complete an empty file.
    private func noteOther(_ event: WatchEvent, _ place: FolderPlace) {
        noteSidecar(event, place)
        if let whole = IncompleteFiles.whole(ofPart: place.name), !event.kinds.isDisjoint(with: [.movedFrom, .deleted])
        {
            pending.mark(whole, in: place.folder)
        }
        guard tree.isDeep, !tree.formats.leavesOut(folder: place.name) else { return }
        let isKnown = place.folder.children[place.name] != nil || place.folder.aliases.contains(place.name)
        if isKnown || !event.kinds.isDisjoint(with: [.created, .movedTo]) { pending.markFolder(place) }
    }

    /// Has the photos looked at that a sidecar may belong to, once it is whole: the one that it has the whole name of,
    /// or those that begin so.
    private func noteSidecar(_ event: WatchEvent, _ place: FolderPlace) {
        let base = place.name.stem
        guard CompanionTable.isSidecar(place.name),
            !event.kinds.isDisjoint(with: [.written, .movedTo, .movedFrom, .deleted, .attributes])
        else { return }
        place.folder.holdsSidecars = true
        if tree.formats.role(of: base) == .photo { return pending.mark(base, in: place.folder) }
        for name in place.folder.contents.names where name.stem == base { pending.mark(name, in: place.folder) }
    }

    // MARK: Changes

    private func schedule() {
        guard stage == .following, !changes.hasEnded else { return }
        if !pending.isEmpty { wait(pace.wait, for: .comparison) }
        // Its drive may be mounted again without an event.
        if root.isAway { wait(timing.absence, for: .search) }
        if !pending.incomplete.isEmpty { wait(timing.settling, for: .completion) }
    }

    private func wait(_ duration: Duration, for wait: Wait) {
        guard waits.insert(wait).inserted else { return }
        Task { [weak self] in
            try? await Task.sleep(for: duration)
            await self?.end(wait)
        }
    }

    private func end(_ wait: Wait) {
        waits.remove(wait)
        switch wait {
        case .comparison:
            // Else the reader compares, once it has taken the result of the last comparison.
            if changes.isEmpty { compare() } else { isDue = true }
        case .completion:
            pending.markComplete(in: tree, at: .now, timing)
            schedule()
        case .search:
            pending.doubtRoot()
            schedule()
        }
    }

    /// Compares what is listed with the disk, as far as it may differ, and has the reader told.
    private func compare() {
        isDue = false
        readEvents()
        guard !pace.isInMove() else { return schedule() }
        let start = ContinuousClock.now
        changes.append(findChanges(at: start))
        pace.noteComparison(since: start)
        tellReport()
        schedule()
    }

    private func findChanges(at start: ContinuousClock.Instant) -> [SourceChange] {
        pending.markComplete(in: tree, at: start, timing)
        let isLookedAt = isLookedAt
        self.isLookedAt = false
        root.watchParent()
        guard root.isThere else { return leave() }
        var names = pending.take()
        names.markLinks(in: tree, isLookedAt: isLookedAt)
        let isWhole = root.isAway || names.needsRescan || !tree.isRootInPlace
        var diff = FolderDiff(of: tree, for: names)
        var isRead = false
        if !isWhole, !(isLookedAt && tree.isUnwatched) { isRead = tree.follow(names, comparing: &diff) }
        if !isRead {
            diff = FolderDiff(of: tree, for: names)
            isRead = tree.walk(names, isWhole: isWhole || !isLookedAt, comparing: &diff)
        }
        guard isRead else { return leave() }
        // The disk was ahead of the events: a file that was not where they said may have been moved meanwhile.
        readEvents()
        let found = diff.finish(leaving: pending.left)
        pending.continueMoves(of: diff.held, after: names)
        pending.doubt(diff.doubtful, at: start)
        root.stay()
        return found
    }

    private func leave() -> [SourceChange] {
        _ = pending.take()
        guard !root.isAway else { return [] }
        tree.unwatchAll()
        root.leave()
        // It may have come back before it was watched for.
        if root.isThere { pending.doubtRoot() }
        return []
    }

    /// Passes on what is to be said beside the photos, if that is something else than the last time.
    private func tellReport() {
        let next = SourceReport(
            unshown: tree.unshown, unreadable: tree.warnings, isAway: root.isAway,
            isUnwatched: root.isAway ? report.isUnwatched : tree.isUnwatched)
        guard next != report else { return }
        report = next
        changes.append([.reported(report)])
        unreadable.note(report.unreadable)
    }
}
