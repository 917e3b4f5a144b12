// Files are read when a decoder is about to be free for them, and not before.
import Photos
import Testing

@testable import ImagePipeline

@Suite(.timeLimit(.minutes(5))) struct ReadAheadTests {
    private func files(_ ids: some Sequence<Int>, _ priority: LoadPriority = .visible) -> [WantedImage] {
        ids.map { id in
            WantedImage(
                request: ImageRequest(
                    source: sampleSource, photo: Photo(id: PhotoID("\(id)"), title: "photo \(id)"),
                    location: .file(FilePath("/photos/\(id).jpg")), size: PixelSize(square: 10), fit: .fill),
                priority: priority)
        }
    }

    private func bench(aheadDecodeLimit: Int = .max) -> Bench {
        Bench(
            decoder: ScriptedDecoder(isOpen: false), decodeLimit: 2, aheadDecodeLimit: aheadDecodeLimit, readAhead: 2)
    }

    /// Returns when nothing is read and nothing more will be.
    private func settled(_ bench: Bench) async {
        await eventually { bench.loader.counters.inFlightFetches == 0 }
        _ = await bench.loader.activity
    }

    @Test func aFewFilesAreReadBesideThoseThatAreDecoded() async {
        let bench = bench()
        let session = bench.loader.makeSession {}
        await bench.want(files(1...100), session)
        await bench.decoder.gate.untilStarted(2)
        await bench.bytes.gate.untilStarted(4)
        await settled(bench)
        // Reads that run side by side begin in any order.
        #expect(Set(bench.bytes.gate.titles) == Set((1...4).map { "photo \($0)" }))
        bench.decoder.gate.release(bench.decoder.gate.titles[0])
        await bench.bytes.gate.untilStarted(5)
        await settled(bench)
        #expect(bench.bytes.gate.calls.count == 5)
        bench.decoder.gate.open()
        await bench.untilIdle()
        #expect(bench.loader.counters.decoded == 100 && bench.bytes.gate.calls.count == 100)
    }

    @Test func whatLeavesBeforeItsTurnIsNeverRead() async {
        let bench = bench()
        let session = bench.loader.makeSession {}
        for screen in 0..<20 {
            await bench.want(files(100 * screen..<100 * screen + 50), session)
            await bench.bytes.gate.untilStarted(1)
        }
        bench.decoder.gate.open()
        await bench.untilIdle()
        // Of each screen that nobody has waited for, four at most.
        #expect(bench.bytes.gate.calls.count <= 19 * 4 + 50)
        #expect((1900..<1950).allSatisfy { bench.memory.contains(files([$0])[0].request.key) })
    }

    @Test func aVisibleFileDoesNotWaitForTheDecodesOfOthers() async {
        let bench = bench(aheadDecodeLimit: 1)
        let session = bench.loader.makeSession {}
        await bench.want(files(1...20, .ahead), session)
        await bench.bytes.gate.untilStarted(4)
        await settled(bench)
        #expect(bench.bytes.gate.calls.count == 4 && bench.loader.counters.inFlightDecodes == 1)
        // Counted before it has begun on its thread
        await bench.decoder.gate.untilStarted(1)
        await bench.want(files(1...20, .ahead) + files([21]), session)
        await bench.decoder.gate.untilStarted(2)
        #expect(bench.decoder.gate.calls.last?.title == "photo 21")
        bench.decoder.gate.open()
        await bench.untilIdle()
        #expect(bench.loader.counters.decoded == 21)
    }

    @Test func serversAreAskedWhileFilesWait() async {
        let bench = bench()
        let session = bench.loader.makeSession {}
        await bench.want(files(1...20) + wanted(101...104), session)
        await bench.bytes.gate.untilStarted(8)
        await settled(bench)
        #expect(Set(bench.bytes.gate.titles) == Set((Array(1...4) + Array(101...104)).map { "photo \($0)" }))
        bench.decoder.gate.open()
        await bench.untilIdle()
    }
}
