// Download progress of an HTTP answer.
import ImagePipeline

/// The progress of one answer's body, reported to its ticket. The body of an error answer is not reported.
struct HTTPProgress {
    private let ticket: FetchTicket
    private let isPicture: Bool
    private let start: Int
    private let total: Int?
    private let isResumable: Bool
    private let isMultiplexed: Bool

    init(_ head: HTTPHead, _ exchange: HTTPExchange) {
        let transfer = head.transfer
        ticket = exchange.ticket
        isPicture = transfer.status == 200 || transfer.status == 206
        // A server that ignores the Range field sends the whole body again.
        let start = transfer.status == 206 ? exchange.request.offset : 0
        self.start = start
        total = head.length.map { start + $0 }
        isResumable = transfer.isResumable
        isMultiplexed = transfer.isMultiplexed
    }

    /// - Parameter count: bytes of this answer's body so far.
    func report(_ count: Int, body: (@Sendable () -> EncodedBytes)?) {
        guard isPicture else { return }
        ticket.report(
            FetchTicket.Progress(
                received: start + count, total: total, isResumable: isResumable, isMultiplexed: isMultiplexed),
            body: body)
    }
}
