// The bound on encoded bytes that wait for their decode.
import Photos

/// The encoded bytes that arrived fetches hold, and what running ones will probably add to them.
struct EncodedByteBudget {
    private let limit: Int
    /// Bytes that are held now.
    private(set) var held = 0
    /// Running mean of what a fetch brings, in bytes.
    private(set) var expected = 64 << 10

    init(limit: Int) { self.limit = limit }

    mutating func hold(_ count: Int) { held += count }
    mutating func release(_ count: Int) { held -= count }

    /// Notes what a fetch has brought, whether or not it is still wanted.
    mutating func learn(_ count: Int) { expected = (7 * expected + count) / 8 }

    /// Whether so many running fetches have room: what has arrived, what each has received so far, and the mean for
    /// those that have received less.
    ///
    /// A visible fetch may use twice the limit. With nothing under way there is always room for one fetch, or a small
    /// budget would stop everything.
    /// - Parameter received: bytes received so far by each fetch that runs now.
    func allows(_ running: Int, at priority: LoadPriority, received: some Sequence<Int>) -> Bool {
        let beyond = received.reduce(0) { $0 + max(0, $1 - expected) }
        let total = held + running * expected + beyond
        return total <= (priority == .visible ? 2 * limit : limit) || (running <= 1 && held == 0)
    }
}
