// The sidebar's contents: which places it lists, in which order and under which titles, each once.
import Photos

/// A row of the sidebar.
public struct PlaceEntry: Hashable, Sendable, Identifiable {
    /// Kind of a place, for its icon.
    public enum Kind: Hashable, Sendable { case pictures, folder, drive, camera, gallery, service }

    /// Identity of a row within the sidebar.
    public enum ID: Hashable, Sendable {
        case place(Place)
        /// A volume that is not mounted.
        case volume(String)
        /// The row that tells of subfolders without rows.
        case further
    }

    /// What the row opens; nil for one that only tells something, or whose volume has to be mounted first.
    public let place: Place?
    public let name: String
    public let kind: Kind
    /// The mount that the row's button ejects; nil where there is nothing to eject.
    public var ejects: String?
    /// The volume that is mounted when the row is opened; nil where there is nothing to mount.
    public var mounts: String?
    /// Steps of indentation: 0 for a place, more for what lies below it.
    public var depth = 0
    public var count: FolderCount?
    public var id: ID { place.map(ID.place) ?? mounts.map(ID.volume) ?? .further }
}

/// A section of the sidebar.
public struct PlaceSection: Hashable, Sendable {
    public enum Kind: Hashable, Sendable { case places, bookmarks, devices, recent, examples }

    public let kind: Kind
    public var entries: [PlaceEntry]
}

/// The contents of the sidebar.
public struct PlaceSections: Hashable, Sendable {
    /// The sections that have entries, from the top.
    public let sections: [PlaceSection]
    /// The row of what the window shows; nil where it has none.
    public let selected: PlaceEntry.ID?

    /// Arranges `facts`. A folder has one row: that of its volume, which can be ejected, or else the first one. The
    /// shown folder's row is the deepest place that contains it, or below that place, outside the recent folders where
    /// there is one; its subfolders follow it.
    public init(_ facts: PlaceFacts) {
        var sections = Self.places(of: facts)
        if let path = facts.shown?.path { Self.show(path.trimmed, facts, in: &sections) }
        self.sections = sections.filter { !$0.entries.isEmpty }
        let shown = facts.shown.map { $0.path.map { Place.folder($0.trimmed) } ?? $0 }
        selected = shown.flatMap { shown in
            sections.contains { $0.entries.contains { $0.place == shown } } ? .place(shown) : nil
        }
    }

    private static func places(of facts: PlaceFacts) -> [PlaceSection] {
        var seen: Set<FilePath> = []
        func folders(_ paths: [(path: FilePath, name: String?)], _ kind: PlaceEntry.Kind) -> [PlaceEntry] {
            paths.compactMap { path, name in
                let path = path.trimmed
                guard seen.insert(path).inserted else { return nil }
                return PlaceEntry(place: .folder(path), name: name ?? FolderPath.name(of: path), kind: kind)
            }
        }
        // First, because only their rows have the button.
        let devices = facts.volumes.compactMap { volume -> PlaceEntry? in
            guard let path = volume.path else {
                let kind: PlaceEntry.Kind = volume.isCamera ? .camera : .drive
                return PlaceEntry(place: nil, name: DisplayText.line(volume.name), kind: kind, mounts: volume.id)
            }
            let named = [(path: path, name: DisplayText.line(volume.name) as String?)]
            guard var entry = folders(named, volume.isCamera ? .camera : .drive).first else { return nil }
            if volume.canEject { entry.ejects = volume.id }
            return entry
        }
        let pictures = folders(facts.pictures.map { [($0, nil)] } ?? [], .pictures)
        let libraries = folders(facts.libraries.map { ($0, nil) }, .folder)
        let bookmarks = folders(facts.bookmarks.map { ($0.path, $0.name) }, .folder)
        let recent = folders(facts.recent.map { ($0, nil) }, .folder)
        var examples = [
            PlaceEntry(place: .sample, name: "Sample Photos", kind: .gallery),
            PlaceEntry(place: .picsum, name: "Lorem Picsum", kind: .service),
        ]
        if case .service(let base) = facts.shown {
            examples.append(PlaceEntry(place: .service(base), name: DisplayText.line(base), kind: .service))
        }
        return [
            PlaceSection(kind: .places, entries: pictures + libraries),
            PlaceSection(kind: .bookmarks, entries: bookmarks), PlaceSection(kind: .devices, entries: devices),
            PlaceSection(kind: .recent, entries: recent), PlaceSection(kind: .examples, entries: examples),
        ]
    }

    /// Puts the row of the shown folder into `sections`, unless it has one, and its subfolders below it.
    private static func show(_ path: FilePath, _ facts: PlaceFacts, in sections: inout [PlaceSection]) {
        guard let host = host(of: path, in: sections) else {
            guard let recent = sections.firstIndex(where: { $0.kind == .recent }) else { return }
            let entry = PlaceEntry(place: .folder(path), name: FolderPath.name(of: path), kind: .folder)
            sections[recent].entries.insert(contentsOf: [entry] + subfolders(of: facts, depth: 1), at: 0)
            return
        }
        let top = host.path
        var below: [PlaceEntry] = []
        if top != path {
            let name = FolderPath.relative(path, to: top)
            below.append(PlaceEntry(place: .folder(path), name: name, kind: .folder, depth: 1))
        }
        below += subfolders(of: facts, depth: below.isEmpty ? 1 : 2)
        // A folder that is shown there is not repeated among the recent ones.
        let repeated = Set(below.compactMap(\.place))
        sections[host.section].entries.insert(contentsOf: below, at: host.row + 1)
        for index in sections.indices where sections[index].kind == .recent && index != host.section {
            sections[index].entries.removeAll { $0.place.map(repeated.contains) == true }
        }
    }

    /// A folder's row.
    private struct FolderRow {
        let section: Int
        let row: Int
        let path: FilePath
        let isRecent: Bool
    }

    /// Returns the row of the folder at `path`, or else that of the deepest folder above it; recent folders count where
    /// there is no other.
    private static func host(of path: FilePath, in sections: [PlaceSection]) -> FolderRow? {
        let rows = sections.enumerated().flatMap { index, section in
            section.entries.enumerated().compactMap { row, entry in
                entry.place?.path.map {
                    FolderRow(section: index, row: row, path: $0, isRecent: section.kind == .recent)
                }
            }
        }
        let above = rows.filter { $0.path == path || FolderPath.isBelow(path, $0.path) }
        let lasting = above.filter { !$0.isRecent }
        return (lasting.isEmpty ? above : lasting).max { $0.path.text.utf8.count < $1.path.text.utf8.count }
    }

    private static func subfolders(of facts: PlaceFacts, depth: Int) -> [PlaceEntry] {
        var entries = facts.subfolders.map { path in
            PlaceEntry(
                place: .folder(path), name: FolderPath.name(of: path), kind: .folder, depth: depth,
                count: facts.counts[path])
        }
        if facts.furtherSubfolders > 0 {
            let name = facts.furtherSubfolders == 1 ? "1 more folder" : "\(facts.furtherSubfolders) more folders"
            entries.append(PlaceEntry(place: nil, name: name, kind: .folder, depth: depth))
        }
        return entries
    }
}
