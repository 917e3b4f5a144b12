// When a photo was taken, by all that its file, its name and its sidecars state: which statement wins, how much is
// known, and on which clock it is.
import Fixtures
import Foundation
import Library
import Photos
import Testing

@testable import Codecs

@Suite(.timeLimit(.minutes(5)))
struct StatedTimesTests {
    private let scratch = ScratchFolder()

    private func taken(_ bytes: [UInt8], name: String = "picture.jpg") throws -> TakenTime? {
        try #require(FileFactsReader.read(scratch.write(name, bytes))).taken
    }

    /// The facts of a photo with these sidecars beside it, as the catalogue and the panel get them.
    private func facts(_ bytes: [UInt8], name: String = "scan.jpg", sidecars: (name: String, text: String)...)
        async throws -> FileFacts
    {
        let path = scratch.write(name, bytes)
        for sidecar in sidecars { _ = scratch.write(sidecar.name, Array(sidecar.text.utf8)) }
        let reader = FileFactsReader(readsDetails: true)
        return try #require(await reader.facts(of: path))
    }

    private static func text(_ taken: TakenTime?) -> String {
        guard let taken else { return "none" }
        let time = taken.time
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        var parts = ["\(time.year)"]
        if taken.precision >= .month { parts.append(two(time.month)) }
        if taken.precision >= .day { parts.append(two(time.day)) }
        let date = parts.joined(separator: "-")
        let clock = [time.hour, time.minute, time.second].map(two).joined(separator: ":")
        return taken.precision == .exact ? "\(date) \(clock)" : date
    }

    private static func packet(_ attributes: String) -> [UInt8] { Array(sidecar(attributes).utf8) }

    private static func sidecar(_ attributes: String, _ elements: String = "") -> String {
        """
        <?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">
        <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
        xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
        xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
        \(attributes)>\(elements)</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>
        """
    }

    private static func record(_ sets: [(Int, String)]) -> [UInt8] {
        let record = sets.flatMap { number, text -> [UInt8] in
            [0x1C, 2, UInt8(number), 0, UInt8(text.utf8.count)] + Array(text.utf8)
        }
        let length = [UInt8(record.count >> 8), UInt8(record.count & 0xFF)]
        let resource = Array("8BIM\u{4}\u{4}\0\0\0\0".utf8) + length + record
        let content = Array("Photoshop 3.0\0".utf8) + resource
        let head: [UInt8] = [0xFF, 0xED, 0, UInt8(content.count + 2)]
        return head + content
    }

    private static func jpeg(_ notes: CameraNotes, _ sets: [(Int, String)] = []) -> [UInt8] {
        let jpeg = notes.jpeg
        return jpeg.prefix(2) + (sets.isEmpty ? [] : record(sets)) + jpeg.dropFirst(2)
    }

    private static func exif(_ original: String?, digitized: String? = nil, changed: String? = nil) -> CameraNotes {
        var notes = CameraNotes()
        if let changed { notes.main = [(0x0132, .text(changed))] }
        if let original { notes.own.append((0x9003, .text(original))) }
        if let digitized { notes.own.append((0x9004, .text(digitized))) }
        return notes
    }

    @Test(arguments: [
        ("1975:00:00 00:00:00", "1975"), ("1975:06:00 00:00:00", "1975-06"), ("1993:  :     :  :  ", "1993"),
        ("2003: 6: 4  8: 5: 9", "2003-06-04 08:05:09"), ("2007:06:30 24:00:00", "2007-07-01 00:00:00"),
        ("20070630184517", "2007-06-30 18:45:17"), ("2007:06:30 06:45:17 PM", "2007-06-30 18:45:17"),
        ("2007-06-30T18:45:17", "2007-06-30 18:45:17"), ("2007", "2007"),
    ])
    func sloppyEXIFIsReadAsItWasMeant(text: String, expected: String) throws {
        #expect(Self.text(try taken(Self.exif(text).jpeg)) == expected)
    }

    @Test(arguments: [
        "2007:13:30 18:45:17", "20071330184517", "30/06/2007 18:45:17", "1182184517", "    :  :     :  :  ",
    ])
    func whatCannotBeReadMakesNoDate(text: String) throws {
        #expect(try taken(Self.exif(text).jpeg)?.origin == .modification)
    }

    @Test(arguments: [
        ([(55, "19850714")], "1985-07-14"), ([(55, "19850714"), (60, "103000+0200")], "1985-07-14 10:30:00"),
        ([(55, "19850000")], "1985"), ([(55, "19850700"), (60, "103000")], "1985-07"),
        ([(62, "20150714"), (63, "103000+0000")], "2015-07-14 10:30:00"),
        ([(55, "19850714"), (62, "20150101"), (63, "103000+0000")], "1985-07-14"),
        ([(55, "00000000"), (62, "20150714")], "2015-07-14"),
    ])
    func IPTCsDatesCount(sets: [(Int, String)], expected: String) throws {
        let taken = try taken(Self.jpeg(CameraNotes(), sets))
        #expect(Self.text(taken) == expected && taken?.origin == .metadata)
        // Before what says when the scan was made, and not before the camera.
        if sets[0].0 == 55, sets[0].1.hasPrefix("1985") {
            #expect(
                Self.text(try self.taken(Self.jpeg(Self.exif(nil, digitized: "2016:01:02 03:04:05"), sets))) == expected
            )
        }
        #expect(Self.text(try self.taken(Self.jpeg(Self.exif("2001:02:03 04:05:06"), sets))) == "2001-02-03 04:05:06")
    }

    @Test(arguments: [
        ("photoshop:DateCreated=\"1985\"", "1985"), ("photoshop:DateCreated=\"1985-07\"", "1985-07"),
        ("exif:DateTimeOriginal=\"1985-07-14\"", "1985-07-14"),
        ("exif:DateTimeOriginal=\"1985-07\" xmp:CreateDate=\"2015-01-02T03:04:05\"", "1985-07"),
        ("photoshop:DateCreated=\"1985-07-14\" exif:DateTimeOriginal=\"1985:07:14 12:30:00\"", "1985-07-14 12:30:00"),
        ("xmp:CreateDate=\"2015-01-02T03:04\"", "2015-01-02 03:04:00"),
    ])
    func XMPsDatesCountAsFarAsTheyAreKnown(attributes: String, expected: String) async throws {
        var notes = CameraNotes()
        notes.xmp = Self.packet(attributes)
        let taken = try taken(notes.jpeg)
        #expect(Self.text(taken) == expected && taken?.origin == .metadata)
        let beside = try await facts(CameraNotes().jpeg, sidecars: ("scan.jpg.xmp", Self.sidecar(attributes)))
        #expect(Self.text(beside.taken) == expected && beside.taken?.origin == .sidecar)
    }

    // MARK: Sidecars

    @Test func aSidecarsDateGoesBeforeTheFiles() async throws {
        let bytes = Self.exif("2015:01:02 03:04:05", digitized: "2016:01:02 03:04:05").jpeg
        let both = try await facts(
            bytes, sidecars: ("scan.jpg.xmp", Self.sidecar("exif:DateTimeOriginal=\"1985:07:14 12:30:00\"")))
        #expect(Self.text(both.taken) == "1985-07-14 12:30:00" && both.taken?.origin == .sidecar)
        // A digitisation does not.
        let digitised = try await facts(
            bytes, sidecars: ("scan.jpg.xmp", Self.sidecar("xmp:CreateDate=\"2017-01-02T03:04:05\"")))
        #expect(digitised.taken?.origin == .exif && digitised.taken?.time.year == 2015)
        // Nor does one that no photo can be of.
        let never = try await facts(
            bytes, sidecars: ("scan.jpg.xmp", Self.sidecar("exif:DateTimeOriginal=\"1970-01-01T00:00:00\"")))
        #expect(never.taken?.origin == .exif)
    }

    @Test func whatASidecarRepeatsKeepsItsFractionAndItsZone() async throws {
        var notes = Self.exif("2015:01:02 03:04:05")
        notes.own += [(0x9011, .text("+02:00")), (0x9291, .text("42"))]
        let both = try await facts(
            notes.jpeg, sidecars: ("scan.jpg.xmp", Self.sidecar("exif:DateTimeOriginal=\"2015:01:02 03:04:05\"")))
        #expect(both.taken?.hundredths == 42 && both.taken?.offset == 120)
    }

    @Test func theSidecarThatWasChangedLastCountsFirst() async throws {
        let old = Self.sidecar("exif:DateTimeOriginal=\"1985:07:14 12:30:00\" dc:title=\"Old\"")
        let new = Self.sidecar("exif:DateTimeOriginal=\"1986:07:14 12:30:00\"")
        _ = try await facts(CameraNotes().jpeg, sidecars: ("scan.jpg.xmp", old), ("scan.xmp", new))
        for (name, time) in [("scan.jpg.xmp", 1_600_000_000), ("scan.xmp", 1_600_000_100)] {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: Double(time))], ofItemAtPath: scratch.path + "/" + name)
        }
        let facts = try #require(await FileFactsReader(readsDetails: true).facts(of: scratch.path + "/scan.jpg"))
        #expect(facts.taken?.time.year == 1986 && facts.description.title == "Old")
    }

    @Test func wordsAndPlaceOfASidecarCount() async throws {
        var notes = CameraNotes.usual
        notes.main.append((0x010E, .text("The file's caption")))
        notes.main.append((0x013B, .text("Ada")))
        let elements = """
            <dc:title><rdf:Alt><rdf:li xml:lang="de">Strand</rdf:li><rdf:li xml:lang="x-default">Beach &amp; sea</rdf:li></rdf:Alt>
            </dc:title><dc:description><rdf:Alt><rdf:li>The sidecar's
            caption</rdf:li></rdf:Alt></dc:description><exif:GPSLatitude>48,12.4920N</exif:GPSLatitude>
            """
        let facts = try await facts(
            notes.jpeg, sidecars: ("scan.jpg.xmp", Self.sidecar("exif:GPSLongitude=\"16,22.428E\"", elements)))
        #expect(
            facts.description == PhotoDescription(title: "Beach & sea", caption: "The sidecar's caption", artist: "Ada")
        )
        let position = try #require(facts.camera.position)
        #expect(abs(position.latitude - 48.2082) < 1e-6 && abs(position.longitude - 16.3738) < 1e-6)
        // Half a place is none.
        let half = try await self.facts(
            notes.jpeg, name: "half.jpg", sidecars: ("half.jpg.xmp", Self.sidecar("exif:GPSLongitude=\"16,22.428E\"")))
        #expect(half.camera.position.map { abs($0.latitude + 33.8688) < 1e-6 } == true)
    }

    @Test func anotherPrefixIsTheSameProperty() async throws {
        let text = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description xmlns:q="http://ns.adobe.com/photoshop/1.0/"><q:DateCreated>1985-07-14T12:30:00</q:DateCreated>
            </rdf:Description></rdf:RDF></x:xmpmeta>
            """
        #expect(
            Self.text(try await facts(CameraNotes().jpeg, sidecars: ("scan.jpg.xmp", text)).taken)
                == "1985-07-14 12:30:00")
        let damaged = try await facts(CameraNotes().jpeg, sidecars: ("scan.jpg.xmp", String(text.dropLast(20))))
        #expect(damaged.taken?.origin == .modification)
    }

    // MARK: Clocks

    @Test func aFilmsCreationDateIsByTheClockOfThePlace() throws {
        var movie = VideoFileWriter.Movie(brand: "qt  ", created: 2_082_844_800 + 1_682_096_010)
        for isPlain in [true, false] {
            (movie.creationDate, movie.isPlain) = ("2023-04-21T09:53:30-0700", isPlain)
            let taken = try taken(movie.bytes, name: "b.mov")
            #expect(Self.text(taken) == "2023-04-21 09:53:30" && taken?.offset == -420)
            #expect(taken?.clock == .place && taken?.origin == .metadata)
        }
        (movie.creationDate, movie.day) = (nil, "2023-04-21T09:53:30-0700")
        #expect(Self.text(try taken(movie.bytes, name: "c.mov")) == "2023-04-21 09:53:30")
        (movie.date, movie.day) = ("2023-04-21T09:53:30-0700", nil)
        #expect(Self.text(try taken(movie.bytes, name: "e.mov")) == "2023-04-21 09:53:30")
        (movie.date, movie.day) = (nil, "nonsense")
        #expect(try taken(movie.bytes, name: "d.mov")?.clock == .machine)
    }

    @Test(arguments: [
        ("WED APR 21 09:53:30 2023\n\0", "2023-04-21 09:53:30"), ("2023:04:21 09:53:30\0\0", "2023-04-21 09:53:30"),
        ("2023/ 4/21  9:53AM", "2023-04-21 09:53:00"),
    ])
    func aCamerasFilmHasItsDateInAVI(date: String, expected: String) throws {
        #expect(Self.text(try taken(VideoFileWriter.avi(date: date), name: "MVI_1.AVI")) == expected)
    }

    @Test func satellitesInXMPTellTheZoneToo() throws {
        var notes = Self.exif("2023:04:21 09:53:30")
        notes.main = []
        notes.xmp = Self.packet("exif:GPSTimeStamp=\"2023-04-21T16:52:58Z\"")
        #expect(try taken(notes.jpeg)?.offset == -420)
    }

    @Test func aTIFFsIPTCMayBeCalledLongNumbers() throws {
        var notes = CameraNotes()
        let record = [0x1C, 2, 55, 0, 8] + Array("19850714".utf8) + [0, 0, 0]
        notes.main = [(0x83BB, .raw(type: 4, count: record.count / 4, bytes: record))]
        #expect(Self.text(try taken(notes.tiff, name: "scan.tif")) == "1985-07-14")
    }

    @Test func aFilmsNameIsByTheClockOfThePlace() throws {
        let movie = VideoFileWriter.Movie(created: 2_082_844_800 + 1_682_096_010)
        let taken = try taken(movie.bytes, name: "VID_20230421_095330.mp4")
        #expect(Self.text(taken) == "2023-04-21 09:53:30" && taken?.offset == -420 && taken?.origin == .fileName)
        // A name that says UTC is no clock of the place.
        let pixel = try self.taken(movie.bytes, name: "PXL_20230421_165330123.mp4")
        #expect(pixel?.clock == .machine && pixel?.origin == .fileName)
        #expect(try self.taken(movie.bytes, name: "a.mp4")?.time == pixel?.time)
        // A day alone says less than the header.
        #expect(try self.taken(movie.bytes, name: "VID-20230501-WA0001.mp4")?.origin == .metadata)
    }

    @Test func satellitesTellTheZoneOfTheCamerasClock() throws {
        var notes = Self.exif("2023:04:21 09:53:30")
        notes.place = [(7, .fractions([(16, 1), (52, 1), (58, 1)])), (0x1D, .text("2023:04:21"))]
        let taken = try taken(notes.jpeg)
        #expect(Self.text(taken) == "2023-04-21 09:53:30" && taken?.offset == -420 && taken?.clock == .place)
        // Alone they are a time in UTC, for which the file states the zone or not.
        notes.own = []
        #expect(try self.taken(notes.jpeg)?.clock == .machine)
        notes.own = [(0x9010, .text("-07:00"))]
        let placed = try self.taken(notes.jpeg)
        #expect(Self.text(placed) == "2023-04-21 09:52:58" && placed?.clock == .offset && placed?.origin == .exif)
        notes.place[0] = (7, .fractions([(99, 1), (52, 1), (58, 1)]))
        #expect(try self.taken(notes.jpeg)?.origin == .modification)
    }

    @Test func XMPInUTCIsPutOnTheClockThatTheFileStates() throws {
        var notes = CameraNotes()
        notes.own = [(0x9011, .text("-07:00"))]
        notes.xmp = Self.packet("exif:DateTimeOriginal=\"2023-04-21T16:53:30Z\"")
        let taken = try taken(notes.jpeg)
        #expect(Self.text(taken) == "2023-04-21 09:53:30" && taken?.offset == -420 && taken?.clock == .offset)
    }
}
