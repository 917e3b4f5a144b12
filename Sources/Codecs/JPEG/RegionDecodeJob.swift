// One decode of a part of a JPEG: location of the part in the file's own pixels, and limits.
import CPixels
import ImagePipeline
import PhotoFormats
import Photos

/// A decode of a region without the pixels of the whole image; used on one worker thread only.
final class RegionDecodeJob {
    private let region: PictureRegion
    private let box: PixelSize
    private let quarterTurns: Int
    private let resources: DecodeResources
    private var held = 0

    /// - Parameters:
    ///   - box: The box within which the whole image is decoded if the region is not made.
    ///   - quarterTurns: Clockwise, beyond what the file says.
    init(_ region: PictureRegion, box: PixelSize, quarterTurns: Int = 0, resources: DecodeResources) {
        (self.region, self.box, self.quarterTurns) = (region, box, quarterTurns)
        self.resources = resources
    }

    private var limits: PixbufDecoder.Limits { resources.limits }

    /// Returns the pixels that the whole image, decoded to `region.whole`, has in this region: exactly those if the
    /// reduction is libjpeg's own, otherwise equal up to rounding. Nil for an image that is better decoded whole, or
    /// can only be; a damaged one too, because a decode of the whole will report what is wrong. Blocks.
    /// - Throws: `CancellationError`.
    func run(_ bytes: EncodedBytes) throws -> PixelBuffer? {
        defer { if held > 0 { resources.budget.release(held) } }
        var pixels: PixelBuffer?
        try bytes.storage.withBytes { buffer in
            var header = PictureHeader(scanning: ByteView(buffer))
            header.orientation = PictureOrientation.turned(header.orientation, by: quarterTurns)
            guard let stored = header.size, isWorthwhile(header, stored) else { return }
            pixels = try cut(buffer, stored, header)
        }
        return pixels
    }

    private func isWorthwhile(_ header: PictureHeader, _ stored: PixelSize) -> Bool {
        let upright = stored.oriented(by: header.orientation)
        guard header.format == .jpeg, header.isComplete, header.fault == nil, region.whole.isReduction(of: upright)
        else { return false }
        if !header.isProgressive { return stored.area <= limits.scaledJPEGPixels }
        // For any region all scans are read, into memory for the whole image. If the whole can be decoded to as many
        // pixels, it costs little more, and makes the next region free.
        return stored.area <= limits.progressiveJPEGPixels
            && upright.scaled(toward: box, fit: .fit).area < region.whole.area
    }

    /// Decodes the part from which the region is made, including the margin that the filter reads.
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
        let question = DecodedPixbuf.JPEGQuestion { [self] pixels, coefficients in
            reserve(pixels, coefficients, most: limits.progressiveJPEGPixels * header.coefficientBytes)
        }
        let picture = try DecodedPixbuf.jpeg(
            bytes, nil, part, denominator: 1 << power, inks: header.inks, asking: question)
        guard let picture else { return nil }
        try Cancellation.check()
        return try picture.pixels(
            TesseraRegion(x: across.origin, y: down.origin, width: across.extent, height: down.extent),
            reducedTo: place.size, orientation: header.orientation,
            transform: resources.colours.transform(from: header.profile, inks: header.inks), into: resources.memory)
    }

    private func reserve(_ pixels: Int, _ coefficients: Int, most: Int) -> Bool {
        guard coefficients <= most else { return false }
        held = pixels + coefficients
        resources.budget.acquire(held)
        return true
    }
}

/// The source pixels, along one axis, of a range of a reduced image.
private struct SourceSpan {
    /// The pixels that the filter reads.
    let taken: Range<Int>
    /// The start of the range itself, relative to `taken`, and its length.
    let origin, extent: Double

    /// - Parameters:
    ///   - length: Of the reduced image.
    ///   - sourceLength: Of the image from which it is made.
    init(_ start: Int, _ count: Int, of length: Int, in sourceLength: Int) {
        let scale = Double(sourceLength) / Double(length)
        let first = Double(start) * scale
        extent = Double(count) * scale
        // The reach of the filter (resample_axis.c).
        let reach = max(1, scale)
        taken =
            max(0, Int((first - reach).rounded(.down)))..<min(sourceLength, Int((first + extent + reach).rounded(.up)))
        origin = first - Double(taken.lowerBound)
    }
}

extension PixelSize {
    /// Returns whether an image of the other size was reduced to this one, each side rounded up or down.
    fileprivate func isReduction(of other: PixelSize) -> Bool {
        width <= other.width && height <= other.height
            && abs(width * other.height - height * other.width) <= other.longerSide
    }
}
