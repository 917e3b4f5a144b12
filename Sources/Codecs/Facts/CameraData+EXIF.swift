// Camera data from EXIF tags. Implausible values are left out. Source: EXIF 2.32, 4.6.4 to 4.6.6.
import Photos

extension CameraData {
    /// - Parameter main: EXIF's first directory. Other directories are reached from it in one step each, so that a
    ///   cycle ends.
    init<Bytes>(_ main: TIFFDirectory<Bytes>) {
        self.init()
        make = main.text(of: 0x010F)
        model = main.text(of: 0x0110)
        software = main.text(of: 0x0131)
        orientation = main.value(of: 0x0112).flatMap { (1...8).contains($0) ? $0 : nil }
        if let own = main.directory(of: 0x8769) {
            lens = own.text(of: 0xA434)
            exposureTime = own.fractions(of: 0x829A).flatMap { Self.positive($0[0], below: 1e6) }
            fNumber = own.fractions(of: 0x829D).flatMap { Self.positive($0[0], below: 1e3) }
            sensitivity = own.value(of: 0x8827).flatMap { Self.positive($0, below: 1 << 24) }
            focalLength = own.fractions(of: 0x920A).flatMap { Self.positive($0[0], below: 1e5) }
            filmFocalLength = own.value(of: 0xA405).flatMap { Self.positive($0, below: 100_000) }
            taken = (own.text(of: 0x9003) ?? own.text(of: 0x9004)).flatMap(Self.time)
        }
        taken = taken ?? main.text(of: 0x0132).flatMap(Self.time)
        if let place = main.directory(of: 0x8825) { position = Self.position(place) }
    }

    private static func positive<Number: Comparable & ExpressibleByIntegerLiteral>(
        _ number: Number, below limit: Number
    ) -> Number? {
        number > 0 && number < limit ? number : nil
    }

    /// Parses `YYYY:MM:DD HH:MM:SS`; a camera whose clock was never set writes zeros or blanks.
    private static func time(_ text: String) -> WallTime? {
        let parts = text.split { $0 == ":" || $0 == " " || $0 == "-" }.map { Int($0) }
        guard parts.count >= 6, let year = parts[0], let month = parts[1], let day = parts[2], let hour = parts[3],
            let minute = parts[4], let second = parts[5]
        else { return nil }
        return WallTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    }

    private static func position<Bytes>(_ place: TIFFDirectory<Bytes>) -> Position? {
        guard let latitude = place.fractions(of: 2, count: 3), let longitude = place.fractions(of: 4, count: 3),
            let north = place.text(of: 1), let east = place.text(of: 3)
        else { return nil }
        let height = place.fractions(of: 6)?[0]
        return Position(
            latitude: degrees(latitude) * (north.hasPrefix("S") ? -1 : 1),
            longitude: degrees(longitude) * (east.hasPrefix("W") ? -1 : 1),
            altitude: height.flatMap { abs($0) < 1e5 ? (place.byte(of: 5) == 1 ? -$0 : $0) : nil })
    }

    /// Converts degrees, minutes and seconds to degrees.
    private static func degrees(_ parts: [Double]) -> Double { parts[0] + parts[1] / 60 + parts[2] / 3600 }
}
