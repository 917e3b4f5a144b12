// A byte loader that the test plays by hand: progress, bodies, refreshes, and the beginnings of files.
import ImagePipeline
import Photos

/// Answers a call when the test says so, and only then.
final class ReportingByteLoader: ByteLoader {
    struct State: Sendable {
        var tickets: [FetchTicket] = []
        var answers: [CheckedContinuation<FetchedBytes, any Error>] = []
        var prefixes = 0
        var discarded: [FetchKey] = []
        var refreshed: (@Sendable (FetchKey) -> Void)?
    }
    let probe = Probe(State())
    /// The reads of beginnings of files.
    let beginnings = Gate(isOpen: true)

    var tickets: [FetchTicket] { probe.state.tickets }

    func bytes(for key: FetchKey, ticket: FetchTicket) async throws -> FetchedBytes {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                probe.change { state in
                    state.answers.append(continuation)
                    state.tickets.append(ticket)
                }
                if Task.isCancelled { end(throwing: CancellationError()) }
            }
        } onCancel: {
            end(throwing: CancellationError())
        }
    }

    func prefix(of key: FetchKey, count: Int) async throws -> EncodedBytes? {
        probe.change { $0.prefixes += 1 }
        _ = try await beginnings.pass(Call(title: "", location: key.location, size: nil, priority: .visible))
        return EncodedBytes([1])
    }

    func discard(_ key: FetchKey) async { probe.change { $0.discarded.append(key) } }
    func onRefresh(_ refreshed: @escaping @Sendable (FetchKey) -> Void) { probe.change { $0.refreshed = refreshed } }

    // MARK: The test's side

    func untilStarted(_ count: Int) async { await probe.until { $0.tickets.count >= count } }

    /// Reports a body that has `received` bytes so far.
    func report(_ received: Int, of total: Int? = nil) async {
        await untilStarted(1)
        probe.state.tickets.last?.report(.init(received: received, total: total)) {
            EncodedBytes(Array(repeating: 1, count: received))
        }
    }

    /// Lets all calls that wait return.
    func finish(_ bytes: [UInt8] = [1], from origin: FetchedBytes.Origin = .network, isStale: Bool = false) async {
        await probe.until { !$0.answers.isEmpty }
        let answers = probe.change { state in
            defer { state.answers = [] }
            return state.answers
        }
        for answer in answers {
            answer.resume(returning: FetchedBytes(EncodedBytes(bytes), from: origin, isStale: isStale))
        }
    }

    /// Lets the oldest call that waits fail.
    func end(throwing error: any Error) {
        let answer = probe.change { $0.answers.isEmpty ? nil : $0.answers.removeFirst() }
        answer?.resume(throwing: error)
    }

    func refresh(_ key: FetchKey) { probe.state.refreshed?(key) }
}
