// What sidecars state, written into the files of photos, undone, done again, and refused.
import CGLib
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

struct PhotoEmbedderTests {
    private let shelf = HistoryShelf()

    private static let sidecar = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
         xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:digiKam="http://www.digikam.org/ns/1.0/" xmp:Rating="-1"
         xmp:Label="Red" digiKam:PickLabel="3" exif:DateTimeOriginal="2011-03-04T05:06:07+02:00">
         <dc:subject><rdf:Bag><rdf:li>Möwe</rdf:li></rdf:Bag></dc:subject>
         <dc:title><rdf:Alt><rdf:li xml:lang="x-default">The “harbour”</rdf:li></rdf:Alt></dc:title>
        </rdf:Description></rdf:RDF></x:xmpmeta>
        """

    /// Puts a photo and its sidecar on the shelf.
    @discardableResult
    private func photo(_ name: String, _ bytes: [UInt8] = HistoryShelf.plainJPEG, withSidecar: Bool = true)
        -> PhotoFiles
    {
        if withSidecar { shelf.scratch.write("photos/one/\(name).xmp", Array(Self.sidecar.utf8)) }
        return shelf.photo(name, bytes)
    }

    private func bytes(_ photo: PhotoFiles) throws -> [UInt8] { try #require(shelf.bytes(photo.path.text)) }
    private func facts(_ photo: PhotoFiles) throws -> FileFacts {
        try #require(FileFactsReader.read(photo.path.text))
    }

    // MARK: Undo

    @Test func whatIsWrittenIsUndoneAndDoneAgainByteForByteAlsoByTheNextStart() async throws {
        let photos = [
            photo("a.jpg"), photo("b.png", Painting.quarters(64, 48).encoded("png")), photo("c.tif", TestPictures.tiff),
        ]
        let path = photos[0].path.text
        chmod(path, 0o640)
        let hasAttributes = setxattr(path, "user.tessera.test", "x", 1, 0) == 0
        var program = shelf.start()
        let before = shelf.snapshot(program.store)
        let outcome = await program.operations.perform(.embed(photos))
        #expect(outcome.done == 3 && outcome.failures.isEmpty && outcome.isUndoable)
        #expect(outcome.embedded == photos.map(\.path))
        let after = shelf.snapshot(program.store)
        for photo in photos {
            let facts = try facts(photo)
            #expect(facts.description.keywords == ["Möwe"] && facts.description.title == "The “harbour”")
            #expect(facts.marks == PhotoMarks(stars: -1, isFavourite: true, label: .red))
            #expect(facts.taken?.time == WallTime(year: 2011, month: 3, day: 4, hour: 5, minute: 6, second: 7))
            #expect(shelf.bytes(photo.path.text + ".xmp") == Array(Self.sidecar.utf8))
        }
        program = shelf.start()
        let undone = await program.operations.undo()
        #expect(undone?.kind == .embed && undone?.done == 3 && shelf.snapshot(program.store) == before)
        program = shelf.start()
        let redone = await program.operations.redo()
        #expect(
            redone?.done == 3 && shelf.snapshot(program.store).mapValues { $0?.bytes } == after.mapValues { $0?.bytes })
        #expect(await program.operations.undo()?.done == 3)
        #expect(shelf.snapshot(program.store) == before)
        var value: [UInt8] = [0]
        if hasAttributes { #expect(getxattr(path, "user.tessera.test", &value, 1) == 1) }
    }

    @Test func aFileThatWasChangedSinceStaysAsItIs() async throws {
        let photos = [photo("a.jpg"), photo("b.jpg")]
        let program = shelf.start(), before = try bytes(photos[1])
        #expect(await program.operations.perform(.embed(photos)).done == 2)
        let own = try bytes(photos[0]) + [1]
        shelf.photo("a.jpg", own)
        let undone = await program.operations.undo()
        #expect(undone?.failures.map(\.reason) == [.changed] && undone?.done == 1)
        #expect(try bytes(photos[0]) == own && bytes(photos[1]) == before)
    }

    @Test func whatTheUsersOwnDatabaseKeepsIsWrittenAndGoesOnBeingKept() async throws {
        let photo = photo("a.jpg", withSidecar: false), program = shelf.start()
        func stamp() throws -> FileStamp { FileStamp(try #require(FilePath.status(of: photo.path.text))) }
        try program.store.keep(.stars(3), of: photo.path.text, try stamp())
        try program.store.keep(quarterTurns: 1, of: photo.path.text, try stamp())
        #expect(await program.operations.embeddable([photo]) == [photo])
        #expect(await program.operations.perform(.embed([photo])).done == 1)
        #expect(try facts(photo).marks.stars == 3)
        #expect(try program.store.stated(of: photo.path.text, stamp()).stars == 3)
        #expect(try program.store.entry(of: photo.path.text, stamp())?.quarterTurns == 1)
        #expect(await program.operations.undo()?.done == 1)
        #expect(try program.store.entry(of: photo.path.text, stamp())?.quarterTurns == 1)
    }

    // MARK: Refusals

    @Test func whatCannotBeWrittenHasItsReasonAndTheRestGoesOn() async throws {
        let readOnly = photo("a.jpg"), raw = photo("b.nef"),
            damaged = photo("c.jpg", Array(HistoryShelf.plainJPEG.prefix(40)))
        let other = photo("d.jpg", TestPictures.animatedGIF), plain = photo("e.jpg", withSidecar: false),
            good = photo("f.jpg")
        let gone = PhotoFiles(path: FilePath(shelf.one + "/gone.jpg"))
        chmod(readOnly.path.text, 0o444)
        let program = shelf.start(), before = shelf.snapshot(program.store)
        let all = [readOnly, raw, damaged, other, gone, plain, good]
        #expect(await program.operations.embeddable(all) == [readOnly, damaged, other, good])
        let outcome = await program.operations.perform(.embed(all))
        #expect(outcome.done == 1 && outcome.skipped == 1)
        #expect(
            outcome.failures.map(\.reason) == [
                .notEmbedded(.readOnly), .notEmbedded(.format), .notEmbedded(.damaged), .notEmbedded(.format), .missing,
            ])
        let after = shelf.snapshot(program.store)
        #expect(after.filter { before[$0.key] != $0.value }.map(\.key) == [good.path])
        // What the file states already is not written again.
        #expect(await program.operations.perform(.embed([good])).skipped == 1)
        #expect(await program.operations.undo()?.done == 1)
        #expect(shelf.snapshot(program.store) == before)
    }

    // MARK: Faults

    private func embedder(_ replacement: FileReplacement, _ store: MarkStore = MarkStore(path: nil)) -> PhotoEmbedder {
        PhotoEmbedder(
            embedder: MetadataEmbedder(engine: nil), reader: MarkReader(), store: store, replacement: replacement)
    }

    @Test(arguments: FileReplacementCalls.Step.allCases.filter { $0 != .syncFolder && $0 != .time })
    func aFailureAtAnyStepLeavesTheFileAndNothingBeside(step: FileReplacementCalls.Step) throws {
        let photo = photo("a.jpg"), before = shelf.snapshot(MarkStore(path: nil))
        var replacement = FileReplacement()
        replacement.calls.failure = { $0 == step ? EIO : 0 }
        #expect(throws: FileFailure.self) { try embedder(replacement).embed(photo.path) { _ in } }
        #expect(shelf.snapshot(MarkStore(path: nil)) == before)
    }

    @Test func aFileThatIsChangedMeanwhileIsReadAgain() throws {
        let photo = photo("a.jpg"), tries = Tries()
        var replacement = FileReplacement()
        replacement.calls.failure = {
            $0 == .compare && tries.count.add(1, ordering: .relaxed).oldValue == 0 ? ESTALE : 0
        }
        var prepared = 0
        #expect(try embedder(replacement).embed(photo.path) { _ in prepared += 1 } != nil)
        #expect(try prepared == 2 && facts(photo).description.keywords == ["Möwe"])
    }

    private final class Tries: Sendable { let count = Atomic<Int>(0) }

    @Test func aProcessThatIsKilledJustBeforeTheFileGetsItsNameLeavesAnActThatHasNothingToUndo() async throws {
        let photo = photo("a.jpg"), before = try bytes(photo)
        var replacement = FileReplacement(), planned: KeptChange?
        replacement.calls.failure = { $0 == .rename ? EIO : 0 }
        _ = try? embedder(replacement).embed(photo.path) { planned = $0 }
        let part = ActPart.EmbedPart(path: photo.path, change: try #require(planned))
        #expect(try embedder(FileReplacement()).reverse(part) == nil && bytes(photo) == before)
        // Just behind, it leads back.
        _ = try embedder(FileReplacement()).embed(photo.path) { planned = $0 }
        let text = ActPart.embed(ActPart.EmbedPart(path: photo.path, change: try #require(planned))).text
        guard case .embed(let read)? = ActPart(text) else {
            Issue.record("not read")
            return
        }
        #expect(
            try bytes(photo) != before && embedder(FileReplacement()).reverse(read) != nil && bytes(photo) == before)
    }

    @Test func aFileThatWouldShowSomethingElseIsNotWritten() throws {
        let photo = photo("a.jpg"), before = try bytes(photo)
        var embedder = embedder(FileReplacement())
        embedder = PhotoEmbedder(
            embedder: MetadataEmbedder(engine: Liar()), reader: MarkReader(), store: MarkStore(path: nil),
            replacement: FileReplacement())
        #expect(throws: FileFailure(photo.path.text, .notEmbedded(.unfaithful))) {
            try embedder.embed(photo.path) { _ in }
        }
        #expect(try bytes(photo) == before)
    }

    /// A process that has been taken over: it changes the picture beside the metadata.
    private struct Liar: DecodeEngine {
        func perform(
            _ request: DecodeRequest, on input: DecodeInput, within budget: any Codecs.MemoryBudget
        ) throws -> DecodeAnswer { try LocalDecoding().perform(request, on: input, within: budget) }

        func performAlone(_ request: DecodeRequest, on input: DecodeInput) throws -> DecodeAnswer {
            let answer = try LocalDecoding().performAlone(request, on: input)
            guard case .embedded(let message?) = answer, case .file(let descriptor) = input.content,
                let file = FileWindow(descriptor)
            else { return answer }
            var reader = WireReader(Array(message)), writer = WireWriter()
            writer.write(try reader.splices() + [FileSplice(file.count - 10..<file.count - 9, [0x55])])
            return .embedded(SharedBytes(copying: EncodedBytes(writer.bytes)))
        }

        func open(_ input: DecodeInput, at size: PixelSize, quarterTurns: Int) throws -> (any AnimationFrames)? { nil }
    }

    // MARK: Other programs

    private static let exiftool = "/usr/bin/exiftool", exiv2 = "/usr/bin/exiv2"
    private static func has(_ program: String) -> Bool { FileManager.default.isExecutableFile(atPath: program) }

    private func run(_ program: String, _ arguments: [String]) throws -> Data {
        let process = Process(), pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return data
    }

    private static let pictures: [(name: String, bytes: [UInt8])] = [
        ("a.jpg", HistoryShelf.plainJPEG), ("a.png", Painting.quarters(64, 48).encoded("png")),
        ("a.tif", TestPictures.tiff),
        ("a.webp", TestPictures.webP),
    ]

    @Test(.enabled(if: has(exiftool), "exiftool is not installed"), arguments: pictures.map(\.name))
    func exiftoolFindsWhatIsWrittenAndNoFault(name: String) async throws {
        let photo = photo(name, try #require(Self.pictures.first { $0.name == name }).bytes), path = photo.path.text
        if name == "a.jpg" {
            _ = try run(
                Self.exiftool,
                [
                    "-q", "-overwrite_original", "-EXIF:DateTimeOriginal=2001:02:03 04:05:06", "-IPTC:Keywords=old",
                    "-XMP-dc:Creator=Somebody", "-Photoshop:IPTCDigest=new", "-EXIF:XPTitle=old", "-IFD0:Rating=2",
                    "-ThumbnailImage<=\(path)", path,
                ])
        }
        #expect(await shelf.start().operations.perform(.embed([photo])).done == 1)
        let data = try run(
            Self.exiftool, ["-j", "-a", "-G1", "-sep", ", ", "-validate", "-warning", "-error", "-all", path])
        let list = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
        let tags = try #require(list.first).mapValues { "\($0)" }
        #expect(tags["XMP-dc:Title"] == "The “harbour”" && tags["XMP-dc:Subject"] == "Möwe")
        #expect(tags["XMP-xmp:Rating"] == "-1" && tags["XMP-xmp:Label"] == "Red")
        #expect(tags["XMP-exif:DateTimeOriginal"]?.hasPrefix("2011:03:04 05:06:07") == true)
        #expect(!tags.keys.contains { $0.hasSuffix(":Error") }, "\(tags)")
        guard name == "a.jpg" else { return }
        #expect(tags["ExifIFD:DateTimeOriginal"] == "2011:03:04 05:06:07" && tags["IPTC:Keywords"] == "Möwe")
        #expect(tags["IFD0:XPTitle"] == "The “harbour”" && tags["IFD0:Rating"] == "0")
        #expect(tags["XMP-dc:Creator"] == "Somebody" && tags["IFD1:ThumbnailImage"] != nil)
        #expect(tags["Photoshop:IPTCDigest"] == tags["File:CurrentIPTCDigest"])
    }

    @Test(.enabled(if: has(exiv2), "exiv2 is not installed"), arguments: pictures.map(\.name))
    func exiv2FindsWhatIsWritten(name: String) async throws {
        let photo = photo(name, try #require(Self.pictures.first { $0.name == name }).bytes)
        #expect(await shelf.start().operations.perform(.embed([photo])).done == 1)
        let text = String(decoding: try run(Self.exiv2, ["-PXkt", photo.path.text]), as: UTF8.self)
        for word in ["lang=\"x-default\" The “harbour”", "Möwe", "Xmp.xmp.Rating", "-1", "Xmp.exif.DateTimeOriginal"] {
            #expect(text.contains(word), "\(word)")
        }
    }
}
