// Text of the question for the dates of photos.
import Browse
import Library
import Photos

enum DateChangeText {
    static let action = localized("Change Date…")
    static let answer = localized("Change")
    static let date = localized("Date")
    static let shift = localized("Shift")
    static let zoneTitle = localized("Time Zone")
    static let days = localized("Days")
    static let hours = localized("Hours")
    static let minutes = localized("Minutes")
    static let cameraZone = localized("The camera was set to")
    static let placeZone = localized("The photos were taken in")
    static let dateHint = localized(
        "A year, a month, a day, or a day with a time: 1975, 1975-06, 1975-06-14, 1975-06-14 18:30")
    static let shiftHint = localized("What the camera's clock was behind; less than 0 if it was ahead.")
    static let zoneHint = localized("Only the time on the clock changes, not the moment.")

    static func heading(_ count: Int) -> String {
        localized("Change the date of {count} photo", many: "Change the date of {count} photos", count: count)
    }

    /// Returns `UTC+02:00`.
    static func zone(_ minutes: Int) -> String { "UTC" + WrittenTime.written(offset: minutes) }

    /// Returns what becomes of a photo.
    static func preview(
        of name: String, _ taken: TakenTime?, _ result: Result<WrittenTime, EditRefusal>?
    ) -> String {
        let now = taken.map { localized(.value(.date($0.time, $0.precision))) } ?? localized("no date")
        var values: [String: Message.Value] = ["photo": .text(name), "before": .text(now)]
        switch result {
        case .success(let time)?:
            values["after"] = .text(localized(.value(.date(time.time, time.precision))))
            return localized("{photo}: {before} becomes {after}", values)
        case .failure(let refusal)?:
            values["reason"] = .text(EditText.reason(refusal))
            return localized("{photo} cannot be changed: {reason}.", values)
        case nil: return localized("{photo}: {before}", values)
        }
    }
}
