// The times that metadata state, from the tags and properties that `TimeStatement` names.
// Sources: EXIF 2.32, 4.6.5 and 4.6.6; XMP part 2, 3.1 to 3.3; IPTC-IIM 4.2, 6.
import Library
import PhotoFormats
import Photos

extension StatedTimes {
    /// Adds the times of EXIF. Each has its fraction and its distance from UTC in tags of its own.
    /// - Parameters:
    ///   - main: EXIF's first directory.
    ///   - own: The directory of the camera's own tags, in a file that has it apart.
    ///   - place: The directory of the position, likewise.
    mutating func add<Bytes>(
        _ main: TIFFDirectory<Bytes>, own: TIFFDirectory<Bytes>? = nil, place: TIFFDirectory<Bytes>? = nil
    ) {
        let own = own ?? main.directory(of: 0x8769)
        if let own {
            self[.exifOriginal] = Self.time(own, main, 0x9003, 0x9291, 0x9011)
            self[.exifDigitized] = Self.time(own, main, 0x9004, 0x9292, 0x9012)
        }
        self[.exifChanged] = Self.time(main, own, 0x0132, 0x9290, 0x9010)
        // TIFF/EP, as camera raw files have it, keeps the first of them in the main directory.
        if self[.exifOriginal] == nil { self[.exifOriginal] = Self.time(main, nil, 0x9003, 0x9291, 0x9011) }
        let zones: [(TimeStatement, Int)] = [(.exifOriginal, 0x9011), (.exifChanged, 0x9010), (.exifDigitized, 0x9012)]
        for (statement, tag) in zones where offset == nil {
            // A whole time has its own, and looking for what is not there costs the most.
            if let time = self[statement], time.precision == .exact, !time.isUniversal {
                offset = time.offset
            } else {
                offset = (own?.text(of: tag) ?? main.text(of: tag)).flatMap(WrittenTime.offset)
            }
        }
        if let place = place ?? main.directory(of: 0x8825) { self[.position] = Self.satellites(place) }
    }

    private static func time<Bytes>(
        _ directory: TIFFDirectory<Bytes>, _ other: TIFFDirectory<Bytes>?, _ tag: Int, _ fraction: Int, _ offset: Int
    ) -> WrittenTime? {
        guard var time = directory.text(of: tag).flatMap({ WrittenTime(numbers: $0) }) else { return nil }
        guard time.precision == .exact else { return time }
        func text(_ tag: Int) -> String? { directory.text(of: tag) ?? other?.text(of: tag) }
        if let fraction = text(fraction) { time.hundredths = WrittenTime.hundredths(ofFraction: fraction) }
        if !time.isUniversal, let offset = text(offset).flatMap(WrittenTime.offset) { time.offset = offset }
        return time
    }

    /// The date and the time of day that satellites have told, in UTC.
    private static func satellites<Bytes>(_ place: TIFFDirectory<Bytes>) -> WrittenTime? {
        guard let date = place.text(of: 0x1D).flatMap({ WrittenTime(numbers: $0) }), date.precision == .day,
            let clock = place.fractions(of: 7, count: 3), clock.allSatisfy({ $0 >= 0 && $0 < 61 })
        else { return nil }
        let day = date.time
        return WallTime(
            year: day.year, month: day.month, day: day.day, hour: Int(clock[0]), minute: Int(clock[1]),
            second: Int(clock[2])
        ).map { WrittenTime($0, isUniversal: true) }
    }

    mutating func add(_ xmp: XMPPacket) {
        self[.xmpOriginal] = xmp.value(of: "exif:DateTimeOriginal").flatMap { WrittenTime(numbers: $0) }
        self[.xmpCreated] = xmp.value(of: "photoshop:DateCreated").flatMap { WrittenTime(numbers: $0) }
        self[.xmpDigitized] = xmp.value(of: "xmp:CreateDate").flatMap { WrittenTime(numbers: $0) }
        if self[.position] == nil { self[.position] = xmp.value(of: "exif:GPSTimeStamp").flatMap(Self.satellites) }
    }

    /// A time that satellites have told, in XMP: always in UTC.
    static func satellites(_ text: String) -> WrittenTime? {
        guard let time = WrittenTime(numbers: text), time.precision == .exact, (time.offset ?? 0) == 0
        else { return nil }
        return WrittenTime(time.time, hundredths: time.hundredths, isUniversal: true)
    }

    mutating func add(_ record: IPTCRecord) {
        self[.iptcCreated] = record.text(of: 55).flatMap { WrittenTime(date: $0, clock: record.text(of: 60)) }
        self[.iptcDigitized] = record.text(of: 62).flatMap { WrittenTime(date: $0, clock: record.text(of: 63)) }
    }

    /// Adds the times of a film: `creationdate` and its like by the clock of the place, and the header's, in UTC.
    mutating func add(_ video: VideoHeader) {
        self[.movieCreated] = video.creationDates.lazy.compactMap { WrittenTime($0) }.first
        self[.movieHeader] = video.recorded.flatMap { WallTime(seconds: Int64($0)) }
            .map { WrittenTime($0, isUniversal: true) }
    }
}
