// Playback of one animation: frames are decoded one at a time on a worker thread, at the size that the screen shows.
import CGLib
import CPixels
public import ImagePipeline
import Photos
import Synchronization

/// An animation that is being played. Holds the decoder's canvas and its share of the frame budget, but no frame:
/// neither those that it has returned nor any in advance.
///
/// `@unchecked Sendable`: mutable state is accessed only with the lock held, which only worker threads take.
public final class Animation: @unchecked Sendable {
    private let scan: AnimationScan
    private let size: PixelSize
    private let orientation: Int
    private let transform: ColourTransform?
    private let decoder: FrameDecoder
    private let lock = Mutex(())
    /// Nil once there are no more frames.
    private var frames: OpaquePointer?
    private var share: FrameBudget.Share?
    /// Frames decoded since the start or the last rewind.
    private var position = 0
    private var playsLeft: Int?

    /// Returns nil when the file cannot be read as the format that its header claims.
    /// - Parameters:
    ///   - size: Of the frames as they are turned.
    ///   - quarterTurns: Clockwise.
    init?(
        _ file: SharedBytes, _ scan: AnimationScan, at size: PixelSize, quarterTurns: Int, _ transform: ColourTransform?,
        share: FrameBudget.Share, decoder: FrameDecoder
    ) {
        guard let frames = tessera_animation_new(file.bytes, scan.format.code) else { return nil }
        self.frames = frames
        self.scan = scan
        self.size = size
        orientation = PictureOrientation.turned(1, by: quarterTurns)
        self.transform = transform
        self.share = share
        self.decoder = decoder
        playsLeft = scan.plays
        Self.live.add(1, ordering: .relaxed)
    }

    deinit {
        tessera_animation_free(frames)
        Self.live.subtract(1, ordering: .relaxed)
    }

    private static let live = Atomic<Int>(0)
    /// Number of animations that exist now; leak tests compare it.
    public static var liveCount: Int { live.load(ordering: .relaxed) }

    /// Decodes the next frame, as `FrameSequence.next`.
    /// - Parameter make: Makes the image of a frame's pixels, on the worker thread.
    /// - Throws: `CancellationError`, after which the animation gives no more usable frames.
    public func next<Image>(_ make: @escaping @Sendable (PixelBuffer) -> Image) async throws -> AnimationFrame<Image>? {
        try await decoder.workers.run(priority: .visible) { [self] in
            try lock.withLock { _ in try step() }.map { AnimationFrame(image: make($0.image), milliseconds: $0.milliseconds) }
        }
    }

    private func step() throws -> AnimationFrame<PixelBuffer>? {
        guard frames != nil else { return nil }
        if position == 0 { guard decode() != nil else { return end() } }
        if position == scan.durations.count {
            playsLeft = playsLeft.map { $0 - 1 }
            if playsLeft == 0 { return end() }
            tessera_animation_rewind(frames)
            position = 0
        }
        guard let canvas = decode() else { return end() }
        try Task.checkCancellation()
        guard let pixels = try scaled(canvas) else { return end() }
        return AnimationFrame(image: pixels, milliseconds: scan.durations[position - 1])
    }

    private func decode() -> TesseraPicture? {
        var canvas = TesseraPicture()
        guard let frames, tessera_animation_next(frames, &canvas) != 0,
            canvas.width == scan.canvas.width, canvas.height == scan.canvas.height
        else { return nil }
        position += 1
        return canvas
    }

    /// Returns nil when there is no memory.
    private func scaled(_ canvas: TesseraPicture) throws -> PixelBuffer? {
        guard let memory = g_try_malloc(UInt(size.area) * 4) else { return nil }
        // Owns the memory from here on, whatever is thrown.
        let storage = SharedBytes(adopting: g_bytes_new_take(memory, UInt(size.area) * 4))
        let pixels = memory.assumingMemoryBound(to: UInt8.self)
        var canvas = canvas
        var all = TesseraRegion(x: 0, y: 0, width: Double(canvas.width), height: Double(canvas.height))
        let stored = size.oriented(by: orientation)
        let isMade = tessera_pixels_resample(
            &canvas, &all, Int32(stored.width), Int32(stored.height), Int32(orientation), pixels, UInt(size.width) * 4)
        if isMade == 0 { return nil }
        try transform?.convert(pixels, count: size.area)
        return PixelBuffer(size: size, storage: storage)
    }

    /// Ends the animation and frees its decoder and its share at once.
    private func end() -> AnimationFrame<PixelBuffer>? {
        tessera_animation_free(frames)
        (frames, share) = (nil, nil)
        return nil
    }
}

extension AnimationScan.Format {
    fileprivate var code: TesseraAnimationFormat { self == .gif ? TESSERA_ANIMATION_GIF : TESSERA_ANIMATION_WEBP }
}
