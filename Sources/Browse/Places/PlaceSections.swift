// The sidebar's contents: which places it lists, in which order and under which titles, each once.
public import Photos

/// A row of the sidebar.
public struct PlaceEntry: Hashable, Sendable, Identifiable {
    /// Kind of a place, for its icon.
    public enum Kind: Hashable, Sendable { case pictures, folder, drive, camera, gallery, service, trash, search }

    /// Identity of a row within the sidebar.
    public enum ID: Hashable, Sendable {
        case place(Place)
        /// A subfolder at any depth, below the row of the folder `top`.
        case below(top: FilePath, FilePath)
        /// A volume that is not mounted.
        case volume(String)
        /// The row that tells of subfolders of a folder without rows.
        case further(top: FilePath, FilePath)
        /// A stored search, by its name.
        case search(StoredSearch.Name)

        /// The path of a folder's row.
        public var path: FilePath? {
            switch self {
            case .place(let place): place.path
            case .below(_, let path): path
            case .volume, .further, .search: nil
            }
        }

        /// Returns the identity of the row once a folder has another path.
        func following(_ folder: MovedFolder) -> ID {
            func moved(_ path: FilePath) -> FilePath { folder.path(of: path) ?? path }
            return switch self {
            case .place(.folder(let path)): .place(.folder(moved(path)))
            case .below(let top, let path): .below(top: moved(top), moved(path))
            case .further(let top, let path): .further(top: moved(top), moved(path))
            case .place, .volume, .search: self
            }
        }
    }

    /// What the row opens; nil for one that only tells something, whose volume has to be mounted first, or that is a
    /// search.
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
    /// Whether subfolders are shown below it; nil if there are none.
    public var isExpanded: Bool?
    /// Number of the subfolders that a row without a place stands for.
    public var further = 0
    /// The search that the row opens, with its place; nil for any other row.
    public private(set) var search: StoredSearch?
    public let id: ID

    init(place: Place?, name: String, kind: Kind, mounts: String? = nil, id: ID? = nil) {
        self.place = place
        self.name = name
        self.kind = kind
        self.mounts = mounts
        self.id = id ?? place.map(ID.place) ?? .volume(mounts ?? "")
    }

    /// Creates the row of a stored search.
    init(_ search: StoredSearch, in place: Place) {
        let name =
            switch search.name {
            case .favourites: "Favourites"
            case .videos: "Videos"
            case .lastMonth: "Last Month"
            case .own(let name): name
            }
        self.init(place: nil, name: name, kind: .search, id: .search(search.name))
        self.search = search
        self.search?.place = place
    }
}

/// A section of the sidebar.
public struct PlaceSection: Hashable, Sendable {
    public enum Kind: Hashable, Sendable { case places, searches, bookmarks, devices, network, recent, examples }

    public let kind: Kind
    public var entries: [PlaceEntry]
}

/// The contents of the sidebar.
public struct PlaceSections: Hashable, Sendable {
    /// The sections that have entries, from the top.
    public let sections: [PlaceSection]
    /// The row of what the window shows; nil where it has none.
    public let selected: PlaceEntry.ID?

    /// Arranges `facts`. A folder has one row among the places: that of its volume, which can be ejected, or else the
    /// first one. Below it is a tree: the subfolders of each row that is expanded, as far as they are known. The shown
    /// folder's row is the deepest place that contains it, or in the tree below that place, outside the recent folders
    /// where there is one; or that of the stored search which it is narrowed to.
    public init(_ facts: PlaceFacts) {
        var sections = Self.places(of: facts)
        let path = facts.shown?.path?.trimmed
        if let path, Self.host(of: path, in: sections) == nil,
            let recent = sections.firstIndex(where: { $0.kind == .recent })
        {
            let entry = PlaceEntry(place: .folder(path), name: FolderPath.name(of: path), kind: .folder)
            sections[recent].entries.insert(entry, at: 0)
        }
        let host = path.flatMap { Self.host(of: $0, in: sections) }
        for index in sections.indices {
            sections[index].entries = sections[index].entries.flatMap { entry -> [PlaceEntry] in
                guard let top = entry.place?.path else { return [entry] }
                var entry = entry
                let shown = host == top ? path : nil
                let below = Self.tree(below: &entry, top: top, path: top, depth: 1, facts, shown)
                return [entry] + below
            }
        }
        self.sections = sections.filter { !$0.entries.isEmpty }
        if let search = Self.searches(of: facts).first(where: {
            $0.search?.place == (path.map(Place.folder) ?? facts.shown) && $0.search?.narrowing == facts.narrowing
        }) {
            selected = search.id
        } else if let path, let host {
            let id = path == host ? PlaceEntry.ID.place(.folder(path)) : .below(top: host, path)
            selected = sections.contains { $0.entries.contains { $0.id == id } } ? id : nil
        } else {
            selected = facts.shown.map(PlaceEntry.ID.place)
        }
    }

    /// The rows from that of a place down to that of the shown folder, which comes last; empty where no folder is
    /// shown.
    public static func way(toShown facts: PlaceFacts) -> [PlaceEntry.ID] {
        guard let path = facts.shown?.path?.trimmed else { return [] }
        let top = host(of: path, in: places(of: facts)) ?? path
        var way = [PlaceEntry.ID.place(.folder(top))]
        var reached = top
        for name in path.relative(to: top)?.names ?? [] where path != top {
            reached = reached.appending(name)
            way.append(.below(top: top, reached))
        }
        return way
    }

    /// The folders of the rows that are expanded and shown, whether their subfolders are known or not, from the top.
    public static func expandedFolders(_ facts: PlaceFacts) -> [FilePath] {
        PlaceSections(facts).sections.flatMap(\.entries).compactMap { entry in
            facts.expanded.contains(entry.id) ? entry.place?.path : nil
        }
    }

    /// Steps of indentation beyond which rows are not indented any more.
    private static let mostDepth = 12

    /// Returns the rows below that of a folder, and says in it whether there are any.
    /// - Parameter shown: The folder that has a row in any case, once its neighbours are known.
    private static func tree(
        below entry: inout PlaceEntry, top: FilePath, path: FilePath, depth: Int, _ facts: PlaceFacts,
        _ shown: FilePath?
    ) -> [PlaceEntry] {
        let isExpanded = facts.expanded.contains(entry.id)
        let known = facts.subfolders[path]
        var paths = known?.paths ?? []
        // The shown folder may be hidden, or beyond the limit.
        let next = shown.flatMap { shown in
            shown.relative(to: path)?.names.first.map { path.appending($0) }
        }
        if known != nil, let next, !paths.contains(next) { paths.append(next) }
        guard known == nil || !paths.isEmpty else { return [] }
        entry.isExpanded = isExpanded
        guard isExpanded else { return [] }
        var rows: [PlaceEntry] = []
        for path in paths {
            var row = PlaceEntry(
                place: .folder(path), name: FolderPath.name(of: path), kind: .folder, id: .below(top: top, path))
            row.depth = min(depth, mostDepth)
            row.count = facts.counts[path]
            let below = tree(below: &row, top: top, path: path, depth: depth + 1, facts, path == next ? shown : nil)
            rows.append(row)
            rows += below
        }
        if let known, known.further > 0 {
            var row = PlaceEntry(place: nil, name: "", kind: .folder, id: .further(top: top, path))
            row.depth = min(depth, mostDepth)
            row.further = known.further
            rows.append(row)
        }
        return rows
    }

    private static func places(of facts: PlaceFacts) -> [PlaceSection] {
        var seen: Set<FilePath> = [], seenShares: Set<ShareAddress> = []
        func folders(_ paths: [(path: FilePath, name: String?)], _ kind: PlaceEntry.Kind) -> [PlaceEntry] {
            paths.compactMap { path, name in
                let path = path.trimmed
                guard seen.insert(path).inserted else { return nil }
                return PlaceEntry(place: .folder(path), name: name ?? FolderPath.name(of: path), kind: kind)
            }
        }
        // First, because only their rows have the button.
        var servers: [PlaceEntry] = []
        let devices = facts.volumes.compactMap { volume -> PlaceEntry? in
            if let share = volume.share {
                seenShares.insert(share)
                var entry = PlaceEntry(
                    place: .share(share), name: DisplayText.line(volume.name),
                    kind: volume.isCamera ? .camera : .service)
                if volume.canEject { entry.ejects = volume.id }
                if volume.isCamera { return entry }
                servers.append(entry)
                return nil
            }
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
        func shares(_ place: Place, _ name: String?) -> [PlaceEntry] {
            guard case .share(let share) = place, seenShares.insert(share).inserted else { return [] }
            return [PlaceEntry(place: place, name: name ?? share.name.shown, kind: .service)]
        }
        let bookmarks = facts.bookmarks.flatMap { bookmark in
            bookmark.place.path.map { folders([($0, bookmark.name)], .folder) }
                ?? shares(bookmark.place, bookmark.name)
        }
        var recent = facts.recent.flatMap { place in
            place.path.map { folders([($0, nil)], .folder) } ?? shares(place, nil)
        }
        if let shown = facts.shown { recent = shares(shown, nil) + recent }
        let trash = PlaceEntry(place: .trash, name: "Trash", kind: .trash)
        var examples = [
            PlaceEntry(place: .sample, name: "Sample Photos", kind: .gallery),
            PlaceEntry(place: .picsum, name: "Lorem Picsum", kind: .service),
        ].filter { $0.place == facts.shown || $0.place.map(facts.openedExamples.contains) ?? false }
        if case .service(let base) = facts.shown {
            examples.append(PlaceEntry(place: .service(base), name: DisplayText.line(base), kind: .service))
        }
        return [
            PlaceSection(kind: .places, entries: pictures + libraries + [trash]),
            PlaceSection(kind: .searches, entries: searches(of: facts)),
            PlaceSection(kind: .bookmarks, entries: bookmarks), PlaceSection(kind: .devices, entries: devices),
            PlaceSection(kind: .network, entries: servers),
            PlaceSection(kind: .recent, entries: recent), PlaceSection(kind: .examples, entries: examples),
        ]
    }

    /// Returns the rows of the stored searches. Those of the user's pictures have none where there are no such.
    private static func searches(of facts: PlaceFacts) -> [PlaceEntry] {
        facts.searches.compactMap { search in
            (search.place ?? facts.pictures.map { .folder($0.trimmed) }).map { PlaceEntry(search, in: $0) }
        }
    }

    /// Returns the place that is the folder at `path`, or else the deepest one above it; recent folders count where
    /// there is no other.
    private static func host(of path: FilePath, in sections: [PlaceSection]) -> FilePath? {
        func deepest(_ isWanted: (PlaceSection.Kind) -> Bool) -> FilePath? {
            sections.filter { isWanted($0.kind) }.flatMap(\.entries).compactMap { $0.place?.path }
                .filter { $0 == path || FolderPath.isBelow(path, $0) }
                .max { $0.text.utf8.count < $1.text.utf8.count }
        }
        return deepest { $0 != .recent } ?? deepest { $0 == .recent }
    }
}
