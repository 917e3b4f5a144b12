// Where a caller goes on after an error, in optimised code: where it was. This target is optimised in every build,
// because a compiler that forgets the way back does so in optimised code alone (docs/workarounds.md).
import Dispatch
import Foundation
import XCTest

struct Refused: Error {}

@concurrent
func refuse(_ isRefused: Bool) async throws { if isRefused { throw Refused() } }
@concurrent
func refuseTyped(_ isRefused: Bool) async throws(Refused) { if isRefused { throw Refused() } }

// Forms in which the last thing that a function does is a wait for another executor, which throws.

func elsewhere(_ isRefused: Bool) async throws { try await refuse(isRefused) }
func twiceElsewhere(_ isRefused: Bool) async throws { try await elsewhere(isRefused) }
func elsewhereTyped(_ isRefused: Bool) async throws(Refused) { try await refuseTyped(isRefused) }
@inline(never)
func resumedElsewhere(_ isRefused: Bool) async throws -> Int {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Int, any Error>) in
        DispatchQueue.global().async {
            if isRefused { continuation.resume(throwing: Refused()) } else { continuation.resume(returning: 1) }
        }
    }
}

actor Refusing {
    func isolated(_ isRefused: Bool) throws { if isRefused { throw Refused() } }
    nonisolated func onTheActor(_ isRefused: Bool) async throws { try await isolated(isRefused) }
    nonisolated func resumed(_ isRefused: Bool) async throws { try await resumedOnTheActor(isRefused) }
    nonisolated func underHandler(_ isRefused: Bool) async throws { try await handled(isRefused) }

    private func resumedOnTheActor(_ isRefused: Bool) async throws { _ = try await resumedElsewhere(isRefused) }
    private func handled(_ isRefused: Bool) async throws {
        _ = try await withTaskCancellationHandler {
            try await resumedElsewhere(isRefused)
        } onCancel: {
        }
    }
}

@globalActor
actor Elsewhere {
    static let shared = Elsewhere()
}
@Elsewhere
func refuseOnGlobalActor(_ isRefused: Bool) async throws { if isRefused { throw Refused() } }
func onGlobalActor(_ isRefused: Bool) async throws { try await refuseOnGlobalActor(isRefused) }

protocol Port: Sendable {
    func call(_ isRefused: Bool) async throws
}
struct FarPort: Port {
    func call(_ isRefused: Bool) async throws { try await refuse(isRefused) }
}

@MainActor
final class CallerIsolationTests: XCTestCase {
    /// Every call is written out: a closure in between would bring the caller back by itself.
    func testTheCallerGoesOnOnItsThreadAfterAnError() async { await goThrough(true) }
    func testAndAfterAResult() async { await goThrough(false) }

    private func goThrough(_ isRefused: Bool) async {
        let actor = Refusing()
        let port: any Port = FarPort()
        var strayed: [String] = []
        func note(_ name: String) { if !Thread.isMainThread { strayed.append(name) } }

        try? await refuse(isRefused)
        note("a concurrent function")
        try? await elsewhere(isRefused)
        note("one that waits for a concurrent function")
        try? await twiceElsewhere(isRefused)
        note("two that wait for one")
        try? await elsewhereTyped(isRefused)
        note("one with a typed error")
        _ = try? await resumedElsewhere(isRefused)
        note("a continuation")
        try? await actor.isolated(isRefused)
        note("an actor")
        try? await actor.onTheActor(isRefused)
        note("one that waits for an actor")
        try? await actor.resumed(isRefused)
        note("one that waits for an actor's continuation")
        try? await actor.underHandler(isRefused)
        note("one that waits for an actor's handler")
        try? await onGlobalActor(isRefused)
        note("one that waits for a global actor")
        try? await port.call(isRefused)
        note("a requirement of a protocol")

        XCTAssertEqual(strayed, [])
    }
}
