// A byte loader whose bodies come in when the test says so, and that keeps what had come in when it was cancelled.
import ImagePipeline
import Photos

final class PartialByteLoader: ByteLoader {
    struct State: Sendable {
        struct Call: Sendable {
            let title: String
            /// Bytes that an earlier call had left.
            let offset: Int
            var isCancelled = false
            var hasEnded = false
        }
        var calls: [Call] = []
        /// By title, what the sender has sent of the body, in all calls together.
        var sent: [String: Int] = [:]
        var kept: [String: Int] = [:]
        /// Bytes that came in over the wire, those of cancelled calls included.
        var transferred = 0
        /// Calls that notice that they were cancelled.
        var noticesCancel = true
        var running: [String] { calls.filter { !$0.hasEnded }.map(\.title) }
    }
    let probe = Probe(State())
    private let length: Int
    private let isResumable: Bool
    private let isMultiplexed: Bool

    init(length: Int, isResumable: Bool = true, isMultiplexed: Bool = false) {
        self.length = length
        self.isResumable = isResumable
        self.isMultiplexed = isMultiplexed
    }

    var state: State { probe.state }
    func until(_ isMet: @escaping @Sendable (State) -> Bool) async { await probe.until(isMet) }

    /// Lets so many more bytes of the body come in.
    func send(_ title: String, _ count: Int) { probe.change { $0.sent[title, default: 0] += count } }
    func sendAll(_ titles: String...) { for title in titles { probe.change { [length] in $0.sent[title] = length } } }

    func bytes(for key: FetchKey, ticket: FetchTicket) async throws -> FetchedBytes {
        let (title, length, isResumable) = (ticket.title, length, isResumable)
        let (call, offset) = probe.change { state in
            let offset = state.kept.removeValue(forKey: title) ?? 0
            state.calls.append(.init(title: title, offset: offset))
            return (state.calls.count - 1, offset)
        }
        var received = offset
        if received > 0 { report(received, to: ticket) }
        while received < length {
            let before = received
            await withTaskCancellationHandler {
                await probe.until(endsWhenCancelled: false) {
                    $0.calls[call].isCancelled && $0.noticesCancel || $0.sent[title, default: 0] > before
                }
            } onCancel: {
                probe.change { $0.calls[call].isCancelled = true }
            }
            received = probe.change { state in
                let now = max(before, min(length, state.sent[title, default: 0]))
                state.transferred += now - before
                return now
            }
            if received > before { report(received, to: ticket) }
            let got = received
            if probe.state.calls[call].isCancelled && probe.state.noticesCancel && received < length {
                probe.change { state in
                    if isResumable { state.kept[title] = got } else { state.sent[title] = nil }
                    state.calls[call].hasEnded = true
                }
                throw CancellationError()
            }
        }
        probe.change { $0.calls[call].hasEnded = true }
        return FetchedBytes(EncodedBytes(Array(repeating: 0, count: length)), from: .network)
    }

    private func report(_ received: Int, to ticket: FetchTicket) {
        ticket.report(
            .init(received: received, total: length, isResumable: isResumable, isMultiplexed: isMultiplexed))
    }
}
