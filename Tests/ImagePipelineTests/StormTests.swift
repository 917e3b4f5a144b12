// Random use from several tasks at once: whatever happens, the books are balanced afterwards.
import Photos
import Testing

@testable import ImagePipeline

@Suite(.timeLimit(.minutes(1))) struct StormTests {
    @Test(arguments: [1, 2, 3] as [UInt64]) func aStormLeavesNothingBehind(seed: UInt64) async throws {
        let bytes = ScriptedByteLoader { title, attempt in
            switch (title.hashValue & 7, attempt) {
            case (0, _): .failure(failure(.notFound))
            case (1, 0): .failure(failure(.unreachable("for once")))
            default: .success(Array(repeating: 1, count: 100))
            }
        }
        let memory = MemoryCache(budget: 20 * 400)
        let loader = ImageLoader(
            bytes: bytes, decoder: ScriptedDecoder(), memory: memory,
            configuration: .init(fetchLimit: 5, decodeLimit: 2, encodedBudget: 2000, sleep: { _ in await Task.yield() }))
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    var random = SplitMix(state: seed &* 100 &+ UInt64(worker))
                    await worker < 2 ? feedStorm(loader, &random) : callStorm(loader, &random)
                }
            }
        }
        await eventually { await loader.isIdle }
        await eventually { await loader.feeds.isEmpty }
        #expect(await loader.isWithoutTrace)
        #expect(bytes.gate.most <= 5 && memory.bytes <= 20 * 400)
        #expect(bytes.gate.calls.count == loader.counters.fetches)
        #expect(loader.counters.inFlightFetches == 0 && loader.counters.inFlightDecodes == 0)
    }

    private func feedStorm(_ loader: ImageLoader, _ random: inout SplitMix) async {
        let feed = loader.makeFeed {}
        for _ in 0..<150 {
            let first = Int.random(in: 0..<60, using: &random)
            feed.want(
                (first..<first + 12).map {
                    WantedImage(
                        request: sampleRequest($0, Bool.random(using: &random) ? 10 : 5),
                        priority: LoadPriority.allCases.randomElement(using: &random) ?? .visible)
                })
            if Bool.random(using: &random) { _ = feed.takeDeliveries(limit: 3) }
            if Int.random(in: 0..<10, using: &random) == 0 { feed.retryAll() }
            loader.memory.lease([sampleKey(first)])
            await Task.yield()
            loader.memory.release([sampleKey(first)])
        }
    }

    private func callStorm(_ loader: ImageLoader, _ random: inout SplitMix) async {
        for _ in 0..<150 {
            let request = sampleRequest(Int.random(in: 0..<60, using: &random))
            let priority = LoadPriority.allCases.randomElement(using: &random) ?? .visible
            let task = Task { try await loader.image(for: request, priority: priority) }
            if Bool.random(using: &random) { await Task.yield() }
            if Bool.random(using: &random) { task.cancel() }
            _ = await task.result
        }
    }
}
