// The store of finished tiles of local files: the pack first, then what other programs left; written when nobody waits.
import Photos
import Synchronization

/// Answers from a pack of its own, then from the desktop's shared thumbnails, and keeps new tiles in the pack.
///
/// Nothing is encoded or written while tiles are asked for or finished: a tile waits until there was neither for `pause`,
/// and when one is asked for again, the writing stops behind the picture that it is at. What waits is held by nobody: a
/// picture that leaves the memory cache first is not written.
public final class LocalTileStore: TileStore {
    private struct Writing {
        var backlog: TileBacklog
        var isUnderWay = false
    }

    private let pack: TilePack
    private let thumbnails: (any SharedThumbnails)?
    private let encoder: any TileEncoder
    private let pause: Duration
    private let sleep: @Sendable (Duration) async throws -> Void
    private let writing: Mutex<Writing>
    /// Tiles asked for and kept so far.
    private let activity = Atomic<Int>(0)

    /// - Parameters:
    ///   - thumbnails: nil to read none.
    ///   - pause: how long nothing must have been asked for or finished before the writing begins. Longer than the gaps
    ///     between the tiles of a screen that loads, shorter than a look at one.
    ///   - backlog: pictures that may wait; the oldest is dropped first.
    ///   - sleep: waits; throws when its task is cancelled. A virtual clock in tests.
    public init(
        pack: TilePack, encoder: any TileEncoder, thumbnails: (any SharedThumbnails)?,
        pause: Duration = .milliseconds(300), backlog: Int = 1024,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.pack = pack
        self.encoder = encoder
        self.thumbnails = thumbnails
        self.pause = pause
        self.sleep = sleep
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
            writing.backlog.append(image, for: key)
            defer { writing.isUnderWay = true }
            return writing.isUnderWay
        }
        if !isUnderWay { Task(priority: .background) { @concurrent in await write() } }
    }

    public func discard(_ request: ImageRequest) async {
        guard let key = TileKey(request) else { return }
        await pack.remove(key)
    }

    /// Writes what waits, whenever nothing else goes on, until nothing waits.
    private func write() async {
        repeat {
            let before = activity.load(ordering: .relaxed)
            do { try await sleep(pause) } catch { break }
            while activity.load(ordering: .relaxed) == before, let next = writing.withLock({ $0.backlog.next() }) {
                if await pack.contains(next.key) { continue }
                if let bytes = await encoder.encode(next.image) { await pack.store(bytes, for: next.key) }
            }
        } while !isDone()
    }

    /// Ends the writing when nothing waits, in one step with that look, so that nothing is kept in between unseen.
    private func isDone() -> Bool {
        writing.withLock { writing in
            writing.isUnderWay = !writing.backlog.isEmpty
            return !writing.isUnderWay
        }
    }
}
