// The seam between the service and whoever paints its pictures.

/// Turns a picture request into the bytes of a file.
///
/// Isolation: called on the server's worker threads, several at a time.
public protocol PicturePainting: Sendable {
    /// The encoded picture, in the request's format. Painting is pure: equal requests give equal bytes.
    /// - Parameter isCancelled: asked now and then; once it says true the result is thrown away, so painting may end
    ///   early by throwing `CancellationError`.
    func encodedPicture(for request: PictureRequest, isCancelled: () -> Bool) throws -> [UInt8]

    /// Whether `.webp` can be written here; if not, the image host answers 501 for it.
    static var canEncodeWebP: Bool { get }
}
