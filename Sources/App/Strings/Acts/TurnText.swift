// Words about photos that were turned for good.
import Browse
import Desktop
import Photos

/// What is said of turns: where they are kept, and what is not turned.
enum TurnText {
    static let videos = localized("Videos can't be rotated here")
    static let viewOnly = localized("Only the view is rotated; the rotation is not saved.")
    static let savedTurned = localized("The copy is rotated as shown.")

    /// Says what was turned, and where that is not in the photo's file.
    static func done(_ turns: [PhotoTurn], count: Int) -> String {
        let kept = turns.filter { $0.place != .file }
        if kept.isEmpty { return localized("{count} photo rotated", many: "{count} photos rotated", count: count) }
        if kept.count == 1 { return keptElsewhere(kept[0]) }
        return localized(
            "{count} photo rotated. {kept} rotations are saved in Tessera only; other apps will not see them.",
            many:
                "{count} photos rotated. {kept} rotations are saved in Tessera only; other apps will not see them.",
            count: count, ["kept": .count(kept.count)])
    }

    /// Says what was turned back.
    static func undone(_ count: Int) -> String {
        localized("Rotation of {count} photo undone", many: "Rotation of {count} photos undone", count: count)
    }

    /// Says where the turn of a photo is kept that is not in its file.
    static func keptElsewhere(_ turn: PhotoTurn) -> String {
        let name: [String: Message.Value] = ["file": .text(FilePath.shown(FilePath.name(of: turn.path)))]
        return switch turn.place {
        case .databaseReadOnly:
            localized(
                "“{file}” is read-only: rotation saved in Tessera only. Other apps will not see it.", name)
        case .databaseByFormat, .file:
            localized("Rotation of “{file}” saved in Tessera only. Other apps will not see it.", name)
        }
    }
}
