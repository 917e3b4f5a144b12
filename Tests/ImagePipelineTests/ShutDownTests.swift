// The end of a loader.
import Photos
import Testing

@testable import ImagePipeline

@Suite(.timeLimit(.minutes(5))) struct ShutDownTests {
    private let expected = LoadFailure(stage: .fetch, culprit: "photo 1", reason: .shutDown)

    @Test func theEndOfALoaderCancelsAllThatIsUnderWay() async throws {
        let bench = Bench(bytes: ScriptedByteLoader(isOpen: false))
        let caller = await bench.load(sampleRequest(1))
        let sole = bench.loader.sole(sampleRequest(2))
        let reader = Task { try await bench.loader.data(for: sampleRequest(3), priority: .visible) }
        let session = bench.loader.makeSession {}
        await bench.want(wanted([4]), session)
        await bench.bytes.gate.untilStarted(4)
        bench.loader.invalidate()
        await #expect(throws: CancellationError.self) { try await caller.value }
        await #expect(throws: CancellationError.self) { try await reader.value }
        await bench.bytes.gate.until { $0.calls.allSatisfy { $0.status == .cancelled } }
        await bench.untilIdle()
        #expect(await bench.loader.isWithoutTrace)
        #expect(session.pendingDeliveries == 0 && sole.session.pendingDeliveries == 0)
    }

    @Test func whatIsAskedForAfterwardsFailsAndSaysWhy() async throws {
        let bench = Bench()
        bench.memory.insert(TestImage(), for: sampleKey(1))
        bench.loader.invalidate()
        await #expect(throws: expected) { try await bench.loader.image(for: sampleRequest(1), priority: .visible) }
        await #expect(throws: expected) { try await bench.loader.core.join(sampleRequest(1), .visible) }
        await #expect(throws: expected) { try await bench.loader.data(for: sampleRequest(1), priority: .visible) }
        await #expect(throws: expected) { try await bench.loader.sole(sampleRequest(1)).image }
        let session = bench.loader.makeSession {}
        await bench.want(wanted([2]), session)
        #expect(session.takeDeliveries(limit: 9).first?.failure?.reason == .shutDown)
        #expect(bench.bytes.gate.calls.isEmpty)
    }
}
