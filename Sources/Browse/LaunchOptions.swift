// The command line of the application, read into values. Nothing is looked up in the file system here.

/// Scripted uses of the window.
public enum Scenario: String, CaseIterable, Hashable, Sendable {
    case sweep, fling, jump, revisit, zoom
}

/// What the command line asks for.
public struct LaunchOptions: Hashable, Sendable {
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

    public enum ColorScheme: String, CaseIterable, Hashable, Sendable { case light, dark }

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

    public var action = Action.run
    public var subject = Subject.standard
    public var profile = false
    /// Where the profile's JSON goes; nil for the summary alone.
    public var profileFile: String?
    public var scenario: Scenario?
    public var screenshot: String?
    /// Side of a tile in logical pixels; nil for the window's own choice.
    public var tileSize: Int?
    /// Logical pixels; nil for the window's own choice.
    public var windowSize: WindowSize?
    public var naive = false
    public var cacheDirectory: String?
    public var usesDiskCache = true
    /// Nil for the desktop's choice.
    public var colorScheme: ColorScheme?

    public init() {}
}
