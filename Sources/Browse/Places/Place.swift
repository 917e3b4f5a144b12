// A place that the window can show: a folder, a service, the built-in gallery.
public import Photos

/// A place that is named in the settings and in the sidebar. What is opened for the moment, such as a list of files, is
/// none.
public enum Place: Hashable, Sendable {
    /// A folder by its absolute path.
    case folder(FilePath)
    /// The built-in gallery.
    case sample
    /// The trash.
    case trash
    /// The standard service.
    case picsum
    /// The base URL of another service.
    case service(String)
    /// A folder on a share.
    case share(ShareAddress)

    /// Creates the place that a text of `text` stands for; nil for any other text.
    public init?(_ text: String) {
        if text == Self.sampleText {
            self = .sample
        } else if text == Self.trashText {
            self = .trash
        } else if text == Self.picsumText {
            self = .picsum
        } else if let path = Self.folder(text) {
            self = .folder(path)
        } else if text.hasPrefix(Self.servicePrefix) {
            self = .service(String(text.dropFirst(Self.servicePrefix.count)))
        } else if text.hasPrefix(Self.sharePrefix), let share = ShareAddress(text.dropFirst(Self.sharePrefix.count)) {
            self = .share(share)
        } else {
            return nil
        }
    }

    /// The place as one text, for the settings.
    public var text: String {
        switch self {
        case .folder(let path): Self.folderPrefix + path.text
        case .sample: Self.sampleText
        case .trash: Self.trashText
        case .picsum: Self.picsumText
        case .service(let base): Self.servicePrefix + base
        case .share(let address): Self.sharePrefix + address.text
        }
    }

    /// What the window opens in order to show the place.
    public var subject: LaunchOptions.Subject {
        switch self {
        case .folder(let path): .paths([path])
        case .sample: .sample
        case .trash: .trash
        case .picsum: .picsum
        case .service(let base): .service(base)
        case .share(let address): .share(address)
        }
    }

    /// The absolute path, if the place is a folder.
    public var path: FilePath? {
        if case .folder(let path) = self { path } else { nil }
    }

    /// The place, a folder without slashes at its end.
    public var trimmed: Place { path.map { .folder($0.trimmed) } ?? self }

    /// Returns the place once a folder has another path.
    public func following(_ folder: MovedFolder) -> Place {
        path.flatMap { folder.path(of: $0) }.map(Place.folder) ?? self
    }

    /// The path of a folder, on the disk or on a share.
    public var filePath: FilePath? {
        if case .share(let address) = self { address.path } else { path }
    }

    /// Returns the folder that a text stands for. Bytes are compared, because a name may begin with a combining mark.
    private static func folder(_ text: String) -> FilePath? {
        let path = FilePath(String(Substring(text.utf8.dropFirst(folderPrefix.utf8.count))))
        return text.utf8.starts(with: folderPrefix.utf8) && path.isAbsolute ? path : nil
    }

    private static let folderPrefix = "folder:"
    private static let servicePrefix = "service:"
    private static let sharePrefix = "share:"
    private static let sampleText = "sample"
    private static let trashText = "trash"
    private static let picsumText = "picsum"
}
