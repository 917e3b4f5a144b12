// Text about the previews that are kept of photos on shares.
import Browse
import Photos

enum PreviewText {
    static let keep = localized("Keep All Previews on This Computer")
    static let stop = localized("Stop")

    /// Says how far the keeping has come.
    static func progress(_ progress: KeepingProgress, of title: String) -> String {
        localized(
            "Keeping previews of “{folder}”: {number} of {count} photo",
            many: "Keeping previews of “{folder}”: {number} of {count} photos", count: progress.count,
            ["folder": .text(DisplayText.line(title)), "number": .count(progress.done)])
    }

    /// Says what has come of it.
    static func result(_ progress: KeepingProgress, of title: String) -> String {
        let values: [String: Message.Value] = [
            "folder": .text(DisplayText.line(title)), "failed": .count(progress.failed),
        ]
        switch progress.end {
        case .full:
            return localized(
                "The space for shares is used up with {count} preview. The preferences can enlarge it.",
                many: "The space for shares is used up with {count} previews. The preferences can enlarge it.",
                count: progress.kept)
        case .away:
            return localized(
                "“{folder}” is out of reach. {count} preview is kept.",
                many: "“{folder}” is out of reach. {count} previews are kept.", count: progress.kept, values)
        case nil where progress.failed > 0:
            return localized(
                "{count} preview of “{folder}” is kept. Not read: {failed}",
                many: "{count} previews of “{folder}” are kept. Not read: {failed}", count: progress.kept, values)
        case nil:
            return localized(
                "{count} preview of “{folder}” is kept on this computer",
                many: "{count} previews of “{folder}” are kept on this computer", count: progress.kept, values)
        }
    }
}
