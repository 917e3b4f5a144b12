// The mosaic's view of the loading of tiny pictures: a wish one way, arrivals the other.
public import Photos
import Synchronization

/// A session that fills a table with the pictures that a mosaic wants.
///
/// Isolation: callable from any thread; no call blocks beyond a short lock. A wish costs the same whatever the number
/// of its photos: all else is done off the calling thread. Letting go of the session closes it.
public final class TinySession: Sendable {
    public let table: TinyTable
    private let mailbox: TinyMailbox
    private let loader: TinyLoader

    init(table: TinyTable, mailbox: TinyMailbox, loader: TinyLoader) {
        (self.table, self.mailbox, self.loader) = (table, mailbox, loader)
    }

    deinit { close() }

    /// Replaces what is wanted; the latest call wins.
    public func want(_ wish: TinyWish) { send { $0.wish = wish } }

    /// Forgets photos that are gone or whose content has changed.
    public func forget(_ refs: [PhotoRef]) {
        guard !refs.isEmpty else { return }
        table.remove(refs)
        send { $0.forgotten += refs }
    }

    /// Takes the photos of which something has become known since the last call.
    public func takeArrivals() -> [PhotoRef] { mailbox.takeArrivals() }

    /// Cancels all work; nothing arrives any more.
    public func close() {
        send { $0.isClosed = true }
        mailbox.silence()
    }

    private func send(_ change: @Sendable (inout TinyMailbox.Wishes) -> Void) {
        guard mailbox.send(change) else { return }
        Task { [loader] in await loader.read() }
    }
}

/// A two-way mailbox under one lock.
final class TinyMailbox: Sendable {
    /// What the loader has not seen yet.
    struct Wishes {
        var wish: TinyWish?
        var forgotten: [PhotoRef] = []
        var isClosed = false
    }

    private struct State {
        var wishes = Wishes()
        var hop = CoalescedHop()
        var arrivals: [PhotoRef] = []
        var onArrival: (@Sendable () -> Void)?
    }

    private let state: Mutex<State>

    /// - Parameter onArrival: Called on any thread when something can be taken and nothing could before.
    init(onArrival: @escaping @Sendable () -> Void) { state = Mutex(State(onArrival: onArrival)) }

    /// - Returns: Whether the caller has to start a hop to the loader.
    func send(_ change: @Sendable (inout Wishes) -> Void) -> Bool {
        state.withLock { state in
            guard !state.wishes.isClosed else { return false }
            change(&state.wishes)
            return state.hop.request()
        }
    }

    func takeArrivals() -> [PhotoRef] {
        state.withLock { state in
            defer { state.arrivals = [] }
            return state.arrivals
        }
    }

    func silence() { state.withLock { ($0.arrivals, $0.onArrival) = ([], nil) } }

    func readWishes() -> Wishes {
        state.withLock { state in
            state.hop.arrive()
            let wishes = state.wishes
            state.wishes = Wishes(isClosed: wishes.isClosed)
            return wishes
        }
    }

    func arrived(_ refs: [PhotoRef]) {
        let wake: (@Sendable () -> Void)? = state.withLock { state in
            guard !refs.isEmpty, !state.wishes.isClosed else { return nil }
            defer { state.arrivals += refs }
            return state.arrivals.isEmpty ? state.onArrival : nil
        }
        wake?()
    }
}
