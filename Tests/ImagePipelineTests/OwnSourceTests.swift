// A source of one's own: bytes that a closure makes, through every stage (the conformance list's closure sources).
import Photos
import Testing

@testable import ImagePipeline

/// Answers with what a closure gives.
private struct ClosureBytes: ByteLoader {
    struct OwnError: Error {}
    let make: @Sendable (FetchKey) async throws -> [UInt8]

    func bytes(for key: FetchKey, ticket: FetchTicket) async throws -> FetchedBytes {
        FetchedBytes(EncodedBytes(try await make(key)), from: .file)
    }
}

@Suite(.timeLimit(.minutes(5))) struct OwnSourceTests {
    private func bench(
        decoder: ScriptedDecoder = ScriptedDecoder(), _ make: @escaping @Sendable (FetchKey) async throws -> [UInt8]
    ) -> TestBed<ClosureBytes> {
        TestBed(bytes: ClosureBytes(make: make), decoder: decoder, processor: ScriptedProcessor())
    }

    @Test func itsBytesAreDecodedWorkedOnAndKeptInMemory() async throws {
        let bench = bench { Array($0.photo.text.utf8) }
        let request = ImageRequest(sampleRequest(1), processors: [.dimmed])
        let image = try await bench.loader.image(for: request, priority: .visible)
        #expect(image.title == "photo 1 \(Processor.dimmed)" && bench.memory.image(for: request.key) === image)
        #expect(try await bench.loader.data(for: request, priority: .visible).array == Array("1".utf8))
    }

    @Test func itsFailuresAreTypedAndNothingIsDecoded() async throws {
        for (thrown, reason) in [
            (failure(.notFound) as any Error, LoadFailure.Reason.notFound),
            (ClosureBytes.OwnError(), .unreadable(.verbatim("OwnError()"))),
        ] {
            let bench = bench { _ in throw thrown }
            let request = ImageRequest(sampleRequest(1), processors: [.dimmed])
            do {
                _ = try await bench.loader.image(for: request, priority: .visible)
                Issue.record("there is no picture")
            } catch let failure as LoadFailure {
                #expect(failure.stage == .fetch && failure.reason == reason)
            }
            #expect(bench.decoder.gate.calls.isEmpty && bench.memory.count == 0)
            #expect(await bench.loader.isWithoutTrace)
        }
    }

    @Test func itsEmptyDataIsAFailureOfItsOwn() async throws {
        let bench = bench { _ in [] }
        let request = ImageRequest(sampleRequest(1), processors: [.dimmed])
        await #expect(throws: LoadFailure(stage: .fetch, culprit: "photo 1", reason: .empty)) {
            try await bench.loader.image(for: request, priority: .visible)
        }
        #expect(bench.decoder.gate.calls.isEmpty)
    }
}
