// The times in EXIF and XMP from which the time taken is chosen. Sources: EXIF 2.32, 4.6.5; XMP part 2, 3.1 to 3.3.
import Library
import PhotoFormats
import Photos

extension TakenTimeRules.Candidates {
    /// Adds the times of EXIF. Each has its fraction and its distance from UTC in tags of its own.
    /// - Parameter main: EXIF's first directory.
    ///   `own` is the directory of the camera's own tags, in a file that has it apart.
    mutating func add<Bytes>(_ main: TIFFDirectory<Bytes>, own: TIFFDirectory<Bytes>? = nil) {
        if let own = own ?? main.directory(of: 0x8769) {
            exif += [(0x9003, 0x9291, 0x9011), (0x9004, 0x9292, 0x9012)].compactMap { time, fraction, offset in
                Self.time(own, main, time, fraction, offset)
            }
            written = Self.time(main, own, 0x0132, 0x9290, 0x9010)
        } else {
            written = Self.time(main, nil, 0x0132, 0x9290, 0x9010)
        }
        // TIFF/EP, as camera raw files have it, keeps the first of them in the main directory.
        if exif.isEmpty, let time = Self.time(main, nil, 0x9003, 0x9291, 0x9011) { exif = [time] }
    }

    private static func time<Bytes>(
        _ directory: TIFFDirectory<Bytes>, _ other: TIFFDirectory<Bytes>?, _ tag: Int, _ fraction: Int, _ offset: Int
    ) -> WrittenTime? {
        guard var time = directory.text(of: tag).flatMap({ WrittenTime(numbers: $0) }) else { return nil }
        func text(_ tag: Int) -> String? { directory.text(of: tag) ?? other?.text(of: tag) }
        if let fraction = text(fraction) { time.hundredths = WrittenTime.hundredths(ofFraction: fraction) }
        if let offset = text(offset).flatMap(WrittenTime.offset) { time.offset = offset }
        return time
    }

    mutating func add(_ xmp: XMPPacket) {
        metadata += ["exif:DateTimeOriginal", "photoshop:DateCreated", "xmp:CreateDate"].compactMap {
            xmp.value(of: $0).flatMap { WrittenTime(numbers: $0) }
        }
    }
}
