// The pipeline's ports to pixels: what decodes and what works on what was decoded. Adapters are in Desktop.
public import Photos

/// Pixels that are ready to be drawn.
public protocol DecodedImage: AnyObject, Sendable {
    /// Device pixels.
    var size: PixelSize { get }
    /// Bytes of memory that keeping it costs: stride × height.
    var cost: Int { get }
    /// The mean of its pixels; nil when it is not known, as by default, or when less than half of the picture is opaque.
    /// Worked out when it is asked for, on the asking thread, in microseconds.
    var averageColour: AverageColour? { get }
}

extension DecodedImage {
    public var averageColour: AverageColour? { nil }
}

/// Turns encoded bytes into pixels of the requested size.
///
/// Isolation: called from the loader's own tasks; the work is done on the implementation's threads.
public protocol PixelDecoder: Sendable {
    /// Decodes, turns upright, crops or fits to exactly the device pixels of `request.key` (never upscaling), or makes the
    /// key's region alone. The key's processors are none of its business.
    ///
    /// Returns at once when its task is cancelled, for then its slot goes to the next picture; work that cannot be stopped
    /// runs on without it.
    /// - Throws: `LoadFailure` with stage `.decode`; `CancellationError`.
    func decode(_ bytes: EncodedBytes, for request: ImageRequest, priority: LoadPriority) async throws -> any DecodedImage

    /// A stand-in for the picture, from bytes that need not be all: the embedded thumbnail or, of a progressive
    /// picture, the scans that are there. Cropped as the picture will be, at most its size, perhaps smaller. Bounded
    /// work, far less than a decode.
    /// - Parameter shown: What the last stand-in was made of; nil before the first.
    /// - Returns: Nil when there is none that shows more than `shown`; by default there is none.
    func preview(
        _ bytes: EncodedBytes, for request: ImageRequest, beyond shown: PreviewDetail?, priority: LoadPriority
    ) async throws -> Preview?
}

extension PixelDecoder {
    public func preview(
        _ bytes: EncodedBytes, for request: ImageRequest, beyond shown: PreviewDetail?, priority: LoadPriority
    ) async throws -> Preview? { nil }
}

/// Works on decoded pictures.
///
/// Isolation: called from the loader's own tasks; the work is done on the implementation's threads.
public protocol PixelProcessor: Sendable {
    /// A new picture, or `image` if the step changes nothing; `image` stays as it is. `title` names the photo in errors.
    /// - Throws: `LoadFailure` with stage `.process`; `CancellationError`.
    func process(
        _ image: any DecodedImage, with processor: Processor, title: String, priority: LoadPriority
    ) async throws -> any DecodedImage
}
