// A folder on a share as a source of photos.
import Codecs
public import Library
import Logging
public import Photos

/// The image files below a folder on a share, and how they change. A photo's id is its path below the folder; its
/// version changes with the file's time of modification, its length, and its ETag where the share has one.
///
/// What was listed last time comes at once, before the share has answered, and while it is away. Each folder takes one
/// enumeration; some folders are read at once. A share reports no changes: it is listed again when the window is looked
/// at, at most once in `pause`, and when the user asks. The difference comes as changes.
public actor ShareSource: PhotoSource {
    public nonisolated let identity: SourceID
    public nonisolated let title: String
    /// A listing takes one request for each folder.
    public nonisolated var isLocal: Bool { true }
    public nonisolated var isListedByPath: Bool { true }
    /// Names come as the share has them, and folders as they are read.
    public nonisolated var isListedInOrder: Bool { false }

    public nonisolated var indexRoot: String? { address.text }
    public nonisolated var readsFactsUnasked: Bool { false }
    public nonisolated var isSeenWhileAway: Bool { true }

    private nonisolated let address: ShareAddress
    private let isDeep: Bool
    private let shares: any ShareFiles
    private let listings: any ShareListings
    private let sidecars: ShareSidecars.Listing
    private var formats = ListedFormats()
    private let log = Logger(label: "share")

    /// The sequence that is served; nil before the first one.
    private var served: ChangeQueue?
    /// What was reported of each folder, by its path below the address.
    private var listed: [FilePath: ListedShareFolder] = [:]
    private var report = SourceReport(isUnwatched: true)
    private(set) var listing: Task<Void, Never>?
    /// Takes in that files of the share are not read, from the first listing on.
    private var hearing: Task<Void, Never>?
    /// The listing that follows the present one, as `list(asks:)` was asked for it; nil for none.
    private var due: Bool?
    private var lastListed: ContinuousClock.Instant?
    /// Whether the program has changed files itself, and may have given photos other names.
    private var mayHaveRenamed = false
    /// Whether anything was reported in the present listing.
    private var hasChanged = false
    /// Whether a listing has come to its end, this time or in an earlier run.
    private var isKnown = false
    /// Whether the share has answered last time.
    private var isReached = false
    /// What was kept, read for the first listing; nil from then on.
    private var kept: [ShareFolder]?
    /// Why nothing could be listed, for the reader.
    private var failure: (any Error)?
    /// Whether the reader has been told of a failure, or has left: its next call lists again.
    private var hasFailed = false

    /// Time between two listings that nobody has asked for.
    static let pause = Duration.seconds(60)
    private let limits: ShareWalk.Limits

    /// Creates a source of the folder at an address. Nothing is read yet.
    /// - Parameters:
    ///   - listings: Keeps what was listed between runs.
    ///   - sidecars: Gets the sidecars that are found.
    public init(
        _ address: ShareAddress, withSubfolders: Bool = true, withHidden: Bool = false, shares: any ShareFiles,
        listings: any ShareListings, sidecars: ShareSidecars = ShareSidecars()
    ) {
        self.init(
            address, withSubfolders: withSubfolders, withHidden: withHidden, shares: shares, listings: listings,
            sidecars: sidecars, limits: ShareWalk.Limits())
    }

    init(
        _ address: ShareAddress, withSubfolders: Bool = true, withHidden: Bool = false, shares: any ShareFiles,
        listings: any ShareListings, sidecars: ShareSidecars = ShareSidecars(), limits: ShareWalk.Limits
    ) {
        self.address = address
        self.limits = limits
        self.shares = shares
        self.listings = listings
        self.sidecars = sidecars.listing(of: address)
        isDeep = withSubfolders
        formats.showsHidden = withHidden
        identity = Self.identity(of: address)
        title = address.name.shown
    }

    deinit { hearing?.cancel() }

    /// The identity of the source of an address.
    public static func identity(of address: ShareAddress) -> SourceID { SourceID("share:" + address.text) }

    /// Whether an address has the name of a photo.
    public static func isOfPhoto(_ address: ShareAddress) -> Bool {
        ListedFormats().roleIfShown(address.name) == .photo
    }

    /// The photo in a file, before its folder is listed: with the version that it has in the listing, so that what is
    /// loaded of it until then is not loaded again.
    public static func photo(of file: ShareEntry) -> ListedPhoto {
        PhotoFile.listed(PhotoID(file.name.text), name: file.name, status: file.status())
    }

    public nonisolated func location(of photo: Photo, atLeast size: PixelSize, fit: Fit) -> ImageLocation {
        original(of: photo)
    }

    public nonisolated var capabilities: PlaceCapabilities { .share(address) }

    public nonisolated func original(of photo: Photo) -> ImageLocation {
        .remote(address.appending(path: photo.id.path).text)
    }

    /// What was listed last time, and then what is there; then what changes.
    ///
    /// `next()` throws `LoadFailure` with stage `.listing` when nothing is known of the folder and it cannot be read.
    public nonisolated func changes() -> SourceChanges {
        let queue = ChangeQueue()
        return SourceChanges { [self] in try await next(of: queue) }
    }

    public func refresh(_ occasion: RefreshOccasion) async {
        guard served != nil else { return }
        switch occasion {
        case .requested: list(asks: true)
        case .lookedAt:
            // The first listing asks where it has to, and comes by itself.
            guard let lastListed, lastListed.duration(to: .now) >= Self.pause else { return }
            list(asks: false)
        case .changed:
            mayHaveRenamed = true
            list(asks: false)
        }
    }

    public func setShowsHidden(_ showsHidden: Bool) async {
        guard formats.showsHidden != showsHidden else { return }
        formats.showsHidden = showsHidden
        if served != nil { list(asks: false) }
    }

    public func setShowsExcluded(_ showsExcluded: Bool) async {
        guard formats.showsExcluded != showsExcluded else { return }
        formats.showsExcluded = showsExcluded
        if served != nil { list(asks: false) }
    }

    // MARK: Reader

    private func next(of queue: ChangeQueue) async throws -> SourceChange? {
        if queue.hasEnded { return nil }
        if served !== queue {
            await begin(queue)
        } else if hasFailed {
            // What a later listing has failed with was not read by anybody, who asks for a new one now.
            (failure, hasFailed) = (nil, false)
            list(asks: true)
        }
        let change: SourceChange?
        do {
            change = try await queue.next()
        } catch {
            // The page was left: nobody waits for the rest, which is listed again if somebody does.
            listing?.cancel()
            (listing, due, hasFailed) = (nil, nil, true)
            throw error
        }
        if let failure = failure.take() {
            hasFailed = true
            throw failure
        }
        return change
    }

    private func begin(_ queue: ChangeQueue) async {
        served?.end()
        listing?.cancel()
        (served, listing, listed, due) = (queue, nil, [:], nil)
        (failure, hasFailed, isKnown, isReached, lastListed) = (nil, false, false, false, nil)
        report = SourceReport(isUnwatched: true, reached: report.reached)
        if hearing == nil {
            hearing = Task { [weak self, silences = shares.silences(of: address)] in
                for await _ in silences { await self?.noteSilence() }
            }
        }
        let kept = await listings.listing(of: address)
        guard served === queue else { return }
        self.kept = kept
        for folder in kept {
            shares.note(folder.entries, of: address.appending(path: folder.path))
            report(photos(in: folder, isWhole: true), of: folder.path, isWhole: true)
        }
        if !kept.isEmpty { end() }
        list(asks: true)
    }

    /// Takes note that all photos have been reported.
    private func end() {
        guard !isKnown else { return }
        isKnown = true
        served?.append([.added(PackedPage([]), isLast: true)])
    }

    // MARK: Listing

    /// Lists the share in the background. One listing at a time.
    private func list(asks: Bool) {
        guard listing == nil else {
            due = asks || due ?? false
            return
        }
        listing = Task { [weak self] in await self?.run(asks: asks) }
    }

    private func run(asks: Bool) async {
        guard let queue = served else { return }
        hasChanged = false
        do {
            let found = try await walk(asks: asks, for: queue)
            guard served === queue, !Task.isCancelled else { return }
            finish(found)
        } catch is CancellationError {
            return
        } catch {
            guard served === queue, !Task.isCancelled else { return }
            log.debug("\(error)")
            isReached = false
            if isKnown {
                tell(isAway: true, unreadable: report.unreadable)
            } else {
                failure = error
                // Wakes the reader, who gets the failure in its place.
                queue.append([.reported(report)])
            }
        }
        lastListed = .now
        listing = nil
        if let asks = due.take() { list(asks: asks) } else { mayHaveRenamed = false }
    }

    private func walk(asks: Bool, for queue: ChangeQueue) async throws -> ShareWalk.Found {
        var last = kept.take()
        if last == nil { last = await listings.listing(of: address) }
        let walk = ShareWalk(
            address: address, shares: shares, isDeep: isDeep, formats: formats, limits: limits,
            kept: Dictionary(last?.map { ($0.path, $0) } ?? []) { first, _ in first },
            onPart: { [weak self] in await self?.take($0, isWhole: false, for: queue) },
            onWhole: { [weak self] in await self?.take($0, isWhole: true, for: queue) })
        return try await walk.run(asks: asks)
    }

    /// Reports the photos of a folder, or of the part of it that is there.
    private func take(_ folder: ShareFolder, isWhole: Bool, for queue: ChangeQueue) {
        guard served === queue else { return }
        if isWhole { noteReached() }
        report(photos(in: folder, isWhole: isWhole), of: folder.path, isWhole: isWhole)
    }

    /// Returns the photos of a folder, and takes note of their sidecars.
    /// - Parameter isWhole: Whether all entries are there: what was known of sidecars holds until then.
    private func photos(in folder: ShareFolder, isWhole: Bool) -> [ListedPhoto] {
        var found = folder.sidecars
        if !isWhole, let known = sidecars[folder.path] { found.keep(known) }
        sidecars.set(found, in: folder.path)
        return folder.photos(formats, found)
    }

    /// Reports how the photos of a folder differ from those that were listed.
    private func report(_ photos: [ListedPhoto], of path: FilePath, isWhole: Bool) {
        let before = listed[path] ?? ListedShareFolder()
        let changes = before.changes(to: photos, in: path, isWhole: isWhole, findsRenamed: mayHaveRenamed)
        guard !changes.isEmpty else { return }
        hasChanged = true
        served?.append(changes)
        // Of a folder that is not read to its end, what was known stays known.
        listed[path] = isWhole ? ListedShareFolder(photos) : before.with(photos)
    }

    /// Takes out what is gone with its folder, and keeps the listing.
    private func finish(_ walk: ShareWalk.Found) {
        let found = Set(walk.folders.map(\.path)), unreadable = walk.unreadable.map(\.path)
        for (path, folder) in listed where !found.contains(path) {
            // What cannot be read for now is not gone.
            let isBelow = unreadable.contains { $0 == path || path.relative(to: $0) != nil }
            if isBelow { continue }
            listed[path] = nil
            sidecars.set(nil, in: path)
            hasChanged = true
            served?.append([.removed(folder.ids(below: path))])
        }
        let isNew = !isKnown
        end()
        tell(
            isAway: false, unreadable: walk.unreadable.map { UnreadablePlace(path: $0.path.shown, reason: $0.reason) })
        if walk.unreadable.isEmpty, isNew || hasChanged {
            Task { [listings, address] in await listings.keep(walk.folders, of: address) }
        }
    }

    /// Takes in that a file could not be read because the share does not answer: it is away until a listing says
    /// otherwise.
    private func noteSilence() {
        guard served != nil, isReached else { return }
        isReached = false
        tell(isAway: true, unreadable: report.unreadable)
        list(asks: false)
    }

    private func noteReached() {
        guard !isReached else { return }
        isReached = true
        var now = report
        (now.isAway, now.reached) = (false, now.reached + 1)
        tell(now)
    }

    private func tell(isAway: Bool, unreadable: [UnreadablePlace]) {
        var now = report
        (now.isAway, now.unreadable) = (isAway, unreadable)
        tell(now)
    }

    private func tell(_ now: SourceReport) {
        guard now != report else { return }
        report = now
        served?.append([.reported(now)])
    }
}
