// The small JPEG that cameras embed in EXIF: its location, and the part of it that shows the main image.
// Sources: EXIF 2.32, 4.6.4 and 4.6.5; TIFF 6.0, section 2.
package import Photos

/// An EXIF thumbnail, found in the first bytes of a JPEG without any loader.
package struct EmbeddedThumbnail {
    /// Its bytes in the file.
    package let range: Range<Int>
    /// Size of the main image, before EXIF rotation.
    package let original: PixelSize
    /// EXIF orientation 1…8 of the main image, which is also the thumbnail's.
    package let orientation: Int
    /// The main image's colour profile, if all of it is there.
    package let profile: [UInt8]?

    /// Returns nil when the bytes, which begin with SOI, have no thumbnail, or not all of it.
    package init?(_ bytes: ByteView) {
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
        profile = scan.colours(of: bytes)
        guard bytes.starts(with: [0xFF, 0xD8, 0xFF], at: range.lowerBound) else { return nil }
    }

    /// Reads PixelXDimension and PixelYDimension.
    private static func size(in main: TIFFDirectory<ByteView>) -> PixelSize? {
        guard let exif = main.directory(of: 0x8769), let width = exif.value(of: 0xA002),
            let height = exif.value(of: 0xA003), width > 0, height > 0
        else { return nil }
        return PixelSize(width: width, height: height)
    }
}
