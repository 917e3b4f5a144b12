// What EXIF repeats of a statement: words, stars and times that it has are changed, and none are added.
// Sources: EXIF 2.32, 4.6.4 to 4.6.6; Microsoft's tags 0x4746, 0x4749 and 0x9C9B to 0x9C9E.
import Photos

extension TIFFEditing {
    /// Brings what is stated already into line.
    /// - Parameter body: Changes the first directory beside that.
    mutating func state(
        _ statement: EmbeddedStatement,
        beside body: (inout Self, inout Directory) throws(EmbeddingFailure) -> Void = { _, _ in }
    ) throws(EmbeddingFailure) {
        try edit { editing, directory in
            editing.state(statement.date, in: &directory)
        } main: { editing, directory throws(EmbeddingFailure) in
            // TIFF/EP has the time here.
            editing.state(statement.date, in: &directory)
            editing.state(statement.marks.stars, in: &directory)
            editing.stateWords(statement, in: &directory)
            try body(&editing, &directory)
        }
    }

    private mutating func stateWords(_ statement: EmbeddedStatement, in directory: inout Directory) {
        if let caption = statement.caption { state(caption, 0x010E, in: &directory) }
        if let title = statement.title { stateWide(title, 0x9C9B, in: &directory) }
        if let caption = statement.caption { stateWide(caption, 0x9C9C, in: &directory) }
        if let keywords = statement.plainKeywords {
            stateWide(keywords.joined(separator: ";"), 0x9C9E, in: &directory)
        }
    }

    private mutating func state(_ text: String, _ tag: Int, in directory: inout Directory) {
        guard let entry = directory.entry(tag) else { return }
        if text.isEmpty { return directory.remove(tag) }
        let line = value(entry).flatMap { WrittenText.line(of: $0) }
        if line != text { set(tag, type: 2, Array(text.utf8) + [0], in: &directory) }
    }

    private mutating func stateWide(_ text: String, _ tag: Int, in directory: inout Directory) {
        guard let entry = directory.entry(tag) else { return }
        if text.isEmpty { return directory.remove(tag) }
        // The least byte first, whatever the order of the directory's numbers.
        let written = (Array(text.utf16) + [0]).flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        if value(entry) != written { set(tag, type: 1, written, in: &directory) }
    }

    private mutating func state(_ stars: Int?, in directory: inout Directory) {
        guard let stars = stars.map({ max(0, $0) }), stars < Self.percents.count else { return }
        for (tag, number) in [(0x4746, stars), (0x4749, Self.percents[stars])] where directory.entry(tag) != nil {
            set(tag, type: 3, self.number(number, 2), in: &directory)
        }
    }

    /// What Windows writes for stars.
    private static var percents: [Int] { [0, 1, 25, 50, 75, 99] }

    // MARK: Times

    /// Sets DateTimeOriginal, and DateTimeDigitized where it has repeated that. A fraction or an offset that is not
    /// stated stays where the time does.
    private mutating func state(_ time: WrittenTime?, in directory: inout Directory) {
        guard let time, let before = text(0x9003, directory) else { return }
        let written = Self.text(of: time)
        for (tag, fraction, zone) in [(0x9003, 0x9291, 0x9011), (0x9004, 0x9292, 0x9012)]
        where text(tag, directory) == before {
            if before != written { set(tag, type: 2, Array(written.utf8) + [0], in: &directory) }
            if time.hundredths > 0 {
                let digits = Self.padded(time.hundredths, 2)
                if text(fraction, directory)?.prefix(2) != digits[...] {
                    set(fraction, type: 2, Array(digits.utf8) + [0], in: &directory)
                }
            } else if before != written {
                directory.remove(fraction)
            }
            guard time.precision == .exact else { continue }
            if let offset = time.offset, text(zone, directory).flatMap(WrittenTime.minutes) != offset {
                set(zone, type: 2, Array(Self.text(ofOffset: offset).utf8) + [0], in: &directory)
            }
        }
    }

    /// The text of a tag up to its zero byte.
    private func text(_ tag: Int, _ directory: Directory) -> String? {
        guard let entry = directory.entry(tag), entry.type == 2, let value = value(entry) else { return nil }
        return String(decoding: value.prefix { $0 != 0 }, as: UTF8.self)
    }

    /// A time as EXIF writes it: with blanks for what is not known.
    private static func text(of time: WrittenTime) -> String {
        let (known, time) = (time.precision, time.time)
        return padded(time.year, 4) + ":" + (known < .month ? "  " : padded(time.month, 2)) + ":"
            + (known < .day ? "  " : padded(time.day, 2)) + " "
            + (known < .exact
                ? "  :  :  "
                : padded(time.hour, 2) + ":" + padded(time.minute, 2) + ":" + padded(time.second, 2))
    }

    private static func text(ofOffset minutes: Int) -> String {
        (minutes < 0 ? "-" : "+") + padded(abs(minutes) / 60, 2) + ":" + padded(abs(minutes) % 60, 2)
    }

    private static func padded(_ number: Int, _ length: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, length - digits.count)) + digits
    }
}

extension WrittenTime {
    /// The minutes that `+02:00` says; nil for anything else.
    fileprivate static func minutes(_ text: String) -> Int? {
        let parts = text.dropFirst().split(separator: ":").compactMap { Int($0) }
        guard parts.count == 2, let sign = text.first, "+-".contains(sign) else { return nil }
        return (parts[0] * 60 + parts[1]) * (sign == "-" ? -1 : 1)
    }
}
