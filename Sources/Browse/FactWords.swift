// Numbers about photos as people write them: 1/250 s, f/2.8, 12.2 megapixels.
import Photos

/// Words for what is known about a photo. Numbers have a point, whatever the language: the texts around them are English.
enum FactWords {
    /// `4032 × 3024, 12.2 megapixels`; the latter where there is a tenth of one at least.
    static func size(_ size: PixelSize) -> String {
        let megapixels = Double(size.area) / 1e6
        let sides = "\(size.width) × \(size.height)"
        return megapixels < 0.05 ? sides : "\(sides), \(number(megapixels, places: 1)) megapixels"
    }

    /// In units of 1,000, as file managers count.
    static func bytes(_ count: Int) -> String {
        var (value, unit) = (Double(count), 0)
        // What would be rounded up to 1,000 is 1 of the next unit.
        while value >= (unit == 0 ? 1000 : 999.95), unit < units.count - 1 {
            value /= 1000
            unit += 1
        }
        return count == 1 ? "1 byte" : "\(number(value, places: unit == 0 ? 0 : 1)) \(units[unit])"
    }
    private static let units = ["bytes", "kB", "MB", "GB", "TB"]

    /// `21 November 2026, 16:27:05`.
    static func time(_ time: WallTime) -> String {
        let digits = [time.hour, time.minute, time.second].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return "\(time.day) \(months[time.month - 1]) \(time.year), \(digits.joined(separator: ":"))"
    }
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// A fraction of a second as cameras show it, longer ones with a decimal.
    static func exposureTime(_ seconds: Double) -> String {
        guard seconds < 0.3 else { return number(seconds, places: 1) + " s" }
        return "1/\(number(1 / seconds, places: 0)) s"
    }

    /// `35 mm, 52 mm on film`; the latter where it differs.
    static func focalLength(_ camera: CameraData) -> String? {
        let own = camera.focalLength.map { number($0, places: 1) + " mm" }
        let film = camera.filmFocalLength.map { "\($0) mm" }
        guard let own else { return film.map { $0 + " on 35 mm film" } }
        guard let film, film != own else { return own }
        return "\(own), \(film) on 35 mm film"
    }

    /// The model, with its maker in front unless it names it itself: `Canon EOS R5`, `NIKON D750`, `Apple iPhone 12`.
    static func cameraName(_ camera: CameraData) -> String? {
        guard let make = camera.make, let model = camera.model else { return camera.model ?? camera.make }
        let first = make.prefix { $0 != " " }.lowercased()
        return model.lowercased().hasPrefix(first) ? model : "\(make) \(model)"
    }

    /// `48.20820° N, 16.37380° E`: a hundred-thousandth of a degree is a metre.
    static func position(_ position: CameraData.Position) -> String {
        let latitude = number(abs(position.latitude), places: 5) + "° " + (position.latitude < 0 ? "S" : "N")
        return latitude + ", " + number(abs(position.longitude), places: 5) + "° " + (position.longitude < 0 ? "W" : "E")
    }

    static func altitude(_ metres: Double) -> String {
        let height = number(abs(metres), places: 0) + " m"
        return metres < 0 && height != "0 m" ? "\(height) below sea level" : height
    }

    /// What was done to the picture to show it upright; nil when nothing was.
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

    /// A number, rounded to at most `places` decimals, six or fewer, without zeros at its end. A negative one, which none of
    /// these facts is, becomes 0.
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
