// The frames of an animation that is decoded in this process.
import CGLib
import CPixels
import ImagePipeline
import PhotoFormats
import Photos

/// An animation's decoder with its canvas. For one thread at a time.
final class DecodedFrames: AnimationFrames {
    private let scan: AnimationScan
    private let size: PixelSize
    private let orientation: Int
    private let transform: ColourTransform?
    private let frames: OpaquePointer

    /// Returns nil when the bytes hold no animation, or cannot be read as what their header claims. Blocks.
    /// - Parameters:
    ///   - size: Of the frames as they are turned.
    ///   - quarterTurns: Clockwise.
    init?(_ encoded: EncodedBytes, at size: PixelSize, quarterTurns: Int, colours: ColourTransforms) {
        guard let scan = AnimationScan(encoded) else { return nil }
        let whole = (encoded.storage as? SharedBytes) ?? SharedBytes(copying: encoded)
        // Without the end: a truncated frame after the whole ones must not be found.
        let file = scan.format == .gif ? whole.prefix(scan.end) : whole
        guard let frames = tessera_animation_new(file.bytes, scan.format.code) else { return nil }
        self.frames = frames
        self.scan = scan
        self.size = size
        let header = PictureHeader(encoded)
        orientation = PictureOrientation.turned(header.orientation, by: quarterTurns)
        transform = colours.transform(from: header.profile)
    }

    deinit { tessera_animation_free(frames) }

    func skip() -> Bool { decode() != nil }

    func next() throws -> PixelBuffer? { try next(into: OwnMemory()) }

    /// Decodes the next frame into `memory`. Returns nil where it is damaged, or where there is no memory.
    /// - Throws: `CancellationError`.
    func next(into memory: any ResultMemory) throws -> PixelBuffer? {
        guard var canvas = decode() else { return nil }
        try Cancellation.check()
        guard let (pixels, storage) = memory.room(for: size.area * PixelBuffer.bytesPerPixel) else { return nil }
        var all = TesseraRegion(x: 0, y: 0, width: Double(canvas.width), height: Double(canvas.height))
        let stored = size.oriented(by: orientation)
        let isMade = tessera_pixels_resample(
            &canvas, &all, Int32(stored.width), Int32(stored.height), Int32(orientation), pixels,
            UInt(size.width * PixelBuffer.bytesPerPixel))
        if isMade == 0 { return nil }
        try transform?.convert(pixels, count: size.area)
        let isTranslucent = canvas.channels == 4 && tessera_pixels_cover(pixels, UInt(size.area)) == 0
        return PixelBuffer(size: size, storage: storage, isTranslucent: isTranslucent)
    }

    func rewind() { tessera_animation_rewind(frames) }

    private func decode() -> TesseraPicture? {
        var canvas = TesseraPicture()
        guard tessera_animation_next(frames, &canvas) != 0, canvas.width == scan.canvas.width,
            canvas.height == scan.canvas.height
        else { return nil }
        return canvas
    }
}

extension AnimationScan.Format {
    fileprivate var code: TesseraAnimationFormat { self == .gif ? TESSERA_ANIMATION_GIF : TESSERA_ANIMATION_WEBP }
}
