// The table of command-line options, read by both the parser and the help text so that they agree.

/// A command-line option.
enum LaunchOption: String, CaseIterable {
    case sample, profile, scenario, screenshot
    case tileSize = "tile-size"
    case windowSize = "window-size"
    case naive, floor
    case cacheDirectory = "cache-dir"
    case noDiskCache = "no-disk-cache"
    case colorScheme = "color-scheme"
    case help, version

    enum Value: Hashable {
        case none
        /// A value that is given only after `=`, because the next word may be the folder to open.
        case optional(String)
        /// A value that is given after `=` or as the next word.
        case required(String)
    }

    /// The option as the user types it.
    var flag: String { "--" + rawValue }

    var value: Value {
        switch self {
        case .sample, .naive, .floor, .noDiskCache, .help, .version: .none
        case .profile: .optional("FILE")
        case .scenario: .required("NAME")
        case .screenshot: .required("FILE")
        case .tileSize: .required("PX")
        case .windowSize: .required("WxH")
        case .cacheDirectory: .required("DIR")
        case .colorScheme: .required("light|dark")
        }
    }

    /// Whether the help text leaves the option out: only `tessera-lab bench grid` uses it.
    var isHidden: Bool { self == .floor }

    /// The option with its value, for the help text.
    var synopsis: String {
        switch value {
        case .none: flag
        case .optional(let name): "\(flag)[=\(name)]"
        case .required(let name): "\(flag)=\(name)"
        }
    }

    var summary: String {
        switch self {
        case .sample: "show the built-in gallery, served on loopback inside the process"
        case .profile: "time frames: live overlay, text summary on exit, JSON into FILE"
        case .scenario:
            "with --profile: use the window by script, then quit; one of "
                + Scenario.allCases.map(\.rawValue).joined(separator: ", ")
        case .screenshot: "write a PNG of the window once its first viewport is complete, or after 30 s, then quit"
        case .tileSize:
            "side of a tile in logical pixels, \(GridMetrics.tileSizes.lowerBound) to "
                + "\(GridMetrics.tileSizes.upperBound) "
                + "(default: as it was left, at first \(GridMetrics.defaultTileSize))"
        case .windowSize: "size of the window in logical pixels (default: as it was left)"
        case .naive: "the plain grid that most demos stop at, for comparison"
        case .floor: "a bare grid of plain colour tiles, to measure against"
        case .cacheDirectory: "keep the disk cache in DIR (default: the user's cache folder)"
        case .noDiskCache: "keep nothing on disk"
        case .colorScheme: "appearance (default: the desktop's)"
        case .help: "show this text"
        case .version: "show the version"
        }
    }
}

extension LaunchOptions {
    /// The text of `--help`, up to 80 columns wide.
    public static let help: String = {
        let shown = LaunchOption.allCases.filter { !$0.isHidden }
        let width = (shown.map(\.synopsis.count).max() ?? 0) + 4
        let options = shown.map { option in
            let lines = wrapped(option.summary, to: 80 - width)
            let first = "  " + option.synopsis + String(repeating: " ", count: width - 2 - option.synopsis.count)
            return first + lines.joined(separator: "\n" + String(repeating: " ", count: width))
        }
        return """
            Usage: tessera [OPTION…] [FOLDER | IMAGE… | URL]

            Shows the photos of a folder, one picture with its folder behind it, several
            pictures, or a Picsum-compatible service at URL (default:
            https://picsum.photos).

            \(options.joined(separator: "\n"))

            Exit status: 0 on success, 1 on a failure that the message explains, 2 on bad
            arguments.
            """
    }()

    private static func wrapped(_ text: String, to width: Int) -> [String] {
        text.split(separator: " ").reduce(into: [""]) { lines, word in
            let line = lines[lines.count - 1]
            if line.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if line.count + 1 + word.count <= width {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(String(word))
            }
        }
    }
}
