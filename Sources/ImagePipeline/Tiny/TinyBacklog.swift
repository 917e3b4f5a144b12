// The tiny pictures that wait to be stored: written together, so that a scroll that makes hundreds of them a second
// costs one write a second.
import Photos
import Synchronization

/// A bounded queue of tiny pictures in front of their store. Each waits for `pause` at most; all that have come by then
/// are written at once, off the main thread. `flush` writes them now: at the end of the program.
///
/// Isolation: callable from any thread; `add` holds one lock for less than a microsecond.
final class TinyBacklog: Sendable {
    private struct State: Sendable {
        var waiting: [Waiting] = []
        var isUnderWay = false
    }

    private struct Waiting: Sendable {
        let key: TileKey
        let bytes: EncodedBytes
        let replaces: Bool
    }

    /// Where they are stored.
    let store: TinyStore
    private let pause: Duration
    private let limit: Int
    private let clock: any Clock<Duration>
    private let state = Mutex(State())

    /// Creates an empty backlog.
    /// - Parameters:
    ///   - pause: time from the first picture to the write. A tile store writes while nothing happens; in a scroll that
    ///     does not end that is never, and what a scroll has shown is what the next one needs.
    ///   - limit: pictures that may wait, for a disk that does not answer; later ones are not stored.
    ///   - clock: a virtual one in tests.
    init(
        store: TinyStore, pause: Duration = .seconds(1), limit: Int = 4096,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        (self.store, self.pause, self.limit, self.clock) = (store, pause, limit, clock)
    }

    /// Has a picture stored, if it is one of those that are kept and there is none.
    /// - Parameter replaces: Whether it is stored also where there is one.
    func add(_ bytes: EncodedBytes, _ form: TinyForm, of request: ImageRequest, replaces: Bool = false) {
        guard let key = TileKey(request, form) else { return }
        let isFirst = state.withLock { state in
            guard state.waiting.count < limit else { return false }
            state.waiting.append(Waiting(key: key, bytes: bytes, replaces: replaces))
            defer { state.isUnderWay = true }
            return !state.isUnderWay
        }
        if isFirst { Task(priority: .background) { @concurrent in await write() } }
    }

    /// Stores what waits.
    func flush() async {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        await store.keep(
            missing: waiting.filter { !$0.replaces }.map { ($0.key, $0.bytes) },
            replacing: waiting.filter(\.replaces).map { ($0.key, $0.bytes) })
    }

    /// Stores what comes, a batch in each pause, until nothing does.
    private func write() async {
        repeat {
            do { try await clock.sleep(for: pause) } catch {}
            await flush()
        } while !isDone()
    }

    /// Returns whether nothing waits, and ends the writing in the same critical section, so that a picture that comes
    /// meanwhile is not missed.
    private func isDone() -> Bool {
        state.withLock { state in
            state.isUnderWay = !state.waiting.isEmpty
            return !state.isUnderWay
        }
    }
}
