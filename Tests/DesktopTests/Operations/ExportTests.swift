// What an export makes, what stays of it where something fails, and what undoes it.
import CGLib
import Codecs
import Fixtures
import Foundation
import Glibc
import Library
import Photos
import Synchronization
import Testing

@testable import Desktop

@Suite(.timeLimit(.minutes(5)))
struct ExportTests {
    private let shelf = PhotoShelf()

    init() {
        for name in ["a.jpg", "b.jpg", "c.jpg"] {
            shelf.scratch.write("from/" + name, Painting.quarters(120, 90).encoded("jpeg"))
        }
        shelf.scratch.write("from/movie.mp4", Array("movie".utf8))
        shelf.scratch.write("from/move.gif", TestPictures.animatedGIF)
    }

    private func exports(_ names: [(String, String)]) -> [FileOperation.Export] {
        names.map { FileOperation.Export(PhotoFiles(path: FilePath(shelf.from + "/" + $0)), as: FileName($1)) }
    }

    private func three(_ answers: ClashAnswers = .keepBoth, _ recipe: ExportRecipe = ExportRecipe()) -> FileOperation {
        .export(exports([("a.jpg", "1.jpg"), ("b.jpg", "2.png"), ("c.jpg", "3.webp")]), to: shelf.to, recipe, answers)
    }

    private func start(_ name: String) -> [UInt8] {
        Array((FileManager.default.contents(atPath: shelf.to + "/" + name) ?? Data()).prefix(12))
    }

    @Test func photosAreMadeInTheFormatsOfTheirNamesAndGoToTheTrashWhenItIsUndone() async {
        let before = FileManager.default.contents(atPath: shelf.from + "/a.jpg")
        let operations = shelf.operations()
        let outcome = await operations.perform(three())
        #expect(outcome.done == 3 && outcome.copied == 0 && outcome.failures.isEmpty && outcome.isUndoable)
        #expect(shelf.names(shelf.to) == ["1.jpg", "2.png", "3.webp"])
        #expect(start("1.jpg").starts(with: [0xFF, 0xD8, 0xFF]) && start("2.png").starts(with: [0x89, 0x50]))
        #expect(Array(start("3.webp")[8...]) == Array("WEBP".utf8))
        #expect(FileManager.default.contents(atPath: shelf.from + "/a.jpg") == before)
        // The sidecar of a photo is no part of what was made of it.
        let undone = await operations.undo()
        #expect(undone?.kind == .export && undone?.done == 3)
        #expect(shelf.names(shelf.to).isEmpty && shelf.trashed == ["1.jpg", "2.png", "3.webp"])
        let redone = await operations.redo()
        #expect(redone?.done == 3 && shelf.names(shelf.to) == ["1.jpg", "2.png", "3.webp"])
    }

    @Test func whatSidecarsSayGoesAlong() async throws {
        let packet = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
            xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:lr="http://ns.adobe.com/lightroom/1.0/"
            xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="4" photoshop:City="Chania"
            photoshop:DateCreated="1975-06-14T18:30:05"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">The sea</rdf:li>
            </rdf:Alt></dc:title><lr:hierarchicalSubject><rdf:Bag><rdf:li>Places|Crete</rdf:li></rdf:Bag>
            </lr:hierarchicalSubject></rdf:Description></rdf:RDF></x:xmpmeta>
            """
        shelf.scratch.write("from/a.jpg.xmp", Array(packet.utf8))
        let operations = shelf.operations()
        func said(_ metadata: ExportRecipe.Metadata, _ name: String) async -> FileFacts? {
            _ = await operations.perform(
                .export(exports([("a.jpg", name)]), to: shelf.to, ExportRecipe(metadata: metadata), .keepBoth))
            return facts(name)
        }
        func facts(_ name: String) -> FileFacts? {
            try? MarkReader().statements(of: SidecarFinder().files(of: shelf.to + "/" + name))?.own
        }
        let all = try #require(await said(.all, "1.jpg"))
        #expect(all.description == PhotoDescription(title: "The sea", keywords: ["Places/Crete"], city: "Chania"))
        #expect(all.marks.stars == 4 && all.taken?.time.year == 1975 && all.taken?.precision == .exact)
        let away = try #require(await said(.withoutPlace, "2.jpg"))
        #expect(away.description == PhotoDescription(title: "The sea", keywords: ["Places/Crete"]))
        let bare = try #require(await said(.none, "3.jpg"))
        #expect(bare.description == PhotoDescription() && bare.marks == .none && bare.taken?.time.year != 1975)
        // A sidecar in which what the file says is said no longer.
        shelf.scratch.write("from/b.jpg", Array(FileManager.default.contents(atPath: shelf.to + "/1.jpg") ?? Data()))
        let blank = packet.replacingOccurrences(of: "The sea", with: "").replacingOccurrences(
            of: "\"4\"", with: "\"0\"")
        shelf.scratch.write("from/b.jpg.xmp", Array(blank.utf8))
        _ = await operations.perform(
            .export(exports([("b.jpg", "4.jpg")]), to: shelf.to, ExportRecipe(), .keepBoth))
        let taken = facts("4.jpg")
        #expect(taken?.description == PhotoDescription(keywords: ["Places/Crete"], city: "Chania"))
        #expect(taken?.marks == PhotoMarks.none)
    }

    @Test func whatWasChangedSinceStaysWhenItIsUndone() async {
        let operations = shelf.operations()
        _ = await operations.perform(three())
        shelf.scratch.write("to/2.png", [1, 2, 3])
        let undone = await operations.undo()
        #expect(undone?.done == 2 && undone?.failures.map(\.reason) == [.changed])
        #expect(shelf.names(shelf.to) == ["2.png"])
    }

    @Test func videosAndAnimationsAreCopiedAsTheyAre() async {
        let operations = shelf.operations()
        let outcome = await operations.perform(
            .export(
                exports([("movie.mp4", "1.mp4"), ("move.gif", "2.jpg"), ("a.jpg", "3.jpg")]), to: shelf.to,
                ExportRecipe(format: .jpeg), .keepBoth))
        #expect(outcome.done == 3 && outcome.copied == 2)
        // An animation keeps its extension, whatever was asked for.
        #expect(shelf.names(shelf.to) == ["1.mp4", "2.gif", "3.jpg"])
        #expect(FileManager.default.contents(atPath: shelf.to + "/2.gif").map(Array.init) == TestPictures.animatedGIF)
        #expect(await operations.undo()?.done == 3)
        #expect(shelf.names(shelf.to).isEmpty)
    }

    @Test func namesInUseAreAskedForAndAnsweredAsWhereACopyIsMade() async {
        shelf.scratch.write("to/1.jpg", [1])
        shelf.scratch.write("to/1.jpg.xmp", [2])
        let operations = shelf.operations()
        guard case .export(let exports, _, let recipe, _) = three() else { return }
        let clashes = await operations.clashes(of: exports, in: shelf.to)
        #expect(clashes.map(\.photo.name) == ["a.jpg"] && clashes.first?.other.bytes == 1)
        let skipped = await operations.perform(.export(exports, to: shelf.to, recipe, .skip))
        #expect(skipped.done == 2 && skipped.skipped == 1)
        _ = await operations.undo()
        #expect(await operations.perform(three(.keepBoth)).done == 3)
        #expect(shelf.names(shelf.to) == ["1 (2).jpg", "1.jpg", "1.jpg.xmp", "2.png", "3.webp"])
        _ = await operations.undo()
        #expect(await operations.perform(three(.replace)).done == 3)
        #expect(start("1.jpg").starts(with: [0xFF, 0xD8]) && shelf.trashed.contains("1.jpg"))
        // What lies beside it is somebody else's.
        #expect(shelf.names(shelf.to) == ["1.jpg", "1.jpg.xmp", "2.png", "3.webp"])
        _ = await operations.undo()
        #expect(start("1.jpg") == [1])
    }

    @Test func anExportIntoThePhotosFolderNeverReplacesAPhoto() async {
        let before = FileManager.default.contents(atPath: shelf.from + "/a.jpg")
        let operations = shelf.operations()
        let outcome = await operations.perform(
            .export(exports([("a.jpg", "a.jpg"), ("c.jpg", "b.jpg")]), to: shelf.from, ExportRecipe(), .replace))
        #expect(outcome.done == 2 && shelf.trashed.isEmpty)
        #expect(shelf.names(shelf.from).contains("a (2).jpg") && shelf.names(shelf.from).contains("b (2).jpg"))
        #expect(FileManager.default.contents(atPath: shelf.from + "/a.jpg") == before)
    }

    @Test func whatCannotBeMadeIsSaidAndTheRestGoesOn() async throws {
        shelf.scratch.write("from/b.jpg", Array("no picture".utf8))
        unlink(shelf.from + "/c.jpg")
        let operations = shelf.operations()
        let outcome = await operations.perform(three())
        #expect(outcome.done == 1 && outcome.failures.count == 2)
        #expect(outcome.failures.contains { $0.reason == .missing })
        #expect(outcome.failures.contains { if case .notExported = $0.reason { true } else { false } })
        #expect(shelf.names(shelf.to) == ["1.jpg"])
        // A folder that is gone.
        let gone = await operations.perform(
            .export(exports([("a.jpg", "1.jpg")]), to: shelf.to + "/none", ExportRecipe(), .keepBoth))
        #expect(gone.done == 0 && gone.failures.map(\.reason) == [.missing])
    }

    @Test func nothingIsLeftOfAnExportThatFailsAtAnyCall() async {
        for number in 1... {
            let faults = CallFaults(first: number, way: .once, code: ENOSPC)
            let shelf = ExportTests().shelf
            let operations = shelf.operations(
                calls: FileSystemCalls { call throws(SystemFailure) in try faults.answer(call) })
            let photo = PhotoFiles(path: FilePath(shelf.from + "/a.jpg"))
            let outcome = await operations.perform(
                .export([.init(photo, as: "1.jpg")], to: shelf.to, ExportRecipe(), .keepBoth))
            if !faults.wasMet {
                #expect(outcome.done == 1)
                return
            }
            // A draft that could not be deleted at once goes at the next start.
            if outcome.done == 0 { await shelf.operations().recover() }
            let names = shelf.names(shelf.to)
            #expect(names == [] || names == ["1.jpg"], "call \(number): \(names)")
            if names == ["1.jpg"] {
                let bytes = FileManager.default.contents(atPath: shelf.to + "/1.jpg").map(Array.init) ?? []
                #expect(bytes.suffix(2) == [0xFF, 0xD9], "call \(number)")
            }
        }
    }

    @Test func aCancelledExportLeavesWholePhotosAloneAndUndoTakesThoseBack() async {
        let handle = OperationControl(), looks = Mutex(0), second = shelf.from + "/b.jpg"
        let cancelling = FileSystemCalls { call throws(SystemFailure) in
            guard case .status(second) = call else { return }
            // The second look is the one before the photo is made.
            let count = looks.withLock { looks in
                looks += 1
                return looks
            }
            if count == 2 { handle.cancel() }
        }
        let operations = shelf.operations(calls: cancelling)
        let outcome = await operations.perform(three(), control: handle)
        #expect(outcome.isCancelled && outcome.done == 1)
        #expect(shelf.names(shelf.to).count == outcome.done)
        #expect(shelf.names(shelf.to).allSatisfy { !$0.hasSuffix(OperationStep.draftEnding) })
        if outcome.done > 0 { #expect(await operations.undo()?.done == outcome.done) }
        #expect(shelf.names(shelf.to).isEmpty)
    }

    @Test func aSignalStopsAnExportAndTheNextStartGoesOnWithIt() async throws {
        let handle = OperationControl(), renamed = Mutex(0)
        let interrupting = FileSystemCalls { call throws(SystemFailure) in
            guard case .rename(_, let to) = call, to.hasSuffix("/1.jpg") else { return }
            renamed.withLock { $0 += 1 }
            handle.interrupt()
        }
        do {
            let outcome = await shelf.operations(calls: interrupting).perform(three(.skip), control: handle)
            #expect(outcome.isCancelled && outcome.done == 1 && renamed.withLock { $0 } == 1)
        }
        let report = await shelf.operations().recover()
        let found = try #require(report.interrupted.first)
        #expect(found.done == 1 && found.left == 2 && found.folder == FilePath(shelf.to) && report.left.isEmpty)
        #expect(await shelf.operations().perform(found.rest).done == 2)
        #expect(shelf.names(shelf.to) == ["1.jpg", "2.png", "3.webp"])
    }

    @Test func aTurnAndMarksThatTheProgramKeepsAreInWhatIsMade() async throws {
        shelf.scratch.write(
            "from/a.jpg.xmp",
            Array(
                """
                <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
                <rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="4"/></rdf:RDF></x:xmpmeta>
                """.utf8))
        // A format that keeps no turn: the program keeps it.
        shelf.scratch.write("from/b.jpg", Painting.quarters(120, 90).encoded("bmp"))
        let operations = shelf.operations()
        let turned = await operations.perform(.turn([PhotoFiles(path: FilePath(shelf.from + "/b.jpg"))], by: 1))
        #expect(turned.turns.map(\.place) == [.databaseByFormat])
        _ = await operations.perform(three())
        let png = Array((FileManager.default.contents(atPath: shelf.to + "/2.png") ?? Data())[16..<24])
        #expect(png == [0, 0, 0, 90, 0, 0, 0, 120])
        let made = try #require(FileManager.default.contents(atPath: shelf.to + "/1.jpg"))
        #expect(made.range(of: Data("xmp:Rating=\"4\"".utf8)) != nil)
        // No sidecar is made beside it.
        #expect(shelf.names(shelf.to) == ["1.jpg", "2.png", "3.webp"])
    }

    @Test func theJournalKnowsWhatIsLeftOfAnInterruptedExport() throws {
        let answers = ClashAnswers(.skip, except: [FilePath(shelf.from + "/b.jpg"): .replace]).allowing(.otherNames)
        let recipe = ExportRecipe(format: .webp, longSide: 1600, quality: 80, metadata: .withoutPlace)
        let operation = three(answers, recipe)
        let header = try #require(JournalHeader(operation))
        guard case .records(let records) = JournalText.read(Array((JournalText.lines(of: header) + "ended\n").utf8))
        else {
            Issue.record("not read")
            return
        }
        #expect(records.map(\.header) == [header])
        #expect(records.first?.header.operation == operation)
        #expect(ExportRecipe(text: "webp,2000000,80,all")?.longSide == ExportRecipe.longSides.upperBound)
        for text in ["", "same", "tiff,-,90,all", "same,x,90,all", "same,-,90,some", "same,-,90,all,more"] {
            #expect(ExportRecipe(text: text) == nil)
        }
    }
}
