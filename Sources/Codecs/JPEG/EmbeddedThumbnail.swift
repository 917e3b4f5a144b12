// The small JPEG that cameras embed in EXIF: its location, and the part of it that shows the main image.
// Sources: EXIF 2.32, 4.6.4 and 4.6.5; TIFF 6.0, section 2.
import Photos

/// An EXIF thumbnail, found in the first bytes of a JPEG without any loader.
struct EmbeddedThumbnail {
    /// Its bytes in the file.
    let range: Range<Int>
    /// Size of the main image, before EXIF rotation.
    let original: PixelSize
    /// EXIF orientation 1…8 of the main image, which is also the thumbnail's.
    let orientation: Int
    /// The main image's colour profile, if all of it is there.
    let profile: [UInt8]?

    /// Returns nil when the bytes, which begin with SOI, have no thumbnail, or not all of it.
    init?(_ bytes: ByteView) {
        let scan = JPEGScan(bytes, to: .header)
        guard let exif = scan.exif, let main = TIFFDirectory(bytes, at: exif.lowerBound), let second = main.next,
            // 6 is JPEG, in EXIF as in TIFF; some writers leave the tag out.
            second.value(of: 0x0103) ?? 6 == 6, let offset = second.value(of: 0x0201), offset < exif.count,
            // The frame header may lie after the bytes that are here; then the size in EXIF counts.
            let original = scan.size ?? Self.size(in: main)
        else { return nil }
        let length = second.value(of: 0x0202) ?? exif.count
        range = exif.lowerBound + offset..<min(exif.lowerBound + offset + length, exif.upperBound)
        self.original = original
        orientation = scan.orientation
        profile = scan.profile.joined(of: bytes)
        guard bytes.starts(with: [0xFF, 0xD8, 0xFF], at: range.lowerBound) else { return nil }
    }

    /// Reads PixelXDimension and PixelYDimension.
    private static func size(in main: TIFFDirectory<ByteView>) -> PixelSize? {
        guard let exif = main.directory(of: 0x8769), let width = exif.value(of: 0xA002),
            let height = exif.value(of: 0xA003), width > 0, height > 0
        else { return nil }
        return PixelSize(width: width, height: height)
    }

    /// Samples below this belong to a bar: black, or what compression makes of black.
    private static let dark: UInt8 = 32
    /// Number of lines by which a bar may be thicker than the ratios say.
    private static let slack = 2

    /// Returns the centred part of `thumbnail` that shows the whole image: cameras put a 3:2 image into 160 × 120
    /// between black bars. Nil when the ratios differ and there are no bars: then it shows another part, or another
    /// image, such as the one before an editor cropped it.
    func content(of thumbnail: borrowing DecodedPixbuf) -> PixelSize? {
        let size = thumbnail.size
        let whole = (width: Double(size.width), height: Double(size.height))
        let width = whole.height * original.aspectRatio
        let height = whole.width / original.aspectRatio
        // Within what rounding explains, to whole pixels and, by some writers, to even ones.
        if abs(whole.width - width) <= 2 || abs(whole.height - height) <= 2 { return size }
        if height < whole.height {
            let bar = Self.bar(upTo: (whole.height - height) / 2, of: size.height) {
                thumbnail.isDark(row: $0, below: Self.dark)
            }
            guard let bar else { return nil }
            return PixelSize(width: size.width, height: size.height - 2 * bar)
        }
        let bar = Self.bar(upTo: (whole.width - width) / 2, of: size.width) {
            thumbnail.isDark(column: $0, below: Self.dark)
        }
        guard let bar else { return nil }
        return PixelSize(width: size.width - 2 * bar, height: size.height)
    }

    /// Returns how many lines to remove on each side for a bar that is `expected` lines thick. The last line of the bar
    /// is not tested, because compression lets the image show through; a line that is partly bar is removed with it.
    private static func bar(upTo expected: Double, of length: Int, _ isDark: (Int) -> Bool) -> Int? {
        guard (0..<max(1, Int(expected) - 1)).allSatisfy({ isDark($0) && isDark(length - 1 - $0) }) else { return nil }
        var bar = Int(expected.rounded(.up))
        while bar < Int(expected) + slack, 2 * bar + 2 < length, isDark(bar) || isDark(length - 1 - bar) { bar += 1 }
        return bar
    }
}
