// Text for numbers about photos: 1/250 s, f/2.8, 12.2 megapixels.
public import Photos

/// Formatting of the facts about a photo. The decimal separator is a point in every locale, because the texts around
/// the numbers are English.
public enum FactWords {
    /// Returns `4032 × 3024, 12.2 megapixels`; the megapixels only where there is at least a tenth of one.
    public static func size(_ size: PixelSize) -> String {
        let megapixels = Double(size.area) / 1e6
        let sides = "\(size.width) × \(size.height)"
        return megapixels < 0.05 ? sides : "\(sides), \(number(megapixels, places: 1)) megapixels"
    }

    /// Returns a number of bytes in decimal units (kB of 1,000 bytes), as file managers show it.
    public static func bytes(_ count: Int) -> String {
        var (value, unit) = (Double(count), 0)
        // A value that would be rounded to 1,000 is shown as 1 of the next unit.
        while value >= (unit == 0 ? 1000 : 999.95), unit < units.count - 1 {
            value /= 1000
            unit += 1
        }
        return count == 1 ? "1 byte" : "\(number(value, places: unit == 0 ? 0 : 1)) \(units[unit])"
    }

    /// Returns a number of bytes in megabytes of 1,048,576 bytes, the unit of limits.
    public static func megabytes(_ count: Int) -> String { number(Double(count) / 1_048_576, places: 1) + " MB" }

    private static let units = ["bytes", "kB", "MB", "GB", "TB"]

    /// Returns `21 November 2026, 16:27:05`.
    static func time(_ time: WallTime) -> String {
        let digits = [time.hour, time.minute, time.second].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return "\(time.day) \(months[time.month - 1]) \(time.year), \(digits.joined(separator: ":"))"
    }

    /// Returns the time with its origin: `14 June 2023, 18:30:00, by the file’s name`.
    static func taken(_ taken: TakenTime) -> String {
        let origin =
            switch taken.origin {
            case .exif: "by the camera"
            case .metadata: "by the description in the file"
            case .fileName: "by the file’s name"
            case .modification: "by its last change"
            }
        return "\(time(taken.time)), \(origin)"
    }
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// Returns a fraction of a second as cameras show it; longer times as a decimal.
    static func exposureTime(_ seconds: Double) -> String {
        guard seconds < 0.3 else { return number(seconds, places: 1) + " s" }
        return "1/\(number(1 / seconds, places: 0)) s"
    }

    /// Returns `35 mm, 52 mm on 35 mm film`; the latter only where it differs.
    static func focalLength(_ camera: CameraData) -> String? {
        let own = camera.focalLength.map { number($0, places: 1) + " mm" }
        let film = camera.filmFocalLength.map { "\($0) mm" }
        guard let own else { return film.map { $0 + " on 35 mm film" } }
        guard let film, film != own else { return own }
        return "\(own), \(film) on 35 mm film"
    }

    /// Returns the length of a video: `12 s`, `3 min 5 s`, `1 h 2 min 33 s`.
    static func length(_ seconds: Int) -> String {
        let parts = [(seconds / 3600, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s")].drop { $0.0 == 0 }
        return parts.isEmpty ? "0 s" : parts.map { "\($0.0) \($0.1)" }.joined(separator: " ")
    }

    /// Returns `48.20820° N, 16.37380° E`. A hundred-thousandth of a degree is about a metre.
    static func position(_ position: CameraData.Position) -> String {
        let latitude = number(abs(position.latitude), places: 5) + "° " + (position.latitude < 0 ? "S" : "N")
        return latitude + ", " + number(abs(position.longitude), places: 5) + "° " + (position.longitude < 0 ? "W" : "E")
    }

    static func altitude(_ metres: Double) -> String {
        let height = number(abs(metres), places: 0) + " m"
        return metres < 0 && height != "0 m" ? "\(height) below sea level" : height
    }

    /// Returns `3 stars`, `favourite`, or both; nil for a photo without marks.
    public static func marks(_ marks: PhotoMarks) -> String? {
        let stars = marks.stars == 0 ? nil : marks.stars == 1 ? "1 star" : "\(marks.stars) stars"
        let parts = [stars, marks.isFavourite ? "favourite" : nil].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// Returns how the picture was transformed to be shown upright; nil when it was not.
    static func orientation(_ orientation: Int) -> String? {
        switch orientation {
        case 2: "Mirrored"
        case 3: "Turned upside down"
        case 4: "Mirrored and turned upside down"
        case 5: "Mirrored and turned left"
        case 6: "Turned right"
        case 7: "Mirrored and turned right"
        case 8: "Turned left"
        default: nil
        }
    }

    /// Returns a number rounded to at most `places` decimals (six or fewer), without trailing zeros. A negative number
    /// becomes 0; none of these facts is negative.
    static func number(_ value: Double, places: Int) -> String {
        guard value.isFinite, value < 1e12 else { return "∞" }
        let value = max(0, value)
        let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
        let (whole, part) = Int((value * Double(scale)).rounded()).quotientAndRemainder(dividingBy: scale)
        guard part > 0 else { return "\(whole)" }
        var digits = String(String(scale + part).dropFirst())
        while digits.hasSuffix("0") { digits.removeLast() }
        return "\(whole).\(digits)"
    }
}
