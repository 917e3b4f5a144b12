// The command line of the application as values. Nothing is looked up in the file system here.
public import Photos

/// A scripted use of the window.
public enum Scenario: String, CaseIterable, Hashable, Sendable {
    case sweep, fling, jump, revisit, zoom, timeline, select
}

/// Options of the command line.
public struct LaunchOptions: Hashable, Sendable {
    /// Subject of the window.
    public enum Subject: Hashable, Sendable {
        /// What was shown last, or the built-in gallery where that is not known: the command line names nothing.
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
    /// Whether frames are timed.
    public var profile = false
    /// File for the profile's JSON; nil for the text summary alone.
    public var profileFile: String?
    /// The scenario to play; only together with `profile`.
    public var scenario: Scenario?
    /// Path of the PNG to write; nil for no screenshot.
    public var screenshot: String?
    /// Side of a tile in logical pixels; nil for the window's own choice.
    public var tileSize: Int?
    /// How photos are laid out; nil for the window's own choice.
    public var layout: LayoutKind?
    /// Whether names and dates are shown under the pictures: remembered, not an option of the command line.
    public var showsCaptions = false
    /// Size of the window in logical pixels; nil for the window's own choice.
    public var windowSize: WindowSize?
    /// Whether the plain grid replaces Tessera's own.
    public var naive = false
    /// Whether a bare grid of plain colour tiles replaces Tessera's own.
    public var floor = false
    /// Folder of the disk cache, as the user wrote it; nil for the user's cache folder.
    public var cacheDirectory: String?
    /// Whether the disk cache is used.
    public var usesDiskCache = true
    /// Whether pictures are decoded in the program's own process, for debugging and comparison.
    public var decodesInProcess = false
    /// Appearance of the window; nil for the desktop's.
    public var colorScheme: ColorScheme?

    /// Whether a grid that Tessera is measured against replaces its own: what Tessera does for the process is left out.
    public var isPlain: Bool { naive || floor }

    /// Whether the session bus has started the program to ask it for windows later.
    public var isService = false

    /// Whether the options say nothing but what is to be opened, which the process that runs already can open too.
    public var isShared: Bool {
        var plain = LaunchOptions()
        (plain.subject, plain.isService) = (subject, isService)
        guard self == plain else { return false }
        return switch subject {
        case .lastShown, .paths: true
        case .picsum, .sample, .trash, .service, .images: false
        }
    }

    /// Creates the options of an empty command line.
    public init() {}
}
