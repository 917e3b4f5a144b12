// The part of a camera's thumbnail that shows the image: cameras put it between black bars.
import PhotoFormats
import Photos

extension EmbeddedThumbnail {
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
