// Text about what a source cannot show.
import Desktop
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
            localized("Video previews"), localized("Created by cameras next to the videos shown here."), ["lrv"]
        ),
        (
            localized("Camera raw files"), localized("Unknown format."), CameraRaw.extensionsAndPlain
        ),
        (
            localized("HEIC and AVIF pictures"), missing("heif-gdk-pixbuf"),
            ["avif", "avifs", "heic", "heics", "heif", "heifs", "hif"]
        ),
        (localized("WebP pictures"), missing("webp-pixbuf-loader"), ["webp"]),
        (
            localized("Files without an extension"), localized("Files of unknown type."),
            [""]
        ),
        (localized("JPEG XL pictures"), missing("libjxl-gdk-pixbuf"), ["jxl"]),
        (localized("SVG drawings"), missing("librsvg2-common"), ["svg", "svgz"]),
    ]
    private static let others = (
        name: localized("Other files"), reason: localized("No installed component can read their format.")
    )

    private static func missing(_ package: String) -> String {
        localized("Install “{package}” to see them.", ["package": .text(package)])
    }

    /// Returns how many files are not shown; nil where all are.
    static func unshown(_ report: SourceReport) -> String? {
        unshownCount(report).map {
            localized("{count} file is not shown", many: "{count} files are not shown", count: $0)
        }
    }

    /// Returns the same as the entry of a menu that leads to more.
    static func unshownEntry(_ report: SourceReport) -> String? {
        unshownCount(report).map {
            localized("{count} file is not shown…", many: "{count} files are not shown…", count: $0)
        }
    }

    private static func unshownCount(_ report: SourceReport) -> Int? {
        let count = report.unshown.values.reduce(0, +)
        return count > 0 ? count : nil
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
            let name = suffix.isEmpty ? localized("without an extension") : ".\(DisplayText.line(suffix, limit: 20))"
            return "\(name) \(GalleryTitle.grouped(count))"
        }
        return (files.prefix(8) + (files.count > 8 ? ["…"] : [])).joined(separator: ", ")
    }

    /// Returns that folders or links could not be read; nil where all could.
    static func unreadable(_ report: SourceReport) -> String? {
        guard !report.unreadable.isEmpty else { return nil }
        return localized(
            "One folder or link could not be read.", many: "{count} folders or links could not be read.",
            count: report.unreadable.count)
    }

    /// Returns why a folder or link could not be read, in one line.
    static func reason(_ place: UnreadablePlace) -> String {
        DisplayText.line(localized(place.reason), keepsIsolates: UserLanguage().isRightToLeft)
    }

    /// Returns a kind of files in one line.
    static func row(_ kind: Kind) -> String {
        localized("{name}: {value}", ["name": .text(kind.name), "value": .text(line(kind))])
    }

    /// Returns how many rows of a list are left out at its end.
    static func more(_ count: Int) -> String { localized("and {count} more", many: "and {count} more", count: count) }

    /// Says that the server of a gallery has ended.
    static func stopped(_ source: String) -> String {
        localized("The server of “{source}” has stopped.", ["source": .text(source)])
    }

    /// Says that a folder is away.
    static func away(_ source: String) -> String {
        localized(
            "“{folder}” is currently unavailable. Its photos can be opened when it is back.",
            ["folder": .text(DisplayText.line(source, limit: 80))])
    }

    /// Says that a share is being connected.
    static func connecting(_ share: ShareAddress) -> String {
        localized(
            "Connecting to “{server}”…", ["server": .text(DisplayText.line(share.root.name.shown, limit: 80))])
    }

    /// Says that a share is away, of which what was seen is shown.
    static func offline(_ source: String) -> String {
        localized(
            "“{folder}” can't be reached. What was seen of it before is shown.",
            ["folder": .text(DisplayText.line(source, limit: 80))])
    }
}
