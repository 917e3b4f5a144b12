// Average colours: a bounded table, what the loader puts into it, and the file that outlives the program.
import FoundationEssentials
import Photos
import Synchronization
import Testing

@testable import ImagePipeline

private let red = AverageColour(red: 255, green: 0, blue: 0)
private let teal = AverageColour(red: 0, green: 130, blue: 132)

private func key(_ photo: String, _ version: String = "", source: SourceID = sampleSource, side: Int = 10) -> ImageKey {
    ImageKey(source: source, photo: PhotoID(photo), version: version, size: PixelSize(square: side), fit: .fill)
}

@Suite(.timeLimit(.minutes(5))) struct ColourTableTests {
    @Test func aColourBelongsToSourcePhotoAndVersionWhateverTheSize() {
        let table = ColourTable()
        table.note(teal, for: key("1", "a"))
        #expect(table.colour(for: key("1", "a")) == teal)
        #expect(table.colour(for: key("1", "a", side: 400)) == teal)
        #expect(table.colour(for: key("1", "b")) == nil)
        #expect(table.colour(for: key("2", "a")) == nil)
        #expect(table.colour(for: key("a", "1")) == nil)
        #expect(table.colour(for: key("1", "a", source: SourceID("other"))) == nil)
    }

    @Test func aColourIsKeptToWithinFourOfEachChannelAndTheEndsExactly() throws {
        let table = ColourTable(sets: 1)
        for value in UInt8.min...UInt8.max {
            table.note(AverageColour(red: value, green: 255 - value, blue: value), for: key("1"))
            let kept = try #require(table.colour(for: key("1")))
            #expect(abs(Int(kept.red) - Int(value)) <= 4 && abs(Int(kept.blue) - Int(value)) <= 4)
            #expect(abs(Int(kept.green) - Int(255 - value)) <= 2)
        }
        for colour in [AverageColour(red: 255, green: 255, blue: 255), AverageColour(red: 0, green: 0, blue: 0)] {
            table.note(colour, for: key("1"))
            #expect(table.colour(for: key("1")) == colour)
        }
    }

    @Test func aSetHoldsTwoPhotosAndTheNewestPushesTheOldestOut() {
        let table = ColourTable(sets: 1)
        for photo in ["1", "2", "3"] { table.note(red, for: key(photo)) }
        #expect(["1", "2", "3"].map { table.colour(for: key($0)) } == [nil, red, red])
        // Noted again, it is the newest, and is there once.
        table.note(teal, for: key("2"))
        table.note(red, for: key("4"))
        #expect(["2", "3", "4"].map { table.colour(for: key($0)) } == [teal, nil, red])
        #expect(table.count == 2)
    }

    @Test func aMillionPhotosTakeNoMoreThanTheirFixedPlace() {
        let table = ColourTable(sets: 1 << 6)
        for photo in 0..<10_000 { table.note(teal, for: key("\(photo)")) }
        #expect(table.count == 128)
        #expect(table.records.count == 128)
    }

    @Test func recordsFillAnotherTableAndLeaveWhatIsNewerThere() {
        let table = ColourTable()
        for photo in 0..<5000 { table.note(teal, for: key("\(photo)")) }
        let next = ColourTable()
        next.note(red, for: key("17"))
        next.restore(table.records)
        #expect(next.colour(for: key("17")) == red)
        #expect((0..<5000).allSatisfy { $0 == 17 || next.colour(for: key("\($0)")) == table.colour(for: key("\($0)")) })
        #expect(next.count == table.count)
    }

    @Test func aRestoredSetKeepsItsOrder() {
        let table = ColourTable(sets: 1)
        for photo in ["1", "2"] { table.note(red, for: key(photo)) }
        let next = ColourTable(sets: 1)
        next.restore(table.records)
        next.note(teal, for: key("3"))
        #expect(["1", "2", "3"].map { next.colour(for: key($0)) } == [nil, red, teal])
    }

    @Test func theLoaderNotesWhatItDecodesAndNotWhatWasWorkedOn() async throws {
        final class Coloured: DecodedImage {
            let size: PixelSize
            let cost = 400
            let averageColour: AverageColour? = teal
            init(_ size: PixelSize) { self.size = size }
        }
        struct Decoder: PixelDecoder, PixelProcessor {
            func decode(
                _ bytes: EncodedBytes, for request: ImageRequest, priority: LoadPriority
            ) async throws -> Coloured { Coloured(request.key.size) }
            func process(
                _ image: Coloured, with processor: Processor, title: String, priority: LoadPriority
            ) async throws -> Coloured { Coloured(image.size) }
        }
        let table = ColourTable(sets: 4)
        let loader = ImageLoader(
            bytes: ScriptedByteLoader(), decoder: Decoder(), processor: Decoder(), memory: ImageCache(budget: 1 << 20),
            colours: table)
        _ = try await loader.image(for: sampleRequest(1), priority: .visible)
        #expect(table.colour(for: sampleKey(1)) == teal)
        let grey = ImageKey(
            source: sampleSource, photo: PhotoID("2"), version: "", size: PixelSize(square: 10), fit: .fill,
            processors: [.dimmed])
        table.note(Coloured(grey.size), for: grey)
        #expect(table.colour(for: sampleKey(2)) == nil)
    }
}

@Suite(.timeLimit(.minutes(5))) struct ColourFileTests {
    private let folder = ScratchFolder()
    private let clock = ManualClock()

    private func file(_ table: ColourTable) -> ColourFile {
        ColourFile(table, in: ScratchCacheFolder(folder.path), executor: JobQueue(), clock: clock)
    }
    private var path: String { folder.path + "/colours" }

    @Test func whatIsNotedIsWrittenAfterAPauseAndReadAtTheNextStart() async {
        let table = ColourTable()
        let file = file(table)
        await file.open()
        table.note(red, for: key("1"))
        await clock.untilAsleep()
        table.note(teal, for: key("2"))
        #expect(clock.probe.state.naps == [.seconds(20)])
        clock.wakeAll()
        await eventually { await file.writes == 1 }
        let next = ColourTable()
        await self.file(next).open()
        #expect(next.colour(for: key("1")) == table.colour(for: key("1")))
        #expect(next.colour(for: key("2")) == table.colour(for: key("2")))
        // What was read is not written again; what is new is, after a pause of its own.
        #expect(clock.probe.state.naps.count == 1)
        table.note(red, for: key("3"))
        await clock.probe.until { $0.naps.count == 2 }
        #expect(await file.writes == 1)
    }

    @Test func theEndOfTheProgramWritesAtOnceAndOnlyWhatIsNew() async {
        let table = ColourTable()
        let file = file(table)
        await file.open()
        await file.save()
        #expect(!FileManager.default.fileExists(atPath: path))
        table.note(red, for: key("1"))
        await clock.untilAsleep()
        await file.save()
        await file.save()
        #expect(await file.writes == 1)
        let next = ColourTable()
        await self.file(next).open()
        #expect(next.colour(for: key("1")) == red)
    }

    @Test func aFileWithAnyByteChangedOrCutAnywhereIsNone() throws {
        let table = ColourTable()
        for photo in 0..<9 { table.note(teal, for: key("\(photo)")) }
        let whole = ColourRecord.file(table.records)
        func read(_ bytes: [UInt8]) -> [ColourRecord]? { bytes.withUnsafeBytes { ColourRecord.records(inFile: $0) } }
        #expect(read(whole) == table.records)
        #expect(read(ColourRecord.file([])) == [])
        for length in whole.indices { #expect(read(Array(whole[..<length])) == nil, "cut at \(length)") }
        for index in whole.indices {
            var damaged = whole
            damaged[index] ^= 0x10
            #expect(read(damaged) == nil, "byte \(index)")
        }
        #expect(read(whole + [0]) == nil)
    }

    @Test func aDamagedFileIsAnEmptyTableAndIsReplaced() async throws {
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        try Data(repeating: 0xff, count: 300).write(to: URL(filePath: path))
        let table = ColourTable()
        let file = file(table)
        await file.open()
        #expect(table.count == 0)
        table.note(red, for: key("1"))
        await clock.untilAsleep()
        await file.save()
        let next = ColourTable()
        await self.file(next).open()
        #expect(next.colour(for: key("1")) == red)
    }

    @Test func aFolderThatCannotBeWrittenIsNoErrorAndTriedAgainAtTheNextChange() async {
        let table = ColourTable()
        let file = ColourFile(table, in: ScratchCacheFolder("/dev/null/no"), executor: JobQueue(), clock: clock)
        await file.open()
        table.note(red, for: key("1"))
        await clock.untilAsleep()
        await file.save()
        #expect(await file.writes == 0)
        table.note(teal, for: key("2"))
        await clock.probe.until { $0.naps.count == 2 }
    }
}
