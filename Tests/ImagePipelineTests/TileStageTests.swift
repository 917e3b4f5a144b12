// Finished tiles of local files: asked first, thrown away when broken, kept after the picture was delivered.
import Photos
import Testing

@testable import ImagePipeline

/// A picture of a local file.
func fileRequest(_ id: Int, _ side: Int = 10, version: String = "", fit: Fit = .fill) -> ImageRequest {
    ImageRequest(
        source: sampleSource, photo: Photo(id: PhotoID("\(id)"), title: "photo \(id)", version: version),
        location: .file("/photos/\(id).jpg"), size: PixelSize(square: side), fit: fit)
}

@Suite(.timeLimit(.minutes(5))) struct TileStageTests {
    @Test func aStoredTileIsDecodedInsteadOfTheFile() async throws {
        let tiles = ScriptedTiles([fileRequest(1)])
        let bench = Bench(tiles: tiles)
        let image = try await bench.loader.image(for: fileRequest(1), priority: .visible)
        #expect(image.size == PixelSize(square: 10) && bench.memory.contains(fileRequest(1).key))
        #expect(bench.bytes.gate.calls.isEmpty && bench.decoder.gate.calls.count == 1)
        #expect(bench.loader.counters.tileHits == 1 && bench.loader.counters.fetches == 0)
        #expect(tiles.probe.state.kept.isEmpty)
    }

    @Test func aPictureDecodedFromItsFileIsKeptOnceItHasBeenDelivered() async throws {
        let tiles = ScriptedTiles()
        let bench = Bench(tiles: tiles)
        _ = try await bench.loader.image(for: fileRequest(1), priority: .visible)
        await tiles.probe.until { $0.kept == [fileRequest(1)] }
        #expect(bench.bytes.gate.calls.count == 1 && bench.loader.counters.tileHits == 0)
    }

    @Test func aTileThatCannotBeDecodedIsDiscardedAndTheFileRead() async throws {
        let tiles = ScriptedTiles([fileRequest(1)])
        let decodes = Probe(0)
        let bench = Bench(
            decoder: ScriptedDecoder { _ in
                decodes.change {
                    $0 += 1; return $0 == 1
                }
            }, tiles: tiles)
        _ = try await bench.loader.image(for: fileRequest(1), priority: .visible)
        #expect(tiles.probe.state.discarded == [fileRequest(1)] && bench.bytes.gate.calls.count == 1)
        #expect(bench.loader.counters.failures == 0 && bench.loader.counters.tileHits == 0)
        await tiles.probe.until { $0.kept == [fileRequest(1)] }
    }

    @Test func remoteLargeWholeAndProcessedPicturesAreNoTiles() async throws {
        let tiles = ScriptedTiles()
        let bench = Bench(processor: ScriptedProcessor(), tiles: tiles)
        let processed = ImageRequest(fileRequest(1, 600), processors: [.dimmed])
        for request in [sampleRequest(1), fileRequest(2, 513), fileRequest(3, fit: .fit), processed] {
            _ = try await bench.loader.image(for: request, priority: .visible)
        }
        await bench.untilIdle()
        #expect(tiles.gate.calls.isEmpty && tiles.probe.state.kept.isEmpty)
    }

    @Test func aChainStartsFromTheTile() async throws {
        let tiles = ScriptedTiles([fileRequest(1)])
        let bench = Bench(processor: ScriptedProcessor(), tiles: tiles)
        let request = ImageRequest(fileRequest(1), processors: [.dimmed])
        _ = try await bench.loader.image(for: request, priority: .visible)
        #expect(bench.bytes.gate.calls.isEmpty && bench.loader.counters.tileHits == 1)
    }

    @Test func leavingWhileTheStoreIsAskedStartsNothingMore() async throws {
        let tiles = ScriptedTiles(isOpen: false)
        let bench = Bench(tiles: tiles)
        let task = await bench.load(fileRequest(1))
        await tiles.gate.untilStarted(1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await tiles.gate.until { $0.calls.map(\.status) == [.cancelled] }
        #expect(await bench.loader.isWithoutTrace)
        #expect(bench.bytes.gate.calls.isEmpty)
    }

    @Test func noPreviewIsMadeOfWhatHasATile() async throws {
        let bytes = ReportingByteLoader()
        let decoder = PreviewingDecoder()
        let loader = ImageLoader(
            bytes: bytes, decoder: decoder, tiles: ScriptedTiles([fileRequest(1)]), memory: TestCache(budget: 1 << 20))
        _ = try await loader.image(for: fileRequest(1), priority: .visible)
        #expect(bytes.probe.state.prefixes == 0 && decoder.previews.calls.isEmpty)
    }

    @Test func aPreviewIsNotKept() async throws {
        let bytes = ReportingByteLoader()
        let tiles = ScriptedTiles()
        let loader = ImageLoader(
            bytes: bytes, decoder: PreviewingDecoder(), tiles: tiles, memory: TestCache(budget: 1 << 20))
        let task = loader.sole(fileRequest(1))
        await eventually { loader.counters.previews == 1 }
        #expect(tiles.probe.state.kept.isEmpty)
        await bytes.finish()
        _ = try await task.image
        await tiles.probe.until { $0.kept == [fileRequest(1)] }
    }
}
