// Messages for numbers about photos: 1/250 s, f/2.8, 12.2 megapixels.
public import Photos

/// Wording of the facts about a photo.
public enum FactWords {
    /// Returns `4032 × 3024, 12.2 megapixels`; the megapixels only where there is at least a tenth of one.
    public static func size(_ size: PixelSize) -> Message {
        let megapixels = Double(size.area) / 1e6
        let sides = "\(size.width) × \(size.height)"
        guard megapixels >= 0.05 else { return .verbatim(sides) }
        return Message(
            "{size}, {number} megapixels", ["size": .text(sides), "number": .number(megapixels, places: 1)])
    }

    /// Returns a number of bytes in decimal units (kB of 1,000 bytes), as file managers show it.
    public static func bytes(_ count: Int) -> Message {
        guard count >= 1000 else { return Message("{count} byte", many: "{count} bytes", count: count) }
        var (value, unit) = (Double(count) / 1000, 0)
        // A value that would be rounded to 1,000 is shown as 1 of the next unit.
        while value >= 999.95, unit < 3 { (value, unit) = (value / 1000, unit + 1) }
        let number: [String: Message.Value] = ["number": .number(value, places: 1)]
        return switch unit {
        case 0: Message("{number} kB", number)
        case 1: Message("{number} MB", number)
        case 2: Message("{number} GB", number)
        default: Message("{number} TB", number)
        }
    }

    /// Returns a number of bytes in megabytes of 1,048,576 bytes, the unit of limits.
    public static func megabytes(_ count: Int) -> Message {
        Message("{number} MB", ["number": .number(Double(count) / 1_048_576, places: 1)])
    }

    /// Returns the time with its origin, and with its clock where that is known: `14 June 2023, 18:30:00 (UTC+02:00),
    /// by the camera`, `June 1975, by the file’s name`.
    static func taken(_ taken: TakenTime) -> Message {
        let time: [String: Message.Value] = ["time": .message(onItsClock(taken))]
        return switch taken.origin {
        case .exif: Message("{time} (camera)", time)
        case .metadata: Message("{time} (description)", time)
        case .sidecar: Message("{time} (sidecar)", time)
        case .fileName: Message("{time} (file name)", time)
        case .modification: Message("{time} (file date)", time)
        }
    }

    private static func onItsClock(_ taken: TakenTime) -> Message {
        let time = Message.Value.date(taken.time, taken.precision)
        guard taken.precision == .exact, taken.origin != .modification, let minutes = taken.offset else {
            return .value(time)
        }
        let values = ["time": time, "offset": .text(offset(minutes))]
        return switch taken.clock {
        case .place: Message("{time} (UTC{offset})", values)
        case .offset: Message("{time} (UTC{offset}, converted by the time zone in the file)", values)
        case .file: Message("{time} (UTC{offset}, converted by another time of the file)", values)
        case .machine: Message("{time} (UTC{offset}, converted by this computer’s time zone)", values)
        }
    }

    /// Returns `+02:00`.
    private static func offset(_ minutes: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(minutes < 0 ? "−" : "+")\(two(abs(minutes) / 60)):\(two(abs(minutes) % 60))"
    }

    /// Returns a fraction of a second as cameras show it; longer times as a decimal.
    static func exposureTime(_ seconds: Double) -> Message {
        guard seconds < 0.3 else { return Message("{number} s", ["number": .number(seconds, places: 1)]) }
        return Message("1/{number} s", ["number": .number(1 / seconds, places: 0)])
    }

    /// Returns `f/2.8`.
    static func aperture(_ fNumber: Double) -> Message {
        Message("f/{number}", ["number": .number(fNumber, places: 1)])
    }

    /// Returns how a photo was taken, in few words: `1/250 s`, `f/4`, `ISO 200`, `35 mm`, as far as they are known.
    public static func exposure(_ camera: CameraData) -> [Message] {
        let length = camera.focalLength ?? camera.filmFocalLength.map(Double.init)
        return [
            camera.exposureTime.map(exposureTime), camera.fNumber.map(aperture),
            camera.sensitivity.map { .verbatim("ISO \($0)") },
            length.map { Message("{number} mm", ["number": .number($0, places: 1)]) },
        ].compactMap(\.self)
    }

    /// Returns `35 mm, 52 mm on 35 mm film`; the latter only where it differs.
    static func focalLength(_ camera: CameraData) -> Message? {
        let film = camera.filmFocalLength
        guard let own = camera.focalLength else {
            return film.map { Message("{film} mm on 35 mm film", ["film": .text("\($0)")]) }
        }
        let length = Message.Value.number(own, places: 1)
        let isSame = film.map { abs(own - Double($0)) < 0.05 } ?? true
        guard let film, !isSame else { return Message("{number} mm", ["number": length]) }
        return Message("{number} mm, {film} mm on 35 mm film", ["number": length, "film": .text("\(film)")])
    }

    /// Returns the length of a video: `12 s`, `3 min 5 s`, `1 h 2 min 33 s`.
    static func length(_ seconds: Int) -> Message {
        let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
        let values: [String: Message.Value] = [
            "hours": .text("\(hours)"), "minutes": .text("\(minutes)"), "seconds": .text("\(rest)"),
        ]
        if hours > 0 { return Message("{hours} h {minutes} min {seconds} s", values) }
        return minutes > 0 ? Message("{minutes} min {seconds} s", values) : Message("{seconds} s", values)
    }

    /// Returns `48.20820° N, 16.37380° E`. A hundred-thousandth of a degree is about a metre.
    static func position(_ position: CameraData.Position) -> Message {
        let values: [String: Message.Value] = [
            "latitude": .number(abs(position.latitude), places: 5),
            "longitude": .number(abs(position.longitude), places: 5),
        ]
        return switch (position.latitude < 0, position.longitude < 0) {
        case (false, false): Message("{latitude}° N, {longitude}° E", values)
        case (false, true): Message("{latitude}° N, {longitude}° W", values)
        case (true, false): Message("{latitude}° S, {longitude}° E", values)
        case (true, true): Message("{latitude}° S, {longitude}° W", values)
        }
    }

    static func altitude(_ metres: Double) -> Message {
        let height: [String: Message.Value] = ["number": .number(abs(metres), places: 0)]
        return metres <= -0.5 ? Message("{number} m below sea level", height) : Message("{number} m", height)
    }

    /// Returns `3 stars`, `rejected`, `favourite`, `red label`, or several of them; nil for a photo without marks.
    public static func marks(_ marks: PhotoMarks) -> Message? {
        var words: [Message] = []
        if marks.isRejected { words.append(Message("rejected")) }
        if marks.stars > 0 { words.append(Message("{count} star", many: "{count} stars", count: marks.stars)) }
        if marks.isFavourite { words.append(Message("favourite")) }
        if let label = label(marks.label) { words.append(label) }
        guard let first = words.first else { return nil }
        return words.dropFirst().reduce(first) {
            Message("{mark}, {other}", ["mark": .message($0), "other": .message($1)])
        }
    }

    private static func label(_ label: PhotoLabel) -> Message? {
        switch label {
        case .none: nil
        case .red: Message("red label")
        case .yellow: Message("yellow label")
        case .green: Message("green label")
        case .blue: Message("blue label")
        case .purple: Message("purple label")
        case .other: Message("another app’s label")
        }
    }

    /// Returns how the picture was transformed to be shown upright; nil when it was not.
    static func orientation(_ orientation: Int) -> Message? {
        switch orientation {
        case 2: Message("Mirrored")
        case 3: Message("Upside down")
        case 4: Message("Mirrored and upside down")
        case 5: Message("Mirrored and rotated left")
        case 6: Message("Rotated right")
        case 7: Message("Mirrored and rotated right")
        case 8: Message("Rotated left")
        default: nil
        }
    }
}
