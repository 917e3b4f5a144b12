// The built-in gallery: the client of the real service, against a server inside the process. Its addresses name the
// gallery, not the port, which changes with every start; so the disk cache finds them again.
import Desktop
import ImagePipeline
import Library
import PhotoSources
import Photos
import SampleServer

/// The embedded server as a source, and the translation from its lasting addresses to its present port. The server
/// starts when first needed and stops with the program.
actor SampleGallery {
    /// Version of the painted pictures; raised when the painter changes them for the same ids.
    private static let edition = 1
    static let scheme = "sample:"
    private var starting: Task<SampleServer, any Error>?

    /// Returns the gallery as a source.
    /// - Throws: `LoadFailure` when the server cannot be started.
    func source(transport: any ListingTransport) async throws -> any PhotoSource {
        let base = try await server().baseURL
        return Source(
            picsum: try PicsumSource(
                base: base, title: "Built-in Gallery", identity: SourceID("sample \(Self.edition)"),
                transport: transport),
            base: base)
    }

    /// Returns the present address for a lasting one.
    func address(for lasting: String) async throws -> String {
        try await server().baseURL + lasting.dropFirst(Self.scheme.count)
    }

    /// Stops the server, if it runs.
    func stop() async {
        guard let starting else { return }
        self.starting = nil
        try? await starting.value.stop()
    }

    private func server() async throws -> SampleServer {
        let task = starting ?? Task { try await SampleServer.start(painter: Painter()) }
        starting = task
        do {
            return try await task.value
        } catch {
            starting = nil
            throw LoadFailure(stage: .listing, culprit: "The built-in gallery", reason: .unreadable("\(error)"))
        }
    }

    private struct Source: PagedPhotoSource {
        let picsum: PicsumSource
        let base: String

        var identity: SourceID { picsum.identity }
        var title: String { picsum.title }
        func page(after cursor: PageCursor?) async throws -> Page { try await picsum.page(after: cursor) }
        func location(of photo: Photo, atLeast size: PixelSize, fit: Fit) -> ImageLocation {
            lasting(picsum.location(of: photo, atLeast: size, fit: fit))
        }
        func original(of photo: Photo) -> ImageLocation { lasting(picsum.original(of: photo)) }

        private func lasting(_ location: ImageLocation) -> ImageLocation {
            guard case .remote(let url) = location, url.hasPrefix(base) else { return location }
            return .remote(SampleGallery.scheme + url.dropFirst(base.count))
        }
    }

    /// A transport that sends requests for the gallery's lasting addresses to its server and passes all others on. Only
    /// the lasting addresses are known above it.
    struct Wire: HTTPTransport {
        let gallery: SampleGallery
        let http: any HTTPTransport

        func transfer(_ request: TransferRequest, ticket: FetchTicket) async throws -> TransferAnswer {
            guard request.url.hasPrefix(SampleGallery.scheme) else {
                return try await http.transfer(request, ticket: ticket)
            }
            var today = request
            do {
                today.url = try await gallery.address(for: request.url)
            } catch let failure as LoadFailure {
                throw LoadFailure(stage: .fetch, culprit: ticket.title, reason: failure.reason)
            }
            return try await http.transfer(today, ticket: ticket)
        }
    }
}
