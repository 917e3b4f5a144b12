// What is known of the places of this machine and of the shown folder, from which the sidebar is made.
public import Library
public import Photos

/// Number of photos in a folder.
public struct FolderCount: Hashable, Sendable {
    public let photos: Int
    /// Whether all of the folder was counted; otherwise there may be more photos.
    public let isComplete: Bool

    public init(photos: Int, isComplete: Bool) {
        self.photos = photos
        self.isComplete = isComplete
    }
}

/// A volume or a camera.
public struct PlaceVolume: Hashable, Sendable {
    /// Identifies the volume for as long as the program runs.
    public let id: String
    public let name: String
    /// The absolute path at which it is mounted; nil where it is not.
    public let path: FilePath?
    /// Its address where it is mounted and no disk of this machine; nil for any other.
    public let share: ShareAddress?
    public let isCamera: Bool
    /// Whether it can be ejected or unmounted.
    public let canEject: Bool

    public init(
        id: String, name: String, path: FilePath?, share: ShareAddress? = nil, isCamera: Bool, canEject: Bool
    ) {
        self.id = id
        self.name = name
        self.path = path
        self.share = share
        self.isCamera = isCamera
        self.canEject = canEject
    }
}

/// The subfolders of a folder.
public struct PlaceSubfolders: Hashable, Sendable {
    /// Their paths, in the order of their names.
    public var paths: [FilePath]
    /// Number of further ones, which are not among `paths`.
    public var further: Int

    public init(_ paths: [FilePath], further: Int = 0) {
        self.paths = paths
        self.further = further
    }
}

/// Facts about the places, each filled in when it is known.
public struct PlaceFacts: Hashable, Sendable {
    /// The user's own folder.
    public var home: FilePath = ""
    /// The user's folder of pictures, if it exists.
    public var pictures: FilePath?
    /// The user's other folders (XDG) that hold photos.
    public var libraries: [FilePath] = []
    public var bookmarks: [FolderBookmark] = []
    public var volumes: [PlaceVolume] = []
    /// The recently opened folders that exist, or that are on shares.
    public var recent: [Place] = []
    /// The stored searches whose places exist.
    public var searches: [StoredSearch] = []
    /// What has been opened of the sample gallery and the default service.
    public var openedExamples: Set<Place> = []
    /// What the window shows; nil where that is no place.
    public var shown: Place?
    /// What the photos of the shown place are narrowed to.
    public var narrowing = Narrowing.none
    /// The rows below which subfolders are shown, as far as these are known.
    public var expanded: Set<PlaceEntry.ID> = []
    /// The subfolders of folders that were read.
    public var subfolders: [FilePath: PlaceSubfolders] = [:]
    /// What was counted so far, by the subfolder's path.
    public var counts: [FilePath: FolderCount] = [:]

    public init() {}

    /// Takes in that a folder has another path.
    public mutating func follow(_ folder: MovedFolder) {
        func path(_ path: FilePath) -> FilePath { folder.path(of: path) ?? path }
        recent = recent.map { $0.following(folder) }
        expanded = Set(expanded.map { $0.following(folder) })
        subfolders = moved(subfolders, with: folder).mapValues {
            PlaceSubfolders($0.paths.map(path), further: $0.further)
        }
        counts = moved(counts, with: folder)
    }

    /// Returns a table by the paths that folders have now. What is still known of a folder that had the new path before
    /// gives way.
    private func moved<Value>(_ table: [FilePath: Value], with folder: MovedFolder) -> [FilePath: Value] {
        var moved = table.filter { folder.path(of: $0.key) == nil }
        for (path, value) in table { if let path = folder.path(of: path) { moved[path] = value } }
        return moved
    }
}
