// The pipeline's port to HTTP: one GET, perhaps conditional or for a range. The pipeline interprets the response.
import Photos

/// A sender of GET requests.
///
/// Isolation: called from any task; waits without blocking the caller's thread.
public protocol HTTPTransport: Sendable {
    /// Follows redirects, sending the same header fields to each, and returns the response with its whole body,
    /// whatever the status. The transfer follows the ticket's priority. Progress of a 200 or 206 is reported to the
    /// ticket: first when the headers have arrived, before any of the body, then as the body arrives. `received` counts
    /// from `request.offset` when the status is 206 and from 0 otherwise, `isResumable` is that of the head, and the
    /// copy of the body contains only this response. A cancelled transfer may still return a response, if
    /// `CancelledTransfer` lets it run to its end.
    /// - Throws: `InterruptedTransfer` once the headers have arrived; `LoadFailure` with stage `.fetch` before, and for
    ///   a body above the limit; `CancellationError` when the task was cancelled before the headers had arrived.
    func transfer(_ request: TransferRequest, ticket: FetchTicket) async throws -> TransferAnswer
}

/// A GET request.
public struct TransferRequest: Hashable, Sendable {
    /// Absolute, http or https.
    public var url: String
    /// Header fields, by name, beyond those that the transport sends by itself.
    public var headers: [String: String]
    /// Maximum length of the body in bytes, including those before `offset` when the response continues from there
    /// (206). A longer one, as announced or as counted, fails with `LoadFailure.Reason.tooManyBytes`.
    public var byteLimit: Int
    /// Bytes kept from an earlier attempt: progress is reported from there on.
    public var offset: Int

    /// Returns the maximum length, in bytes, of the body of a response with this status.
    public func bodyLimit(status: Int) -> Int { status == 206 ? max(0, byteLimit - max(0, offset)) : byteLimit }

    public init(url: String, headers: [String: String] = [:], byteLimit: Int = 128 << 20, offset: Int = 0) {
        self.url = url
        self.headers = headers
        self.byteLimit = byteLimit
        self.offset = offset
    }
}

/// The status and header fields of a response.
public struct TransferHead: Hashable, Sendable {
    public var status: Int
    /// Header fields by lower-case name; repeated fields are joined with ", ".
    public var headers: [String: String]
    /// Whether it came over a connection that carries many responses at a time (HTTP/2): requests to that host need not
    /// wait for one another.
    public var isMultiplexed: Bool

    public init(status: Int, headers: [String: String] = [:], isMultiplexed: Bool = false) {
        self.status = status
        self.headers = headers
        self.isMultiplexed = isMultiplexed
    }
}

/// A response with its whole body.
public struct TransferAnswer: Sendable {
    public let head: TransferHead
    public let body: EncodedBytes

    public init(head: TransferHead, body: EncodedBytes) {
        self.head = head
        self.body = body
    }
}

/// A transfer that ended between its headers and its last byte.
public struct InterruptedTransfer: Error, Sendable {
    public let head: TransferHead
    /// The part of the body that this transfer has received.
    public let received: EncodedBytes
    /// `CancellationError` or a `LoadFailure`.
    public let cause: any Error

    public init(head: TransferHead, received: EncodedBytes, cause: any Error) {
        self.head = head
        self.received = received
        self.cause = cause
    }
}
