// A picture whose file has more frames than the one that is shown: the bytes, and what it takes to play them.
import ImagePipeline
public import Photos

/// The file behind a texture that shows the first frame of an animation. Keeps the encoded bytes that this frame was
/// decoded from, so that playing it fetches nothing. Immutable.
public final class AnimatedPicture: Sendable {
    private let encoded: EncodedBytes
    private let title: String
    private let scan: AnimationScan
    private let decoder: FrameDecoder

    /// Bytes of memory that keeping it costs: the encoded file.
    public var cost: Int { encoded.count }
    /// How many frames there are, at least two.
    public var frameCount: Int { scan.durations.count }
    /// How long each frame is shown, in milliseconds.
    public var durations: [Int] { scan.durations }
    /// How often all of it is played; nil for ever.
    public var plays: Int? { scan.plays }

    /// Nil when `encoded` is no GIF or WebP of two frames or more. Looks at every block of the file: for a worker thread.
    init?(_ encoded: EncodedBytes, title: String, decoder: FrameDecoder) {
        var scan: AnimationScan?
        encoded.storage.withBytes { scan = AnimationScan(ByteView($0)) }
        guard let scan else { return nil }
        self.encoded = encoded
        self.title = title
        self.scan = scan
        self.decoder = decoder
    }

    /// Makes it ready to play in frames of `size`, on a worker thread; decodes none yet. Nil while other animations hold
    /// the frame budget.
    /// - Throws: `LoadFailure` with stage `.decode`: `.tooManyPixels` by the limit for still pictures, before anything is
    ///   allocated, `.corrupt` when no frame can be read; `CancellationError`.
    public func open(at size: PixelSize) async throws -> Animation? {
        try await decoder.workers.run(priority: .visible) { [self] in
            if let reason = scan.excess(over: decoder.pixelLimit) { throw failure(reason) }
            guard let share = decoder.budget.share(for: scan, at: size) else { return nil }
            let transform = decoder.colours.transform(from: PictureHeader(encoded).profile)
            guard let animation = Animation(file, scan, at: size, transform, share: share, decoder: decoder) else {
                throw failure(.corrupt("its frames cannot be read"))
            }
            return animation
        }
    }

    /// What the decoder of its format reads.
    private var file: SharedBytes {
        let whole = (encoded.storage as? SharedBytes) ?? SharedBytes(copying: encoded)
        // A frame that is cut short must not be found behind the whole ones.
        return scan.format == .gif ? whole.prefix(scan.end) : whole
    }

    private func failure(_ reason: LoadFailure.Reason) -> LoadFailure {
        LoadFailure(stage: .decode, culprit: title, reason: reason)
    }
}

/// What all animations of a decoder share.
struct FrameDecoder: Sendable {
    /// Where frames are decoded.
    let workers: WorkerPool
    /// The largest canvas or part of it, in pixels.
    let pixelLimit: Int
    /// Decides who plays.
    let budget: FrameBudget
    /// Those of the still pictures as well.
    let colours: ColourTransforms
}
