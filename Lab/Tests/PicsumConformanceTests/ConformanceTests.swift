// The table of cases, run against the sample server.
import Photos
import PicsumConformance
import SampleGallery
import Testing

/// Painter of heads of JPEG files, which have the right size and no pixels.
private struct HeadPainter: PicturePainting {
    static var canEncodeWebP: Bool { false }

    func encodedPicture(for request: PictureRequest, isCancelled: () -> Bool) throws -> [UInt8] {
        func two(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 255), UInt8(value & 255)] }
        return [0xff, 0xd8, 0xff, 0xc0, 0, 11, 8] + two(request.size.height) + two(request.size.width) + [
            1, 1, 0x11, 0,
        ]
    }
}

@Suite(.serialized, .timeLimit(.minutes(5))) struct ConformanceTests {
    private func start(_ configuration: SampleConfiguration = SampleConfiguration()) async throws -> SampleServer {
        try await SampleServer.start(configuration: configuration, painter: HeadPainter())
    }

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
