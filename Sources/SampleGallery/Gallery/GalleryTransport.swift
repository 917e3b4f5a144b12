// HTTP transport for the built-in gallery's lasting addresses.
public import ImagePipeline
import Photos

/// A transport that requests the gallery's lasting addresses from its server, at its present port, and passes all
/// others on. Only the lasting addresses are known above it.
public struct GalleryTransport: HTTPTransport {
    private let gallery: BuiltInGallery
    private let http: any HTTPTransport
    private let others: any HTTPTransport

    /// - Parameters:
    ///   - http: makes the requests to the gallery's server.
    ///   - others: makes all others.
    public init(gallery: BuiltInGallery, http: any HTTPTransport, others: any HTTPTransport) {
        self.gallery = gallery
        self.http = http
        self.others = others
    }

    /// - Throws: as `http` does, and `LoadFailure` when the server cannot be started.
    public func transfer(_ request: TransferRequest, ticket: FetchTicket) async throws -> TransferAnswer {
        guard request.url.hasPrefix(BuiltInGallery.scheme) else {
            return try await others.transfer(request, ticket: ticket)
        }
        var present = request
        do {
            present.url = try await gallery.address(for: request.url)
        } catch let failure as LoadFailure {
            throw LoadFailure(stage: .fetch, culprit: ticket.title, reason: failure.reason)
        }
        return try await http.transfer(present, ticket: ticket)
    }
}
