// One run of a program as a user would start it, with what it says and how it ends.
import Foundation

/// A child process. Killed, if it still runs, by `end()`.
final class TesseraProcess {
    /// How a run ended.
    struct Ending {
        let status: Int32
        let wasKilledBySignal: Bool
        let output: String
        let errors: String
    }

    private let process = Process()
    private let outputFile: URL
    private let errorFile: URL

    /// Starts `binary`.
    /// - Parameter folder: Where its output is kept until the test ends.
    init(binary: String, arguments: [String], environment: [String: String], folder: URL) throws {
        let name = UUID().uuidString
        outputFile = folder.appendingPathComponent("\(name).out")
        errorFile = folder.appendingPathComponent("\(name).err")
        try Data().write(to: outputFile)
        try Data().write(to: errorFile)
        process.executableURL = URL(fileURLWithPath: binary)
        process.arguments = arguments
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: outputFile)
        process.standardError = try FileHandle(forWritingTo: errorFile)
        try process.run()
    }

    var id: Int32 { process.processIdentifier }
    var isRunning: Bool { process.isRunning }
    var output: String { (try? String(contentsOf: outputFile, encoding: .utf8)) ?? "" }
    var errors: String { (try? String(contentsOf: errorFile, encoding: .utf8)) ?? "" }

    /// Waits until it has ended by itself.
    func ending(limit: Double = 60) throws -> Ending {
        try waitUntil("\(process.arguments ?? []) to end; it said: \(output)\(errors)", limit: limit) { !isRunning }
        return Ending(
            status: process.terminationStatus, wasKilledBySignal: process.terminationReason == .uncaughtSignal,
            output: output, errors: errors)
    }

    /// Asks it to stop, as a session does at log-out.
    func terminate() { if isRunning { process.terminate() } }

    /// Kills it and waits until it is gone.
    func end() {
        guard isRunning else { return }
        kill(id, SIGKILL)
        process.waitUntilExit()
    }
}
