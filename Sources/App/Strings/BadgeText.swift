// Text of the badge on a tile, and of the same to assistive technology.
import Photos

enum BadgeText {
    /// Returns what is written on the tile: as short as the smallest tiles need it.
    static func label(_ badge: PhotoBadge) -> String {
        switch badge {
        case .rawBeside: "+RAW"
        case .raw: "RAW"
        case .panorama: "Pano"
        case .animation: "Anim"
        case .video(let seconds?): duration(seconds)
        case .video(nil): "Video"
        }
    }

    /// Returns the same in words, to follow a photo's name.
    static func spoken(_ badge: PhotoBadge) -> String {
        switch badge {
        case .rawBeside: "with camera raw"
        case .raw: "camera raw"
        case .panorama: "panorama"
        case .animation: "animation"
        case .video(let seconds?): "video of \(spoken(duration: seconds))"
        case .video(nil): "video"
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
        let parts = [(seconds / 3600, "hour"), (seconds / 60 % 60, "minute"), (seconds % 60, "second")]
        let said = parts.filter { $0.0 > 0 }.map { $0.0 == 1 ? "1 \($0.1)" : "\($0.0) \($0.1)s" }
        return said.isEmpty ? "0 seconds" : said.joined(separator: " ")
    }
}
