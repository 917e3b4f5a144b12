// The sample gallery as a source. Its addresses name the gallery, not the port, which changes with every start of the
// server; so the disk cache finds them again.
public import ImagePipeline
public import Library
public import PhotoSources
public import Photos

/// The client of the service, against the server of the sample gallery.
public struct SampleSource: PagedPhotoSource {
    /// Version of the painted pictures; raised when the painter changes them for the same ids.
    private static let edition = 1
    /// Scheme of the lasting addresses, which `SampleTransport` requests from the server.
    static let scheme = "sample:"
    /// The base URL in place of the server's, which is known once that runs. It leads nowhere (RFC 2606).
    private static let placeholder = "http://sample.invalid"

    private let picsum: PicsumSource
    private let service: SampleService

    /// - Parameters:
    ///   - title: The gallery's name, in the user's language.
    ///   - service: The server, which is started for the first page.
    ///   - transport: Makes the requests for the listing.
    public init(title: String, service: SampleService, transport: any ListingTransport) throws(LoadFailure) {
        self.service = service
        do {
            picsum = try PicsumSource(
                base: Self.placeholder, title: title, identity: Self.identity,
                transport: Listing(service: service, transport: transport))
        } catch {
            throw error.failure
        }
    }

    /// The identity of the gallery.
    public static let identity = SourceID("sample \(edition)")

    public var identity: SourceID { picsum.identity }
    public var title: String { picsum.title }
    public func page(after cursor: PageCursor?) async throws -> Page { try await picsum.page(after: cursor) }

    /// Starts the server again, if it has ended and the user asks for it.
    public func refresh(_ occasion: RefreshOccasion) async {
        if occasion == .requested { _ = try? await service.address(isRequested: true) }
    }

    public func location(of photo: Photo, atLeast size: PixelSize, fit: Fit) -> ImageLocation {
        Self.lasting(picsum.location(of: photo, atLeast: size, fit: fit))
    }

    public func original(of photo: Photo) -> ImageLocation { Self.lasting(picsum.original(of: photo)) }

    private static func lasting(_ location: ImageLocation) -> ImageLocation {
        guard case .remote(let url) = location else { return location }
        return .remote(scheme + url.dropFirst(placeholder.count))
    }

    /// Requests the listing from the server.
    private struct Listing: ListingTransport {
        let service: SampleService
        let transport: any ListingTransport

        func listing(at url: String, title: String) async throws -> ListingAnswer {
            let present = try await service.address() + url.dropFirst(SampleSource.placeholder.count)
            return try await transport.listing(at: present, title: title)
        }
    }
}

/// A transport that requests the sample gallery's lasting addresses from its server, at its present port, and passes
/// all others on. Only the lasting addresses are known above it.
public struct SampleTransport: HTTPTransport {
    private let service: SampleService
    private let http: any HTTPTransport
    private let others: any HTTPTransport

    /// - Parameters:
    ///   - http: Makes the requests to the gallery's server.
    ///   - others: Makes all others.
    public init(to service: SampleService, http: any HTTPTransport, others: any HTTPTransport) {
        (self.service, self.http, self.others) = (service, http, others)
    }

    /// - Throws: As `http` does, and `LoadFailure` where there is no server.
    public func transfer(_ request: TransferRequest, ticket: FetchTicket) async throws -> TransferAnswer {
        guard request.url.hasPrefix(SampleSource.scheme) else {
            return try await others.transfer(request, ticket: ticket)
        }
        var present = request
        do {
            present.url = try await service.address() + request.url.dropFirst(SampleSource.scheme.count)
        } catch {
            throw LoadFailure(stage: .fetch, culprit: ticket.title, reason: error.reason)
        }
        return try await http.transfer(present, ticket: ticket)
    }
}
