// The command line of the application, read into values. Nothing is looked up in the file system here.

/// Scripted uses of the window.
public enum Scenario: String, CaseIterable, Hashable, Sendable {
    case sweep, fling, jump, revisit, zoom
}

/// What the command line asks for.
public struct LaunchOptions: Hashable, Sendable {
    /// What the program does.
    public enum Action: Hashable, Sendable { case run, help, version }

    /// What is shown in the window.
    public enum Subject: Hashable, Sendable {
        /// Nothing was named: the default service.
        case standard
        /// The built-in gallery.
        case sample
        /// A folder, or pictures: whoever may look at the disk tells which.
        case paths([String])
        /// The base URL of a Picsum-compatible service, as it was written.
        case service(String)
    }

    /// An appearance that is forced.
    public enum ColorScheme: String, CaseIterable, Hashable, Sendable { case light, dark }

    /// Sides of the window in logical pixels.
    public struct WindowSize: Hashable, Sendable, CustomStringConvertible {
        public var width: Int
        public var height: Int

        public init(width: Int, height: Int) {
            self.width = width
            self.height = height
        }

        public var description: String { "\(width)x\(height)" }
    }

    /// Sides of a window that can be asked for, in logical pixels.
    public static let windowSides = 200...8192

    /// What the program does.
    public var action = Action.run
    /// What is shown.
    public var subject = Subject.standard
    /// Whether frames are timed.
    public var profile = false
    /// Where the profile's JSON goes; nil for the summary alone.
    public var profileFile: String?
    /// The script that uses the window; only together with `profile`.
    public var scenario: Scenario?
    /// Path of the PNG to write; nil for none.
    public var screenshot: String?
    /// Side of a tile in logical pixels; nil for the window's own choice.
    public var tileSize: Int?
    /// Logical pixels; nil for the window's own choice.
    public var windowSize: WindowSize?
    /// Whether the plain grid takes the place of Tessera's own.
    public var naive = false
    /// Whether a bare grid of plain colour tiles takes the place of both.
    public var floor = false
    /// Folder of the disk cache as it was written; nil for the user's cache folder.
    public var cacheDirectory: String?
    /// Whether anything is kept on disk.
    public var usesDiskCache = true
    /// Nil for the desktop's choice.
    public var colorScheme: ColorScheme?

    /// What holds when nothing is asked for.
    public init() {}
}
