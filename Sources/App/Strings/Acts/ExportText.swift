// Words about the export of photos.
import Desktop
import Photos

/// The dialog of an export, and what is said of its end.
enum ExportText {
    static let action = localized("Export…")

    static func heading(_ count: Int) -> String {
        localized("Export {count} Photo", many: "Export {count} Photos", count: count)
    }
    static let accept = localized("Export")
    static let folder = localized("Folder")
    static let chooseFolder = localized("Export To")
    static let choose = localized("_Choose")
    static let noFolder = localized("Choose a Folder…")
    static let name = localized("Name")
    static let format = localized("Format")
    static let size = localized("Size", context: "of an exported photo in pixels")
    static let otherSide = localized("Long Side in Pixels")
    static let quality = localized("Quality", context: "of an exported photo, from 1 to 100")
    static let metadata = localized("Metadata")
    /// Says what happens to what cannot be made anew.
    static let copiedNote = localized("Videos and animations are copied unchanged, with all their metadata.")

    static func name(_ format: ExportRecipe.Format) -> String {
        switch format {
        case .same: localized("As Original", context: "format of exported photos")
        case .jpeg: "JPEG"
        case .png: "PNG"
        case .webp: "WebP"
        }
    }

    static func name(_ metadata: ExportRecipe.Metadata) -> String {
        switch metadata {
        case .all: localized("All", context: "metadata of exported photos")
        case .withoutPlace: localized("Without Location", context: "metadata of exported photos")
        case .none: localized("None", context: "metadata of exported photos")
        }
    }

    static let originalSize = localized("Original", context: "size of exported photos")
    static let otherSize = localized("Other…", context: "size of exported photos")
    static func size(_ longSide: Int) -> String {
        localized("{side} Pixels", ["side": .text("\(longSide)")])
    }

    /// Says how the names will look: the first ones and the last one.
    static func preview(_ names: [String]) -> String {
        names.count < 3
            ? names.map { DisplayText.line($0) }.joined(separator: ", ")
            : "\(DisplayText.line(names[0])), \(DisplayText.line(names[1])) … \(DisplayText.line(names[2]))"
    }

    // MARK: Results

    static func done(_ count: Int, _ values: [String: Message.Value]) -> String {
        localized(
            "{count} photo exported to “{folder}”", many: "{count} photos exported to “{folder}”", count: count, values)
    }

    /// Says how many of them were copied as they are; nil for none.
    static func copied(_ count: Int) -> String? {
        count == 0
            ? nil
            : localized(
                "{count} video or animation was copied unchanged",
                many: "{count} videos or animations were copied unchanged", count: count)
    }

    static func undone(_ count: Int) -> String {
        localized(
            "{count} exported photo moved to the trash", many: "{count} exported photos moved to the trash",
            count: count)
    }

    static func progress(_ progress: OperationProgress, _ values: [String: Message.Value]) -> String {
        localized(
            "Exporting: {number} of {count} photo", many: "Exporting: {number} of {count} photos",
            count: progress.count, values)
    }

    static func act(_ count: Int) -> String {
        localized("Export of {count} Photo", many: "Export of {count} Photos", count: count)
    }
}
