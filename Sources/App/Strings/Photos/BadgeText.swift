// Text of the badge on a tile, and of the same to assistive technology.
import Photos

enum BadgeText {
    /// Returns what is written on the tile: as short as the smallest tiles need it.
    static func label(_ badge: PhotoBadge) -> String {
        switch badge {
        case .rawBeside: localized("+RAW")
        case .raw: localized("RAW")
        case .panorama: localized("Pano")
        case .animation: localized("Anim")
        case .video(let seconds?): duration(seconds)
        case .video(nil): localized("Video")
        }
    }

    /// Returns the same in words, to follow a photo's name.
    static func spoken(_ badge: PhotoBadge) -> String {
        switch badge {
        case .rawBeside: localized("with camera raw")
        case .raw: localized("camera raw")
        case .panorama: localized("panorama")
        case .animation: localized("animation")
        case .video(let seconds?): localized("video of {length}", ["length": .text(spoken(duration: seconds))])
        case .video(nil): localized("video")
        }
    }

    /// Returns a length as players write it: 0:07, 12:34, 1:02:03.
    private static func duration(_ seconds: Int) -> String {
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        let rest = digits(seconds % 60)
        return hours > 0 ? "\(hours):\(digits(minutes)):\(rest)" : "\(minutes):\(rest)"
    }

    private static func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private static func spoken(duration seconds: Int) -> String {
        let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
        let parts = [
            hours > 0 ? localized("{count} hour", many: "{count} hours", count: hours) : nil,
            minutes > 0 ? localized("{count} minute", many: "{count} minutes", count: minutes) : nil,
            rest > 0 || seconds == 0 ? localized("{count} second", many: "{count} seconds", count: rest) : nil,
        ]
        return parts.compactMap(\.self).joined(separator: " ")
    }
}
