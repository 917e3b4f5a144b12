// Random use from several tasks at once: whatever happens, the books are balanced afterwards.
import Photos
import Testing

@testable import ImagePipeline

@Suite(.timeLimit(.minutes(5))) struct StormTests {
    @Test(arguments: [1, 2, 3] as [UInt64]) func aStormLeavesNothingBehind(seed: UInt64) async throws {
        let bytes = ScriptedByteLoader { title, attempt in
            switch (title.hashValue & 7, attempt) {
            case (0, _): .failure(failure(.notFound))
            case (1, 0): .failure(failure(.unreachable(Message("for once"))))
            default: .success(Array(repeating: 1, count: 100))
            }
        }
        let memory = TestCache(budget: 20 * 400)
        let loader = ImageLoader(
            bytes: ChangingByteLoader(bytes), decoder: ScriptedDecoder(),
            processor: ScriptedProcessor { $0 == .dimmed },
            tiles: ScriptedTiles((0..<60).filter { $0 % 3 == 0 }.map { fileRequest($0) }), memory: memory,
            configuration: .init(fetchLimit: 5, decodeLimit: 2, encodedBudget: 2000, clock: RestlessClock()))
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<6 {
                group.addTask {
                    var random = SplitMix(state: seed &* 100 &+ UInt64(worker))
                    switch worker {
                    case 0, 1: await sessionStorm(loader, &random)
                    case 2, 3: await callStorm(loader, &random)
                    default: await taskStorm(loader, &random)
                    }
                }
            }
            // And changes, from the side of the byte loader.
            group.addTask {
                var random = SplitMix(state: seed)
                for _ in 0..<100 {
                    await loader.core.bytesChanged(FetchKey(stormRequest(&random)))
                    await Task.yield()
                }
            }
        }
        await eventually { await loader.isIdle }
        await eventually { await loader.hasNoSessions }
        #expect(await loader.isWithoutTrace)
        #expect(bytes.gate.most <= 5 && memory.bytes <= 20 * 400)
        #expect(bytes.gate.calls.count == loader.counters.fetches)
        #expect(loader.counters.inFlightFetches == 0 && loader.counters.inFlightDecodes == 0)
    }

    @Test func twoLoadersOfOneMemoryCacheLeaveNothingBehindEither() async throws {
        let memory = TestCache(budget: 20 * 400)
        let loaders = (0..<2).map { _ in
            ImageLoader(
                bytes: ChangingByteLoader(ScriptedByteLoader()), decoder: ScriptedDecoder(),
                processor: ScriptedProcessor(),
                memory: memory, configuration: .init(fetchLimit: 5, decodeLimit: 2))
        }
        await withTaskGroup(of: Void.self) { group in
            for (number, loader) in loaders.enumerated() {
                group.addTask {
                    var random = SplitMix(state: UInt64(number))
                    await sessionStorm(loader, &random)
                }
                group.addTask {
                    var random = SplitMix(state: UInt64(number) + 10)
                    await callStorm(loader, &random)
                }
            }
        }
        for loader in loaders {
            await eventually { await loader.isIdle }
            await eventually { await loader.hasNoSessions }
            #expect(await loader.isWithoutTrace)
        }
        #expect(memory.bytes <= 20 * 400)
    }

    @Test func aStormOnTheDiskLeavesAnExactAccountAndWholePhotos() async throws {
        let scratch = ScratchDisk()
        let disk = scratch.open(budget: 40_000, partialBudget: 10_000, writeBacklog: 20_000)
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    var random = SplitMix(state: UInt64(worker))
                    for _ in 0..<150 {
                        let id = Int.random(in: 0..<20, using: &random)
                        // All bytes of one length are alike, and the tag names the length.
                        let length = Int.random(in: 1...3000, using: &random)
                        let bytes = EncodedBytes(Array(repeating: UInt8(length % 251), count: length))
                        let head = metadata(["etag": "\"\(length)\""])
                        switch Int.random(in: 0..<6, using: &random) {
                        case 0: disk.remove(photoKey(id))
                        case 1: disk.keep(PartialTransfer(bytes: bytes, total: 4000, metadata: head), for: photoKey(id))
                        case 2: disk.removePartial(for: photoKey(id))
                        case 3: disk.store(StoredPhoto(bytes: bytes, metadata: head), for: photoKey(id))
                        default:
                            guard let photo = try? await disk.photo(for: photoKey(id), priority: .ahead) else {
                                continue
                            }
                            #expect(photo.metadata.headers["etag"] == "\"\(photo.bytes.count)\"")
                            #expect(Set(photo.bytes.array) == [UInt8(photo.bytes.count % 251)])
                            if Bool.random(using: &random) { disk.refresh(photo, for: photoKey(id)) }
                        }
                    }
                }
            }
        }
        await disk.flush()
        #expect(await disk.size == scratch.size)
        #expect(await disk.size <= 40_000)
        let again = scratch.open(budget: 40_000, partialBudget: 10_000)
        #expect(await again.size == scratch.size)
        #expect(await again.count == disk.count)
    }

    private func sessionStorm(_ loader: TestLoader, _ random: inout SplitMix) async {
        let session = loader.makeSession {}
        for _ in 0..<150 {
            let first = Int.random(in: 0..<60, using: &random)
            session.want(
                (first..<first + 12).map {
                    WantedImage(
                        request: sampleRequest($0, Bool.random(using: &random) ? 10 : 5),
                        priority: LoadPriority.allCases.randomElement(using: &random) ?? .visible)
                })
            if Bool.random(using: &random) { _ = session.takeDeliveries(limit: 3) }
            if Int.random(in: 0..<10, using: &random) == 0 { session.retryAll() }
            loader.memory.lease([sampleKey(first)])
            await Task.yield()
            loader.memory.release([sampleKey(first)])
        }
    }

    private func taskStorm(_ loader: TestLoader, _ random: inout SplitMix) async {
        var held: [SoleImage] = []
        for _ in 0..<300 {
            let request = stormRequest(&random)
            let task = loader.sole(request, .ahead)
            switch Int.random(in: 0..<6, using: &random) {
            case 0: task.cancel()
            case 1: task.priority = LoadPriority.allCases.randomElement(using: &random) ?? .visible
            case 2: held.append(task)
            case 3:
                // A picture of stale bytes may stay the last event for ever.
                for number in 0...4 {
                    guard let delivery = await task.delivery(number) else { break }
                    if delivery.kind != .preview || Bool.random(using: &random) { break }
                }
            case 4: _ = try? await task.image
            default: _ = Task { try await loader.data(for: request, priority: .behind) }
            }
            if held.count > 5 { held.removeFirst().priority = .visible }
            if Bool.random(using: &random) { await Task.yield() }
        }
    }

    /// A photo or a file, plain or worked on, in one of a few sizes.
    private func stormRequest(_ random: inout SplitMix) -> ImageRequest {
        let id = Int.random(in: 0..<60, using: &random)
        let side = [5, 10, 20].randomElement(using: &random) ?? 5
        let plain = id % 3 == 0 ? fileRequest(id, side) : sampleRequest(id, side)
        let steps: [Processor] = [.dimmed, .blur(sigma: 1), .resize(PixelSize(square: 3), .fill)]
        return ImageRequest(
            plain, processors: Array(steps.shuffled(using: &random).prefix(Int.random(in: 0..<3, using: &random))))
    }

    private func callStorm(_ loader: TestLoader, _ random: inout SplitMix) async {
        for _ in 0..<150 {
            let request = stormRequest(&random)
            let priority = LoadPriority.allCases.randomElement(using: &random) ?? .visible
            let task = Task { try await loader.image(for: request, priority: priority) }
            if Bool.random(using: &random) { await Task.yield() }
            if Bool.random(using: &random) { task.cancel() }
            _ = await task.result
        }
    }
}

/// Serves stale now and then, with the beginnings of files at hand.
private struct ChangingByteLoader: ByteLoader {
    let upstream: ScriptedByteLoader
    init(_ upstream: ScriptedByteLoader) { self.upstream = upstream }

    func bytes(for key: FetchKey, ticket: FetchTicket) async throws -> FetchedBytes {
        for received in [20, 40] {
            ticket.report(.init(received: received << 10, total: 60 << 10)) { EncodedBytes([1]) }
        }
        let fetched = try await upstream.bytes(for: key, ticket: ticket)
        return FetchedBytes(fetched.bytes, from: fetched.origin, isStale: ticket.title.hasSuffix("1"))
    }

    func prefix(of key: FetchKey, count: Int) async throws -> EncodedBytes? { EncodedBytes([1]) }
}
