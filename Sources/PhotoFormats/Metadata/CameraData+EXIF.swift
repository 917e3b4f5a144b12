// Camera data from EXIF tags. Implausible values are left out. Source: EXIF 2.32, 4.6.4 to 4.6.6.
import Photos

extension CameraData {
    /// - Parameter main: EXIF's first directory. Other directories are reached from it in one step each, so that a
    ///   cycle ends.
    /// - Parameters:
    ///   - own: The directory of the camera's own tags, in a file that has it apart.
    ///   - place: The directory of the position, likewise.
    package init<Bytes>(
        _ main: TIFFDirectory<Bytes>, own: TIFFDirectory<Bytes>? = nil, place: TIFFDirectory<Bytes>? = nil
    ) {
        self.init()
        make = main.text(of: 0x010F)
        model = main.text(of: 0x0110)
        software = main.text(of: 0x0131)
        orientation = main.value(of: 0x0112).flatMap { (1...8).contains($0) ? $0 : nil }
        if let own = own ?? main.directory(of: 0x8769) {
            lens = own.text(of: 0xA434)
            exposureTime = own.fractions(of: 0x829A).flatMap { Plausible.exposureTime($0[0]) }
            fNumber = own.fractions(of: 0x829D).flatMap { Plausible.fNumber($0[0]) }
            sensitivity = own.value(of: 0x8827).flatMap(Plausible.sensitivity)
            focalLength = own.fractions(of: 0x920A).flatMap { Plausible.focalLength($0[0]) }
            filmFocalLength = own.value(of: 0xA405).flatMap { Plausible.focalLength(Double($0)).map { Int($0) } }
        }
        if let place = place ?? main.directory(of: 0x8825) { position = Self.position(place) }
    }

    /// Values that a camera can have recorded; nil for any other.
    enum Plausible {
        static func exposureTime(_ seconds: Double) -> Double? { seconds > 0 && seconds < 1e6 ? seconds : nil }
        static func fNumber(_ number: Double) -> Double? { number > 0 && number < 1e3 ? number : nil }
        static func sensitivity(_ speed: Int) -> Int? { speed > 0 && speed < 1 << 24 ? speed : nil }
        /// In millimetres.
        static func focalLength(_ length: Double) -> Double? { length > 0 && length < 1e5 ? length : nil }
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
