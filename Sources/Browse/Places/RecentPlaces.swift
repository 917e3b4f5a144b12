// The places that were opened last, in the settings and in the sidebar of one run.
public import Photos

/// The recently opened folders, on the disk and on shares.
///
/// The stored list has the latest place first. The listed order changes less: a place that is opened again keeps its
/// row, so that no row moves under the pointer.
public struct RecentPlaces: Hashable, Sendable {
    /// Limit of the stored places.
    public static let most = 10

    /// The places for the settings, the latest first.
    public private(set) var stored: [Place]
    /// The places as they are listed in this run.
    public private(set) var listed: [Place]

    /// Creates the list that was stored, without repetitions and without texts that are neither an absolute path nor
    /// the address of a share.
    public init(_ texts: [String] = []) {
        var seen: Set<Place> = []
        let places = texts.compactMap(Self.place).filter { seen.insert($0).inserted }
        stored = Array(places.prefix(Self.most))
        listed = stored
    }

    /// The stored places as text: absolute paths, and addresses without passwords.
    public var texts: [String] { stored.compactMap(Self.text) }

    private static func place(_ text: String) -> Place? {
        let path = FilePath(text)
        return path.isAbsolute ? .folder(path.trimmed) : ShareAddress(text).map(Place.share)
    }

    /// Nil for a place that is no folder.
    private static func text(of place: Place) -> String? {
        switch place {
        case .folder(let path): path.text
        case .share(let address): address.text
        case .sample, .trash, .picsum, .service: nil
        }
    }

    /// Takes a place out.
    public mutating func remove(_ place: Place) {
        let place = place.trimmed
        stored.removeAll { $0 == place }
        listed.removeAll { $0 == place }
    }

    /// Takes in that a folder has another path.
    public mutating func follow(_ folder: MovedFolder) {
        func followed(_ places: [Place]) -> [Place] {
            // One that had the new path before is gone.
            places.filter { $0 != .folder(folder.to) }.map { $0.following(folder) }
        }
        (stored, listed) = (followed(stored), followed(listed))
    }

    /// Adds a place that was opened; does nothing for one that is no folder.
    public mutating func add(_ place: Place) {
        let place = place.trimmed
        guard Self.text(of: place) != nil else { return }
        stored.removeAll { $0 == place }
        stored.insert(place, at: 0)
        stored = Array(stored.prefix(Self.most))
        guard !listed.contains(place) else { return }
        listed.insert(place, at: 0)
        // The row that goes is that of the place that is not stored any more.
        listed.removeAll { !stored.contains($0) }
    }
}
