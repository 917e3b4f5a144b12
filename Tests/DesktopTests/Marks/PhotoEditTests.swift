// Words and dates on the real disk: what is written is what others read, and what cannot be written is refused.
import Fixtures
import Foundation
import Glibc
import ImagePipeline
import Library
import PhotoFormats
import Photos
import Synchronization
import Testing

@testable import Codecs
@testable import Desktop

@Suite(.timeLimit(.minutes(5)))
struct PhotoEditTests {
    private let scratch = ScratchFolder()
    private let store = MarkStore(path: nil)

    private func bytes(_ path: String) -> [UInt8]? { FileManager.default.contents(atPath: path).map(Array.init) }
    private func facts(_ path: String) async throws -> FileFacts {
        try #require(try await FileFactsReader(width: 1).facts(of: path))
    }
    private func time(_ text: String) throws -> WrittenTime { try #require(WrittenTime(numbers: text)) }

    /// A JPEG with words of its own in an XMP packet, and a date.
    private func photo(_ name: String = "a.jpg") -> String {
        let packet = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
            <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" \
            xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:DateTimeOriginal="2023-06-14T18:30:00.25+02:00">\
            <dc:subject><rdf:Bag><rdf:li>sky</rdf:li><rdf:li>sea</rdf:li></rdf:Bag></dc:subject>\
            <dc:title><rdf:Alt><rdf:li xml:lang="x-default">Port</rdf:li></rdf:Alt></dc:title>\
            </rdf:Description></rdf:RDF></x:xmpmeta>
            """
        let name = (name, "http://ns.adobe.com/xap/1.0/\0"), length = 2 + name.1.utf8.count + packet.utf8.count
        let segment = [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + Array((name.1 + packet).utf8)
        let picture = Painting.quarters(64, 48).encoded("jpeg")
        return scratch.write(name.0, picture.prefix(2) + segment + picture.dropFirst(2))
    }

    @Test func aPhotosOwnKeywordsComeAlongAndItsFileIsAsItWas() async throws {
        let photo = photo(), before = bytes(photo), marking = PhotoMarking(store: store)
        let outcome = await marking.edit(.addKeywords(["Places/Paros"]), of: photo)
        #expect(outcome.failure == nil && outcome.change != nil)
        #expect(try await facts(photo).description.keywords == ["Places/Paros", "sky", "sea"])
        let words = try await facts(photo).description.words
        #expect(outcome.facts?.words == words)
        #expect(bytes(photo) == before)
        #expect(await marking.edit(.addKeywords(["sky"]), of: photo).change == nil)
    }

    @Test func whatTheFileSaysCanBeRemoved() async throws {
        let photo = photo(), marking = PhotoMarking(store: store)
        for edit in [PhotoEdit.removeKeywords(["sky"]), .removeKeywords(["sea"]), .title(nil)] {
            #expect(await marking.edit(edit, of: photo).failure == nil)
        }
        #expect(try await facts(photo).description.keywords.isEmpty)
        #expect(try await facts(photo).description.title == nil)
        _ = await marking.edit(.title("Harbour"), of: photo)
        #expect(try await facts(photo).description.title == "Harbour")
    }

    @Test func allSidecarsThatSayItAreChangedAndOthersAreLeft() async throws {
        let photo = scratch.write("a.jpg", [1])
        let first = scratch.write("a.jpg.xmp", Array(SidecarSamples.byDarktable.utf8))
        let second = scratch.write("a.xmp", Array(SidecarSamples.rejected.utf8))
        #expect(await PhotoMarking(store: store).edit(.caption("Seen"), of: photo).failure == nil)
        #expect(try SidecarDocument(try #require(bytes(first))).facts.description.caption == "Seen")
        #expect(bytes(second) == Array(SidecarSamples.rejected.utf8))
    }

    @Test(arguments: ["not xml", "<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>", "<html/>"])
    func aSidecarThatIsNoneIsLeftAsItIs(text: String) async throws {
        let photo = scratch.write("a.jpg", [1])
        let sidecar = scratch.write("a.jpg.xmp", Array(text.utf8))
        let outcome = await PhotoMarking(store: store).edit(.title("t"), of: photo)
        guard case .sidecar? = outcome.failure else {
            Issue.record("\(outcome)")
            return
        }
        #expect(bytes(sidecar) == Array(text.utf8) && outcome.change == nil)
    }

    @Test func whatCannotBeIsRefused() async throws {
        let photo = photo(), marking = PhotoMarking(store: store)
        let full = (0..<256).map { "<rdf:li>k\($0)</rdf:li>" }.joined()
        let many = scratch.write("b.jpg", [1])
        scratch.write(
            "b.jpg.xmp",
            Array(SidecarSamples.darktable.replacing("<rdf:li>été</rdf:li>", with: "<rdf:li>été</rdf:li>" + full).utf8))
        func refusal(_ edit: PhotoEdit, _ path: String) async -> PhotoMarking.Failure? {
            await marking.edit(edit, of: path).failure
        }
        #expect(await refusal(.addKeywords(["one more"]), many) == .refused(.tooManyKeywords))
        #expect(await refusal(.addKeywords([String(repeating: "a", count: 65_536)]), photo) == .refused(.tooLong))
        #expect(await refusal(.caption(String(repeating: "a", count: 4097)), photo) == .refused(.tooLong))
        #expect(await refusal(.shift(seconds: 3600, zone: nil), many) == nil)
        #expect(await refusal(.date(try time("1700")), photo) == .refused(.implausibleDate))
        #expect(await refusal(.date(try time("2999-01-01")), photo) == .refused(.implausibleDate))
        #expect(await refusal(.shift(seconds: 400 * 366 * 86_400, zone: nil), photo) == .refused(.implausibleDate))
        #expect(await refusal(.shift(seconds: 60, zone: nil), scratch.write("c.jpg", [1])) == .refused(.noDate))
        #expect(await refusal(.date(try time("1975")), photo) == nil)
        #expect(await refusal(.shift(seconds: 60, zone: nil), photo) == .refused(.coarseDate))
        #expect(await refusal(.title("t"), scratch.path + "/gone.jpg") == .missing)
    }

    @Test func aReadOnlyFolderKeepsNothing() async throws {
        var calls = FileReplacementCalls()
        calls.failure = { $0 == .open ? EROFS : 0 }
        let photo = photo()
        let marking = PhotoMarking(store: store, replacement: FileReplacement(calls: calls))
        #expect(await marking.edit(.title("t"), of: photo).failure == .readOnly)
        #expect(await marking.edit(.title("t"), of: photo).facts?.words.contains(PhotoWord(.title, "Port")) == true)
    }

    @Test func editsOfAnotherProgramStayBesideTheKeyword() async throws {
        let photo = scratch.write("a.jpg", [1])
        scratch.write("a.jpg.xmp", Array(SidecarSamples.darktable.utf8))
        let isFirst = Once()
        let other = SidecarSamples.darktable.replacing("history_end=\"2\"", with: "history_end=\"4\"")
        let calls = FileReplacementCalls { [scratch] now in
            if now == .rename, isFirst.isFirst() { scratch.write("a.jpg.xmp", Array(other.utf8)) }
            return 0
        }
        let marking = PhotoMarking(store: store, replacement: FileReplacement(calls: calls))
        let outcome = await marking.edit(.addKeywords(["sea"]), of: photo)
        #expect(outcome.failure == nil)
        let text = String(decoding: try #require(bytes(photo + ".xmp")), as: UTF8.self)
        #expect(text.contains("history_end=\"4\"") && text.contains(">sea<"))
        _ = try await marking.takeBack(try #require(outcome.change))
        #expect(bytes(photo + ".xmp") == Array(other.utf8))
    }

    // MARK: Dates

    @Test func aClockThatWasWrongIsPutRight() async throws {
        let photo = photo(), marking = PhotoMarking(store: store)
        #expect(await marking.edit(.shift(seconds: 7 * 3600, zone: 9 * 60), of: photo).failure == nil)
        let taken = try #require(try await facts(photo).taken)
        let right = try time("2023-06-15T01:30:00").time
        #expect(taken == TakenTime(right, hundredths: 25, offset: 540, origin: .sidecar))
        #expect(await marking.edit(.shift(seconds: -86_400, zone: nil), of: photo).failure == nil)
        let dayBefore = try #require(try await facts(photo).taken), earlier = try time("2023-06-14T01:30:00").time
        #expect(dayBefore.time == earlier && dayBefore.offset == 540)
    }

    /// What the file says more exactly is of the scanner.
    @Test(arguments: [("1975", TakenTime.Precision.year), ("2023-06", .month), ("2023", .year)])
    func aYearThatAPersonGivesStaysAYear(text: String, precision: TakenTime.Precision) async throws {
        let photo = photo()
        #expect(await PhotoMarking(store: store).edit(.date(try time(text)), of: photo).failure == nil)
        let taken = try #require(try await facts(photo).taken), given = try time(text).time
        #expect(taken.precision == precision && taken.time == given)
    }

    // MARK: Undo

    @Test func editsAreUndoneByteForByteAndDoneAgain() async throws {
        let shelf = HistoryShelf(), photo = shelf.photo("a.jpg"), other = shelf.photo("b.jpg")
        shelf.scratch.write("photos/one/b.jpg.xmp", Array(SidecarSamples.byDarktable.utf8))
        var program = shelf.start()
        let paths = [photo.path, other.path]
        var states = [shelf.snapshot(program.store)]
        let edits: [PhotoEdit] = [
            .addKeywords(["sky"]), .removeKeywords(["sky"]), .title("Harbour"), .caption(nil), .date(try time("1975")),
            .addKeywords(["places/Paros"]),
        ]
        for edit in edits {
            #expect(await program.marking.apply(edit, to: paths, in: program.history, at: ActTicket()).isUndoable)
            states.append(shelf.snapshot(program.store))
        }
        for state in states.dropLast().reversed() {
            program = shelf.start()
            let outcome = try #require(await program.operations.undo())
            #expect(outcome.failures.isEmpty && !outcome.edits.isEmpty)
            #expect(shelf.snapshot(program.store) == state)
        }
        for state in states.dropFirst() {
            #expect(try #require(await program.operations.redo()).failures.isEmpty)
            #expect(shelf.snapshot(program.store) == state)
        }
    }

    @Test func whereAnotherProgramHasWrittenSinceOnlyTheKeywordIsTakenBack() async throws {
        let shelf = HistoryShelf(), photo = shelf.photo("a.jpg"), program = shelf.start()
        let sidecar = photo.path.text + ".xmp"
        for edit in [PhotoEdit.addKeywords(["sky"]), .title("Harbour")] {
            _ = await program.marking.apply(edit, to: [photo.path], in: program.history, at: ActTicket())
        }
        let text = String(decoding: try #require(bytes(sidecar)), as: UTF8.self)
        shelf.scratch.write("photos/one/a.jpg.xmp", Array(text.replacing("Harbour", with: "Port").utf8))
        #expect(try #require(await program.operations.undo()).failures.isEmpty)
        #expect(try await facts(photo.path.text).description.title == nil)
        #expect(try #require(await program.operations.undo()).failures.isEmpty)
        #expect(try await facts(photo.path.text).description.keywords.isEmpty)
    }

    // MARK: Reading

    /// Counts what is read of files.
    private final class CountingEngine: DecodeEngine {
        private let engine = LocalDecoding()
        private let counts = Mutex((photos: 0, sidecars: 0, restated: 0))

        func take() -> [Int] {
            counts.withLock { counts in
                defer { counts = (0, 0, 0) }
                return [counts.photos, counts.sidecars, counts.restated]
            }
        }

        func perform(
            _ request: DecodeRequest, on input: DecodeInput, within budget: any Codecs.MemoryBudget
        ) throws -> DecodeAnswer {
            counts.withLock { counts in
                switch request {
                case .facts: counts.photos += 1
                case .sidecar: counts.sidecars += 1
                case .restatement: counts.restated += 1
                default: Issue.record("\(request)")
                }
            }
            return try engine.perform(request, on: input, within: budget)
        }

        func performAlone(_ request: DecodeRequest, on input: DecodeInput) throws -> DecodeAnswer {
            try perform(request, on: input, within: Unbudgeted())
        }

        func open(_ input: DecodeInput, at size: PixelSize, quarterTurns: Int) throws -> (any AnimationFrames)? { nil }
    }

    @Test func aPhotoIsReadOnceForAnEdit() async throws {
        let engine = CountingEngine(), photo = photo()
        let marking = PhotoMarking(store: store, reader: MarkReader(engine: engine), replacement: FileReplacement())
        let first = await marking.edit(.addKeywords(["a"]), of: photo)
        // The sidecar that was written.
        #expect(engine.take() == [1, 1, 0])
        #expect(first.facts?.words == (try await facts(photo).description.words))
        let second = await marking.edit(.title("Harbour"), of: photo)
        #expect(engine.take() == [1, 2, 1])
        #expect(second.facts?.words == (try await facts(photo).description.words))
        #expect(await marking.edit(.title("Harbour"), of: photo).change == nil)
        #expect(engine.take() == [1, 1, 0])
    }

    @Test func photosOfAnActAreReadOnceUnlessTheyChangeMeanwhile() async throws {
        let shelf = HistoryShelf(), engine = CountingEngine()
        let photos = ["a.jpg", "b.jpg", "c.jpg"].map { shelf.photo($0).path }
        let history = shelf.start().history
        let marking = PhotoMarking(store: store, reader: MarkReader(engine: engine), replacement: FileReplacement())
        for path in photos {
            shelf.scratch.write("photos/one/" + path.name.text, Painting.quarters(8, 8).encoded("jpeg"))
        }
        let applied = await marking.apply(.addKeywords(["a", "b/c"]), to: photos, in: history, at: ActTicket())
        #expect(applied.outcomes.allSatisfy { $0.failure == nil && $0.change != nil })
        #expect(engine.take() == [3, 3, 0])
        // A sidecar that somebody else has written since it was planned.
        let reading = await marking.opposite(of: .title("Harbour"), of: photos[0])?.reading
        _ = engine.take()
        shelf.scratch.write("photos/one/a.jpg.xmp", Array(SidecarSamples.byDarktable.utf8))
        let outcome = await marking.edit(.title("Port"), of: photos[0], reading: reading)
        #expect(outcome.failure == nil && engine.take() == [1, 2, 1])
        #expect(try await facts(photos[0].text).description.keywords.contains("places/Crete/Chania"))
    }

    @Test func severalKeywordsAreOneChangeAndThoseThatWereThereStayWhenItIsUndone() async throws {
        let shelf = HistoryShelf(), photo = shelf.photo("a.jpg").path
        var program = shelf.start()
        func apply(_ edit: PhotoEdit) async {
            _ = await program.marking.apply(edit, to: [photo], in: program.history, at: ActTicket())
        }
        func keywords() async throws -> [String] { try await facts(photo.text).description.keywords.sorted() }
        await apply(.addKeywords(["sky"]))
        await apply(.addKeywords(["sky", "boat", "Places/Paros"]))
        #expect(try await keywords() == ["Places/Paros", "boat", "sky"])
        // Another program has written since, so that only the keywords are taken back.
        func write() throws {
            shelf.scratch.write("photos/one/a.jpg.xmp", try #require(bytes(photo.text + ".xmp")) + Array("\n".utf8))
        }
        try write()
        // After a restart, by what the history has written.
        program = shelf.start()
        #expect(try #require(await program.operations.undo()).failures.isEmpty)
        #expect(try await keywords() == ["sky"])
        try write()
        program = shelf.start()
        #expect(try #require(await program.operations.redo()).failures.isEmpty)
        #expect(try await keywords() == ["Places/Paros", "boat", "sky"])
        await apply(.removeKeywords(["boat", "sky", "none"]))
        #expect(try await keywords() == ["Places/Paros"])
        #expect(try #require(await program.operations.undo()).failures.isEmpty)
        #expect(try await keywords() == ["Places/Paros", "boat", "sky"])
    }

    // MARK: Other programs

    private static let exiftool = "/usr/bin/exiftool", exiv2 = "/usr/bin/exiv2"
    private static func has(_ program: String) -> Bool { FileManager.default.isExecutableFile(atPath: program) }

    private func run(_ program: String, _ arguments: [String]) throws -> Data {
        let process = Process(), pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return data
    }

    /// What exiftool finds in a sidecar, by its names for groups and tags; lists with commas between.
    private func found(_ path: String) throws -> [String: String] {
        let arguments = ["-j", "-a", "-G1", "-x", "System:all", "-x", "ExifTool:all", "-sep", ", ", path]
        let data = try run(Self.exiftool, arguments)
        let list = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
        return try #require(list.first).mapValues { "\($0)" }
    }

    private static let edits: [PhotoEdit] = [
        .addKeywords(["Sea & <sky>"]), .addKeywords(["Places/Paros"]), .title("The “harbour”"), .caption("נמל & more"),
    ]

    @Test(
        .enabled(if: Self.has(Self.exiftool), "exiftool is not installed"),
        arguments: ["", SidecarSamples.byDarktable, SidecarSamples.digiKam, SidecarSamples.byDigiKam])
    func exiftoolFindsTheWordsAndAllThatWasThereBefore(before: String) async throws {
        let photo = scratch.write("a.jpg", [1]), sidecar = photo + ".xmp"
        if !before.isEmpty { scratch.write("a.jpg.xmp", Array(before.utf8)) }
        var expected = before.isEmpty ? [:] : try found(sidecar)
        let own = before.isEmpty ? [] : try SidecarDocument(Array(before.utf8)).facts.description.keywords
        let marking = PhotoMarking(store: store)
        for edit in Self.edits + [.date(try time("1975-06"))] {
            #expect(await marking.edit(edit, of: photo).failure == nil)
        }
        let tags = try found(sidecar)
        #expect(tags["XMP-dc:Title"] == "The “harbour”" && tags["XMP-dc:Description"] == "נמל & more")
        #expect(tags["XMP-exif:DateTimeOriginal"] == "1975:06" && tags["XMP-photoshop:DateCreated"] == "1975:06")
        let subject = try #require(tags["XMP-dc:Subject"]).split(separator: ", ")
        for word in ["Sea & <sky>", "Places", "Paros"] { #expect(subject.contains(word[...])) }
        let levels = try #require(tags["XMP-lr:HierarchicalSubject"]).split(separator: ", ")
        #expect(Set(levels.map { String($0).replacing("|", with: "/") }) == Set(own + ["Sea & <sky>", "Places/Paros"]))
        if let list = tags["XMP-digiKam:TagsList"] {
            #expect(Set(list.split(separator: ", ").map { String($0) }) == Set(own + ["Sea & <sky>", "Places/Paros"]))
        }
        let changed = Set(tags.keys).union(expected.keys).filter { tags[$0] != expected[$0] && expected[$0] != nil }
        let words: Set = [
            "XMP-dc:Title", "XMP-dc:Description", "XMP-dc:Subject", "XMP-lr:HierarchicalSubject",
            "XMP-digiKam:TagsList", "XMP-exif:DateTimeOriginal",
        ]
        #expect(changed.subtracting(words).isEmpty, "\(changed)")
        expected = tags
        // The other way: what exiftool writes is read.
        _ = try run(
            Self.exiftool,
            [
                "-q", "-overwrite_original", "-XMP-dc:Subject+=added", "-XMP-lr:HierarchicalSubject+=added",
                "-XMP-digiKam:TagsList+=added", "-XMP-dc:Title=Another", "-XMP-exif:DateTimeOriginal=1976:01:02",
                sidecar,
            ])
        let read = try SidecarDocument(try #require(bytes(sidecar))).facts
        #expect(read.description.keywords.contains("added") && read.description.title == "Another")
        let day = try time("1976-01-02")
        #expect(read.date == day)
    }

    @Test(
        .enabled(if: Self.has(Self.exiv2), "exiv2 is not installed"),
        arguments: ["", SidecarSamples.byDarktable, SidecarSamples.digiKam, SidecarSamples.byDigiKam])
    func exiv2FindsTheWordsAndReadsTheDate(before: String) async throws {
        let photo = scratch.write("a.jpg", [1]), sidecar = photo + ".xmp"
        if !before.isEmpty { scratch.write("a.jpg.xmp", Array(before.utf8)) }
        let marking = PhotoMarking(store: store)
        for edit in Self.edits + [.date(try time("2024-05-12T12:31:00+02:00"))] {
            #expect(await marking.edit(edit, of: photo).failure == nil)
        }
        let text = String(decoding: try run(Self.exiv2, ["-PXkt", sidecar]), as: UTF8.self)
        for word in [
            "Sea & <sky>", "Places|Paros", "Places/Paros", "lang=\"x-default\" The “harbour”", "נמל & more",
            "Xmp.exif.DateTimeOriginal", "12:31:00.000+02:00",
        ] {
            #expect(text.contains(word), "\(word)")
        }
        // The other way.
        let commands = ["-M", "add Xmp.dc.subject added", "-M", "add Xmp.lr.hierarchicalSubject added"]
        _ = try run(Self.exiv2, commands + ["-M", "add Xmp.digiKam.TagsList added", sidecar])
        #expect(try SidecarDocument(try #require(bytes(sidecar))).facts.description.keywords.contains("added"))
    }
}
