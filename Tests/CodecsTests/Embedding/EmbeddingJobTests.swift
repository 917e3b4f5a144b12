// The writing of what is stated of a photo into its file: what is read of it then, and what stays as it was.
import CGLib
import Fixtures
import Foundation
import Library
import Photos
import Testing

@testable import Codecs
@testable import PhotoFormats

struct EmbeddingJobTests {
    private let scratch = ScratchFolder()

    private static let statement: EmbeddedStatement = {
        var statement = EmbeddedStatement()
        statement.marks = StatedMarks(stars: 4, isFavourite: true, label: .green)
        statement.keywords = ["Kreta", "Tiere/Möwe"]
        statement.title = "Am Strand – שלום"
        statement.caption = "Ein längerer Text & mehr"
        statement.date = WallTime(year: 2011, month: 3, day: 4, hour: 5, minute: 6, second: 7).map {
            WrittenTime($0, offset: 120)
        }
        return statement
    }()

    private func splices(_ name: String, _ bytes: [UInt8], _ statement: EmbeddedStatement) throws -> [FileSplice] {
        try EmbeddingJob.splices(try #require(FileWindow(path: scratch.write(name, bytes))), statement)
    }

    private func written(_ name: String, _ bytes: [UInt8], _ statement: EmbeddedStatement = statement) throws -> [UInt8]
    {
        EmbeddedFiles.applied(try splices(name, bytes, statement), to: bytes)
    }

    private func facts(_ name: String, _ bytes: [UInt8]) throws -> FileFacts {
        try #require(FileFactsReader.read(scratch.write(name, bytes), withDetails: true))
    }

    @Test(arguments: EmbeddedFiles.all.map(\.name))
    func theFileStatesAllOfItAndShowsTheSame(name: String) throws {
        let before = try #require(EmbeddedFiles.all.first { $0.name == name }).bytes
        let after = try written(name, before), facts = try facts(name, after)
        #expect(Set(facts.description.keywords) == ["Kreta", "Tiere/Möwe"])
        #expect(
            facts.description.title == "Am Strand – שלום" && facts.description.caption == "Ein längerer Text & mehr")
        #expect(facts.marks == PhotoMarks(stars: 4, isFavourite: true, label: .green))
        #expect(facts.taken?.time == Self.statement.date?.time && facts.taken?.offset == 120)
        let pictures = try EmbeddedFiles.pictures(before)
        #expect(!pictures.isEmpty && pictures.allSatisfy { !$0.isEmpty })
        #expect(try EmbeddedFiles.pictures(after) == pictures)
        // Whatever else a packet has said is there, and the camera's own note lies where it lay.
        if String(decoding: before, as: UTF8.self).contains("my:own") {
            #expect(String(decoding: after, as: UTF8.self).contains("my:own=\"kept\""))
        }
        #expect(try splices(name, after, Self.statement).isEmpty)
        #expect(throws: Never.self) { try written(name, after, Self.blank) }
        let blank = try self.facts(name, try written(name, after, Self.blank))
        #expect(blank.description.keywords.isEmpty && blank.description.title == nil && blank.marks == .none)
        #expect(blank.description.caption == nil && blank.taken?.precision == .year && blank.taken?.time.year == 1950)
    }

    /// What a person has taken away, and a scan of which the year alone is known.
    private static let blank: EmbeddedStatement = {
        var statement = EmbeddedStatement()
        statement.marks = StatedMarks(stars: 0, isFavourite: false, label: PhotoLabel.none)
        (statement.keywords, statement.title, statement.caption) = ([], "", "")
        statement.date = WallTime(year: 1950, month: 1, day: 1, hour: 0, minute: 0, second: 0).map {
            WrittenTime($0, precision: .year)
        }
        return statement
    }()

    // MARK: Other places

    @Test(arguments: [false, true])
    func whatEXIFRepeatsIsBroughtIntoLineAndTheCamerasNoteStays(bigEndian: Bool) throws {
        var notes = EmbeddedFiles.notes
        notes.bigEndian = bigEndian
        let before = EmbeddedFiles.jpeg(EmbeddedFiles.exif(notes))
        let after = try written("a.jpg", before)
        func exif(_ file: [UInt8]) throws -> [UInt8] {
            let place = try file.withUnsafeBytes {
                try #require(try ContainerParts.jpeg(ByteView($0)).first(.exif)).content
            }
            return Array(file[place])
        }
        let (old, new) = (try exif(before), try exif(after))
        try new.withUnsafeBytes { memory in
            let main = try #require(TIFFDirectory(ByteView(memory), at: 0))
            let own = try #require(main.directory(of: 0x8769))
            #expect(main.line(of: 0x010E, limit: 99) == Self.statement.caption && main.text(of: 0x010F) == "Canon")
            #expect(main.wideLine(of: 0x9C9B, limit: 99) == Self.statement.title)
            #expect(main.wideLine(of: 0x9C9C, limit: 99) == Self.statement.caption)
            #expect(main.wideLine(of: 0x9C9E, limit: 99) == "Kreta;Tiere;Möwe")
            #expect(main.value(of: 0x4746) == 4 && main.value(of: 0x4749) == 75)
            for tag in [0x9003, 0x9004] { #expect(own.text(of: tag) == "2011:03:04 05:06:07") }
            // The fraction was that of the time before.
            #expect(own.text(of: 0x9011) == "+02:00" && own.text(of: 0x9012) == "+02:00" && !own.has(0x9291))
        }
        let place = try #require(old.firstRange(of: EmbeddedFiles.note))
        #expect(Array(new[place]) == EmbeddedFiles.note && !new[old.count...].isEmpty)
    }

    @Test func theRecordIsBroughtIntoLineWithItsChecksumAndOtherResourcesStay() throws {
        let after = try written("a.jpg", EmbeddedFiles.jpeg(EmbeddedFiles.resources))
        try after.withUnsafeBytes { memory in
            let file = ByteView(memory)
            let place = try #require(EmbeddedMetadata(in: file, count: file.count, format: .jpeg).iptc)
            let record = IPTCRecord(in: file, at: place)
            #expect(record.keywords == ["Kreta", "Tiere", "Möwe"] && record.text(of: 5) == Self.statement.title)
            #expect(record.text(of: 120) == Self.statement.caption && record.text(of: 80) == "Somebody")
            #expect(record.text(of: 55) == "20110304" && record.text(of: 60) == "050607+0200")
            let part = try #require(try ContainerParts.jpeg(file).first(.resources))
            let resources = Array(memory[part.content])
            for block: [UInt8] in [[0x03, 0xED, 0, 0, 0, 0, 0, 3, 1, 2, 3, 0], [0x04, 0x06, 0, 0, 0, 0, 0, 2, 4, 5]] {
                #expect(resources.firstRange(of: block) != nil)
            }
            // UTF-8 is said where it was not needed before.
            #expect(Array(memory[place].prefix(8)) == [0x1C, 1, 90, 0, 3, 0x1B, 0x25, 0x47])
            let checksum = try #require(resources.firstRange(of: [0x04, 0x25, 0, 0, 0, 0, 0, 16]))
            let digest = g_compute_checksum_for_data(G_CHECKSUM_MD5, Array(memory[place]), gsize(place.count))
            defer { g_free(digest) }
            let digits = resources[checksum.upperBound..<checksum.upperBound + 16].map {
                String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
            }
            #expect(digits.joined() == digest.map { String(cString: $0) })
        }
    }

    @Test func besideTextsInAnOlderEncodingTheRecordLosesWordsRatherThanContradictingThePacket() throws {
        func set(_ number: UInt8, _ text: [UInt8]) -> [UInt8] {
            [0x1C, 2, number] + CameraNotes.big(text.count, 2) + text
        }
        let record = set(25, Array("old".utf8)) + set(80, [0x4D, 0xF6, 0x77])
        var plain = EmbeddedStatement()
        plain.keywords = ["new"]
        #expect(try IPTCEditing.record(record, plain) == set(25, Array("new".utf8)) + set(80, [0x4D, 0xF6, 0x77]))
        plain.keywords = ["Möwe"]
        #expect(try IPTCEditing.record(record, plain) == set(80, [0x4D, 0xF6, 0x77]))
    }

    @Test func theListOfFurtherPicturesFollows() throws {
        func list(_ size: Int, _ offset: Int) -> [UInt8] {
            let entries =
                [UInt8](repeating: 0, count: 4) + CameraNotes.big(size) + CameraNotes.big(0) + [0, 0, 0, 0]
                + [0, 0, 0, 0] + CameraNotes.big(4) + CameraNotes.big(offset) + [0, 0, 0, 0]
            let head =
                Array("MM\0*".utf8) + CameraNotes.big(8) + [0, 1, 0xB0, 2, 0, 7] + CameraNotes.big(32)
                + CameraNotes.big(26) + CameraNotes.big(0)
            return EmbeddedFiles.segment(0xE2, Array("MPF\0".utf8) + head + entries)
        }
        // The packet lies in front of the list, and behind it.
        for segments in [{ EmbeddedFiles.packet + $0 }, { $0 + EmbeddedFiles.packet }] as [([UInt8]) -> [UInt8]] {
            let length = EmbeddedFiles.jpeg(segments(list(0, 0))).count
            func header(_ file: [UInt8]) throws -> Int {
                try #require(file.firstRange(of: Array("MPF\0".utf8))).upperBound
            }
            let probe = EmbeddedFiles.jpeg(segments(list(0, 0)))
            let before = EmbeddedFiles.jpeg(segments(list(length, length - (try header(probe))))) + [0xFF, 0xD8, 1, 2]
            let after = try written("a.jpg", before)
            let start = try header(after), second = after.count - 4
            #expect(
                after.count != before.count && Array(after[start + 26 + 4..<start + 26 + 8]) == CameraNotes.big(second))
            #expect(Array(after[start + 26 + 24..<start + 26 + 28]) == CameraNotes.big(second - start))
        }
    }

    @Test func aPacketThatNoSegmentHasRoomForIsRefused() throws {
        let room = [UInt8](repeating: 0x20, count: 65_000)
        let long = EmbeddedFiles.segment(
            0xE1,
            Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array("<!--".utf8) + room + Array("-->".utf8)
                + EmbeddedFiles.xmp)
        #expect(throws: EmbeddingFailure.noRoom) { try written("a.jpg", EmbeddedFiles.jpeg(long)) }
    }

    // MARK: HEIF

    @Test func itemsThatAreNotMovedStayAndOthersAreRefused() throws {
        // A film counts places in the file in ways of its own, and one that ends with the file would get the packet.
        let film = CameraNotes.big(8) + Array("moov".utf8)
        #expect(throws: EmbeddingFailure.damaged) { try written("a.heic", EmbeddedFiles.heif(more: film)) }
        #expect(throws: EmbeddingFailure.damaged) { try written("a.heic", EmbeddedFiles.heif() + [1, 2, 3]) }
        let roomy = try #require(EmbeddedFiles.all.first { $0.name == "roomy.heic" }).bytes
        #expect(try written("a.heic", roomy).count == roomy.count)
    }

    // MARK: Hostile files

    @Test(arguments: EmbeddedFiles.all.map(\.name))
    func nothingComesOfFilesThatAreCutOffOrLieButAnErrorOrTheSamePicture(name: String) throws {
        let whole = try #require(EmbeddedFiles.all.first { $0.name == name }).bytes
        var random = SplitMix(seed: 7)
        let cuts = stride(from: 0, to: whole.count, by: max(1, whole.count / 30)).map { Array(whole[..<$0]) }
        let head = min(whole.count, 1500)
        let lies = (0..<60).map { _ -> [UInt8] in
            var bytes = whole
            for _ in 0..<Int(1 + random.next() % 3) {
                bytes[Int(random.next() % UInt64(head))] =
                    [0, 0xFF, 0x7F, 1, UInt8(truncatingIfNeeded: random.next())][
                        Int(random.next() % 5)]
            }
            return bytes
        }
        for bytes in cuts + lies {
            let path = scratch.write(name, bytes)
            guard let file = FileWindow(path: path), let splices = try? EmbeddingJob.splices(file, Self.statement)
            else {
                continue
            }
            #expect(FileSplice.areInOrder(splices, count: bytes.count))
            let after = EmbeddedFiles.applied(splices, to: bytes)
            #expect(after.count < bytes.count + 65_536)
            // What lies inside of what is written anew is refused when the result is compared.
            let draft = scratch.write("draft", after)
            let descriptor = open(draft, O_RDONLY)
            defer { close(descriptor) }
            if MetadataEmbedder(engine: nil).isFaithful(descriptor, to: path, Self.statement) {
                #expect(try EmbeddedFiles.pictures(after) == EmbeddedFiles.pictures(bytes))
            }
        }
    }

    @Test func otherFormatsAndOtherThingsThanFilesAreRefused() throws {
        for bytes in [TestPictures.animatedGIF, [1, 2, 3], []] as [[UInt8]] {
            #expect(throws: EmbeddingFailure.format) { try written("a.jpg", bytes) }
        }
        let torn = Array("<x:xmpmeta".utf8)
        let packet = EmbeddedFiles.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + torn)
        #expect(throws: EmbeddingFailure.damaged) { try written("a.jpg", EmbeddedFiles.jpeg(packet)) }
    }

    // MARK: In a message

    @Test func statementAndChangesGoThroughAMessage() throws {
        var writer = WireWriter()
        writer.write(Self.statement)
        let splices = [FileSplice(0..<0, [1]), FileSplice(5..<9, []), FileSplice(9..<9, [2, 3])]
        writer.write(splices)
        var reader = WireReader(writer.bytes)
        #expect(try reader.embeddedStatement() == Self.statement && reader.splices() == splices)
        #expect(throws: Never.self) { try reader.end() }
        for end in writer.bytes.indices {
            var reader = WireReader(Array(writer.bytes[..<end]))
            #expect(throws: MalformedMessage.self) {
                _ = try reader.embeddedStatement()
                _ = try reader.splices()
            }
        }
    }
}
