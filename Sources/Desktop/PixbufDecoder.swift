// Encoded bytes to pixels through gdk-pixbuf, at the smallest scale that has enough pixels, on threads of its own.
import CDesktop
public import ImagePipeline
public import Photos

/// Decodes on threads called `decode-1` …, one a core by default, at niceness 10, so that the main thread and the
/// renderer always win.
///
/// A JPEG is decoded at 1/1 … 1/8 by libjpeg itself, at 1/8 without the progressive scans that it would not look at; an
/// opaque still WebP is reduced as far by its loader, row by row; an SVG is drawn at the size that is needed, even above
/// its own, by a process of its own; all others are decoded whole. One pass of a C kernel then crops, reduces, turns upright, premultiplies and
/// expands. Last, the colours of an embedded profile for RGB or grey become those of sRGB; a profile that cannot be used is
/// passed over.
/// `.fill` gives exactly the box, or, of a picture that does not cover it, the centred part of its ratio at the
/// picture's own resolution; `.fit` gives `PixelSize.scaled(toward:fit:)`. Of an animation the first frame is taken; a
/// `.fit` texture keeps the rest of a GIF or WebP for those who play it (`Texture.animation`), a `.fill` one does not.
/// Of a JPEG, grey or in colours that are made of RGB, a region is decoded alone; of all others the whole is made.
/// A cut JPEG, PNG or WebP is a failure, not a grey half: `.truncated`.
/// A decode that is cancelled is left at once, wherever its loader stands: its slot is free for the next one, and its memory
/// stays counted until it has ended.
public final class PixbufDecoder: PixelDecoder {
    /// What is refused by its header, before pixels are allocated. In pixels of the original.
    public struct Limits: Sendable {
        /// Pictures that are decoded whole: 100 megapixels are 400 MB of RGBA.
        public var pixels = 100_000_000
        /// Baseline JPEG, of which only the reduced pixels (held to `pixels`) are ever in memory.
        public var scaledJPEGPixels = 400_000_000
        /// Progressive JPEG, whose coefficients are held whole.
        public var progressiveJPEGPixels = 64_000_000
        /// The longest side of a picture of pixels, of any format: as long as a JPEG's can be. A row of a longer one is no
        /// photo's.
        public static let longestSide = 65_535
        /// Bytes that all running decodes together may hold; a larger picture is decoded alone.
        public var bytesInFlight = 128 << 20
        /// What draws an SVG, and its limits.
        public var drawing = DrawingProcess()

        /// The values above.
        public init() {}
    }

    /// Bytes of coefficients a pixel, at most: three components of 2.
    static let coefficientBytes = 6

    /// The decode threads; other work on pixels is to share them, so that there are never more busy than cores.
    public let workers: WorkerPool
    private let limits: Limits
    private let budget: ByteBudget
    private let colours = ColourTransforms()
    let frames: FrameDecoder

    /// - Parameters:
    ///   - width: number of threads; nil for one a core.
    ///   - niceness: 0…19.
    ///   - frameBudget: what all animations that play may hold together.
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
    /// The bytes that running decodes hold now.
    var bytesInFlight: Int { budget.used }

    public func decode(
        _ bytes: EncodedBytes, for request: ImageRequest, priority: LoadPriority
    ) async throws -> any DecodedImage {
        let key = request.key
        let title = request.title
        return try await workers.run(priority: priority, cancelled: .isLeft) { [limits, budget, frames, colours] in
            let mark = RecorderMark("decode")
            defer { mark.end() }
            let bytes = try bytes.inMemory()
            if let region = key.region,
                let pixels = try RegionLoad(
                    region, box: key.size, limits: limits, budget: budget, colours: colours
                ).run(bytes)
            {
                return Texture(pixels, region: region)
            }
            return Texture(
                try PictureLoad(
                    title: title, box: key.size, fit: key.fit, limits: limits, budget: budget, colours: colours
                ).run(bytes),
                animation: key.fit == .fit ? AnimatedPicture(bytes, title: title, decoder: frames) : nil)
        }
    }

    /// The thumbnail in a JPEG's EXIF, which is all in its first 64 KB or so; without bars, cut and turned as the picture
    /// will be, so that nothing jumps when that comes. Nil when it shows another part than the whole picture, or is
    /// damaged.
    ///
    /// Else, or once that was shown, of a progressive JPEG whose end is missing, the scans that are there as a whole, from the one on that
    /// completes all mean values, in the final picture's pixels. Bounded: scans within the first megabyte, of a picture
    /// of up to 24 megapixels that libjpeg reduces, or 2 that it does not.
    public func preview(
        _ bytes: EncodedBytes, for request: ImageRequest, beyond shown: PreviewDetail?, priority: LoadPriority
    ) async throws -> Preview? {
        try await previewed(bytes, size: request.key.size, fit: request.key.fit, beyond: shown, priority: priority)
            .map { Preview(image: Texture($0.pixels), detail: $0.detail) }
    }

    /// The pixels of the first preview without a texture, for tools and tests. `size` is the box, as in `ImageKey`.
    public func previewPixels(
        _ bytes: EncodedBytes, size: PixelSize, fit: Fit, priority: LoadPriority = .visible
    ) async throws -> PixelBuffer? {
        try await previewed(bytes, size: size, fit: fit, beyond: nil, priority: priority)?.pixels
    }

    /// A preview without a texture.
    func previewed(
        _ bytes: EncodedBytes, size: PixelSize, fit: Fit, beyond shown: PreviewDetail?,
        priority: LoadPriority = .visible
    ) async throws -> PreviewLoad.Result? {
        try await workers.run(priority: priority, cancelled: .isLeft) { [budget, colours] in
            try PreviewLoad(box: size, fit: fit, budget: budget, colours: colours).run(bytes, beyond: shown)
        }
    }

    /// A decode's pixels without a texture, for tools and tests. `size` is the box, as in `ImageKey`.
    public func decodePixels(
        _ bytes: EncodedBytes, title: String, size: PixelSize, fit: Fit, priority: LoadPriority = .visible
    ) async throws -> PixelBuffer {
        try await workers.run(priority: priority, cancelled: .isLeft) { [limits, budget, colours] in
            try PictureLoad(
                title: title, box: size, fit: fit, limits: limits, budget: budget, colours: colours
            ).run(try bytes.inMemory())
        }
    }
}
