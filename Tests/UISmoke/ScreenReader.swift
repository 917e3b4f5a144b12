// The program as a screen reader meets it: a script of `Scripts` on the accessibility bus of a session of its own.
import Foundation
import XCTest

extension SmokeTestCase {
    /// Runs a script that starts Tessera with `arguments` and reads it, and returns what it found.
    /// - Parameters:
    ///   - subject: What the script is told before the program.
    ///   - changes: Changes of the environment.
    ///   - inSessionOfShares: Whether it runs in the session of scripts/test-shares, and not in one of its own.
    func read<Findings: Decodable>(
        _: Findings.Type, by script: String, _ subject: String, of arguments: [String],
        with changes: [String: String] = [:], inSessionOfShares: Bool = false
    ) throws -> Findings {
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Scripts/\(script)").path
        let binary = try XCTUnwrap(ProcessInfo.processInfo.environment["TESSERA_BINARY"])
        let python = ["-B", "-W", "ignore", path, subject, binary] + arguments
        let removed = inSessionOfShares ? ["GIO_USE_VFS"] : ["DBUS_SESSION_BUS_ADDRESS"]
        let reading = try start(
            program: inSessionOfShares ? "/usr/bin/python3" : "/usr/bin/dbus-run-session",
            arguments: inSessionOfShares ? python : ["--", "/usr/bin/python3"] + python,
            environment: environment(
                changes.merging(["GTK_A11Y": "atspi"]) { first, _ in first },
                without: removed + ["AT_SPI_BUS_ADDRESS"]))
        // Each step of a script has a limit of its own, and says what never came.
        let ending = try reading.ending(limit: 400)
        XCTAssertEqual(ending.status, 0, ending.output + ending.errors)
        let last = try XCTUnwrap(ending.output.split(separator: "\n").last, ending.errors)
        return try JSONDecoder().decode(Findings.self, from: Data(last.utf8))
    }
}
