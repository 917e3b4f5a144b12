// Languages for programs that a test starts.
import Foundation
import XCTest

extension SmokeTestCase {
    /// Runs a program and waits until it has succeeded.
    func run(_ program: String, _ arguments: [String]) throws {
        let ending = try start(program: program, arguments: arguments, environment: environment()).ending(limit: 60)
        XCTAssertEqual(ending.status, 0, ending.errors)
    }

    /// Makes a locale, and returns the folder in which the C library finds it. It heeds LANGUAGE in none that is C's:
    /// glibc up to 2.36 did for C.UTF-8.
    func locale() throws -> String {
        let locales = folder.appendingPathComponent("locales")
        try FileManager.default.createDirectory(at: locales, withIntermediateDirectories: true)
        let path = locales.appendingPathComponent("en_GB.UTF-8").path
        guard !FileManager.default.fileExists(atPath: path) else { return locales.path }
        try run("/usr/bin/localedef", ["--no-archive", "-i", "en_GB", "-f", "UTF-8", path])
        return locales.path
    }
}
