// Port of the service for painting and encoding pictures.

/// Painter that turns a picture request into the bytes of a file.
///
/// Isolation: called on the server's worker threads, several at a time.
public protocol PicturePainting: Sendable {
    /// Returns the encoded picture in the request's format. Painting is pure: equal requests give equal bytes.
    /// - Parameter isCancelled: called from time to time; once it returns true the result is discarded, so painting may
    ///   end early by throwing `CancellationError`.
    func encodedPicture(for request: PictureRequest, isCancelled: () -> Bool) throws -> [UInt8]

    /// Whether `.webp` can be written here; if not, the image host answers 501 for it.
    static var canEncodeWebP: Bool { get }
}
