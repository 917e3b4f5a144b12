// The table of cases, run against the server in this process.
import Testing

@testable import SampleServer

extension WireTests {
    @Test func everyCaseOfTheServiceHolds() async throws {
        let server = try await start()
        var results: [ConformanceResult] = []
        try Conformance.run(against: server.baseURL) { results.append($0) }
        #expect(results.filter { !$0.hasPassed } == [])
        #expect(results.count == Conformance.caseCount)
        #expect(results.count >= 120)
        await server.stop()
    }

    @Test(arguments: [1, 29, 150, 30_000]) func everyCaseHoldsForListsOfAllLengths(count: Int) async throws {
        let server = try await start(SampleConfiguration(photoCount: count))
        var failed: [ConformanceResult] = []
        try Conformance.run(against: server.baseURL) { if !$0.hasPassed { failed.append($0) } }
        #expect(failed == [])
        await server.stop()
    }

    @Test func conformanceNoticesAServerThatIsNone() async throws {
        let server = try await start()
        var failed = 0
        // The facts are found out first; everything after them is wrong.
        try Conformance.run(against: server.baseURL) { result in
            if result.number == 1 { server.faults = Faults(rules: [.init(.wrongType)]) }
            if !result.hasPassed { failed += 1 }
        }
        #expect(failed > Conformance.caseCount * 9 / 10)
        await server.stop()
        #expect(throws: ConformanceFailure.self) { try Conformance.run(against: server.baseURL) { _ in } }
        #expect { try Conformance.run(against: "nonsense") { _ in } } throws: {
            ($0 as? ConformanceFailure)?.isBadURL == true
        }
    }
}
