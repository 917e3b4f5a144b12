// A stand-in for a picture out of its first bytes, on one worker thread.
import ImagePipeline
import Photos

/// One preview. What is wrong with the bytes makes it nil: the picture's own decode will say so.
struct PreviewLoad {
    /// The most pixels of an embedded thumbnail; the largest that cameras write have a third.
    private static let thumbnailPixels = 640 * 480

    let box: PixelSize
    let fit: Fit

    /// The preview of `bytes`, of which the end may be missing. Blocks.
    /// - Throws: `CancellationError`.
    func run(_ bytes: EncodedBytes) throws -> PixelBuffer? {
        var result: PixelBuffer?
        try bytes.storage.withBytes { buffer in
            let view = ByteView(buffer)
            guard view.starts(with: [0xFF, 0xD8, 0xFF]) else { return }
            result = try thumbnail(view, buffer)
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
        let isTurned = found.orientation >= 5
        return thumbnail.pixels(
            CropGeometry(
                content: isTurned ? (content.height, content.width) : content,
                in: thumbnail.size.turned(found.orientation), of: found.original.turned(found.orientation), box: box,
                fit: fit),
            orientation: found.orientation)
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
