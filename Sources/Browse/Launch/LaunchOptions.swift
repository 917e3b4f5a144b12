// The options of the application as values. Nothing is looked up in the file system here.
public import Photos

/// Options of the application.
public struct LaunchOptions: Hashable, Sendable {
    /// Subject of the window.
    public enum Subject: Hashable, Sendable {
        /// What was shown last, or the user's pictures where that is not known: the command line names nothing.
        case lastShown
        /// The default service.
        case picsum
        /// The built-in gallery.
        case sample
        /// The trash.
        case trash
        /// A folder, or images. Which of the two is decided where the file system is read.
        case paths([FilePath])
        /// The base URL of another Picsum-compatible service, as the user wrote it.
        case service(String)
        /// Images by their addresses.
        case images([String])
        /// A folder or an image on a share.
        case share(ShareAddress)
    }

    /// An appearance that overrides the desktop's.
    public enum ColorScheme: String, CaseIterable, Hashable, Sendable { case light, dark }

    /// Size of the window in logical pixels.
    public struct WindowSize: Hashable, Sendable, CustomStringConvertible {
        public var width: Int
        public var height: Int

        public init(width: Int, height: Int) {
            self.width = width
            self.height = height
        }

        public var description: String { "\(width)x\(height)" }
    }

    /// Allowed sides of the window in logical pixels.
    public static let windowSides = 200...8192

    /// The subject of the window.
    public var subject = Subject.lastShown
    /// Order, groups and search of the photos, as far as they are asked for.
    public var query = QueryRequest()
    /// Side of a tile in logical pixels; nil for the window's own choice.
    public var tileSize: Int?
    /// How photos are laid out; nil for the window's own choice.
    public var layout: LayoutKind?
    /// Whether names and dates are shown under the pictures: remembered, not an option of the command line.
    public var showsCaptions = false
    /// Size of the window in logical pixels; nil for the window's own choice.
    public var windowSize: WindowSize?
    /// Folder of the disk cache, as the user wrote it; nil for the user's cache folder.
    public var cacheDirectory: String?
    /// Whether the disk cache is used.
    public var usesDiskCache = true
    /// Whether pictures are decoded in the program's own process, for debugging and comparison.
    public var decodesInProcess = false
    /// Appearance of the window; nil for the desktop's.
    public var colorScheme: ColorScheme?

    /// What the run does otherwise than a usual one.
    public var conditions = RunConditions()

    /// Whether the session bus has started the program to ask it for windows later.
    public var isService = false

    /// Whether the options say nothing but what is to be opened, which the process that runs already can open too.
    public var isShared: Bool {
        var plain = LaunchOptions()
        (plain.subject, plain.isService) = (subject, isService)
        guard self == plain else { return false }
        return switch subject {
        case .lastShown, .paths, .share: true
        case .picsum, .sample, .trash, .service, .images: false
        }
    }

    /// Creates the options of an empty command line.
    public init() {}
}
