// What every smoke test stands on: the binaries, a folder of its own, and the certainty that nothing is left running.
import Foundation
import XCTest

/// A precondition of the tests that does not hold here. They fail with it; they never pass over it in silence.
struct NotReady: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

class SmokeTestCase: XCTestCase {
    private(set) var folder = URL(fileURLWithPath: "/")
    private var processes: [TesseraProcess] = []
    private var tessera = ""
    private var lab = ""

    override func setUpWithError() throws {
        continueAfterFailure = false
        tessera = try Self.binary("TESSERA_BINARY")
        lab = try Self.binary("TESSERA_LAB")
        guard ProcessInfo.processInfo.environment["DISPLAY"] != nil else {
            throw NotReady("The smoke tests need a display. Run them through scripts/test, which makes one.")
        }
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("tessera-smoke-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try writePlainDefaults()
    }

    override func tearDownWithError() throws {
        for process in processes { process.end() }
        processes = []
        if folder.path != "/" { try FileManager.default.removeItem(at: folder) }
    }

    private static func binary(_ variable: String) throws -> String {
        guard let path = ProcessInfo.processInfo.environment[variable] else {
            throw NotReady("\(variable) is not set. Run the smoke tests through scripts/test, which sets it.")
        }
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw NotReady("\(variable) names \(path), which is no program. Run scripts/test, which builds it.")
        }
        return path
    }

    /// The test's own environment, with caches and settings in its folder and the drawing that every machine has.
    func environment(_ changes: [String: String] = [:], without removed: [String] = []) -> [String: String] {
        var environment = ProcessInfo.processInfo.environment
        environment["GSK_RENDERER"] = "cairo"
        // GVfs, where it is installed, writes to the standard error when there is no session bus.
        environment["GIO_USE_VFS"] = "local"
        environment["GVFS_REMOTE_VOLUME_MONITOR_IGNORE"] = "1"
        environment["XDG_CACHE_HOME"] = folder.appendingPathComponent("cache").path
        environment["XDG_CONFIG_HOME"] = folder.appendingPathComponent("config").path
        environment["XDG_DATA_HOME"] = folder.appendingPathComponent("data").path
        environment["XDG_STATE_HOME"] = folder.appendingPathComponent("state").path
        environment["XDG_DATA_DIRS"] =
            "\(plainDefaults):\(environment["XDG_DATA_DIRS"] ?? "/usr/local/share:/usr/share")"
        for name in removed { environment[name] = nil }
        return environment.merging(changes) { $1 }
    }

    /// Makes a folder of data by which photos lie in squares, in the order of the folder and without groups where
    /// nothing else is chosen: what the tests look for in pictures does not depend on dates and proportions.
    /// Administrators override settings in the same way.
    private func writePlainDefaults() throws {
        let folders = ProcessInfo.processInfo.environment["XDG_DATA_DIRS"]?.split(separator: ":").map(String.init) ?? []
        let name = "io.github.tessera_photos.Tessera", inside = "glib-2.0/schemas"
        let schemas = folders.map { "\($0)/\(inside)/\(name).gschema.xml" }
        guard let schema = schemas.first(where: FileManager.default.fileExists(atPath:)) else {
            throw NotReady("The settings' schema is not installed. Run the smoke tests through scripts/test.")
        }
        let target = URL(fileURLWithPath: plainDefaults).appendingPathComponent(inside)
        try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: schema, toPath: target.appendingPathComponent("\(name).gschema.xml").path)
        try "[\(name)]\nlayout='squares'\ndefault-order=('listing', false, 'none')\n".write(
            to: target.appendingPathComponent("plain.gschema.override"), atomically: true, encoding: .utf8)
        let process = try Process.run(
            URL(fileURLWithPath: "/usr/bin/glib-compile-schemas"), arguments: ["--strict", target.path])
        process.waitUntilExit()
    }

    private var plainDefaults: String { path("plain") }

    /// What a scripted run, which reads no settings, is told for the same.
    private static func plain(_ arguments: [String]) -> [String] {
        let isScripted = arguments.contains { $0.hasPrefix("--screenshot") || $0.hasPrefix("--scenario") }
        guard isScripted else { return arguments }
        let hasLayout = arguments.contains { $0.hasPrefix("--layout") }
        let hasOrder = arguments.contains { argument in
            ["--sort", "--group", "--descending"].contains(where: argument.hasPrefix)
        }
        return arguments + (hasLayout ? [] : ["--layout=squares"]) + (hasOrder ? [] : ["--group=none"])
    }

    /// Starts Tessera; it is killed when the test ends.
    func start(arguments: [String], environment: [String: String]? = nil) throws -> TesseraProcess {
        try launch(tessera, Self.plain(arguments), environment ?? self.environment())
    }

    /// Starts another program; it is killed when the test ends.
    func start(program: String, arguments: [String], environment: [String: String]) throws -> TesseraProcess {
        guard FileManager.default.isExecutableFile(atPath: program) else {
            throw NotReady("The smoke tests need \(program). Run them through scripts/test, which installs it.")
        }
        return try launch(program, arguments, environment)
    }

    /// Starts `tessera-lab`; it is killed when the test ends.
    func startLab(_ arguments: String..., environment: [String: String]? = nil) throws -> TesseraProcess {
        try launch(lab, arguments, environment ?? self.environment())
    }

    /// Starts `tessera-lab serve` and waits until it says where it is.
    func serve(_ arguments: String...) throws -> (process: TesseraProcess, url: String) {
        let process = try launch(lab, ["serve"] + arguments, environment())
        let url = try found("the sample server's address; it said: \(process.errors)") {
            process.output.split(separator: "\n").first.map(String.init)
        }
        return (process, url)
    }

    private func launch(
        _ binary: String, _ arguments: [String], _ environment: [String: String]
    ) throws -> TesseraProcess {
        let process = try TesseraProcess(
            binary: binary, arguments: arguments, environment: environment, folder: folder)
        processes.append(process)
        return process
    }

    /// A path in the test's folder.
    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    /// Runs Tessera with `--screenshot` to its end and gives the picture back.
    func screenshot(_ arguments: [String], environment: [String: String]? = nil) throws -> PixelImage {
        let file = path("\(UUID().uuidString).png")
        let run = try launch(
            tessera, Self.plain(arguments + ["--screenshot=\(file)"]), environment ?? self.environment())
        let ending = try run.ending()
        XCTAssertEqual(ending.status, 0, ending.errors)
        return try PixelImage(file: file)
    }
}
