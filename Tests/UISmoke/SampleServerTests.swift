// The sample gallery's server ends with the program, whatever that ends by.
import Foundation
import XCTest

final class SampleServerTests: SmokeTestCase {
    func testTheServerEndsWithTheProgramHoweverThatEnds() throws {
        for signal in [SIGKILL, SIGABRT, SIGTERM] {
            // A crash would wait for the report of the language's own.
            let program = try start(
                arguments: ["--sample", "--no-disk-cache", "--window-size=840x640"],
                environment: environment(["SWIFT_BACKTRACE": "enable=no"]))
            let screen = try Screen(of: program, folder: folder)
            try screen.look(for: "the tiles") { GridPicture($0).rows.count >= 2 }
            let servers = try Self.servers(of: program.id)
            XCTAssertEqual(servers.count, 1)
            kill(program.id, signal)
            try waitUntil("the program to end after signal \(signal)") { !program.isRunning }
            try waitUntil("the server to end after signal \(signal)") { servers.allSatisfy { !Self.isRunning($0) } }
        }
    }

    /// The processes of `tessera-lab` that a program has started.
    static func servers(of program: Int32) throws -> [Int32] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }.filter { id in
            let stat = (try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)) ?? ""
            return stat.contains("(tessera-lab)")
                && stat.split(separator: ")").last?.split(separator: " ")[1] == "\(program)"
        }
    }

    /// Whether a process is there, and not one that has ended and that nobody has waited for.
    private static func isRunning(_ id: Int32) -> Bool {
        let stat = (try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)) ?? ""
        let state = stat.split(separator: ")").last?.split(separator: " ").first
        return state != nil && state != "Z" && state != "X"
    }
}
