// Simulated network and decoder, for measuring how long the loader's clients wait.
import ImagePipeline
import Photos
import Synchronization

/// Byte loader and decoder whose results arrive at times of a clock that only `advance` moves, so that simulated time
/// costs nothing and other programs have no influence.
///
/// The network: one link whose bytes are shared equally by the active bodies, a latency with a jitter before each body,
/// and one more latency for a new connection. What had arrived of a cancelled fetch is kept and is not transferred
/// again. Over HTTP/1 its connection is closed unless `CancelledTransfer` lets it finish; over HTTP/2 only its stream
/// is. No loss and no slow start. All decodes take equally long.
final class SimulatedWorld: ByteLoader, PixelDecoder {
    struct Conditions: Sendable {
        var bytesPerSecond: Double
        /// Seconds from a request to the first byte, plus or minus the jitter.
        var latency = 0.04
        var jitter = 0.01
        var secondsPerDecode = 0.004
        /// Whether one connection carries everything, which a cancellation does not close.
        var isMultiplexed = false
        /// Length of the body for a photo, in bytes.
        var length: @Sendable (PhotoID) -> Double
    }

    private enum Waiting {
        case fetch(CheckedContinuation<FetchedBytes, any Error>, FetchKey, FetchTicket)
        case decode(CheckedContinuation<BenchPicture, any Error>)
    }

    private struct Job {
        var waiting: Waiting
        /// Time when the body begins to arrive, or the decode ends.
        var ready: Double
        var length: Double = 0
        var rest: Double = 0
        /// Time limit of a cancelled fetch that is allowed to finish.
        var deadline = Double.infinity
        var isStopped = false
    }

    private struct State {
        var now = 0.0
        var jobs: [Int: Job] = [:]
        var cancelled: Set<Int> = []
        var lastJob = 0
        var openConnections = 0
        var kept: [FetchKey: Double] = [:]
        var random: UInt64
        var received: [FetchKey: Double] = [:]
        var resumed = 0.0
    }

    private let conditions: Conditions
    private let cancelled = CancelledTransfer()
    private let state: Mutex<State>

    init(_ conditions: Conditions, seed: UInt64) {
        self.conditions = conditions
        state = Mutex(State(random: seed))
    }

    /// Simulated seconds since the start.
    var now: Double { state.withLock { $0.now } }
    /// Bytes of cancelled fetches that were kept and not transferred again.
    var resumedBytes: Double { state.withLock { $0.resumed } }
    /// Returns the bytes received for photos that satisfy `isMeant`.
    func received(_ isMeant: (PhotoID) -> Bool) -> Double {
        state.withLock { $0.received.reduce(0) { isMeant($1.key.photo) ? $0 + $1.value : $0 } }
    }
    /// Number of waiting calls: fetches and decodes.
    var waiting: (fetches: Int, decodes: Int) {
        state.withLock { state in
            let fetches = state.jobs.values.count { if case .fetch = $0.waiting { true } else { false } }
            return (fetches, state.jobs.count - fetches)
        }
    }

    // MARK: Ports

    func bytes(for key: FetchKey, ticket: FetchTicket) async throws -> FetchedBytes {
        let id = nextJob()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { add(id, .fetch($0, key, ticket)) }
        } onCancel: {
            cancel(id)
        }
    }

    func decode(
        _ bytes: EncodedBytes, for request: ImageRequest, priority: LoadPriority
    ) async throws -> BenchPicture {
        let id = nextJob()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { add(id, .decode($0)) }
        } onCancel: {
            cancel(id)
        }
    }

    private func nextJob() -> Int {
        state.withLock { state in
            state.lastJob += 1
            return state.lastJob
        }
    }

    private func add(_ id: Int, _ waiting: Waiting) {
        let wasCancelled = state.withLock { state in
            if state.cancelled.remove(id) != nil { return true }
            var job = Job(waiting: waiting, ready: state.now + conditions.secondsPerDecode)
            if case .fetch(_, let key, _) = waiting {
                job.length = conditions.length(key.photo)
                let kept = state.kept.removeValue(forKey: key) ?? 0
                state.resumed += kept
                job.rest = job.length - kept
                // A seeded generator (SplitMix64), so that every way of loading sees the same network.
                state.random &+= 0x9E37_79B9_7F4A_7C15
                var bits = state.random
                bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
                let chance = Double(bits >> 11) / Double(1 << 53)
                job.ready = state.now + conditions.latency + conditions.jitter * (2 * chance - 1)
                if state.openConnections == 0 {
                    job.ready += conditions.latency
                } else if !conditions.isMultiplexed {
                    state.openConnections -= 1
                }
            }
            state.jobs[id] = job
            return false
        }
        if wasCancelled { Self.fail(waiting) }
    }

    private func cancel(_ id: Int) {
        let job = state.withLock { state -> Job? in
            guard let job = state.jobs[id] else {
                state.cancelled.insert(id)
                return nil
            }
            if case .fetch = job.waiting, job.ready <= state.now, isLetRun(job) {
                state.jobs[id]?.deadline = state.now + cancelled.timeLimit / .seconds(1)
                return nil
            }
            state.jobs[id] = nil
            if case .fetch(_, let key, _) = job.waiting, job.rest < job.length {
                state.kept[key] = job.length - job.rest
            }
            return job
        }
        if let job { Self.fail(job.waiting) }
    }

    private func isLetRun(_ job: Job) -> Bool {
        // Simulated bodies never stall.
        cancelled.runsToItsEnd(left: Int(job.rest), silence: .zero, isMultiplexed: conditions.isMultiplexed)
    }

    private static func fail(_ waiting: Waiting) {
        switch waiting {
        case .fetch(let continuation, _, _): continuation.resume(throwing: CancellationError())
        case .decode(let continuation): continuation.resume(throwing: CancellationError())
        }
    }

    // MARK: Time

    /// Advances to the next end of a fetch or decode, but not beyond `limit`, and completes it.
    /// - Returns: whether a fetch or decode has ended; false at the limit.
    func advance(to limit: Double) -> Bool {
        let (ended, tickets) = state.withLock { state in
            var ended: Job?
            while ended == nil, state.now < limit { ended = Self.step(&state, conditions, limit) }
            let tickets = state.jobs.values.compactMap { job -> (FetchTicket, FetchTicket.Progress)? in
                guard case .fetch(_, _, let ticket) = job.waiting, job.rest < job.length else { return nil }
                return (ticket, progress(of: job))
            }
            return (ended, tickets)
        }
        for (ticket, progress) in tickets { ticket.report(progress) }
        switch ended?.waiting {
        case let waiting? where ended?.isStopped == true: Self.fail(waiting)
        case .fetch(let continuation, _, let ticket):
            let count = Int(ended?.length ?? 0)
            ticket.report(.init(received: count, total: count, isMultiplexed: conditions.isMultiplexed))
            continuation.resume(returning: FetchedBytes(EncodedBytes(NoBytes(count: count)), from: .network))
        case .decode(let continuation): continuation.resume(returning: BenchPicture())
        case nil: return false
        }
        return true
    }

    private func progress(of job: Job) -> FetchTicket.Progress {
        .init(
            received: Int(job.length - job.rest), total: Int(job.length), isResumable: true,
            isMultiplexed: conditions.isMultiplexed)
    }

    /// Advances to the next start of a body, the next end, or the limit.
    private static func step(_ state: inout State, _ conditions: Conditions, _ limit: Double) -> Job? {
        let now = state.now
        let bodies = state.jobs.filter { if case .fetch = $0.value.waiting { $0.value.ready <= now } else { false } }
        let rate = conditions.bytesPerSecond / Double(max(1, bodies.count))
        var next = limit
        var ending: Int?
        // Ties are resolved by number, so that the order of a dictionary has no influence.
        for (id, job) in state.jobs.sorted(by: { $0.key < $1.key }) {
            let isMoving = bodies[id] != nil
            let moment = isMoving ? min(state.now + job.rest / rate, job.deadline) : job.ready
            guard moment < next else { continue }
            next = moment
            if case .decode = job.waiting { ending = id } else { ending = isMoving ? id : nil }
        }
        for (id, job) in bodies {
            let came = min(job.rest, rate * (next - state.now))
            state.jobs[id]?.rest -= came
            if case .fetch(_, let key, _) = job.waiting { state.received[key, default: 0] += came }
        }
        state.now = next
        guard let ending, var job = state.jobs.removeValue(forKey: ending) else { return nil }
        guard case .fetch(_, let key, _) = job.waiting else { return job }
        job.isStopped = job.deadline == next
        if !job.isStopped { state.openConnections += 1 }
        // A cancelled fetch loses nothing, whether it finished or not.
        if job.deadline < .infinity { state.kept[key] = job.isStopped ? job.length - job.rest : job.length }
        return job
    }

    /// Bytes that are never read.
    private final class NoBytes: EncodedStorage {
        let count: Int
        init(count: Int) { self.count = count }
        func withBytes(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
            try body(.init(start: nil, count: 0))
        }
    }
}
