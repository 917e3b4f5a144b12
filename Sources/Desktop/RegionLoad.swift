// One decode of a part of a JPEG on one worker thread: where it lies in the file's own pixels, and what it may cost.
import CDesktop
import CShim
import ImagePipeline
import Photos

/// Makes a region's pixels without those of the whole picture; lives and dies on one worker thread.
final class RegionLoad {
    private let region: PictureRegion
    private let box: PixelSize
    private let limits: PixbufDecoder.Limits
    private let budget: ByteBudget
    private let colours: ColourTransforms
    private var held = 0

    /// - Parameter box: What the whole picture is decoded within, where the region is not made.
    init(
        _ region: PictureRegion, box: PixelSize, limits: PixbufDecoder.Limits, budget: ByteBudget, colours: ColourTransforms
    ) {
        (self.region, self.box, self.limits, self.budget, self.colours) = (region, box, limits, budget, colours)
    }

    /// The pixels that the whole picture, decoded to `region.whole`, has in that place: exactly those where the reduction
    /// is libjpeg's own, to rounding elsewhere. Nil for a picture that is better, or can only be, decoded whole, damaged
    /// ones among them: a decode of the whole will say what is wrong. Blocks.
    /// - Throws: `CancellationError`.
    func run(_ bytes: EncodedBytes) throws -> PixelBuffer? {
        defer { if held > 0 { budget.release(held) } }
        var pixels: PixelBuffer?
        try bytes.storage.withBytes { buffer in
            let header = PictureHeader(scanning: ByteView(buffer))
            guard let stored = header.size, isWorthwhile(header, stored) else { return }
            pixels = try cut(buffer, stored, header)
        }
        return pixels
    }

    private func isWorthwhile(_ header: PictureHeader, _ stored: PixelSize) -> Bool {
        let upright = stored.turned(header.orientation)
        guard header.format == .jpeg, header.isComplete, header.fault == nil, region.whole.isReduction(of: upright) else { return false }
        if !header.isProgressive { return stored.area <= limits.scaledJPEGPixels }
        // For any part all scans are read, into memory for all of the picture. Where the whole can be had in as many pixels,
        // it costs little more, and the next region nothing.
        return stored.area <= limits.progressiveJPEGPixels && upright.scaled(toward: box, fit: .fit).area < region.whole.area
    }

    /// Decodes the part that the region is made of, with what the filter looks at beside it.
    private func cut(
        _ bytes: UnsafeRawBufferPointer, _ stored: PixelSize, _ header: PictureHeader
    ) throws -> PixelBuffer? {
        let place = region.stored(header.orientation)
        let power = CropGeometry.reduction(of: stored, toward: place.whole, fit: .fit)
        let reduced = stored.reduced(by: power)
        let across = SourceSpan(place.x, place.size.width, of: place.whole.width, in: reduced.width)
        let down = SourceSpan(place.y, place.size.height, of: place.whole.height, in: reduced.height)
        let part = TesseraJpegRegion(
            x: Int32(across.taken.lowerBound), y: Int32(down.taken.lowerBound), width: Int32(across.taken.count),
            height: Int32(down.taken.count))
        guard let picture = try decode(bytes, part, denominator: 1 << power) else { return nil }
        try Task.checkCancellation()
        return try picture.pixels(
            TesseraRegion(x: across.origin, y: down.origin, width: across.extent, height: down.extent),
            reducedTo: place.size, orientation: header.orientation, transform: colours.transform(from: header.profile))
    }

    private func decode(
        _ bytes: UnsafeRawBufferPointer, _ part: TesseraJpegRegion, denominator: Int
    ) throws -> LoadedPicture? {
        var hooks = TesseraJpegHooks(
            context: Unmanaged.passUnretained(self).toOpaque(),
            reserve: { context, pixels, coefficients in
                guard let context else { return 0 }
                let load = Unmanaged<RegionLoad>.fromOpaque(context).takeUnretainedValue()
                return load.reserve(Int(pixels), Int(coefficients)) ? 1 : 0
            },
            cancelled: { _ in Task.isCancelled ? 1 : 0 })
        var outcome = TESSERA_PIXBUF_FAILED
        var part = part
        let pixbuf = tessera_jpeg_region(
            bytes.bindMemory(to: UInt8.self).baseAddress, UInt(bytes.count), Int32(denominator), &part, &hooks, &outcome)
        if outcome == TESSERA_PIXBUF_CANCELLED { throw CancellationError() }
        return pixbuf.map { LoadedPicture(adopting: $0) }
    }

    private func reserve(_ pixels: Int, _ coefficients: Int) -> Bool {
        guard coefficients <= limits.progressiveJPEGPixels * PixbufDecoder.coefficientBytes else { return false }
        held = pixels + coefficients
        budget.acquire(held)
        return true
    }
}

/// Which source pixels along one axis a stretch of a reduced picture is made of.
private struct SourceSpan {
    /// Those that are looked at.
    let taken: Range<Int>
    /// Where the stretch itself begins, from the first of those, and how long it is.
    let origin, extent: Double

    /// - Parameters:
    ///   - length: Of the reduced picture.
    ///   - sourceLength: Of the one that it is made of.
    init(_ start: Int, _ count: Int, of length: Int, in sourceLength: Int) {
        let scale = Double(sourceLength) / Double(length)
        let first = Double(start) * scale
        extent = Double(count) * scale
        // As far as the filter reaches (resample_axis.c).
        let reach = max(1, scale)
        taken = max(0, Int((first - reach).rounded(.down)))..<min(sourceLength, Int((first + extent + reach).rounded(.up)))
        origin = first - Double(taken.lowerBound)
    }
}

extension PixelSize {
    /// Whether a picture of the other size is reduced to this one, each side rounded up or down.
    fileprivate func isReduction(of other: PixelSize) -> Bool {
        width <= other.width && height <= other.height
            && abs(width * other.height - height * other.width) <= other.longerSide
    }
}
