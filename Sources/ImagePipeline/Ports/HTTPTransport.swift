// The pipeline's port to the wire: one conditional, perhaps partial, GET. What its answer means is decided here, not there.
import Photos

/// Sends GET requests.
///
/// Isolation: called from any task; waits without blocking the caller's thread.
public protocol HTTPTransport: Sendable {
    /// Follows redirects, each asked with the same header fields, and answers whatever the status, the body whole.
    /// Raises and lowers the transfer with the ticket's priority and reports the progress of a 200 or 206 to it: first
    /// when the headers are there, before any of the body, then as the body comes. `received` counts from
    /// `request.offset` when the status is 206 and from 0 otherwise, `isResumable` is the head's, and the copy of the
    /// body is of this answer's alone. A cancelled transfer may still answer, if `CancelledTransfer` lets it run to its
    /// end.
    /// - Throws: `InterruptedTransfer` once the headers were there; `LoadFailure` with stage `.fetch` before, and for a
    ///   body above the limit; `CancellationError` when the task was cancelled before the headers were there.
    func transfer(_ request: TransferRequest, ticket: FetchTicket) async throws -> TransferAnswer
}

/// One request.
public struct TransferRequest: Hashable, Sendable {
    /// Absolute, http or https.
    public var url: String
    /// Header fields beyond those the transport sends by itself, by name.
    public var headers: [String: String]
    /// Bytes that are taken at most, those before `offset` included when the answer goes on from there (206);
    /// `LoadFailure.Reason.tooManyBytes` beyond, by announcement or by count.
    public var byteLimit: Int
    /// Bytes that an earlier try had kept: progress is reported from there on.
    public var offset: Int

    /// Bytes of a body that are taken at most of an answer with this status.
    public func bodyLimit(status: Int) -> Int { status == 206 ? max(0, byteLimit - max(0, offset)) : byteLimit }

    public init(url: String, headers: [String: String] = [:], byteLimit: Int = 128 << 20, offset: Int = 0) {
        self.url = url
        self.headers = headers
        self.byteLimit = byteLimit
        self.offset = offset
    }
}

/// Status and header fields of an answer.
public struct TransferHead: Hashable, Sendable {
    public var status: Int
    /// By lower-case name; repeated fields are joined with ", ".
    public var headers: [String: String]
    /// Whether it came over a connection that carries many answers at a time (HTTP/2): requests to that host need not
    /// wait for one another.
    public var isMultiplexed: Bool

    public init(status: Int, headers: [String: String] = [:], isMultiplexed: Bool = false) {
        self.status = status
        self.headers = headers
        self.isMultiplexed = isMultiplexed
    }
}

/// An answer with its whole body.
public struct TransferAnswer: Sendable {
    public let head: TransferHead
    public let body: EncodedBytes

    public init(head: TransferHead, body: EncodedBytes) {
        self.head = head
        self.body = body
    }
}

/// A transfer that ended after its headers and before its last byte.
public struct InterruptedTransfer: Error, Sendable {
    public let head: TransferHead
    /// What had arrived of this answer's body.
    public let received: EncodedBytes
    /// `CancellationError` or a `LoadFailure`.
    public let cause: any Error

    public init(head: TransferHead, received: EncodedBytes, cause: any Error) {
        self.head = head
        self.received = received
        self.cause = cause
    }
}
