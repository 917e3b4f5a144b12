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
/// rotates upright, premultiplies and expands. Last, the colours of an embedded profile for RGB, grey or CMYK are
/// converted to sRGB; a profile that cannot be used, or that is for other channels, is ignored.
///
/// `.fill` gives exactly the box or, for an image that does not cover it, the centred part with the box's ratio at the
/// image's own resolution; `.fit` gives `PixelSize.scaled(toward:fit:)`. A turn that the request's version has beyond
/// what the file says is made with the file's own. Of an animation the first frame is decoded; a
/// `.fit` picture keeps the rest of a GIF or WebP for playing (`DecodedPicture.animation`), a `.fill` picture does not.
/// A region is decoded alone from a JPEG; from any other image the whole is decoded.
///
/// Of a TIFF the page that the key names is decoded, and the pixels say how many there are (`PixelBuffer.pages`); of
/// any other file with several pictures the one that the file calls its own: the primary one of a HEIF, the largest of
/// an icon.
///
/// Of a JPEG whose end is missing, what is there is decoded, and the pixels say so (`PixelBuffer.lack`). A truncated
/// PNG or WebP fails with `.truncated` instead of giving an image that is half grey, as does a JPEG without any data.
/// Of a progressive JPEG, no further scan is decoded once `Limits.scanSeconds` are over. A
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
        /// Seconds of processor time after which no further scan of a progressive JPEG is decoded. A scan of the most
        /// pixels takes a third of a second, and what is left of a decode process's time has to be enough for the
        /// pixels' way on.
        public var scanSeconds = 2.5
        /// Most pixels of a result: none is larger than its picture, of which only the reduced pixels may be in memory.
        static let mostResult = 100_000_000
        /// Bytes that all running decodes together may hold; a larger image is decoded alone.
        public var bytesInFlight = 128 << 20
        /// The process that draws SVGs, and its limits.
        public var drawing = DrawingProcess()

        /// Uses the values above.
        public init() {}
    }

    /// The decode threads. Other work on pixels shares them, so that no more threads are busy than there are cores.
    public let workers: WorkerPool
    private let engine: any DecodeEngine
    private let budget: ByteBudget
    let frames: FrameDecoder

    /// - Parameters:
    ///   - width: number of threads; nil for one per core.
    ///   - niceness: 0…19.
    ///   - engine: Where pictures are decoded; nil for this process.
    ///   - frameBudget: memory that all playing animations may hold together.
    package init(
        width: Int? = nil, niceness: Int = 10, limits: Limits = Limits(), engine: (any DecodeEngine)? = nil,
        frameBudget: FrameBudget = FrameBudget()
    ) {
        let engine = engine ?? LocalDecoding(limits: limits)
        self.engine = engine
        workers = WorkerPool(name: "decode", width: width ?? Int(g_get_num_processors()), niceness: niceness)
        frames = FrameDecoder(workers: workers, pixelLimit: limits.pixels, budget: frameBudget, engine: engine)
        budget = ByteBudget(limit: limits.bytesInFlight)
    }

    /// - Parameters:
    ///   - width: number of threads; nil for one per core.
    ///   - niceness: 0…19.
    ///   - processes: Where pictures are decoded; nil for this process.
    public convenience init(width: Int? = nil, niceness: Int = 10, processes: DecodeProcesses?) {
        self.init(width: width, niceness: niceness, engine: processes)
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
        return try await workers.run(priority: priority, cancelled: .abandons) { [engine, budget, frames] in
            try body {
                let wanted = DecodeRequest.Picture(
                    box: key.size, fit: key.fit, region: key.region, quarterTurns: quarterTurns, page: key.page)
                let input = DecodeInput(
                    bytes, identity: .fetched(FetchKey(request)), place: PicturePlace(of: request.location))
                let answer = try engine.perform(.picture(wanted), on: input, within: budget)
                guard case .picture(let pixels, let scan, let isAnimated, let isRegion) = answer else {
                    throw answer.failure(of: title)
                }
                if isRegion { return DecodedPicture(pixels, region: key.region) }
                let animation = try scan.map { scan in
                    AnimatedPicture(
                        try bytes.inMemory(), scan, title: title, quarterTurns: quarterTurns, decoder: frames)
                }
                return DecodedPicture(pixels, animation: animation, isAnimated: isAnimated)
            }
        }
    }

    public func preview(
        _ bytes: EncodedBytes, for request: ImageRequest, beyond shown: PreviewDetail?, priority: LoadPriority
    ) async throws -> Preview<DecodedPicture>? {
        try await previewPixels(bytes, for: request, beyond: shown, priority: priority).map {
            Preview(image: DecodedPicture($0.pixels), detail: $0.detail)
        }
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
        try await previewPixels(
            bytes, DecodeRequest.Picture(box: size, fit: fit, quarterTurns: quarterTurns), of: nil, beyond: shown,
            priority: priority)
    }

    /// Does the same for a request.
    public func previewPixels(
        _ bytes: EncodedBytes, for request: ImageRequest, beyond shown: PreviewDetail?, priority: LoadPriority
    ) async throws -> (pixels: PixelBuffer, detail: PreviewDetail)? {
        let key = request.key
        return try await previewPixels(
            bytes, DecodeRequest.Picture(box: key.size, fit: key.fit, quarterTurns: request.quarterTurns),
            of: request, beyond: shown, priority: priority)
    }

    private func previewPixels(
        _ bytes: EncodedBytes, _ wanted: DecodeRequest.Picture, of request: ImageRequest?, beyond shown: PreviewDetail?,
        priority: LoadPriority
    ) async throws -> (pixels: PixelBuffer, detail: PreviewDetail)? {
        try await workers.run(priority: priority, cancelled: .abandons) { [engine, budget] in
            let input = DecodeInput(
                bytes, identity: request.map { .fetched(FetchKey($0)) },
                place: request.map { PicturePlace(of: $0.location) })
            switch try engine.perform(.preview(wanted, beyond: shown), on: input, within: budget) {
            case .preview(let pixels, let detail): return (pixels, detail)
            case .cancelled: throw CancellationError()
            // The picture's own decode says what is wrong.
            default: return nil
            }
        }
    }

    /// Returns the pixels of a decode. `size` is the box, as in `ImageKey`.
    public func decodePixels(
        _ bytes: EncodedBytes, title: String, size: PixelSize, fit: Fit, priority: LoadPriority = .visible
    ) async throws -> PixelBuffer {
        try await workers.run(priority: priority, cancelled: .abandons) { [engine, budget] in
            let wanted = DecodeRequest.Picture(box: size, fit: fit)
            let answer = try engine.perform(.picture(wanted), on: DecodeInput(bytes), within: budget)
            guard case .picture(let pixels, _, _, _) = answer else { throw answer.failure(of: title) }
            return pixels
        }
    }
}

extension DecodeAnswer {
    /// The error of an answer that is not what was asked for.
    fileprivate func failure(of title: String) -> any Error {
        switch self {
        case .cancelled: CancellationError()
        case .failed(let reason): LoadFailure(stage: .decode, culprit: title, reason: reason)
        default: LoadFailure(stage: .decode, culprit: title, reason: .corrupt(Message("it contains no picture")))
        }
    }
}
