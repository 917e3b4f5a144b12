// One preview of an image, made of its first bytes on a worker thread.
import CPixels
import ImagePipeline
import PhotoFormats
import Photos

/// The decode of one preview. Damaged bytes give nil: the image's own decode reports the error.
struct PreviewDecodeJob {
    /// Most pixels of an embedded thumbnail; the largest that cameras write have two thirds of this.
    private static let thumbnailPixels = 640 * 480
    /// Bytes of the file in which scans are searched and shown: entropy decoding takes time for each byte.
    private static let scanBytes = 1 << 20
    /// Most pixels of an image whose scans are shown: its coefficients are held, 6 bytes per pixel at most.
    private static let scannedPixels = 24_000_000
    /// Most pixels of such an image if libjpeg does not reduce it: all scans so far are transformed once, at the scale
    /// of the decode.
    private static let unreducedPixels = 2_000_000

    /// The pixels, and the data that they were made of.
    typealias Result = (pixels: PixelBuffer, detail: PreviewDetail)

    let box: PixelSize
    let fit: Fit
    /// Clockwise, beyond what the file says.
    var quarterTurns = 0
    let resources: DecodeResources

    /// Returns the preview of `bytes`, whose end may be missing; nil when it would show no more than the preview that
    /// was made of `shown`. Blocks.
    /// - Throws: `CancellationError`.
    func run(_ bytes: EncodedBytes, beyond shown: PreviewDetail? = nil) throws -> Result? {
        var result: Result?
        try bytes.storage.withBytes { buffer in
            let view = ByteView(buffer)
            guard view.starts(with: [0xFF, 0xD8, 0xFF]) else { return }
            if shown == nil, let thumbnail = try thumbnail(view, buffer) {
                result = (thumbnail, .thumbnail)
            } else {
                result = try scans(buffer, beyond: shown)
            }
        }
        return result
    }

    private func thumbnail(_ view: ByteView, _ bytes: UnsafeRawBufferPointer) throws -> PixelBuffer? {
        guard let found = EmbeddedThumbnail(view) else { return nil }
        let bytes = UnsafeRawBufferPointer(rebasing: bytes[found.range])
        let scan = JPEGScan(ByteView(bytes), to: .end)
        guard scan.isComplete, scan.inks == nil,
            let thumbnail = try load(bytes, prepare: { $0.area <= Self.thumbnailPixels ? $0 : nil }),
            let content = found.content(of: thumbnail)
        else { return nil }
        let orientation = PictureOrientation.turned(found.orientation, by: quarterTurns)
        // Cut out before scaling, because the filter reads beyond the part that is requested.
        guard let picture = thumbnail.middle(content) else { return nil }
        return try picture.pixels(
            CropGeometry(
                rendering: content.oriented(by: orientation),
                of: found.original.oriented(by: orientation), box: box, fit: fit),
            orientation: orientation, original: found.original.oriented(by: orientation),
            // Cameras store the profile with the main image and mean it for both.
            transform: resources.colours.transform(from: thumbnail.profile ?? found.profile), into: resources.memory)
    }

    /// Decodes the complete scans of a progressive image whose end is missing, at the scale of its full decode.
    private func scans(_ bytes: UnsafeRawBufferPointer, beyond shown: PreviewDetail?) throws -> Result? {
        let scan = JPEGScan(ByteView(bytes), to: .end)
        guard !scan.isComplete, !scan.hasTooManyScans, let end = scan.displayableEnd(within: Self.scanBytes),
            let original = scan.size, original.area <= Self.scannedPixels
        else { return nil }
        let count = scan.scans.count { $0.range.upperBound <= end }
        guard isMore(.scans(count), than: shown, scan, bytes) else { return nil }
        let orientation = PictureOrientation.turned(scan.orientation, by: quarterTurns)
        let power = CropGeometry.reduction(of: original, toward: box.oriented(by: orientation), fit: fit)
        let size = original.reduced(by: power)
        guard power > 0 || size.area <= Self.unreducedPixels else { return nil }
        let memory = original.area * (scan.inks == nil ? 6 : 8) + size.area * (scan.inks == nil ? 3 : 4)
        resources.budget.acquire(memory)
        defer { resources.budget.release(memory) }
        let transform = resources.colours.transform(from: scan.colours(of: ByteView(bytes)), inks: scan.inks)
        // With an end marker added it is a complete image, whose later scans are not needed.
        var feed = LoaderFeed(upTo: end, without: power == 3 ? scan.unusedAtOneEighth : [])
        feed.append(inserting: [0xFF, 0xD9])
        let loaded =
            scan.inks == nil
            ? try load(bytes, feed, prepare: { $0 == original ? size : nil })
            : try DecodedPixbuf.jpeg(
                bytes, feed, TesseraJpegRegion(x: 0, y: 0, width: Int32(size.width), height: Int32(size.height)),
                denominator: 1 << power, inks: scan.inks, asking: .init(reserve: { _, _ in true }))
        guard let picture = loaded else { return nil }
        let upright = original.oriented(by: orientation)
        let pixels = try picture.pixels(
            CropGeometry(decoded: picture.size.oriented(by: orientation), original: upright, box: box, fit: fit),
            orientation: orientation, original: upright, transform: transform, into: resources.memory)
        return pixels.map { ($0, .scans(count)) }
    }

    /// Returns whether these scans show more than `shown`. Mean values alone have an eighth of the image's pixels on
    /// each side, which may be fewer than the thumbnail has.
    private func isMore(
        _ detail: PreviewDetail, than shown: PreviewDetail?, _ scan: JPEGScan, _ bytes: UnsafeRawBufferPointer
    ) -> Bool {
        guard let shown else { return true }
        guard shown == .thumbnail, case .scans(let count) = detail else { return detail > shown }
        if scan.scans.prefix(count).contains(where: \.holdsDetail) { return true }
        guard let range = EmbeddedThumbnail(ByteView(bytes))?.range, let original = scan.size,
            let thumbnail = JPEGScan(ByteView(UnsafeRawBufferPointer(rebasing: bytes[range])), to: .header).size
        else { return true }
        return original.longerSide / 8 > thumbnail.longerSide
    }

    private func load(
        _ bytes: UnsafeRawBufferPointer, _ feed: LoaderFeed? = nil, prepare: @escaping (PixelSize) -> PixelSize?
    ) throws -> DecodedPixbuf? {
        do {
            return try DecodedPixbuf(bytes, type: "image/jpeg", feed: feed, prepare: prepare)
        } catch .cancelled {
            throw CancellationError()
        } catch {
            return nil
        }
    }
}
