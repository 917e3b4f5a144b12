// The text of a time taken, as the commands print it.
import Photos

/// A time in the form of ISO 8601: as much of it as is known, with hundredths where there are any.
enum TakenText {
    static func text(_ time: WallTime, _ precision: TakenTime.Precision, hundredths: Int) -> String {
        let parts = [padded(time.year, 4), padded(time.month, 2), padded(time.day, 2)]
        if precision < .exact { return parts.prefix(Int(precision.rawValue) + 1).joined(separator: "-") }
        return "\(text(time))\(hundredths == 0 ? "" : "." + padded(hundredths, 2))"
    }

    static func text(_ time: WallTime) -> String {
        "\(padded(time.year, 4))-\(padded(time.month, 2))-\(padded(time.day, 2))"
            + "T\(padded(time.hour, 2)):\(padded(time.minute, 2)):\(padded(time.second, 2))"
    }

    static func padded(_ number: Int, _ digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
