// Environment of a measured run: the program next to this one, a display, and a separate home for each run.
import Desktop
import FoundationEssentials
import Glibc

/// Grid to be measured.
enum MeasuredGrid: String, Codable, CaseIterable, Sendable, CodingKeyRepresentable {
    /// The bare grid in an empty folder, for the cost of an empty window.
    case empty
    /// The bare grid as any program runs it.
    case floor
    /// The same in a process that keeps its surfaces' memory from frame to frame, as Tessera does where cairo draws.
    case keptFloor
    case tessera, naive

    var flags: [String] {
        switch self {
        case .empty, .floor, .keptFloor: ["--floor"]
        case .tessera: []
        case .naive: ["--naive"]
        }
    }

    /// Title for tables.
    var title: String {
        switch self {
        case .empty: "empty window"
        case .floor: "floor"
        case .keptFloor: "floor, kept"
        case .tessera: "Tessera"
        case .naive: "plain grid"
        }
    }

    /// Variables of malloc that do what Tessera does by mallopt(3) (`tessera_heap_keep_surfaces`).
    var environment: [String: String] {
        self == .keptFloor ? ["MALLOC_MMAP_MAX_": "0", "MALLOC_TRIM_THRESHOLD_": "2147483647"] : [:]
    }
}

/// Runner of the program with one renderer and one window size. A run begins with the caches and settings of its home:
/// with none where it has one of its own.
struct GridStage: Sendable {
    let renderer: String
    let windowSize: String
    /// Existing folder for temporary files, for as long as the stage is used.
    let scratch: String
    private let program: String
    private let environment: [String: String]

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Time limit of a run. A sweep takes half a minute, the plain grid loads for as long before it, and a loaded
    /// machine is slower.
    private static let limit = Duration.seconds(300)

    init(renderer: String, windowSize: String, scratch: String) throws {
        let variables = ProcessInfo.processInfo.environment
        guard variables["DISPLAY"] != nil || variables["WAYLAND_DISPLAY"] != nil else {
            throw Failure(
                description:
                    "There is no display. scripts/bench makes one in memory and starts this on it; on a desktop, set "
                    + "DISPLAY or WAYLAND_DISPLAY.")
        }
        program = try Self.programBeside()
        self.renderer = renderer
        self.windowSize = windowSize
        self.scratch = scratch
        environment = variables.merging([
            "GSK_RENDERER": renderer, "GSETTINGS_BACKEND": "memory", "GTK_A11Y": "none", "ADW_DISABLE_PORTAL": "1",
            "DBUS_SESSION_BUS_ADDRESS": "disabled:",
        ]) { $1 }
    }

    /// Runs one scenario with one grid and returns its profile.
    func profile(of grid: MeasuredGrid, showing photos: String, scenario: String) async throws -> ProfileFile {
        try await withHome { home in
            try await profile(
                of: grid, showing: photos, home: home,
                arguments: [
                    "--scenario=\(scenario)", "--window-size=\(windowSize)", "--tile-size=200", "--layout=squares",
                    "--group=none",
                ])
        }
    }

    /// Calls `work` with a folder for caches and settings, and removes it.
    func withHome<Result>(_ work: (String) async throws -> Result) async throws -> Result {
        let home = scratch + "/home"
        try FileManager.default.createDirectory(atPath: home + "/nothing", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: home) }
        return try await work(home)
    }

    /// Runs the program with one grid and a home, and returns its profile.
    /// - Parameter variables: Further ones of the environment.
    func profile(
        of grid: MeasuredGrid, showing photos: String, home: String, arguments: [String],
        variables: [String: String] = [:]
    ) async throws -> ProfileFile {
        let file = home + "/profile.json"
        let homes = ["CACHE", "CONFIG", "DATA", "STATE"].map { ("XDG_\($0)_HOME", home + "/" + $0) }
        let run = ProgramRun(
            path: program,
            arguments: grid.flags + [grid == .empty ? home + "/nothing" : photos, "--profile=\(file)"] + arguments,
            environment: environment.merging(homes) { $1 }.merging(grid.environment) { $1 }.merging(variables) { $1 },
            log: home + "/log")
        try await run.finish(within: Self.limit)
        return try ProfileFile(file: file)
    }

    private static func programBeside() throws -> String {
        var path = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let length = path.withUnsafeMutableBytes { bytes in
            bytes.baseAddress.map { readlink("/proc/self/exe", $0, bytes.count) } ?? 0
        }
        guard length > 0 else {
            throw Failure(description: "/proc/self/exe cannot be read: \(String(cString: strerror(errno)))")
        }
        let folder = String(decoding: path[..<length], as: UTF8.self).split(separator: "/").dropLast()
        let program = "/" + folder.joined(separator: "/") + "/tessera"
        guard access(program, X_OK) == 0 else {
            throw Failure(
                description:
                    "\(program) is not there; swift build -c release --product tessera builds it beside a release of this."
            )
        }
        return program
    }
}

/// Temporary folder for the duration of an operation.
enum ScratchFolder {
    static func with<Result>(_ work: (String) async throws -> Result) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.path + "/tessera-bench-\(getpid())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        return try await work(folder)
    }
}
