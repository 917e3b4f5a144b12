// Animated GIF and WebP files, kept for playing.
import ImagePipeline
import PhotoFormats
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
    /// Duration of each frame in milliseconds; at least two.
    public var durations: [Int] { scan.durations }
    /// Number of times that the animation is played; nil for ever.
    public var plays: Int? { scan.plays }

    /// - Parameter scan: What a scan of `encoded` has found.
    init(_ encoded: EncodedBytes, _ scan: AnimationScan, title: String, quarterTurns: Int = 0, decoder: FrameDecoder) {
        self.encoded = encoded
        self.title = title
        self.scan = scan
        self.quarterTurns = quarterTurns
        self.decoder = decoder
    }

    /// Prepares to play in frames of `size`, on a worker thread; decodes none yet. Returns nil while other animations
    /// hold the frame budget.
    /// - Throws: `LoadFailure` with stage `.decode`: `.tooManyPixels` by the limit for still images, before anything is
    ///   allocated, `.corrupt` when no frame can be read; `CancellationError`.
    public func open(at size: PixelSize) async throws -> Animation? {
        try await decoder.workers.run(priority: .visible) { [self] in
            if let reason = scan.excess(over: decoder.pixelLimit) { throw failure(reason) }
            guard let share = decoder.budget.share(for: scan, at: size) else { return nil }
            guard let frames = try decoder.engine.open(DecodeInput(encoded), at: size, quarterTurns: quarterTurns)
            else {
                throw failure(.corrupt(Message("its frames cannot be read")))
            }
            return Animation(frames, scan, share: share, decoder: decoder)
        }
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
    /// Where frames are decoded.
    let engine: any DecodeEngine
}
