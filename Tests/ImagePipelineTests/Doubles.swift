// Scripted ports: they count, wait at a gate, notice cancellation, and answer what the test says.
import ImagePipeline
import Photos

/// One call of a port.
struct Call: Sendable, Equatable {
    enum Status: Sendable { case waiting, done, cancelled }
    let title: String
    let location: ImageLocation
    let size: PixelSize?
    let priority: LoadPriority
    var status = Status.waiting
}

/// Calls wait while the gate is shut, until they are let through or cancelled.
final class Gate: Sendable {
    struct State: Sendable {
        var isOpen: Bool
        var calls: [Call] = []
        var most = 0
        var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
        /// Calls that are let through, perhaps before they wait.
        var released: Set<Int> = []
        var running: Int { calls.count { $0.status == .waiting } }
    }
    let probe: Probe<State>

    init(isOpen: Bool) { probe = Probe(State(isOpen: isOpen)) }

    var calls: [Call] { probe.state.calls }
    var titles: [String] { calls.map(\.title) }
    /// Most calls that were inside at the same time.
    var most: Int { probe.state.most }

    func until(_ isMet: @escaping @Sendable (State) -> Bool) async { await probe.until(isMet) }
    func untilStarted(_ count: Int) async { await until { $0.calls.count >= count } }

    /// - Returns: the number of earlier calls for the same location.
    func pass(_ call: Call) async throws -> Int {
        let (index, isOpen) = probe.change { state in
            state.calls.append(call)
            state.most = max(state.most, state.running)
            return (state.calls.count - 1, state.isOpen)
        }
        let passed = isOpen ? !Task.isCancelled : await wait(index)
        return try probe.change { state in
            state.calls[index].status = passed ? .done : .cancelled
            guard passed else { return Result<Int, CancellationError>.failure(CancellationError()) }
            return .success(state.calls[..<index].count { $0.location == call.location })
        }.get()
    }

    private func wait(_ index: Int) async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let passes = probe.change { state in
                    let passes = state.isOpen || state.released.contains(index)
                    if !passes { state.waiting[index] = continuation }
                    return passes
                }
                if passes || Task.isCancelled { end(index, passed: passes, continuation: passes ? continuation : nil) }
            }
        } onCancel: {
            end(index, passed: false, continuation: nil)
        }
    }

    private func end(_ index: Int, passed: Bool, continuation: CheckedContinuation<Bool, Never>?) {
        let waiting = probe.change { $0.waiting.removeValue(forKey: index) }
        (continuation ?? waiting)?.resume(returning: passed)
    }

    /// Lets the waiting call for `title` through.
    func release(_ title: String) {
        let waiting = probe.change { state in
            guard let index = state.calls.firstIndex(where: { $0.title == title && $0.status == .waiting }) else {
                return nil as CheckedContinuation<Bool, Never>?
            }
            state.released.insert(index)
            return state.waiting.removeValue(forKey: index)
        }
        waiting?.resume(returning: true)
    }

    /// Lets nobody through from now on.
    func close() { probe.change { $0.isOpen = false } }

    /// Lets all through that wait and all that come.
    func open() {
        let waiting = probe.change { state in
            defer { state.waiting = [:] }
            state.isOpen = true
            return state.waiting
        }
        for continuation in waiting.values { continuation.resume(returning: true) }
    }
}

final class ScriptedByteLoader: ByteLoader {
    let gate: Gate
    private let script: @Sendable (_ title: String, _ attempt: Int) -> Result<[UInt8], LoadFailure>

    /// - Parameter script: the answer to a try, from 0, for a location.
    init(
        isOpen: Bool = true,
        script: @escaping @Sendable (String, Int) -> Result<[UInt8], LoadFailure> = { title, _ in
            .success(Array(title.utf8))
        }
    ) {
        gate = Gate(isOpen: isOpen)
        self.script = script
    }

    func bytes(for key: FetchKey, ticket: FetchTicket) async throws -> FetchedBytes {
        let (title, location) = (ticket.title, key.location)
        let attempt = try await gate.pass(Call(title: title, location: location, size: nil, priority: ticket.priority))
        return FetchedBytes(EncodedBytes(try script(title, attempt).get()), from: .network)
    }
}

final class ScriptedDecoder: PixelDecoder {
    let gate: Gate
    private let fails: @Sendable (String) -> Bool

    init(isOpen: Bool = true, fails: @escaping @Sendable (String) -> Bool = { _ in false }) {
        gate = Gate(isOpen: isOpen)
        self.fails = fails
    }

    func decode(
        _ bytes: EncodedBytes, for request: ImageRequest, priority: LoadPriority
    ) async throws -> TestImage {
        _ = try await gate.pass(
            Call(title: request.title, location: request.location, size: request.key.size, priority: priority))
        if fails(request.title) {
            throw LoadFailure(stage: .decode, culprit: request.title, reason: .corrupt(Message("as scripted")))
        }
        return TestImage(size: request.key.size, title: request.title)
    }
}

/// Four bytes a pixel; says when it is freed.
final class TestImage: DecodedImage {
    let size: PixelSize
    let title: String
    private let onFree: (@Sendable () -> Void)?
    var cost: Int { size.area * 4 }

    init(size: PixelSize = PixelSize(square: 10), title: String = "", onFree: (@Sendable () -> Void)? = nil) {
        self.size = size
        self.title = title
        self.onFree = onFree
    }

    deinit { onFree?() }
}

/// A clock that stands still, and whose sleeps last until the test lets them end.
final class ManualClock: Clock {
    struct State: Sendable {
        var begun = 0
        /// The sleeps that could be ended from the moment when they are counted.
        var naps: [Duration] = []
        var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
    }
    let probe = Probe(State())
    let now = ContinuousClock.now
    let minimumResolution = Duration.zero

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        let nap = deadline - now
        let index = probe.change { state in
            state.begun += 1
            return state.begun - 1
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                probe.change { state in
                    state.naps.append(nap)
                    state.waiting[index] = continuation
                }
                if Task.isCancelled { end(index, CancellationError()) }
            }
        } onCancel: {
            end(index, CancellationError())
        }
    }

    var isAsleep: Bool { !probe.state.waiting.isEmpty }
    func untilAsleep() async { await probe.until { !$0.waiting.isEmpty } }

    func wakeAll() { for index in probe.state.waiting.keys { end(index, nil) } }

    private func end(_ index: Int, _ error: (any Error)?) {
        let continuation = probe.change { $0.waiting.removeValue(forKey: index) }
        if let error { continuation?.resume(throwing: error) } else { continuation?.resume() }
    }
}

/// A clock whose sleeps are over at once.
struct RestlessClock: Clock {
    let now = ContinuousClock.now
    let minimumResolution = Duration.zero
    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws { await Task.yield() }
}
