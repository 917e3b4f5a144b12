// The built-in gallery: the same client as for the real service, against a server inside the process.
// Its addresses name the gallery, not the port, which is new with every start: so what the disk keeps of it is found
// again.
import Desktop
import ImagePipeline
import PhotoSources
import Photos
import SampleServer

/// The embedded server as a source, and the way from its lasting addresses to its port of today. Started when first
/// needed, stopped with the program.
actor SampleGallery {
    /// Goes up when the painter paints other pictures for the same ids.
    private static let edition = 1
    static let scheme = "sample:"
    private var starting: Task<SampleServer, any Error>?

    /// The gallery as a source.
    /// - Throws: `LoadFailure` when there is no server to be had.
    func source(transport: any ListingTransport) async throws -> any PhotoSource {
        let base = try await server().baseURL
        return Source(
            picsum: try PicsumSource(
                base: base, title: "Built-in Gallery", identity: SourceID("sample \(Self.edition)"), transport: transport),
            base: base)
    }

    /// Today's address for a lasting one.
    func address(for lasting: String) async throws -> String {
        try await server().baseURL + lasting.dropFirst(Self.scheme.count)
    }

    /// Stops the server, if there is one.
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

    private struct Source: PhotoSource {
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

    /// Sends requests for the gallery's addresses to its server and all others on as they are: what is above the wire
    /// knows the lasting addresses only.
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
