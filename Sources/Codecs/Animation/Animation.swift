// Playback of one animation: frames are decoded one at a time, at the size that the screen shows.
import ImagePipeline
import PhotoFormats
import Photos
import Synchronization

/// An animation that is being played. Holds the decoder's canvas and its share of the frame budget, but no frame:
/// neither those that it has returned nor any in advance.
///
/// `@unchecked Sendable`: mutable state is accessed only with the lock held, which only worker threads take.
public final class Animation: @unchecked Sendable {
    private let scan: AnimationScan
    private let decoder: FrameDecoder
    private let lock = Mutex(())
    /// Nil after the last frame.
    private var frames: (any AnimationFrames)?
    private var share: FrameBudget.Share?
    /// Frames decoded since the start or the last rewind.
    private var position = 0
    private var playsLeft: Int?

    init(_ frames: any AnimationFrames, _ scan: AnimationScan, share: FrameBudget.Share, decoder: FrameDecoder) {
        self.frames = frames
        self.scan = scan
        self.share = share
        self.decoder = decoder
        playsLeft = scan.plays
        Self.live.add(1, ordering: .relaxed)
    }

    deinit { Self.live.subtract(1, ordering: .relaxed) }

    private static let live = Atomic<Int>(0)
    /// Number of animations that exist now; leak tests compare it.
    public static var liveCount: Int { live.load(ordering: .relaxed) }

    /// Decodes the next frame, as `TextureFrames.Playback.next`.
    /// - Parameter make: Makes the image of a frame's pixels, on the worker thread.
    /// - Throws: `CancellationError`, after which the animation gives no usable frames.
    public func next<Image>(_ make: @escaping @Sendable (PixelBuffer) -> Image) async throws -> AnimationFrame<Image>? {
        try await decoder.workers.run(priority: .visible) { [self] in
            try lock.withLock { _ in try step() }.map {
                AnimationFrame(image: make($0.image), milliseconds: $0.milliseconds)
            }
        }
    }

    private func step() throws -> AnimationFrame<PixelBuffer>? {
        guard let frames else { return nil }
        if position == 0 {
            guard try frames.skip() else { return end() }
            position = 1
        }
        if position == scan.durations.count {
            playsLeft = playsLeft.map { $0 - 1 }
            if playsLeft == 0 { return end() }
            try frames.rewind()
            position = 0
        }
        guard let pixels = try frames.next() else { return end() }
        position += 1
        return AnimationFrame(image: pixels, milliseconds: scan.durations[position - 1])
    }

    /// Ends the animation and frees its decoder and its share at once.
    private func end() -> AnimationFrame<PixelBuffer>? {
        (frames, share) = (nil, nil)
        return nil
    }
}
