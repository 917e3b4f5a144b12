// The image decoder: gdk-pixbuf on threads of its own, at the smallest scale that has enough pixels.
import CGLib
public import ImagePipeline
public import Photos

/// A decoder with threads called `decode-1` …, one per core by default, at niceness 10, so that the main thread and the
/// renderer take precedence.
///
/// libjpeg itself decodes a JPEG at 1/1 … 1/8, and at 1/8 without the progressive scans that do not contribute to it.
/// The loader of an opaque still WebP reduces it as far, row by row. An SVG is drawn by a separate process at the size
/// that is needed, even above its own. All other formats are decoded whole. One pass of a C kernel then crops, reduces,
/// rotates upright, premultiplies and expands. Last, the colours of an embedded profile for RGB or grey are converted
/// to sRGB; a profile that cannot be used is ignored.
///
/// `.fill` gives exactly the box or, for an image that does not cover it, the centred part with the box's ratio at the
/// image's own resolution; `.fit` gives `PixelSize.scaled(toward:fit:)`. A turn that the request's version has beyond what the
/// file says is made with the file's own. Of an animation the first frame is decoded; a
/// `.fit` picture keeps the rest of a GIF or WebP for playing (`DecodedPicture.animation`), a `.fill` picture does not.
/// A region is decoded alone from a JPEG that is grey or whose colours derive from RGB; from any other image the whole
/// is decoded.
///
/// Of a JPEG whose end is missing, what is there is decoded, and the pixels say so (`PixelBuffer.isCut`). A truncated
/// PNG or WebP fails with `.truncated` instead of giving an image that is half grey, as does a JPEG without any data. A
/// cancelled decode is abandoned at once, wherever its loader stands: its slot is free for the next one, and its memory
/// stays counted until it has ended.
public final class PixbufDecoder: PixelDecoder {
    /// Limits that are checked against the header before pixels are allocated. In pixels of the original.
    public struct Limits: Sendable {
        /// Images that are decoded whole: 100 megapixels are 400 MB of RGBA.
        public var pixels = 100_000_000
        /// Baseline JPEG, of which only the reduced pixels (limited by `pixels`) are ever in memory.
        public var scaledJPEGPixels = 400_000_000
        /// Progressive JPEG, whose coefficients are held in memory as a whole.
        public var progressiveJPEGPixels = 64_000_000
        /// The longest side of a raster image of any format: the maximum of JPEG. No photo has a longer row.
        public static let longestSide = 65_535
        /// Bytes that all running decodes together may hold; a larger image is decoded alone.
        public var bytesInFlight = 128 << 20
        /// The process that draws SVGs, and its limits.
        public var drawing = DrawingProcess()

        /// Uses the values above.
        public init() {}
    }

    /// Bytes of coefficients per pixel, at most: three components of 2 bytes.
    static let coefficientBytes = 6

    /// The decode threads. Other work on pixels shares them, so that no more threads are busy than there are cores.
    public let workers: WorkerPool
    private let limits: Limits
    private let budget: ByteBudget
    private let colours = ColourTransforms()
    let frames: FrameDecoder

    /// - Parameters:
    ///   - width: number of threads; nil for one per core.
    ///   - niceness: 0…19.
    ///   - frameBudget: memory that all playing animations may hold together.
    public init(
        width: Int? = nil, niceness: Int = 10, limits: Limits = Limits(), frameBudget: FrameBudget = FrameBudget()
    ) {
        workers = WorkerPool(name: "decode", width: width ?? Int(g_get_num_processors()), niceness: niceness)
        frames = FrameDecoder(workers: workers, pixelLimit: limits.pixels, budget: frameBudget, colours: colours)
        self.limits = limits
        budget = ByteBudget(limit: limits.bytesInFlight)
    }

    /// The most bytes of pixels and coefficients that decodes have held at one time, as estimated from headers.
    public var peakBytesInFlight: Int { budget.peak }
    /// Bytes that running decodes hold now.
    var bytesInFlight: Int { budget.used }

    public func decode(
        _ bytes: EncodedBytes, for request: ImageRequest, priority: LoadPriority
    ) async throws -> DecodedPicture {
        try await decode(bytes, for: request, priority: priority) { try $0() }
    }

    /// Has `body` make an image of a decode. `body` runs on a worker thread, where the closure that it gets decodes, to
    /// be called once.
    /// - Throws: as `decode(_:for:priority:)`, and what `body` throws.
    public func decode<Image: Sendable>(
        _ bytes: EncodedBytes, for request: ImageRequest, priority: LoadPriority,
        into body: @escaping @Sendable (_ decode: () throws -> DecodedPicture) throws -> Image
    ) async throws -> Image {
        let key = request.key
        let title = request.title, quarterTurns = request.quarterTurns
        return try await workers.run(priority: priority, cancelled: .abandons) { [limits, budget, frames, colours] in
            try body {
                let bytes = try bytes.inMemory()
                if let region = key.region,
                    let pixels = try RegionDecodeJob(
                        region, box: key.size, quarterTurns: quarterTurns, limits: limits, budget: budget,
                        colours: colours
                    ).run(bytes)
                {
                    return DecodedPicture(pixels, region: region)
                }
                return DecodedPicture(
                    try DecodeJob(
                        title: title, box: key.size, fit: key.fit, quarterTurns: quarterTurns, limits: limits,
                        budget: budget, colours: colours
                    ).run(bytes),
                    animation: key.fit == .fit
                        ? AnimatedPicture(bytes, title: title, quarterTurns: quarterTurns, decoder: frames) : nil,
                    isAnimated: key.fit == .fill && AnimatedPicture.isAnimation(bytes))
            }
        }
    }

    public func preview(
        _ bytes: EncodedBytes, for request: ImageRequest, beyond shown: PreviewDetail?, priority: LoadPriority
    ) async throws -> Preview<DecodedPicture>? {
        try await previewPixels(
            bytes, size: request.key.size, fit: request.key.fit, quarterTurns: request.quarterTurns, beyond: shown,
            priority: priority
        ).map { Preview(image: DecodedPicture($0.pixels), detail: $0.detail) }
    }

    /// Returns the pixels of a preview, and what they were made of. `size` is the box, as in `ImageKey`, of the picture
    /// as it is turned by `quarterTurns` beyond what its file says.
    ///
    /// That is the thumbnail in a JPEG's EXIF, which lies in its first 64 KB or so; without bars, cropped and rotated
    /// like the final image, so that nothing moves when that replaces it. Nil when it shows another part than the whole
    /// image, or is damaged.
    ///
    /// Otherwise, or once the thumbnail was shown, returns the complete scans of a progressive JPEG whose end is
    /// missing, as soon as they include the mean values of all components, at the pixel size of the final image.
    /// Bounded: scans within the first megabyte, of an image of up to 24 megapixels that libjpeg reduces, or 2 that it
    /// does not.
    public func previewPixels(
        _ bytes: EncodedBytes, size: PixelSize, fit: Fit, quarterTurns: Int = 0, beyond shown: PreviewDetail? = nil,
        priority: LoadPriority = .visible
    ) async throws -> (pixels: PixelBuffer, detail: PreviewDetail)? {
        try await workers.run(priority: priority, cancelled: .abandons) { [budget, colours] in
            try PreviewDecodeJob(
                box: size, fit: fit, quarterTurns: quarterTurns, budget: budget, colours: colours
            ).run(bytes, beyond: shown)
        }
    }

    /// Returns the pixels of a decode. `size` is the box, as in `ImageKey`.
    public func decodePixels(
        _ bytes: EncodedBytes, title: String, size: PixelSize, fit: Fit, priority: LoadPriority = .visible
    ) async throws -> PixelBuffer {
        try await workers.run(priority: priority, cancelled: .abandons) { [limits, budget, colours] in
            try DecodeJob(
                title: title, box: size, fit: fit, limits: limits, budget: budget, colours: colours
            ).run(try bytes.inMemory())
        }
    }
}
