// Encoded bytes without a picture share the fetch.
import Photos
import Testing

@testable import ImagePipeline

@Suite(.timeLimit(.minutes(5))) struct BytesAloneTests {
    @Test func aPictureAndItsBytesAreOneFetch() async throws {
        let bench = Bench(bytes: ScriptedByteLoader(isOpen: false))
        let picture = await bench.load(sampleRequest(1))
        let bytes = Task { try await bench.loader.data(for: sampleRequest(1, 20), priority: .behind) }
        await eventually { bench.loader.counters.joined == 1 }
        bench.bytes.gate.open()
        #expect(try await bytes.value.count == 7)
        _ = try await picture.value
        #expect(bench.bytes.gate.calls.count == 1 && bench.decoder.gate.calls.count == 1)
        #expect(await bench.loader.isWithoutTrace)
    }

    @Test func bytesAloneAreNotDecoded() async throws {
        let bench = Bench()
        #expect(try await bench.loader.data(for: sampleRequest(1), priority: .visible).count == 7)
        await bench.untilIdle()
        #expect(bench.decoder.gate.calls.isEmpty && bench.memory.count == 0)
        #expect(await bench.loader.isWithoutTrace)
    }

    @Test func leavingTheBytesCancelsTheFetchUnlessAPictureNeedsIt() async throws {
        let bench = Bench(bytes: ScriptedByteLoader(isOpen: false))
        let alone = Task { try await bench.loader.data(for: sampleRequest(2), priority: .visible) }
        await bench.bytes.gate.untilStarted(1)
        alone.cancel()
        await #expect(throws: CancellationError.self) { try await alone.value }
        await bench.bytes.gate.until { $0.calls.map(\.status) == [.cancelled] }
        let picture = await bench.load(sampleRequest(1))
        let beside = Task { try await bench.loader.data(for: sampleRequest(1), priority: .visible) }
        await eventually { bench.loader.counters.joined == 1 }
        beside.cancel()
        _ = await beside.result
        bench.bytes.gate.open()
        _ = try await picture.value
    }

    @Test func aFailureReachesThoseWhoWantBytesToo() async throws {
        let bench = Bench(bytes: ScriptedByteLoader { _, _ in .failure(failure(.notFound)) })
        await #expect(throws: failure(.notFound)) {
            try await bench.loader.data(for: sampleRequest(1), priority: .visible)
        }
        #expect(await bench.loader.isWithoutTrace)
    }

    @Test func anEmptyBodyIsAFailureOfItsOwn() async throws {
        let bench = Bench(bytes: ScriptedByteLoader { _, _ in .success([]) })
        await #expect(throws: LoadFailure(stage: .fetch, culprit: "photo 1", reason: .empty)) {
            try await bench.loader.image(for: sampleRequest(1), priority: .visible)
        }
        #expect(bench.decoder.gate.calls.isEmpty)
    }
}
