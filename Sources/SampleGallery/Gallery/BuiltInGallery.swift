// The built-in gallery as a source. Its addresses name the gallery, not the port, which changes with every start; so
// the disk cache finds them again.
public import Library
public import PhotoSources
import Photos

/// The client of the service, against a server inside the process, which starts when first needed and stops with the
/// program.
public actor BuiltInGallery {
    /// Version of the painted pictures; raised when the painter changes them for the same ids.
    private static let edition = 1
    /// Scheme of the lasting addresses, which `GalleryTransport` requests from the server.
    static let scheme = "sample:"
    private var starting: Task<SampleServer, any Error>?

    private let title: String

    /// Starts nothing yet.
    /// - Parameter title: The gallery's name, in the user's language.
    public init(title: String = "Sample Photos") { self.title = title }

    /// Returns the gallery as a source.
    /// - Parameter transport: for the listing; images are requested at the lasting addresses.
    /// - Throws: `LoadFailure` when the server cannot be started.
    public func source(transport: any ListingTransport) async throws -> any PhotoSource {
        let base = try await server().baseURL
        return Source(
            picsum: try PicsumSource(
                base: base, title: title, identity: SourceID("sample \(Self.edition)"),
                transport: transport),
            base: base)
    }

    /// Returns the present address for a lasting one.
    func address(for lasting: String) async throws -> String {
        try await server().baseURL + lasting.dropFirst(Self.scheme.count)
    }

    /// Stops the server, if it runs.
    public func stop() async {
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
            throw LoadFailure(stage: .listing, culprit: title, reason: .unreadable(.verbatim("\(error)")))
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
            return .remote(BuiltInGallery.scheme + url.dropFirst(base.count))
        }
    }
}
