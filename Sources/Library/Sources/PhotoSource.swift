// The port through which every collection of photos is read: Picsum, the built-in gallery, a folder.
public import Photos

/// A collection of photos.
///
/// Isolation: callable from anywhere; a source keeps its own state behind an actor or has none.
public protocol PhotoSource: Sendable {
    /// Cache identity; equal for equal collections across starts.
    var identity: SourceID { get }
    /// The collection's name, for the window's title.
    var title: String { get }

    /// Whether listing costs only this machine: then everything is listed at once, so that the end is where End goes. A
    /// service is asked for more only as its user goes on. By default false.
    var isLocal: Bool { get }

    /// The absolute path of the folder below which the ids of the photos are paths; nil if they are not paths, as for a
    /// service. By default nil.
    var root: String? { get }

    /// What the ids of the photos are paths below, for an indexer of their facts; nil where no facts can be read. By
    /// default `root`.
    var indexRoot: String? { get }

    /// Whether facts are read of all photos as soon as they are listed; otherwise once photos are arranged by facts,
    /// because each reading costs a transfer. By default true.
    var readsFactsUnasked: Bool { get }

    /// What can be done with the photos where they are. By default nothing.
    var capabilities: PlaceCapabilities { get }

    /// Whether what was seen of it can be seen while it is away. By default false.
    var isSeenWhileAway: Bool { get }

    /// Whether the source lists by path: the files of a folder in the order of their names, then its subfolders. A
    /// photo that comes later then gets the place that a new listing would give it, and else comes last. By default
    /// false.
    var isListedByPath: Bool { get }
    /// Whether a listing by path comes in that order. Photos that do not are put where the order has them as they come.
    var isListedInOrder: Bool { get }

    /// What the source holds, and how that changes, from the beginning. Read by one reader.
    func changes() -> SourceChanges

    /// Those of the photos called `names` that the source has by a look at each of them alone, before anything is
    /// listed. The listing has the last word on each. By default none.
    func look(for names: [PhotoID]) async -> [ListedPhoto]

    /// Looks for changes that the system has not reported. What is found arrives by `changes()`.
    func refresh(_ occasion: RefreshOccasion) async

    /// Looks again at the files at absolute paths, because something that is kept of them elsewhere has changed. The
    /// resulting changes arrive by `changes()`. By default does nothing.
    func lookAgain(at paths: [String]) async

    /// Sets whether hidden files and folders are shown. The resulting changes arrive by `changes()`. By default a
    /// source has no hidden ones.
    func setShowsHidden(_ showsHidden: Bool) async

    /// Sets whether the folders that are marked to be left out are shown. The resulting changes arrive by `changes()`.
    /// By default a source has no such folders.
    func setShowsExcluded(_ showsExcluded: Bool) async

    /// Where to get `photo` with at least `size` device pixels. A server that can resize is asked for little more than
    /// that; a file is always the file.
    func location(of photo: Photo, atLeast size: PixelSize, fit: Fit) -> ImageLocation

    /// Where the unreduced original is: what the plain implementation downloads.
    func original(of photo: Photo) -> ImageLocation
}

extension PhotoSource {
    public var isLocal: Bool { false }
    public var root: String? { nil }
    public var indexRoot: String? { root }
    public var readsFactsUnasked: Bool { true }
    public var capabilities: PlaceCapabilities { [] }
    public var isSeenWhileAway: Bool { false }
    public var isListedByPath: Bool { false }
    public var isListedInOrder: Bool { true }
    public func look(for names: [PhotoID]) async -> [ListedPhoto] { [] }
    public func refresh(_ occasion: RefreshOccasion) async {}
    public func lookAgain(at paths: [String]) async {}
    public func setShowsHidden(_ showsHidden: Bool) async {}
    public func setShowsExcluded(_ showsExcluded: Bool) async {}
}

/// A reason to look for changes.
public enum RefreshOccasion: Hashable, Sendable {
    /// The user has asked for it: everything is read again.
    case requested
    /// The window is looked at again: only what cannot be watched is read again.
    case lookedAt
    /// The program has changed files, perhaps of this source: what cannot be watched is read again without delay.
    case changed
}

/// A source that answers for one page at a time and reports no later changes.
public protocol PagedPhotoSource: PhotoSource {
    /// The page that follows `cursor`, or the first one.
    /// - Throws: `LoadFailure` with stage `.listing`, or `CancellationError`. After a failure the same cursor may be
    ///   asked again.
    func page(after cursor: PageCursor?) async throws -> Page
}

extension PagedPhotoSource {
    /// The pages to the last one, each photo once.
    public func changes() -> SourceChanges {
        let reader = PageReader(self)
        return SourceChanges { try await reader.next() }
    }
}
