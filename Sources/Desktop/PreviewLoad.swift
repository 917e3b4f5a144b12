// A stand-in for a picture out of its first bytes, on one worker thread.
import ImagePipeline
import Photos

/// One preview. What is wrong with the bytes makes it nil: the picture's own decode will say so.
struct PreviewLoad {
    /// The most pixels of an embedded thumbnail; the largest that cameras write have two thirds.
    private static let thumbnailPixels = 640 * 480
    /// Scans are looked for, and shown, in so many of the first bytes: entropy decoding costs by the byte.
    private static let scanBytes = 1 << 20
    /// The most pixels of a picture whose scans are shown: its coefficients are held, 6 bytes a pixel at most.
    private static let scannedPixels = 24_000_000
    /// The most of them if libjpeg does not reduce it: every scan so far is transformed once, at the reduced scale.
    private static let unreducedPixels = 2_000_000

    let box: PixelSize
    let fit: Fit
    let budget: ByteBudget
    let colours: ColourTransforms

    /// The preview of `bytes`, of which the end may be missing. Blocks.
    /// - Throws: `CancellationError`.
    func run(_ bytes: EncodedBytes) throws -> PixelBuffer? {
        var result: PixelBuffer?
        try bytes.storage.withBytes { buffer in
            let view = ByteView(buffer)
            guard view.starts(with: [0xFF, 0xD8, 0xFF]) else { return }
            result = try thumbnail(view, buffer) ?? scans(buffer)
        }
        return result
    }

    private func thumbnail(_ view: ByteView, _ bytes: UnsafeRawBufferPointer) throws -> PixelBuffer? {
        guard let found = EmbeddedThumbnail(view) else { return nil }
        let bytes = UnsafeRawBufferPointer(rebasing: bytes[found.range])
        guard JPEGScan(ByteView(bytes), to: .end).isComplete,
            let thumbnail = try load(bytes, { $0.area <= Self.thumbnailPixels ? $0 : nil }),
            let content = found.content(of: thumbnail)
        else { return nil }
        // Cut out first, for the filter looks beyond the part that is asked for.
        guard let picture = thumbnail.middle(content) else { return nil }
        return try picture.pixels(
            CropGeometry(
                rendering: content.turned(found.orientation), of: found.original.turned(found.orientation), box: box,
                fit: fit),
            orientation: found.orientation,
            // Cameras give a profile to the picture, which is meant for both.
            transform: colours.transform(from: thumbnail.profile ?? found.profile))
    }

    /// The whole scans of a progressive picture of which more is to come, at the scale of its decode.
    private func scans(_ bytes: UnsafeRawBufferPointer) throws -> PixelBuffer? {
        let scan = JPEGScan(ByteView(bytes), to: .end)
        guard !scan.isComplete, let end = scan.shownEnd(within: Self.scanBytes), let original = scan.size, original.area <= Self.scannedPixels
        else { return nil }
        let power = CropGeometry.reduction(of: original, toward: box.turned(scan.orientation), fit: fit)
        let size = original.reduced(by: power)
        guard power > 0 || size.area <= Self.unreducedPixels else { return nil }
        let memory = original.area * 6 + size.area * 3
        budget.acquire(memory)
        defer { budget.release(memory) }
        let transform = colours.transform(from: scan.profile.joined(of: ByteView(bytes)))
        // With an end of its own it is a picture like any other, whose later scans say nothing.
        let idle = power == 3 ? scan.idleAtAnEighth : []
        let whole = JPEGScan.bytes(bytes, upTo: end, without: idle) + [0xFF, 0xD9]
        return try whole.withUnsafeBytes { bytes -> PixelBuffer? in
            guard let picture = try load(bytes, { $0 == original ? size : nil }) else { return nil }
            return try picture.pixels(
                CropGeometry(
                    decoded: picture.size.turned(scan.orientation), original: original.turned(scan.orientation),
                    box: box, fit: fit),
                orientation: scan.orientation, transform: transform)
        }
    }

    private func load(
        _ bytes: UnsafeRawBufferPointer, _ prepare: @escaping (PixelSize) -> PixelSize?
    ) throws -> LoadedPicture? {
        do {
            return try LoadedPicture(bytes, prepare: prepare)
        } catch .cancelled {
            throw CancellationError()
        } catch {
            return nil
        }
    }
}
