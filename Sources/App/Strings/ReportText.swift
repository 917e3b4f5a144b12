// Text about what a source cannot show.
import Library
import Photos

/// Text about files that are not shown, folders that cannot be read, and a folder that is away.
enum ReportText {
    /// Files of a kind that are not shown, and the reason in one sentence.
    struct Kind: Hashable {
        let name: String
        let reason: String
        /// Number of files by name extension, most first.
        let files: [(suffix: String, count: Int)]

        static func == (a: Kind, b: Kind) -> Bool { a.name == b.name && a.count == b.count }
        func hash(into hasher: inout Hasher) { hasher.combine(name) }
        var count: Int { files.reduce(0) { $0 + $1.count } }
    }

    /// Why files with these name extensions are not shown.
    private static let kinds: [(name: String, reason: String, suffixes: Set<String>)] = [
        (
            "Copies of videos", "Cameras keep them beside the videos, which are shown.", ["lrv"]
        ),
        ("Camera raw files", "Their format is not known here.", CameraRaw.extensionsAndPlain),
        (
            "HEIC and AVIF pictures", "Install heif-gdk-pixbuf to see them.",
            ["avif", "avifs", "heic", "heics", "heif", "heifs", "hif"]
        ),
        ("WebP pictures", "Install webp-pixbuf-loader to see them.", ["webp"]),
        ("JPEG XL pictures", "Install libjxl-gdk-pixbuf to see them.", ["jxl"]),
        ("SVG drawings", "Install librsvg2-common to see them.", ["svg", "svgz"]),
    ]
    private static let others = (name: "Other files", reason: "No installed program part reads their format.")

    /// Returns how many files are not shown; nil where all are.
    static func unshown(_ report: SourceReport) -> String? {
        let count = report.unshown.values.reduce(0, +)
        guard count > 0 else { return nil }
        return count == 1 ? "1 file is not shown" : "\(GalleryTitle.grouped(count)) files are not shown"
    }

    /// Returns which kinds of files are not shown, those with most files first.
    static func kinds(_ report: SourceReport) -> [Kind] {
        let byKind = Dictionary(grouping: report.unshown.filter { $0.value > 0 }) { suffix, _ in
            kinds.firstIndex { $0.suffixes.contains(suffix) } ?? kinds.endIndex
        }
        let found = byKind.map { index, files in
            let (name, reason) = index < kinds.endIndex ? (kinds[index].name, kinds[index].reason) : others
            return Kind(
                name: name, reason: reason,
                files: files.map { ($0.key, $0.value) }.sorted { ($1.1, $0.0) < ($0.1, $1.0) })
        }
        return found.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
    }

    /// Returns the files of a kind in one line: `mp4 8, mov 2`.
    static func line(_ kind: Kind) -> String {
        let files = kind.files.map { suffix, count in
            let name = suffix.isEmpty ? "without an extension" : ".\(DisplayText.line(suffix, limit: 20))"
            return "\(name) \(GalleryTitle.grouped(count))"
        }
        return (files.prefix(8) + (files.count > 8 ? ["…"] : [])).joined(separator: ", ")
    }

    /// Returns that folders or links could not be read; nil where all could.
    static func unreadable(_ report: SourceReport) -> String? {
        switch report.unreadable.count {
        case 0: nil
        case 1: "A folder or link could not be read."
        case let count: "\(GalleryTitle.grouped(count)) folders or links could not be read."
        }
    }

    /// Says that a folder is away.
    static func away(_ source: String) -> String {
        "The folder “\(DisplayText.line(source, limit: 80))” is not there at the moment. Its photos can be "
            + "opened again when it is back."
    }
}
