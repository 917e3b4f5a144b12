// The places of the sidebar as they are known now: read from the disk and from the desktop behind the window, and
// remembered between runs.
import Browse
import CGTK
import Desktop
import Library
import Photos

/// The places, the recent folders, and the trees of subfolders with their counts.
final class PlacesModel {
    private let survey = FolderSurvey()
    private let memory: PlacesMemory?
    private var volumes: DesktopVolumes?
    private var recent: RecentPlaces
    private var reading: Task<Void, Never>?
    private var surveying: Task<Void, Never>?
    /// The way to the shown folder that was expanded last, which is not expanded again when the user has closed it.
    private var revealed: [PlaceEntry.ID] = []
    private var rereading: Task<Void, Never>?
    /// The folders of stored searches that do not exist now.
    private var missing: Set<FilePath> = []
    /// The stored searches of a run that remembers nothing.
    private var unremembered = StoredSearch.givenTexts
    private var facts = PlaceFacts() {
        didSet { if facts != oldValue { onChange() } }
    }

    private let onChange: () -> Void

    /// - Parameters:
    ///   - memory: Nil where nothing is remembered between runs.
    ///   - onChange: Called when something has become known or has changed.
    init(memory: PlacesMemory?, onChange: @escaping () -> Void) {
        (self.memory, self.onChange) = (memory, onChange)
        recent = RecentPlaces(memory?.recentFolders ?? [])
        showsSubfolders = memory?.showsSubfolders ?? true
        showsHidden = memory?.showsHidden ?? false
        showsExcluded = memory?.showsExcluded ?? false
        facts.home = FilePath(UserFolders.home)
        facts.openedExamples = Set((memory?.openedExamples ?? []).compactMap { Place($0) })
        listSearches()
    }

    isolated deinit {
        reading?.cancel()
        surveying?.cancel()
        rereading?.cancel()
    }

    /// The volumes that have a path.
    var mounted: [PlaceVolume] { facts.volumes.filter { $0.path != nil } }

    /// The sidebar's contents.
    var sections: PlaceSections { PlaceSections(facts) }

    /// What the window shows; nil where that is no place.
    var shown: Place? { facts.shown }

    /// Whether folders are shown with their subfolders.
    var showsSubfolders: Bool {
        didSet {
            guard showsSubfolders != oldValue else { return }
            memory?.showsSubfolders = showsSubfolders
            forgetSubfolders()
            readSubfolders()
        }
    }

    /// Whether the hidden files and folders in folders are shown.
    var showsHidden: Bool {
        didSet {
            guard showsHidden != oldValue else { return }
            memory?.showsHidden = showsHidden
            forgetSubfolders()
            readSubfolders()
        }
    }

    /// Whether the folders that are marked to be left out are shown.
    var showsExcluded: Bool {
        didSet {
            guard showsExcluded != oldValue else { return }
            memory?.showsExcluded = showsExcluded
            forgetSubfolders()
            readSubfolders()
        }
    }

    /// Whether the user has the sidebar shown; nil where the user has not said.
    var showsSidebar: Bool? {
        get { memory?.showsSidebar }
        set { memory?.showsSidebar = newValue }
    }

    /// The place that was shown last; nil where none was ever shown.
    var lastShown: Place? { memory.flatMap { Place($0.lastShown) } }

    /// Returns whether there is a folder at `path`.
    func isFolder(_ path: FilePath) async -> Bool { await survey.isFolder(path) }

    /// Returns whether photos were found in a folder or its subfolders.
    func holdsPhotos(_ path: FilePath) async -> Bool { await survey.holdsPhotos(path) }

    /// Returns the folders from the top to the shown one, which comes last; empty where no folder is shown.
    var steps: [PathStep] {
        guard let path = facts.shown?.path else { return [] }
        return FolderPath.steps(
            to: path, home: facts.home.isEmpty ? nil : PathStep(name: PlaceText.home, path: facts.home),
            volumes: facts.volumes.compactMap { volume in
                volume.path.map { PathStep(name: volume.name, path: $0) }
            })
    }

    /// Takes what the window shows.
    func show(_ place: Place?) {
        guard place != facts.shown else { return }
        facts.shown = place
        revealShown()
    }

    /// Expands the rows on the way to the shown folder, and its own.
    private func revealShown() {
        let way = PlaceSections.way(toShown: facts)
        guard way != revealed else { return }
        revealed = way
        facts.expanded.formUnion(way)
        readSubfolders()
    }

    /// Shows or hides the subfolders below a row.
    func setExpanded(_ entry: PlaceEntry, _ isExpanded: Bool) {
        guard let path = entry.place?.path else { return }
        if isExpanded { facts.expanded.insert(entry.id) } else { facts.expanded.remove(entry.id) }
        if isExpanded { readSubfolders(first: path) }
    }

    /// Whether a place is among the recent ones.
    func isRecent(_ place: Place) -> Bool { facts.recent.contains(place) }

    /// Takes a place out of the recent ones.
    func removeFromRecent(_ place: Place) {
        recent.remove(place)
        memory?.recentFolders = recent.texts
        facts.recent.removeAll { $0 == place }
    }

    /// Whether a folder is one whose name others rely on: a place of the desktop, a volume or a bookmark.
    func isFixed(_ path: FilePath) -> Bool {
        let places =
            [facts.home, "/"] + ([UserFolders.pictures] + UserFolders.libraries).compactMap { $0.map { FilePath($0) } }
        return (places + facts.bookmarks.compactMap(\.place.path) + facts.volumes.compactMap(\.path)).contains(
            path.trimmed)
    }

    /// Takes in that a folder has another path: what is remembered and expanded of it follows.
    func follow(_ folder: MovedFolder) {
        recent.follow(folder)
        memory?.recentFolders = recent.texts
        memory?.recentTargets = (memory?.recentTargets ?? []).map { folder.path(of: $0) ?? $0 }
        var searches = self.searches
        searches.follow(folder)
        if searches != self.searches { self.searches = searches }
        if case .folder(let path)? = lastShown, let moved = folder.path(of: path) {
            memory?.lastShown = Place.folder(moved).text
        }
        var facts = self.facts
        facts.follow(folder)
        self.facts = facts
        foldersHaveChanged()
    }

    // MARK: Searches

    /// The stored searches of all windows.
    var searches: StoredSearches {
        get { StoredSearches(memory?.searches ?? unremembered, lastMonth: SearchText.lastMonthWords) }
        set {
            unremembered = newValue.texts
            memory?.searches = newValue.texts
            listSearches()
        }
    }

    /// Takes in what the photos of the shown place are narrowed to.
    func show(_ narrowing: Narrowing) {
        // Others make no difference to the rows.
        facts.narrowing = search(for: narrowing) == nil ? .none : narrowing
    }

    /// Returns the stored search by which the shown place is narrowed so; nil where there is none.
    func search(for narrowing: Narrowing) -> StoredSearch? {
        guard !narrowing.isEmpty, let shown = shownPlace else { return nil }
        let pictures = UserFolders.pictures.map { Place.folder(FilePath($0).trimmed) }
        return searches.list.first { ($0.place ?? pictures) == shown && $0.narrowing == narrowing }
    }

    /// What the window shows, a folder without slashes at its end.
    var shownPlace: Place? { shown?.trimmed }

    private func listSearches() {
        facts.searches = searches.list.filter { $0.place?.path.map { !missing.contains($0) } ?? true }
    }

    /// Width of the sidebar in logical pixels; nil where the user has not changed it.
    var sidebarWidth: Int? {
        get { memory?.sidebarWidth }
        set { memory?.sidebarWidth = newValue }
    }

    /// Takes note that photos or folders have come or gone: the trees are read again a moment later.
    func foldersHaveChanged() {
        guard isWatched, rereading == nil else { return }
        rereading = Task { [weak self] in
            guard (try? await Task.sleep(for: Self.rereadDelay)) != nil else { return }
            self?.rereading = nil
            self?.readSubfolders()
        }
    }

    /// Gathers what changes together, and limits how often folders are counted while much changes.
    private static let rereadDelay = Duration.seconds(1)

    /// Remembers a place whose photos are listed. A folder to which the user came from another place is no recent one.
    func remember(_ place: Place, isRecent: Bool) {
        memory?.lastShown = place.text
        if place == .sample || place == .picsum, facts.openedExamples.insert(place).inserted {
            memory?.openedExamples = facts.openedExamples.map(\.text).sorted()
        }
        guard isRecent else { return }
        recent.add(place)
        memory?.recentFolders = recent.texts
        refresh()
    }

    // MARK: Reading

    /// Whether the sidebar is looked at: nothing is read for a hidden one.
    var isWatched = false {
        didSet {
            guard isWatched, !oldValue else { return }
            refresh()
            readSubfolders()
        }
    }

    /// Reads what the machine's places are now.
    func refresh() {
        guard isWatched else { return }
        readVolumes()
        reading?.cancel()
        let recent = recent.listed
        let searched = searches.list.compactMap { $0.place?.path }
        reading = Task { [weak self, survey] in
            let pictures = await survey.folders(among: UserFolders.pictures.map { [FilePath($0)] } ?? [])
            let folders = Set(await survey.folders(among: recent.compactMap(\.path)))
            // Whether a share is there is not asked: that may take half a minute.
            let existing = recent.filter { $0.path.map(folders.contains) ?? true }
            let missing = Set(searched).subtracting(await survey.folders(among: searched))
            let bookmarks = await Self.bookmarks(survey)
            var libraries: [FilePath] = []
            for library in UserFolders.libraries.map({ FilePath($0) }) where await survey.holdsPhotos(library) {
                libraries.append(library)
            }
            guard let self, !Task.isCancelled else { return }
            // All at once: a row that comes later would move those behind it.
            var facts = self.facts
            (facts.pictures, facts.recent, facts.bookmarks) = (pictures.first, existing, bookmarks)
            facts.libraries = libraries
            self.facts = facts
            self.missing = missing
            self.listSearches()
            self.revealShown()
        }
    }

    @concurrent private nonisolated static func bookmarks(_ survey: FolderSurvey) async -> [FolderBookmark] {
        FolderBookmark.list(in: await survey.bookmarks(in: UserFolders.bookmarksFile))
    }

    /// Reads the volumes also where the sidebar has not been shown yet, from now on with each change.
    func lookForVolumes() { if volumes == nil { readVolumes() } }

    private func readVolumes() {
        if volumes == nil {
            volumes = DesktopVolumes { [weak self] in self?.readVolumes() }
        }
        facts.volumes = (volumes?.volumes ?? []).map {
            PlaceVolume(
                id: $0.id, name: $0.name, path: $0.path.map { FilePath($0) }, share: $0.share,
                isCamera: $0.isCamera, canEject: $0.canEject)
        }
    }

    private func forgetSubfolders() {
        surveying?.cancel()
        rereading?.cancel()
        (surveying, rereading) = (nil, nil)
        facts.subfolders = [:]
        facts.counts = [:]
    }

    /// Reads the subfolders of all rows that are expanded, and counts the photos in them. What is known of them stays
    /// until then.
    /// - Parameter first: A folder that is read before the others.
    private func readSubfolders(first: FilePath? = nil) {
        surveying?.cancel()
        surveying = nil
        guard isWatched else { return }
        surveying = Task { [weak self, survey, showsSubfolders, showsHidden, showsExcluded] in
            var read: Set<FilePath> = []
            // What is expanded below a folder is known when that is.
            while let folders = self?.unread(read, first: read.isEmpty ? first : nil), !folders.isEmpty {
                var found: [FilePath: PlaceSubfolders] = [:]
                for folder in folders {
                    let subfolders = await survey.subfolders(
                        of: folder, withHidden: showsHidden, withExcluded: showsExcluded)
                    guard !Task.isCancelled else { return }
                    found[folder] = PlaceSubfolders(subfolders.paths, further: subfolders.further)
                }
                read.formUnion(folders)
                self?.facts.subfolders.merge(found) { $1 }
            }
            for folder in self?.uncounted ?? [] {
                let counted = try? await survey.count(
                    folder, withSubfolders: showsSubfolders, withHidden: showsHidden, withExcluded: showsExcluded)
                guard let counted, !Task.isCancelled else { return }
                self?.take(counted, of: folder)
            }
        }
    }

    /// Returns the expanded folders that are not among `read`, with those on the way to the shown one, so that these
    /// appear together.
    private func unread(_ read: Set<FilePath>, first: FilePath?) -> [FilePath] {
        if let first { return [first] }
        let way = PlaceSections.way(toShown: facts).filter(facts.expanded.contains).compactMap(\.path)
        var seen = read
        return (way + PlaceSections.expandedFolders(facts)).filter { seen.insert($0).inserted }
    }

    /// The folders of all rows in the trees, those first of whose photos the number is not known.
    private var uncounted: [FilePath] {
        let rows = sections.sections.flatMap(\.entries).filter { $0.depth > 0 }.compactMap { $0.place?.path }
        return rows.filter { facts.counts[$0] == nil } + rows.filter { facts.counts[$0] != nil }
    }

    private func take(_ count: FolderSurvey.Count, of folder: FilePath) {
        facts.counts[folder] = FolderCount(photos: count.photos, isComplete: count.isComplete)
        if count.isWithoutFolders {
            facts.subfolders[folder] = PlaceSubfolders([])
        } else if facts.subfolders[folder]?.paths.isEmpty == true {
            facts.subfolders[folder] = nil
        }
    }

    /// Mounts a volume and passes its path to `mounted`. `failed` gets a sentence that names it.
    func mount(
        _ id: String, over window: UnsafeMutablePointer<GtkWindow>, mounted: @escaping (String) -> Void,
        failed: @escaping (String) -> Void
    ) {
        let name = name(ofVolume: id)
        volumes?.mount(id, over: window, mounted: mounted) { failed(PlaceNotice.notMounted(name, because: $0)) }
    }

    private func name(ofVolume id: String) -> String {
        facts.volumes.first { $0.id == id }.map { DisplayText.line($0.name) } ?? PlaceNotice.someVolume
    }

    /// Ejects a volume. `failed` gets a sentence that names it.
    func eject(_ id: String, over window: UnsafeMutablePointer<GtkWindow>, failed: @escaping (String) -> Void) {
        let name = name(ofVolume: id)
        volumes?.eject(id, over: window) { failed(PlaceNotice.notEjected(name, because: $0)) }
    }
}
