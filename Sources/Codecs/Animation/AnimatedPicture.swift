// Animated GIF and WebP files, kept for playing.
import ImagePipeline
public import Photos

/// The file behind an image that shows the first frame of an animation. Keeps the encoded bytes that this frame was
/// decoded from, so that playing it needs no fetch. Immutable.
public final class AnimatedPicture: Sendable {
    private let encoded: EncodedBytes
    private let title: String
    private let scan: AnimationScan
    /// Clockwise, beyond what the file says.
    private let quarterTurns: Int
    private let decoder: FrameDecoder

    /// Memory that it takes: the bytes of the encoded file.
    public var cost: Int { encoded.count }
    /// Number of frames, at least two.
    public var frameCount: Int { scan.durations.count }
    /// Duration of each frame in milliseconds.
    public var durations: [Int] { scan.durations }
    /// Number of times that the animation is played; nil for ever.
    public var plays: Int? { scan.plays }

    /// Returns nil when `encoded` is not a GIF or WebP of two frames or more. Reads every block of the file: for a
    /// worker thread.
    init?(_ encoded: EncodedBytes, title: String, quarterTurns: Int = 0, decoder: FrameDecoder) {
        guard let scan = Self.scan(encoded) else { return nil }
        self.encoded = encoded
        self.title = title
        self.scan = scan
        self.quarterTurns = quarterTurns
        self.decoder = decoder
    }

    /// Returns whether a file's bytes are an animation.
    static func isAnimation(_ encoded: EncodedBytes) -> Bool { scan(encoded) != nil }

    private static func scan(_ encoded: EncodedBytes) -> AnimationScan? {
        var scan: AnimationScan?
        encoded.storage.withBytes { scan = AnimationScan(ByteView($0)) }
        return scan
    }

    /// Prepares to play in frames of `size`, on a worker thread; decodes none yet. Returns nil while other animations
    /// hold the frame budget.
    /// - Throws: `LoadFailure` with stage `.decode`: `.tooManyPixels` by the limit for still images, before anything is
    ///   allocated, `.corrupt` when no frame can be read; `CancellationError`.
    public func open(at size: PixelSize) async throws -> Animation? {
        try await decoder.workers.run(priority: .visible) { [self] in
            if let reason = scan.excess(over: decoder.pixelLimit) { throw failure(reason) }
            guard let share = decoder.budget.share(for: scan, at: size) else { return nil }
            let transform = decoder.colours.transform(from: PictureHeader(encoded).profile)
            guard
                let animation = Animation(
                    file, scan, at: size, quarterTurns: quarterTurns, transform, share: share, decoder: decoder)
            else {
                throw failure(.corrupt(Message("its frames cannot be read")))
            }
            return animation
        }
    }

    /// The bytes that the decoder of its format reads.
    private var file: SharedBytes {
        let whole = (encoded.storage as? SharedBytes) ?? SharedBytes(copying: encoded)
        // Without the end: a truncated frame after the whole ones must not be found.
        return scan.format == .gif ? whole.prefix(scan.end) : whole
    }

    private func failure(_ reason: LoadFailure.Reason) -> LoadFailure {
        LoadFailure(stage: .decode, culprit: title, reason: reason)
    }
}

/// Shared state of all animations of one decoder.
struct FrameDecoder: Sendable {
    /// The threads on which frames are decoded.
    let workers: WorkerPool
    /// Limit for the canvas and for a part of it, in pixels.
    let pixelLimit: Int
    /// The memory that all playing animations share.
    let budget: FrameBudget
    /// The colour transforms, shared with still images.
    let colours: ColourTransforms
}
