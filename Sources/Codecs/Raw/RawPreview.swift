// The choice of the preview that is shown of a camera raw file.
import CGLib
import CPixels
import ImagePipeline
import PhotoFormats
import Photos

/// An image file inside a camera raw file, or made of a part of it, with the orientation of the raw image.
///
/// The sensor data are not developed: each camera's own preview looks as its maker wants it to, and is there in
/// milliseconds. Where this module's own reader finds a preview that is large enough, which it does in CR2, NEF, ARW,
/// DNG, PEF, SRW, RW2 and RAF, LibRaw does not see the file.
struct RawPreview {
    /// Where its bytes are: a range of the file, or memory of its own.
    enum Source {
        case file(Range<Int>)
        case copy(EncodedBytes)
    }
    let source: Source
    /// EXIF orientation 1…8, for an image that has none of its own.
    let orientation: Int

    /// Longer side in pixels above which a preview is large enough for any view: few cameras write one that is smaller
    /// and another one that their own reader does not find.
    private static let sufficient = 1600

    /// Chooses the smallest preview that covers `box`, or else the largest. Nil if there is none.
    /// - Parameters:
    ///   - box: The requested size, upright.
    ///   - fit: `.fit` for a viewer, which gets the largest preview.
    ///   - pixels: Most pixels of a preview that is stored unpacked.
    init?(_ file: UnsafeRawBufferPointer, box: PixelSize, fit: Fit, pixels: Int) {
        let container = RawContainer(ByteView(file), count: file.count)
        let previews = container.previews
        let orientation = container.orientation
        func suffices(_ size: PixelSize) -> Bool {
            let (size, box) = (size.oriented(by: orientation), box)
            return size.width >= box.width && size.height >= box.height
        }
        if fit == .fill, let preview = previews.first(where: { suffices($0.size) }) {
            (source, self.orientation) = (.file(preview.range), orientation)
            return
        }
        if let largest = previews.last, largest.size.longerSide >= Self.sufficient || suffices(largest.size) {
            (source, self.orientation) = (.file(largest.range), orientation)
            return
        }
        let wanted = fit == .fill ? box : PixelSize(square: PictureLimits.longestSide)
        if let copy = Self.copy(file, box: wanted, pixels),
            Self.isLarger(copy.bytes, than: previews.last?.size)
        {
            (source, self.orientation) = (.copy(copy.bytes), copy.orientation)
        } else if let largest = previews.last {
            (source, self.orientation) = (.file(largest.range), orientation)
        } else {
            return nil
        }
    }

    /// Asks LibRaw.
    private static func copy(
        _ file: UnsafeRawBufferPointer, box: PixelSize, _ pixels: Int
    ) -> (bytes: EncodedBytes, orientation: Int)? {
        var preview = TesseraRawPreview()
        let found = tessera_raw_preview(
            file.bindMemory(to: UInt8.self).baseAddress, gsize(file.count), guint(box.width), guint(box.height),
            guint64(pixels), &preview)
        guard found != 0, let bytes = preview.bytes, let taken = g_bytes_new_take(bytes, preview.count)
        else { return nil }
        return (EncodedBytes(SharedBytes(adopting: taken)), Int(preview.orientation))
    }

    private static func isLarger(_ bytes: EncodedBytes, than size: PixelSize?) -> Bool {
        guard let size else { return true }
        return PictureHeader(bytes).size.map { $0.area > size.area } ?? false
    }
}
