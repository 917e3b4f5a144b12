// The command line: its options, their help and what is wrong with one.
import App
import ArgumentParser
package import Browse
import FrameProfile
import Library
package import Profiling

/// The outcome of reading a command line.
package nonisolated enum Launch: Hashable, Sendable {
    /// A window is to be opened, and perhaps measured.
    case open(LaunchOptions, MeasuringOptions)
    /// A text was asked for: help, version or a completion script.
    case answer(String)
    /// Something is wrong. One sentence names it.
    case refusal(String)

    /// Reads the arguments, which come without the program's name. The last occurrence of an option counts; `--` ends
    /// the options.
    package init(_ arguments: [String]) {
        let words = LaunchWords(arguments)
        do {
            let arguments = try LaunchArguments.parse(words.words)
            let measuring = arguments.measuring
            self = .open(try arguments.options(words, measuring.conditions), measuring)
        } catch {
            let message = LaunchArguments.message(for: error)
            if LaunchArguments.exitCode(for: error).isSuccess {
                self = .answer(message)
            } else {
                self = .refusal(message.hasSuffix(".") || message.hasSuffix("?") ? message : message + ".")
            }
        }
    }
}

/// The options of the command line, declared for ArgumentParser.
///
/// Not isolated to the main actor: `SendableMetatype` says so, because `nonisolated` is refused with property wrappers.
struct LaunchArguments: ParsableCommand, SendableMetatype {
    static let configuration = CommandConfiguration(
        commandName: "tessera",
        abstract: "Shows photos in a grid.",
        usage: "tessera [OPTION…] [FOLDER | IMAGE… | URL]",
        discussion: """
            Shows the photos of a folder, one picture with its folder behind it, several pictures, or what is at \
            URL: a folder or a picture on a share, such as sftp://nas/photos, or a Picsum-compatible service, such \
            as https://picsum.photos. By default: what was shown last, at first the sample gallery.

            Exit status: 0 on success, 1 on a failure that the message explains, 2 on bad arguments.
            """,
        version: "\(AppIdentity.name) \(AppIdentity.version)",
        helpNames: .long)

    @Argument(help: ArgumentHelp(visibility: .hidden))
    var names: [String] = []

    @Flag(help: "Show the sample gallery, served on loopback by a process that ends with the program.")
    var sample = false

    @Option(
        help: ArgumentHelp("Order of the photos: \(list(Query.Order.self)).", valueName: "ORDER"), transform: choice)
    var sort: Query.Order?

    @Flag(help: "Show the last photo first.")
    var descending = false

    @Option(
        help: ArgumentHelp("Groups of the photos: \(list(Query.Grouping.self)).", valueName: "GROUP"),
        transform: choice)
    var group: Query.Grouping?

    @Option(help: ArgumentHelp("Show only photos that match TEXT.", valueName: "TEXT"))
    var search: String?

    @Option(
        help: ArgumentHelp(
            "Time frames: live overlay, text summary on exit, JSON into FILE where it is given after =.",
            valueName: "FILE"))
    var profile: String?

    @Option(
        help: ArgumentHelp(
            "With --profile: use the window by script, then quit; one of \(list(Scenario.self)).", valueName: "NAME"),
        transform: choice)
    var scenario: Scenario?

    @Option(
        help: ArgumentHelp(
            "Write a PNG of the window once its first viewport is complete, or after 30 s, then quit.",
            valueName: "FILE"))
    var screenshot: String?

    @Option(
        help: ArgumentHelp(
            """
            Side of a tile in logical pixels, \(GridMetrics.tileSizes.lowerBound) to \
            \(GridMetrics.tileSizes.upperBound) (default: as it was left, at first \(GridMetrics.defaultTileSize)).
            """, valueName: "PX"), transform: tileSide)
    var tileSize: Int?

    @Option(
        help: ArgumentHelp(
            "How photos are laid out: \(list(LayoutKind.self)) (default: as it was left, at first squares).",
            valueName: "LAYOUT"), transform: choice)
    var layout: LayoutKind?

    @Option(
        help: ArgumentHelp("Size of the window in logical pixels (default: as it was left).", valueName: "WxH"),
        transform: size)
    var windowSize: LaunchOptions.WindowSize?

    @Flag(help: "The plain grid that most demos stop at, for comparison.")
    var naive = false

    @Flag(help: ArgumentHelp("A bare grid of plain colour tiles, to measure against.", visibility: .hidden))
    var floor = false

    @Option(
        name: .customLong("cache-dir"),
        help: ArgumentHelp("Keep the disk cache in DIR (default: the user's cache folder).", valueName: "DIR"))
    var cacheDirectory: String?

    @Flag(help: "Keep nothing on disk.")
    var noDiskCache = false

    @Flag(
        help: "Decode in the program's own process, where a hostile picture reaches all that it does; for comparison.")
    var inProcessDecoding = false

    @Option(help: ArgumentHelp("Appearance (default: the desktop's).", valueName: "light|dark"), transform: choice)
    var colorScheme: LaunchOptions.ColorScheme?

    @Flag(
        name: .customLong("gapplication-service"),
        help: ArgumentHelp("Open no window until the session bus asks for one.", visibility: .hidden))
    var isService = false

    func validate() throws {
        if let scenario, profile == nil {
            throw ValidationError("--scenario=\(scenario.rawValue) needs --profile or --profile=FILE beside it.")
        }
    }

    /// What is asked for of the instruments.
    fileprivate var measuring: MeasuringOptions {
        var options = MeasuringOptions()
        options.profile = profile != nil
        options.profileFile = profile == LaunchWords.noFile ? nil : profile
        options.scenario = scenario
        options.screenshot = screenshot
        options.naive = naive
        options.floor = floor
        return options
    }

    /// Returns the options as the application uses them.
    fileprivate func options(_ words: LaunchWords, _ conditions: RunConditions) throws -> LaunchOptions {
        if names.contains("-") { throw ValidationError("Unknown option “-”; after -- it is the name of a file.") }
        let names = words.unfolded(names)
        if sample, let first = names.first {
            throw ValidationError("--sample shows the sample gallery; leave out “\(first)”.")
        }
        var options = LaunchOptions()
        options.subject = sample ? .sample : try LaunchOptions.Subject(names)
        options.query = QueryRequest(
            order: sort, isDescending: descending, grouping: group, search: search ?? "")
        options.tileSize = tileSize
        options.layout = layout
        options.windowSize = windowSize
        options.cacheDirectory = cacheDirectory
        options.usesDiskCache = !noDiskCache
        options.decodesInProcess = inProcessDecoding
        options.colorScheme = colorScheme
        options.isService = isService
        options.conditions = conditions
        return options
    }

    // MARK: Values

    private static func list<Choice: RawRepresentable<String> & CaseIterable>(_: Choice.Type) -> String {
        Choice.allCases.map(\.rawValue).joined(separator: ", ")
    }

    @Sendable
    private static func choice<Choice: RawRepresentable<String> & CaseIterable>(_ text: String) throws -> Choice {
        guard let choice = Choice(rawValue: text) else { throw ValidationError("there are \(list(Choice.self)).") }
        return choice
    }

    @Sendable
    private static func tileSide(_ text: String) throws -> Int {
        let sizes = GridMetrics.tileSizes
        guard let side = Int(text), sizes.contains(side) else {
            throw ValidationError("it has to be a whole number from \(sizes.lowerBound) to \(sizes.upperBound).")
        }
        return side
    }

    @Sendable
    private static func size(_ text: String) throws -> LaunchOptions.WindowSize {
        let allowed = LaunchOptions.windowSides
        let sides = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        guard sides.count == 2, sides.allSatisfy(allowed.contains) else {
            throw ValidationError(
                "it has to be WIDTHxHEIGHT with sides from \(allowed.lowerBound) to \(allowed.upperBound), such as 1280x800."
            )
        }
        return LaunchOptions.WindowSize(width: sides[0], height: sides[1])
    }
}
