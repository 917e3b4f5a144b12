// An image loaded by gdk-pixbuf, and its conversion to the pixels of a tile in one pass.
import CCodecs
import CGLib
import CPixels
import Glibc
import PhotoFormats
import Photos

/// Rows of pixels as they lie in the file: not rotated, alpha not premultiplied. Owns its GdkPixbuf; used on the
/// loading thread.
struct DecodedPixbuf: ~Copyable {
    /// The reason why there is no image.
    enum Failure: Error {
        case cancelled
        /// `prepare` returned nil.
        case refused
        case failed(GLibError)
        /// A drawing takes more memory or time than it may; the message says which.
        case tooCostly(Message)
        /// The drawing process did not start, or ended without a result; the message says which.
        case notDrawn(Message)
    }

    /// Bytes fed between two checks of the task's cancel flag. A JPEG of one colour has millions of pixels in 64 KB.
    private static func chunk(_ type: String) -> UInt { type == "image/jpeg" ? 16 << 10 : 64 << 10 }

    private let pixbuf: OpaquePointer
    /// What the four channels count where they are inks, and not colours and alpha.
    let inks: InkOrder?

    /// Loads the image, or the first frame of an animation. Blocks.
    /// - Parameters:
    ///   - type: The MIME type of the format whose loader reads the bytes: the one whose header was checked.
    ///   - feed: The parts of `bytes` that the loader is given; nil for all.
    ///   - inks: What the samples count that the loader hands out in the channels of colours and alpha.
    ///   - isCut: Whether the file's end is missing: what is not there is grey, or clear in a picture that has alpha.
    ///   - prepare: gets the size in the header, before EXIF rotation; returns the size to load at, or nil to refuse
    ///     the image before its pixels are allocated.
    ///   - isLate: Asked between two parts; true passes over the rest but the last.
    init(
        _ bytes: UnsafeRawBufferPointer, type: String, feed: LoaderFeed? = nil, inks: InkOrder? = nil,
        isCut: Bool = false, isLate: @escaping () -> Bool = { false }, prepare: @escaping (PixelSize) -> PixelSize?
    ) throws(Failure) {
        let question = Question(prepare, isLate: isLate)
        var outcome = TESSERA_PIXBUF_FAILED
        var error: UnsafeMutablePointer<GError>?
        let loaded = question.withHooks { hooks in
            (feed ?? LoaderFeed(upTo: bytes.count, without: [])).withPieces(of: bytes) {
                type == PictureHeader.Format.xpm.mimeType
                    ? tessera_xpm_load($0.baseAddress, UInt($0.count), &hooks, &outcome, &error)
                    : tessera_pixbuf_load(
                        type, $0.baseAddress, UInt($0.count), Self.chunk(type), isCut ? 1 : 0, &hooks, &outcome, &error)
            }
        }
        guard let loaded else {
            switch outcome {
            case TESSERA_PIXBUF_CANCELLED: throw .cancelled
            case TESSERA_PIXBUF_REFUSED: throw .refused
            default: throw .failed(GLibError(adopting: error))
            }
        }
        pixbuf = loaded
        self.inks = gdk_pixbuf_get_n_channels(loaded) == 4 ? inks : nil
    }

    /// Takes over `pixbuf` (transfer full), which has four channels where it holds inks.
    init(adopting pixbuf: OpaquePointer, inks: InkOrder? = nil) { (self.pixbuf, self.inks) = (pixbuf, inks) }

    /// Returns the centred part of the given size, in the same memory.
    func middle(_ part: PixelSize) -> DecodedPixbuf? {
        let x = (size.width - part.width) / 2, y = (size.height - part.height) / 2
        return gdk_pixbuf_new_subpixbuf(pixbuf, Int32(x), Int32(y), Int32(part.width), Int32(part.height)).map {
            DecodedPixbuf(adopting: $0, inks: inks)
        }
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }

    /// Closures behind the context pointer of C, together with the task's cancel flag.
    final class Question {
        private let prepare: (PixelSize) -> PixelSize?
        private let isLate: () -> Bool
        init(_ prepare: @escaping (PixelSize) -> PixelSize?, isLate: @escaping () -> Bool = { false }) {
            (self.prepare, self.isLate) = (prepare, isLate)
        }

        /// Calls `body` with hooks that are valid during the call, on the thread of the task.
        func withHooks<Result>(_ body: (inout TesseraPixbufHooks) -> Result) -> Result {
            var hooks = TesseraPixbufHooks(
                context: Unmanaged.passUnretained(self).toOpaque(),
                prepare: { context, width, height in
                    guard let context, let width, let height, width.pointee > 0, height.pointee > 0,
                        let size = Unmanaged<Question>.fromOpaque(context).takeUnretainedValue().prepare(
                            PixelSize(width: Int(width.pointee), height: Int(height.pointee))),
                        let wantedWidth = Int32(exactly: size.width), let wantedHeight = Int32(exactly: size.height)
                    else { return 0 }
                    width.pointee = wantedWidth
                    height.pointee = wantedHeight
                    return 1
                },
                cancelled: { _ in Cancellation.isRequested ? 1 : 0 },
                late: { context in
                    guard let context else { return 0 }
                    return Unmanaged<Question>.fromOpaque(context).takeUnretainedValue().isLate() ? 1 : 0
                })
            return withExtendedLifetime(self) { body(&hooks) }
        }
    }

    /// Size in memory, before EXIF rotation.
    var size: PixelSize {
        PixelSize(width: Int(gdk_pixbuf_get_width(pixbuf)), height: Int(gdk_pixbuf_get_height(pixbuf)))
    }

    /// EXIF orientation 1…8 that the loader found in the metadata; 1 when it found none.
    var orientation: Int {
        guard let text = gdk_pixbuf_get_option(pixbuf, "orientation"), let value = Int(String(cString: text)),
            (1...8).contains(value)
        else { return 1 }
        return value
    }

    /// The ICC profile that the loader found in the file: of PNG, TIFF, HEIF and AVIF, and of a JPEG in most cases. Nil
    /// when it found none, or one above `PictureLimits.largestProfile`.
    var profile: [UInt8]? {
        guard let text = gdk_pixbuf_get_option(pixbuf, "icc-profile"),
            strlen(text) <= (PictureLimits.largestProfile + 2) / 3 * 4
        else { return nil }
        var count: gsize = 0
        guard let bytes = g_base64_decode(text, &count) else { return nil }
        defer { g_free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
    }

    /// Whether all samples of a row, or a column, are below `level`.
    func isDark(row: Int, below level: UInt8) -> Bool {
        isDark(from: row * Int(gdk_pixbuf_get_rowstride(pixbuf)), step: channels, count: size.width, below: level)
    }
    func isDark(column: Int, below level: UInt8) -> Bool {
        isDark(
            from: column * channels, step: Int(gdk_pixbuf_get_rowstride(pixbuf)), count: size.height, below: level)
    }

    private var channels: Int { Int(gdk_pixbuf_get_n_channels(pixbuf)) }

    private func isDark(from offset: Int, step: Int, count: Int, below level: UInt8) -> Bool {
        guard let pixels = gdk_pixbuf_read_pixels(pixbuf) else { return false }
        return (0..<count).allSatisfy { index in
            let pixel = pixels + offset + index * step
            return max(pixel[0], pixel[1], pixel[2]) < level
        }
    }

    /// Crops, reduces, rotates upright, premultiplies and, last, because few pixels are left by then, converts by
    /// `transform`, which inks must have. Nil when there is no memory. `geometry` is that of the upright image,
    /// `original` its own size.
    /// - Throws: `CancellationError`.
    func pixels(
        _ geometry: CropGeometry, orientation: Int, original: PixelSize? = nil, transform: ColourTransform?,
        into memory: any ResultMemory = OwnMemory()
    ) throws -> PixelBuffer? {
        // The kernel works in the loader's own rows and columns and rotates while it writes.
        let isTransposed = orientation >= 5
        let part =
            isTransposed
            ? TesseraRegion(x: geometry.y, y: geometry.x, width: geometry.height, height: geometry.width)
            : TesseraRegion(x: geometry.x, y: geometry.y, width: geometry.width, height: geometry.height)
        return try pixels(
            part, reducedTo: geometry.output.oriented(by: orientation), orientation: orientation, original: original,
            transform: transform, into: memory)
    }

    /// Does the same for a part in the loader's own pixels, reduced to `size` before rotation.
    func pixels(
        _ part: TesseraRegion, reducedTo size: PixelSize, orientation: Int, original: PixelSize? = nil,
        transform: ColourTransform?, into memory: any ResultMemory = OwnMemory()
    ) throws -> PixelBuffer? {
        let upright = size.oriented(by: orientation)
        guard let (pixels, storage) = memory.room(for: size.area * PixelBuffer.bytesPerPixel) else { return nil }
        var part = part
        var picture = TesseraPicture(
            pixels: gdk_pixbuf_read_pixels(pixbuf), stride: UInt(gdk_pixbuf_get_rowstride(pixbuf)),
            width: gdk_pixbuf_get_width(pixbuf), height: gdk_pixbuf_get_height(pixbuf), channels: Int32(channels))
        let resample = inks == nil ? tessera_pixels_resample : tessera_pixels_resample_inks
        let isMade = resample(
            &picture, &part, Int32(size.width), Int32(size.height), Int32(orientation), pixels, UInt(upright.width) * 4)
        if isMade == 0 { return nil }
        try transform?.convert(pixels, count: size.area)
        // Few files are asked: most have no alpha.
        let isTranslucent = channels == 4 && tessera_pixels_cover(pixels, UInt(size.area)) == 0
        return PixelBuffer(size: upright, original: original, storage: storage, isTranslucent: isTranslucent)
    }
}
