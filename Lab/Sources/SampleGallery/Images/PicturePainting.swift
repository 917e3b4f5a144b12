// Interface between the service and the painter: the description of a picture, and the port that paints it.
public import Photos

/// Description of a picture to paint. The painted pixels are a pure function of this value.
public struct PictureRequest: Hashable, Sendable {
    /// File formats served.
    public enum Format: String, Hashable, Sendable { case jpeg, webp }

    /// Id of the photo; seeds its scene. Different sizes of one id show the same scene.
    public let id: String
    /// Size of the photo's original. The scene is composed for its ratio; other ratios are centre crops of it.
    public let original: PixelSize
    /// Size of the picture to paint.
    public let size: PixelSize
    /// Sigma of the Gaussian blur in pixels of the result, 1…10, or nil.
    public let blur: Int?
    /// Whether it is painted in greyscale.
    public let grayscale: Bool
    /// Format of the file.
    public let format: Format

    public init(id: String, original: PixelSize, size: PixelSize, blur: Int?, grayscale: Bool, format: Format) {
        self.id = id
        self.original = original
        self.size = size
        self.blur = blur
        self.grayscale = grayscale
        self.format = format
    }
}

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
