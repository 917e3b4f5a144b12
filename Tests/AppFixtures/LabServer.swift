// A photo service for tests of windows.
import Desktop
import Foundation

/// `tessera-lab serve` in a process of its own, beside the tests. Ends with `close`, and with the tests.
final class LabServer {
    let baseURL: String
    private let process = Process()
    private let input = Pipe()

    /// Returns when it serves.
    init() throws {
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let named = ProcessInfo.processInfo.environment["TESSERA_LAB"]
        process.executableURL = named.map { URL(fileURLWithPath: $0) } ?? tests.appendingPathComponent("tessera-lab")
        process.arguments = ["serve", "--until-eof"]
        let output = Pipe()
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        var line = ""
        while !line.hasSuffix("\n") {
            guard let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty else { break }
            line += String(decoding: byte, as: UTF8.self)
        }
        baseURL = String(line.dropLast())
    }

    /// Ends it, and returns when it has ended.
    func close() {
        process.terminate()
        process.waitUntilExit()
    }
}
