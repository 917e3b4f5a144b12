// The port through which photos are listed: Picsum, the built-in gallery, a folder.

/// The location of an image's bytes.
public enum ImageLocation: Hashable, Sendable {
    /// An absolute http or https URL.
    case remote(String)
    /// An absolute path in the file system.
    case file(String)

    /// The address in a form that other programs understand; nil for a file, and for a scheme of this program's own,
    /// such as the built-in gallery's.
    public var webAddress: String? {
        guard case .remote(let address) = self else { return nil }
        return WebAddress(address)?.text
    }
}

/// A source of photos, read page by page.
///
/// Isolation: callable from anywhere; a source keeps its state in an actor or has none.
public protocol PhotoSource: Sendable {
    /// The identity in caches; the same for the same photos in every run of the program.
    var identity: SourceID { get }
    /// The title of the window.
    var title: String { get }

    /// Whether listing causes load on this machine only. Then everything is listed at once, so that the End key goes to
    /// the real end; a service is asked for further pages only as the user scrolls. By default false.
    var isLocal: Bool { get }

    /// Returns the page at `cursor`, or the first one for nil.
    /// - Throws: `LoadFailure` with stage `.listing`, or `CancellationError`. After a failure the same cursor may be
    ///   tried again.
    func page(after cursor: PageCursor?) async throws -> Page

    /// Returns the location of `photo` with at least `size` device pixels. A server that can resize is asked for little
    /// more than that; a file is always the file.
    func location(of photo: Photo, atLeast size: PixelSize, fit: Fit) -> ImageLocation

    /// Returns the location of the unreduced original, for regions of a photo, for photo actions, and for the naive
    /// page, which downloads it for each tile.
    func original(of photo: Photo) -> ImageLocation
}

extension PhotoSource {
    public var isLocal: Bool { false }
}
