// The pipeline's ports to decoding and processing. Adapters are in Desktop.
public import Photos

/// Pixels that are ready to be drawn.
public protocol DecodedImage: AnyObject, Sendable {
    /// Size in device pixels.
    var size: PixelSize { get }
    /// Bytes of memory that the image occupies: stride × height.
    var cost: Int { get }
    /// The mean of its pixels; nil when it is not known, as by default, or when less than half of the image is opaque.
    /// Computed on demand, on the calling thread, in microseconds.
    var averageColour: AverageColour? { get }
    /// Whether the file holds an animation, of which this is the first frame; false by default.
    var isAnimated: Bool { get }
}

extension DecodedImage {
    public var averageColour: AverageColour? { nil }
    public var isAnimated: Bool { false }
}

/// A decoder of encoded bytes into images of one type and of the requested size.
///
/// Isolation: called from the loader's own tasks; the work is done on the implementation's threads.
public protocol PixelDecoder<Image>: Sendable {
    associatedtype Image: DecodedImage

    /// Decodes, applies the orientation, and crops or fits to exactly the device pixels of `request.key` (never
    /// upscaling), or decodes only the key's region. The key's processors are ignored.
    ///
    /// Returns at once when its task is cancelled, since its slot is then given to the next image; work that cannot be
    /// stopped continues in the background.
    /// - Throws: `LoadFailure` with stage `.decode`; `CancellationError`.
    func decode(_ bytes: EncodedBytes, for request: ImageRequest, priority: LoadPriority) async throws -> Image

    /// Decodes a placeholder for the image from bytes that may be incomplete: the embedded thumbnail or, for a
    /// progressive JPEG, the scans so far. Cropped as the image will be, at most its size, perhaps smaller. The work is
    /// bounded, and far less than a decode.
    /// - Parameter shown: what the last preview was made of; nil before the first.
    /// - Returns: nil if there is none that shows more than `shown`; by default there is none.
    func preview(
        _ bytes: EncodedBytes, for request: ImageRequest, beyond shown: PreviewDetail?, priority: LoadPriority
    ) async throws -> Preview<Image>?
}

extension PixelDecoder {
    public func preview(
        _ bytes: EncodedBytes, for request: ImageRequest, beyond shown: PreviewDetail?, priority: LoadPriority
    ) async throws -> Preview<Image>? { nil }
}

/// A processor of decoded images of one type.
///
/// Isolation: called from the loader's own tasks; the work is done on the implementation's threads.
public protocol PixelProcessor<Image>: Sendable {
    associatedtype Image: DecodedImage

    /// Returns a new image, or `image` if the step changes nothing; `image` itself is never modified. `title` names the
    /// photo in errors.
    /// - Throws: `LoadFailure` with stage `.process`; `CancellationError`.
    func process(
        _ image: Image, with processor: Processor, title: String, priority: LoadPriority
    ) async throws -> Image
}

/// One processing step. A request has a chain of them; their order matters, and equal steps are shared. Lengths are
/// device pixels of the step's input.
public enum Processor: Hashable, Sendable {
    /// Scaled and cropped as a decode for this box would be; never upscaled.
    case resize(PixelSize, Fit)
    /// Blurred as by a Gaussian with this standard deviation; edge pixels are repeated.
    case blur(sigma: Int)
    /// Mixed with a colour, 0xRRGGBB: `amount` of 255 parts are the colour's. Alpha is unchanged.
    case tint(rgb: UInt32, amount: UInt8)
}

/// The data that a preview is made of; the greater value shows more of the image.
public enum PreviewDetail: Comparable, Sendable {
    /// The thumbnail that a camera has embedded in the file.
    case thumbnail
    /// The first scans of a progressive image, this many of them.
    case scans(Int)
}

/// A placeholder for an image, with what it was made of.
public struct Preview<Image: Sendable>: Sendable {
    public let image: Image
    public let detail: PreviewDetail

    public init(image: Image, detail: PreviewDetail) {
        self.image = image
        self.detail = detail
    }
}
