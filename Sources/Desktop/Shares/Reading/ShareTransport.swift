// The bytes of photos on shares, by the port through which those of servers come: stored, shared and shown as these
// are.
import Glibc
public import ImagePipeline
import Photos

/// A transport that reads the files of shares through GIO, and passes all other requests on.
///
/// What a file's photo is has its version in its key (`ShareEntry.status`), so that bytes that are stored under it stay
/// right for good.
public struct ShareTransport: HTTPTransport {
    private let shares: any ShareFiles
    private let others: any HTTPTransport

    /// Caching of an answer whose address means the same bytes for ever (RFC 8246).
    private static let head = TransferHead(
        status: 200, headers: ["cache-control": "max-age=31536000, immutable"])

    /// The photo of a file that was read, as it is stored.
    static func stored(_ bytes: EncodedBytes) -> StoredPhoto {
        StoredPhoto(bytes: bytes, metadata: ResponseMetadata(head, at: Int(time(nil))))
    }

    /// - Parameter others: Makes all requests that are not for files on shares.
    public init(_ shares: any ShareFiles, others: any HTTPTransport) { (self.shares, self.others) = (shares, others) }

    /// - Throws: As `HTTPTransport`; for a video, which is played from where it is, the failure that it has no
    ///   thumbnail.
    public func transfer(_ request: TransferRequest, ticket: FetchTicket) async throws -> TransferAnswer {
        guard let address = ShareAddress(request.url) else {
            return try await others.transfer(request, ticket: ticket)
        }
        if VideoFile.covers(address.name.text) {
            throw LoadFailure(stage: .fetch, culprit: ticket.title, reason: .noThumbnail)
        }
        let bytes = try await shares.whole(address, limit: request.byteLimit, ticket: ticket)
        return TransferAnswer(head: Self.head, body: bytes)
    }
}
