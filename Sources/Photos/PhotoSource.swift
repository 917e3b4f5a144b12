// The port through which every collection of photos is read: Picsum, the built-in gallery, a folder.

/// Where the bytes of a picture are.
public enum ImageLocation: Hashable, Sendable {
    /// An absolute http or https URL.
    case remote(String)
    /// An absolute path in the file system.
    case file(String)

    /// The address that other programs understand, too; nil for a file, and for a scheme of this program's own, such as
    /// the built-in gallery's.
    public var webAddress: String? {
        guard case .remote(let address) = self else { return nil }
        return WebAddress(address)?.text
    }
}

/// A collection of photos, read page by page.
///
/// Isolation: callable from anywhere; a source keeps its own state behind an actor or has none.
public protocol PhotoSource: Sendable {
    /// Cache identity; equal for equal collections across starts.
    var identity: SourceID { get }
    /// What the window's title says.
    var title: String { get }

    /// Whether listing costs nobody but this machine: then everything is listed at once, so that the end is where End
    /// goes. A service is asked for more only as its user goes on. By default false.
    var isLocal: Bool { get }

    /// The page that follows `cursor`, or the first one.
    /// - Throws: `LoadFailure` with stage `.listing`, or `CancellationError`. After a failure the same cursor may be
    ///   asked again.
    func page(after cursor: PageCursor?) async throws -> Page

    /// Where to get `photo` with at least `size` device pixels. A server that can resize is asked for little more than
    /// that; a file is always the file.
    func location(of photo: Photo, atLeast size: PixelSize, fit: Fit) -> ImageLocation

    /// Where the unreduced original is: what the plain implementation downloads.
    func original(of photo: Photo) -> ImageLocation
}

extension PhotoSource {
    public var isLocal: Bool { false }
}
