// The store of tiles: what it answers from, and that writing waits for everyone else.
import Photos
import Testing

@testable import ImagePipeline

@Suite(.timeLimit(.minutes(5))) struct LocalTileStoreTests {
    private let disk = MemoryDisk()
    private let pack: TilePack
    private let encoder = ScriptedEncoder()
    private let thumbnails = ScriptedThumbnails()
    private let clock = ManualClock()
    private let store: LocalTileStore

    init() {
        pack = TilePack(folder: disk.folder(), budget: 1 << 20, executor: SerialJobs())
        store = LocalTileStore(
            pack: pack, encoder: encoder, thumbnails: thumbnails, pause: .seconds(1), backlog: 3,
            clock: clock)
    }

    /// Ends the pause that the writing is in or comes to.
    private func passPause() async {
        await clock.untilAsleep()
        clock.wakeAll()
    }
    private func keep(_ ids: ClosedRange<Int>) async -> [TestImage] {
        let images = ids.map { TestImage(title: "\($0)") }
        for (id, image) in zip(ids, images) { await store.keep(image, for: tileRequest(id)) }
        return images
    }

    /// Keeps the first pictures, and returns when the writing is in a pause that began after the last of them.
    private func keepFirst(_ ids: ClosedRange<Int>) async -> [TestImage] {
        let first = await keep(ids.lowerBound...ids.lowerBound)
        await clock.untilAsleep()
        guard ids.count > 1 else { return first }
        let others = await keep(ids.lowerBound + 1...ids.upperBound)
        await passPause()
        await clock.untilAsleep()
        return first + others
    }
    private func untilKept(_ id: Int) async { await eventually { await pack.contains(tileKey(id)) } }

    // MARK: Answers

    @Test func whatWasKeptIsFoundAgain() async {
        let images = await keepFirst(1...1)
        await passPause()
        await untilKept(1)
        #expect(await store.tile(for: tileRequest(1))?.array == Array("1".utf8))
        #expect(thumbnails.asked.state.isEmpty)
        withExtendedLifetime(images) {}
    }

    @Test func aSharedThumbnailIsAskedForOnlyWhereThePackHasNothing() async {
        thumbnails.all.change { $0 = ["photo 1": [7], "photo 2": [8]] }
        await pack.store(EncodedBytes([1]), for: tileKey(1))
        #expect(await store.tile(for: tileRequest(1))?.array == [1])
        #expect(await store.tile(for: tileRequest(2))?.array == [8])
        #expect(await store.tile(for: tileRequest(3)) == nil)
        #expect(thumbnails.asked.state == ["photo 2", "photo 3"])
    }

    @Test func whatIsNoTileIsNeitherLookedForNorKept() async {
        let image = TestImage()
        for request in [sampleRequest(1), tileRequest(1, side: 600), tileRequest(1, processors: [.dimmed])] {
            await store.keep(image, for: request)
            #expect(await store.tile(for: request) == nil)
            await store.discard(request)
        }
        #expect(thumbnails.asked.state.isEmpty && disk.state.reads == 0)
        #expect(clock.probe.state.naps.isEmpty)
    }

    @Test func aTileThatCouldNotBeDecodedIsNotServedAgain() async {
        await pack.store(EncodedBytes([1]), for: tileKey(1))
        await store.discard(tileRequest(1))
        #expect(await store.tile(for: tileRequest(1)) == nil)
    }

    @Test func aCancelledTaskAsksNeitherStore() async {
        await pack.store(EncodedBytes([1]), for: tileKey(1))
        disk.change { $0.reads = 0 }
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await store.tile(for: tileRequest(1))
        }
        #expect(await task.value == nil)
        #expect(thumbnails.asked.state.isEmpty && disk.state.reads == 0)
    }

    // MARK: Writing

    @Test func nothingIsEncodedBeforeAPauseHasPassedWithoutAWish() async {
        let images = await keepFirst(1...1)
        #expect(encoder.titles.isEmpty && clock.probe.state.naps == [.seconds(1)])
        _ = await store.tile(for: tileRequest(5))
        await passPause()
        await clock.untilAsleep()
        #expect(encoder.titles.isEmpty && clock.probe.state.naps.count == 2)
        let more = await keep(2...2)
        await passPause()
        await clock.untilAsleep()
        #expect(encoder.titles.isEmpty && clock.probe.state.naps.count == 3)
        await passPause()
        await untilKept(2)
        #expect(encoder.titles == ["1", "2"])
        withExtendedLifetime((images, more)) {}
    }

    @Test func aWishStopsTheWritingBehindThePictureThatItIsAt() async {
        encoder.gate.shut()
        let images = await keepFirst(1...3)
        await passPause()
        await encoder.gate.untilStarted(1)
        // Encoding holds up no look-up and no keeping.
        #expect(await store.tile(for: tileRequest(9)) == nil)
        let more = await keep(4...4)
        encoder.gate.open()
        await eventually { clock.isAsleep || encoder.titles.count == 4 }
        #expect(encoder.titles == ["1"])
        await passPause()
        await untilKept(4)
        #expect(encoder.titles.count == 4)
        withExtendedLifetime((images, more)) {}
    }

    @Test func aPictureThatEveryoneElseLetGoOfIsNotWritten() async {
        var images = await keepFirst(1...3)
        images.removeFirst(2)
        await passPause()
        await untilKept(3)
        #expect(encoder.titles == ["3"])
    }

    @Test func theOldestLeaveABacklogThatIsFull() async {
        let images = await keepFirst(1...5)
        await passPause()
        await untilKept(5)
        #expect(encoder.titles == ["3", "4", "5"])
        withExtendedLifetime(images) {}
    }

    @Test func whatIsKeptAlreadyIsNotEncodedAgain() async {
        await pack.store(EncodedBytes([1]), for: tileKey(1))
        let images = await keepFirst(1...2)
        await passPause()
        await untilKept(2)
        #expect(encoder.titles == ["2"])
        #expect(await pack.bytes(for: tileKey(1))?.array == [1])
        withExtendedLifetime(images) {}
    }

    @Test func aPictureThatCannotBeEncodedHoldsUpNoOther() async {
        encoder.refused.change { $0 = ["1"] }
        let images = await keepFirst(1...2)
        await passPause()
        await untilKept(2)
        #expect(await !pack.contains(tileKey(1)))
        // The writing has ended and begins again with the next.
        let more = await keep(3...3)
        await passPause()
        await untilKept(3)
        withExtendedLifetime((images, more)) {}
    }

    @Test func aLongRowOfTilesKeepsTheNewest() async {
        var backlog = TileBacklog(limit: 10)
        let images = (0..<1000).map { TestImage(title: "\($0)") }
        for (id, image) in images.enumerated() { backlog.append(image, of: tileRequest(id), for: tileKey(id)) }
        var titles: [String] = []
        while let next = backlog.next() { titles.append((next.image as? TestImage)?.title ?? "") }
        #expect(titles == (990..<1000).map(String.init))
        #expect(backlog.isEmpty)
    }
}

/// Encodes a picture as its title, through a gate.
private final class ScriptedEncoder: TileEncoder {
    let gate = Gate(isOpen: true)
    let refused = Probe<Set<String>>([])
    var titles: [String] { gate.titles }

    func encode(_ image: any DecodedImage) async -> EncodedBytes? {
        guard let image = image as? TestImage else { return nil }
        let call = Call(title: image.title, location: .file(FilePath(image.title)), size: nil, priority: .speculative)
        guard (try? await gate.pass(call)) != nil, !refused.state.contains(image.title) else { return nil }
        return EncodedBytes(Array(image.title.utf8))
    }
}

/// Thumbnails by title.
private final class ScriptedThumbnails: SharedThumbnails {
    let all = Probe<[String: [UInt8]]>([:])
    let asked = Probe<[String]>([])

    func thumbnail(for request: ImageRequest) async -> EncodedBytes? {
        asked.change { $0.append(request.title) }
        return all.state[request.title].map { EncodedBytes($0) }
    }
}

extension Gate {
    fileprivate func shut() { probe.change { $0.isOpen = false } }
}
