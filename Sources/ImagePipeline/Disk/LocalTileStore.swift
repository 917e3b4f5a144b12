// The store of finished tiles of local files: the pack first, then thumbnails of other programs; written while the
// pipeline is idle.
import Photos
import Synchronization

/// A tile store that looks tiles up in its pack, then in the desktop's shared thumbnails, and stores new tiles in the
/// pack.
///
/// Nothing is encoded or written while tiles are requested or finished: writing starts when there was neither for
/// `pause`, and a new request stops it after the tile in progress. Waiting images are held weakly: one that leaves the
/// memory cache first is not written.
public final class LocalTileStore: TileStore {
    private struct Writing {
        var backlog: TileBacklog
        var isUnderWay = false
    }

    private let pack: TilePack
    private let thumbnails: (any SharedThumbnails)?
    private let encoder: any TileEncoder
    private let pause: Duration
    private let clock: any Clock<Duration>
    private let writing: Mutex<Writing>
    /// Number of tiles requested and offered so far.
    private let activity = Atomic<Int>(0)

    /// Creates a tile store.
    /// - Parameters:
    ///   - thumbnails: nil to read none.
    ///   - pause: time without a request or a finished tile before writing starts. Longer than the gaps between the
    ///     tiles of a screen that loads, shorter than a user looks at a screen.
    ///   - backlog: maximum number of images that wait; the oldest is dropped first.
    ///   - clock: a virtual one in tests.
    public init(
        pack: TilePack, encoder: any TileEncoder, thumbnails: (any SharedThumbnails)?,
        pause: Duration = .milliseconds(300), backlog: Int = 1024,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.pack = pack
        self.encoder = encoder
        self.thumbnails = thumbnails
        self.pause = pause
        self.clock = clock
        writing = Mutex(Writing(backlog: TileBacklog(limit: max(1, backlog))))
    }

    public func tile(for request: ImageRequest) async -> EncodedBytes? {
        guard let key = TileKey(request) else { return nil }
        activity.add(1, ordering: .relaxed)
        if let bytes = await pack.bytes(for: key) { return bytes }
        if Task.isCancelled { return nil }
        return await thumbnails?.thumbnail(for: request)
    }

    public func keep(_ image: any DecodedImage, for request: ImageRequest) async {
        guard let key = TileKey(request) else { return }
        activity.add(1, ordering: .relaxed)
        let isUnderWay = writing.withLock { writing in
            writing.backlog.append(image, of: request, for: key)
            defer { writing.isUnderWay = true }
            return writing.isUnderWay
        }
        if !isUnderWay { Task(priority: .background) { @concurrent in await write() } }
    }

    public func discard(_ request: ImageRequest) async {
        guard let key = TileKey(request) else { return }
        await pack.remove(key)
    }

    /// Writes waiting tiles, pausing during other activity, until none is left.
    private func write() async {
        repeat {
            let before = activity.load(ordering: .relaxed)
            do { try await clock.sleep(for: pause) } catch { break }
            while activity.load(ordering: .relaxed) == before, let next = writing.withLock({ $0.backlog.next() }) {
                if await pack.contains(next.key) { continue }
                if let bytes = await encoder.encode(next.image) { await pack.store(bytes, for: next.key) }
            }
        } while !isDone()
    }

    /// Returns whether nothing waits, and ends the writing in the same critical section, so that a tile offered
    /// meanwhile is not missed.
    private func isDone() -> Bool {
        writing.withLock { writing in
            writing.isUnderWay = !writing.backlog.isEmpty
            return !writing.isUnderWay
        }
    }
}

/// A bounded queue, oldest first. An image that is released elsewhere drops out of it.
struct TileBacklog {
    private struct Waiting {
        weak var image: (any DecodedImage)?
        let request: ImageRequest
        let key: TileKey
    }

    private let limit: Int
    private var waiting: [Waiting] = []
    private var head = 0

    /// Creates an empty backlog.
    /// - Parameter limit: maximum number of images; beyond it the oldest is dropped.
    init(limit: Int) { self.limit = limit }

    /// Whether nothing waits; released images count until `next` reaches them.
    var isEmpty: Bool { head == waiting.count }

    mutating func append(_ image: any DecodedImage, of request: ImageRequest, for key: TileKey) {
        if waiting.count - head >= limit { head += 1 }
        if head > limit {
            waiting.removeFirst(head)
            head = 0
        }
        waiting.append(Waiting(image: image, request: request, key: key))
    }

    /// Removes and returns the oldest image that still exists; nil if there is none, and then the queue is empty.
    mutating func next() -> (image: any DecodedImage, request: ImageRequest, key: TileKey)? {
        while head < waiting.count {
            let first = waiting[head]
            head += 1
            if let image = first.image { return (image, first.request, first.key) }
        }
        waiting = []
        head = 0
        return nil
    }
}
