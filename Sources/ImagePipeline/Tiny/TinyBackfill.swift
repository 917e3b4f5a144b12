// The making of tiny pictures of photos that nobody has looked at yet, while nothing else is to be done.
public import Photos
import Synchronization

/// Makes the tiny pictures that neither memory nor store have. Each photo is tried once.
///
/// - In pauses (`run`): around a place of a gallery, and then of all of it. It is courteous: it makes one picture at a
///   time, at the lowest priority; it waits while anybody asks the loader for anything, and while the loader is
///   suspended; and it ends when its task is cancelled, when it may not go on (`LoaderConfiguration.allowsBackfill`),
///   or when the loader's allowance of time for all such work is used up.
/// - Of what a quick scroll passes (`pass`), the latest first, in place of the pictures themselves, which nobody would
///   see: it is there when the scroll comes by again.
///
/// Isolation: callable from any thread.
public final class TinyBackfill: Sendable {
    private struct State: Sendable {
        /// What need not be looked at again, by form: it is there, it could not be made, or it has passed and is
        /// listed.
        var done: [TinyForm: PhotoBits] = [:]
        /// What has passed and is not made yet, latest last.
        var passed: [Passed] = []
        /// Tasks that make what has passed.
        var makers = 0
        var isPassing = false
    }

    private struct Passed: Sendable {
        let wanted: TinyWanted
        let listing: any TinyListing
        var form: TinyForm { TinyForm(of: wanted.size, wanted.fit) }
    }

    private let maker: TinyMaker
    private let state = Mutex(State())

    /// Photos that are looked for in the store at once, in one hop.
    private static let batchSize = 256
    /// Limit of what has passed and is not made yet; what passed longest ago is dropped. Some screens.
    private static let mostPassed = 2048

    init(maker: TinyMaker) { self.maker = maker }

    private var idleness: LoaderIdleness { maker.idleness }
    /// Pictures of what passes that are made at once.
    private var limit: Int { maker.core.configuration.decodeLimit }

    /// Looks at photos anew that have changed.
    public func forget(_ refs: [PhotoRef]) {
        state.withLock { state in
            for form in TinyForm.allCases { for ref in refs { state.done[form]?.remove(ref) } }
        }
    }

    // MARK: In pauses

    /// Makes what has passed and what a wish lacks, most urgent first. Begins when nothing else is asked of the loader.
    /// - Returns: Whether the end of the wish was reached.
    @concurrent
    public func run(_ wish: TinyWish) async -> Bool {
        while let next = popPassed() {
            guard await idleness.comes(), await makeInPause(next) else {
                list(next)
                return false
            }
        }
        for range in wish.positions {
            var start = range.lowerBound
            while start < range.upperBound {
                let piece = start..<min(range.upperBound, start + Self.batchSize)
                start = piece.upperBound
                let wanted = undone(wish.listing.wanted(at: piece))
                if wanted.isEmpty { continue }
                guard await idleness.comes(), await run(wanted, of: wish.listing) else { return false }
            }
        }
        return true
    }

    /// - Returns: Whether it may go on.
    private func run(_ wanted: [TinyWanted], of listing: any TinyListing) async -> Bool {
        let isLacking = await maker.lacks(wanted, of: listing)
        for (wanted, isLacking) in zip(wanted, isLacking) {
            if isLacking {
                let photo = Passed(wanted: wanted, listing: listing)
                guard await idleness.comes(), await makeInPause(photo) else { return false }
            }
            note(wanted)
        }
        return true
    }

    private func makeInPause(_ photo: Passed) async -> Bool { await idleness.spend { await make(photo, .speculative) } }

    /// - Returns: Whether it was made or cannot be: what cannot be decoded is not tried again; what was interrupted is.
    private func make(_ photo: Passed, _ priority: LoadPriority) async -> Bool {
        guard let request = maker.requests(for: [photo.wanted], of: photo.listing).first else { return true }
        do {
            _ = try await maker.make(request, photo.form, priority)
            return true
        } catch {
            return !Task.isCancelled && !(error is CancellationError)
        }
    }

    private func undone(_ wanted: [TinyWanted]) -> [TinyWanted] {
        state.withLock { state in
            wanted.filter { state.done[TinyForm(of: $0.size, $0.fit)]?.contains($0.ref) != true }
        }
    }

    private func note(_ wanted: TinyWanted) {
        state.withLock { _ = $0.done[TinyForm(of: wanted.size, wanted.fit), default: PhotoBits()].insert(wanted.ref) }
    }

    // MARK: Of what passes

    /// Has the pictures made of photos that pass, as many at a time as are decoded, the latest first. Takes
    /// microseconds.
    /// - Parameter positions: Most urgent first.
    public func pass(_ positions: [Int], of listing: any TinyListing) {
        let wanted = positions.reversed().flatMap { listing.wanted(at: $0..<$0 + 1) }
        let started = state.withLock { state in
            state.isPassing = true
            for wanted in wanted {
                let photo = Passed(wanted: wanted, listing: listing)
                if state.done[photo.form, default: PhotoBits()].insert(wanted.ref) { state.passed.append(photo) }
            }
            // An eighth at once, because all others move.
            if state.passed.count > Self.mostPassed {
                let dropped = state.passed.count - Self.mostPassed / 8 * 7
                for photo in state.passed.prefix(dropped) { state.done[photo.form]?.remove(photo.wanted.ref) }
                state.passed.removeFirst(dropped)
            }
            defer { state.makers = max(state.makers, min(limit, state.passed.count)) }
            return max(0, min(limit, state.passed.count) - state.makers)
        }
        for _ in 0..<started { Task(priority: .utility) { @concurrent in await makePassed() } }
    }

    /// Leaves what has passed for the next call of `pass` or `run`: the scroll has slowed down, and the photos
    /// themselves are loaded.
    public func stopPassing() { state.withLock { $0.isPassing = false } }

    private func makePassed() async {
        while let next = popPassed(asMaker: true) { if !(await make(next, .ahead)) { list(next) } }
    }

    /// - Parameter asMaker: Whether the caller ends when there is nothing to be made now.
    private func popPassed(asMaker: Bool = false) -> Passed? {
        state.withLock { state in
            if !asMaker { return state.passed.popLast() }
            if state.isPassing, let next = state.passed.popLast() { return next }
            state.makers -= 1
            return nil
        }
    }

    private func list(_ photo: Passed) { state.withLock { $0.passed.append(photo) } }
}

/// A set of photos of one collection, one bit each; a photo of another collection empties it first.
private struct PhotoBits: Sendable {
    private var collection: PhotoRef.Collection?
    private var words: [UInt64] = []

    func contains(_ ref: PhotoRef) -> Bool {
        let (word, bit) = Int(ref.slot).quotientAndRemainder(dividingBy: UInt64.bitWidth)
        return ref.collection == collection && word < words.count && words[word] & (1 << UInt64(bit)) != 0
    }

    /// - Returns: Whether it was not there.
    mutating func insert(_ ref: PhotoRef) -> Bool {
        if contains(ref) { return false }
        if ref.collection != collection { (collection, words) = (ref.collection, []) }
        let (word, bit) = Int(ref.slot).quotientAndRemainder(dividingBy: UInt64.bitWidth)
        if word >= words.count { words += Array(repeating: 0, count: word + 1 - words.count) }
        words[word] |= 1 << UInt64(bit)
        return true
    }

    mutating func remove(_ ref: PhotoRef) {
        guard contains(ref) else { return }
        let (word, bit) = Int(ref.slot).quotientAndRemainder(dividingBy: UInt64.bitWidth)
        words[word] &= ~(1 << UInt64(bit))
    }
}
