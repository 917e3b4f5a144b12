// Words about photos that were turned for good.
import Browse
import Desktop
import Photos

/// What is said of turns: where they are kept, and what is not turned.
enum TurnText {
    static let videos = localized("Videos are turned by the program that plays them")
    static let viewOnly = localized("The turn is one of the view, and is not saved.")
    static let savedTurned = localized("It is turned as it is shown.")

    /// Says what was turned, and where that is not in the photo's file.
    static func done(_ turns: [PhotoTurn], count: Int) -> String {
        let kept = turns.filter { $0.place != .file }
        if kept.isEmpty { return localized("{count} photo turned", many: "{count} photos turned", count: count) }
        if kept.count == 1 { return keptElsewhere(kept[0]) }
        return localized(
            "{count} photo turned. {kept} of the turns are kept by Tessera itself; other programs do not see them.",
            many:
                "{count} photos turned. {kept} of the turns are kept by Tessera itself; other programs do not see them.",
            count: count, ["kept": .count(kept.count)])
    }

    /// Says what was turned back.
    static func undone(_ count: Int) -> String {
        localized("{count} photo turned back", many: "{count} photos turned back", count: count)
    }

    /// Says where the turn of a photo is kept that is not in its file.
    static func keptElsewhere(_ turn: PhotoTurn) -> String {
        let name: [String: Message.Value] = ["file": .text(FilePath.shown(FilePath.name(of: turn.path)))]
        return switch turn.place {
        case .databaseReadOnly:
            localized(
                "“{file}” can only be read: its turn is kept by Tessera itself; other programs do not see it.", name)
        case .databaseByFormat, .file:
            localized("The turn of “{file}” is kept by Tessera itself; other programs do not see it.", name)
        }
    }
}
