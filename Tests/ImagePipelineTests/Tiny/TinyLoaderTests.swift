import Photos
import Testing

@testable import ImagePipeline

/// Where tiny pictures come from, and what is left undone.
@Suite(.timeLimit(.minutes(5))) struct TinyLoaderTests {
    @Test func storedPicturesNeedNeitherFileNorDecode() async {
        let bench = TinyBench()
        await bench.keep(0..<600)
        bench.want(0..<600)
        await bench.untilPictures(0..<600)
        await bench.arrivals.until { $0 > 0 }
        #expect(bench.bytes.gate.calls.isEmpty && bench.decoder.gate.calls.isEmpty)
        #expect(Set(bench.session.takeArrivals().map(\.slot)) == Set(0..<600))
    }

    @Test func whatIsNotStoredIsMadeOnceAndFoundByTheNextSession() async {
        let bench = TinyBench()
        await bench.keep(0..<5)
        bench.want(0..<8)
        await bench.untilPictures(0..<8)
        #expect(Set(bench.bytes.gate.titles) == ["photo 5", "photo 6", "photo 7"])
        let second = bench.loader.makeSession {}
        second.want(TinyWish(listing: NumberedListing(), visible: 0..<8, around: []))
        await eventually {
            (0..<8).allSatisfy { second.tinyPictures?.entry(of: NumberedListing.ref($0))?.picture != nil }
        }
        #expect(bench.bytes.gate.calls.count == 3)
        await bench.loader.storeTinyPictures()
        #expect(await bench.pack.count == 8)
    }

    @Test func aPictureInMemoryIsEnough() async {
        let bench = TinyBench(bytes: ScriptedByteLoader(isOpen: false))
        let key = tileRequest(3, side: 200).key
        bench.memory.insert(TestImage(size: PixelSize(square: 200), title: "photo 3"), for: key)
        bench.want(3..<4)
        await bench.untilPictures(3..<4)
        #expect(bench.bytes.gate.calls.isEmpty)
    }

    @Test func aDamagedEntryIsMadeAnew() async throws {
        let bench = TinyBench()
        await bench.keep([(0, Array("\u{1}photo 0".utf8)), (2, Array("\u{1}photo 2".utf8)), (1, [99])])
        // A record whose bytes have changed on the disk is none.
        bench.disk.change { state in
            guard let name = state.files.keys.first, let file = state.files[name] else { return }
            var changed = file
            let end = Array("photo 2".utf8)
            for place in changed.indices.dropLast(end.count) where Array(changed[place..<place + end.count]) == end {
                changed[place] ^= 1
            }
            state.files[name] = changed
        }
        bench.want(0..<3)
        await bench.untilPictures(0..<3)
        #expect(Set(bench.bytes.gate.titles) == ["photo 1", "photo 2"])
        await bench.loader.storeTinyPictures()
        #expect(
            await bench.pack.bytes(for: try #require(TileKey(bench.request(1), .square)))?.array == [1]
                + Array("photo 1".utf8))
    }

    @Test func visiblePhotosComeFirst() async {
        let bench = TinyBench(bytes: ScriptedByteLoader(isOpen: false), hasStore: false)
        bench.want(100..<104, around: [104..<108])
        await bench.bytes.gate.untilStarted(4)
        #expect(Set(bench.bytes.gate.titles.prefix(4)) == ["photo 100", "photo 101", "photo 102", "photo 103"])
        #expect(bench.bytes.gate.calls.allSatisfy { $0.priority == .visible })
        bench.bytes.gate.open()
        await bench.untilPictures(100..<108)
    }

    @Test func nothingIsMadeWhileTheLoaderIsSuspended() async {
        let bench = TinyBench(hasStore: false)
        bench.loader.suspend()
        bench.want(0..<2)
        await eventually { await !bench.loader.inventory.areStagesIdle }
        #expect(bench.bytes.gate.calls.isEmpty)
        bench.loader.resume()
        await bench.untilPictures(0..<2)
    }

    @Test func whatIsNotWantedAnyMoreIsCancelled() async {
        let bench = TinyBench(bytes: ScriptedByteLoader(isOpen: false), hasStore: false)
        bench.want(0..<50)
        await bench.bytes.gate.untilStarted(4)
        bench.want(200..<202)
        await bench.bytes.gate.until { $0.calls.contains { $0.title == "photo 201" } }
        bench.bytes.gate.open()
        await bench.untilPictures(200..<202)
        await eventually { await bench.loader.isIdle }
        #expect(!(0..<50).contains(where: bench.hasPicture))
        #expect(bench.bytes.gate.calls.count == 6)
    }

    @Test func aFailureIsNotTriedAgainUntilItIsForgotten() async {
        let failing = Probe(true)
        let bench = TinyBench(
            bytes: ScriptedByteLoader { title, _ in
                failing.state ? .failure(failure(.notFound)) : .success(Array(title.utf8))
            })
        bench.want(0..<1)
        await eventually { bench.table.entry(of: NumberedListing.ref(0))?.isFailed == true }
        bench.want(0..<1)
        bench.want(0..<2)
        await eventually { bench.table.entry(of: NumberedListing.ref(1))?.isFailed == true }
        #expect(bench.bytes.gate.titles.filter { $0 == "photo 0" }.count == 1)
        failing.change { $0 = false }
        bench.table.removeFailures()
        bench.want(0..<2)
        await bench.untilPictures(0..<2)
    }

    @Test func aPhotoThatHasChangedIsReadAnew() async {
        let bench = TinyBench(bytes: ScriptedByteLoader(isOpen: false), hasStore: false)
        bench.want(0..<1)
        await bench.bytes.gate.untilStarted(1)
        bench.session.forget([NumberedListing.ref(0)])
        bench.want(0..<1, of: NumberedListing(version: "2"))
        bench.bytes.gate.open()
        await bench.untilPictures(0..<1)
        #expect(bench.bytes.gate.calls.count == 2)
    }

    @Test func coloursComeBeforePictures() async {
        let bench = TinyBench(bytes: ScriptedByteLoader(isOpen: false))
        let colour = AverageColour(red: 255, green: 0, blue: 0)
        bench.colours.note(colour, for: bench.request(7).key)
        bench.want(7..<9)
        await eventually { bench.table.entry(of: NumberedListing.ref(7))?.colour != nil }
        #expect(bench.table.entry(of: NumberedListing.ref(7))?.colour == colour && !bench.hasPicture(7))
    }

    @Test func aClosedSessionCancelsAllAndHoldsNothing() async {
        let bench = TinyBench(bytes: ScriptedByteLoader(isOpen: false), hasStore: false)
        bench.want(0..<50)
        await bench.bytes.gate.untilStarted(4)
        bench.session.close()
        await eventually { await bench.loader.isIdle }
        bench.bytes.gate.open()
        #expect(bench.table.count == 0 && bench.session.takeArrivals().isEmpty)
    }

    @Test func anotherSizeIsReadFromTheStoreAndReplacesTheOldOneInPlace() async {
        let bench = TinyBench()
        await bench.keep(0..<3)
        bench.want(0..<3)
        await bench.untilPictures(0..<3)
        bench.want(0..<3, of: NumberedListing(size: PixelSize(square: 48)))
        await eventually {
            (0..<3).allSatisfy {
                bench.table.entry(of: NumberedListing.ref($0))?.picture?.size == PixelSize(square: 48)
            }
        }
        #expect(bench.bytes.gate.calls.isEmpty)
    }

    @Test func aSizeThatChangesWhilePicturesAreMadeIsTheOneThatComes() async {
        let bench = TinyBench(bytes: ScriptedByteLoader(isOpen: false), hasStore: false)
        bench.want(0..<3)
        await bench.bytes.gate.untilStarted(3)
        bench.want(0..<3, of: NumberedListing(size: PixelSize(square: 32)))
        await bench.bytes.gate.untilStarted(4)
        bench.bytes.gate.open()
        await eventually {
            (0..<3).allSatisfy {
                bench.table.entry(of: NumberedListing.ref($0))?.picture?.size == PixelSize(square: 32)
            }
        }
    }
}
