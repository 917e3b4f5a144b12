// Words of culling.
import Photos

enum CullingText {
    static let title = localized("Culling")
    static let action = localized("Cull Photos")
    static let help = localized("Cull Photos One by One (Ctrl+K)")
    static let leave = localized("Stop Culling")
    static let leaveHelp = localized("Stop Culling (Escape)")
    /// Name of the film strip.
    static let strip = localized("Film Strip")
    /// What is said where a decision leads no further.
    static let end = localized("That was the last photo")

    /// Returns which photo is shown of how many, and how many of them are kept.
    static func counter(_ position: String, kept: Int) -> String {
        localized(
            "{position}, {count} kept", many: "{position}, {count} kept", count: kept, ["position": .text(position)])
    }
}
