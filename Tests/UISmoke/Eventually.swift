// Waiting for what another process does: ask again until it is so, never longer than a limit.
import Foundation
import XCTest

/// Something that did not happen in time.
struct TooLate: Error, CustomStringConvertible {
    let description: String
}

/// Asks `condition` until it holds.
/// - Parameter limit: Seconds after which the wait has failed.
/// - Throws: `TooLate`, or what `condition` throws.
func waitUntil(_ what: String, limit: Double = 30, until condition: () throws -> Bool) throws {
    _ = try found(what, limit: limit) { try condition() ? true : nil }
}

/// Asks `search` until it answers.
/// - Throws: `TooLate`, or what `search` throws.
func found<Value>(_ what: String, limit: Double = 30, _ search: () throws -> Value?) throws -> Value {
    let end = Date().addingTimeInterval(limit)
    while true {
        if let value = try search() { return value }
        guard Date() < end else { throw TooLate(description: "waited \(Int(limit)) s in vain for \(what)") }
        usleep(20_000)
    }
}
