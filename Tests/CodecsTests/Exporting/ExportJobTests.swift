// Photos made anew: pixels, colours and what is said of them, as exiftool finds it.
import Fixtures
import Foundation
import ImagePipeline
import Library
import PhotoFormats
import Photos
import Testing

@testable import Codecs

@Suite(.timeLimit(.minutes(5)))
struct ExportJobTests {
    typealias Export = DecodeRequest.Export

    private let scratch = ScratchFolder()
    private let engine = LocalDecoding()

    private static func export(
        _ format: ExportRecipe.Format = .jpeg, side: Int? = nil, metadata: ExportRecipe.Metadata = .all,
        turns: Int = 0, marks: [PhotoMarks.Mark] = [], restated: RestatedFacts = RestatedFacts()
    ) -> Export {
        Export(
            format: format, longSide: side, quality: 95, metadata: metadata, quarterTurns: turns, marks: marks,
            restated: restated)
    }

    private func exported(
        _ file: [UInt8], _ export: Export, by engine: (any DecodeEngine)? = nil
    ) throws -> (bytes: [UInt8], size: PixelSize) {
        let answer = try (engine ?? self.engine).performAlone(.export(export), on: DecodeInput(EncodedBytes(file)))
        guard case .exported(let bytes, let size) = answer else {
            Issue.record("not exported: \(answer)")
            return ([], PixelSize(square: 1))
        }
        return (Array(bytes), size)
    }

    private func decoded(_ file: [UInt8]) async throws -> PixelBuffer {
        try await PixbufDecoder(width: 1).decodePixels(
            EncodedBytes(file), title: "", size: PixelSize(square: 4000), fit: .fit)
    }

    private static func colour(_ pixels: PixelBuffer, _ x: Int, _ y: Int) -> Colour {
        var colour = Colour.black
        pixels.withBytes { bytes in
            let place = y * pixels.stride + x * 4
            colour = Colour(r: bytes[place + 2], g: bytes[place + 1], b: bytes[place], a: bytes[place + 3])
        }
        return colour
    }

    private static let formats: [ExportRecipe.Format] = [.jpeg, .png, .webp]
    private static var quarters: Painting { Painting.quarters(240, 180) }

    // MARK: Pixels

    @Test(arguments: formats)
    func aTurnedPhotoIsUprightInItsPixels(format: ExportRecipe.Format) async throws {
        let file = TestPictures.oriented(Self.quarters.stored(6).encoded("jpeg"), orientation: 6)
        let (bytes, size) = try exported(file, Self.export(format))
        let pixels = try await decoded(bytes)
        #expect(size == PixelSize(width: 240, height: 180) && pixels.size == size)
        for (x, y, colour) in [(40, 40, Colour.red), (200, 40, .green), (40, 140, .blue), (200, 140, .white)] {
            #expect(Self.colour(pixels, x, y).isNear(colour, within: 25), "\(format) at \(x), \(y)")
        }
        // A turn that the program keeps itself.
        #expect(try exported(file, Self.export(format, turns: 1)).size == PixelSize(width: 180, height: 240))
    }

    @Test func aPhotoIsReducedToItsLongSideAndNeverEnlarged() throws {
        let file = Self.quarters.encoded("jpeg")
        #expect(try exported(file, Self.export(side: 120)).size == PixelSize(width: 120, height: 90))
        #expect(try exported(file, Self.export(side: 2048)).size == PixelSize(width: 240, height: 180))
    }

    @Test func whatLetsThroughIsWhiteInAJPEGAndStaysInTheOthers() async throws {
        let painting = Painting(64, 64) { x, _ in
            x < 32 ? Colour(r: 200, g: 0, b: 0, a: 128) : Colour(r: 0, g: 0, b: 0, a: 0)
        }
        let file = painting.encoded("png", alpha: true)
        let jpeg = try await decoded(exported(file, Self.export(.jpeg)).bytes)
        #expect(Self.colour(jpeg, 10, 10).isNear(Colour(r: 227, g: 127, b: 127), within: 20))
        #expect(Self.colour(jpeg, 55, 10).isNear(.white))
        for format in [ExportRecipe.Format.png, .webp] {
            let pixels = try await decoded(exported(file, Self.export(format)).bytes)
            #expect(pixels.isTranslucent)
            #expect(Self.colour(pixels, 10, 10).isNear(Colour(r: 100, g: 0, b: 0, a: 128), within: 20))
            #expect(Self.colour(pixels, 55, 10).a == 0)
        }
    }

    @Test(arguments: formats)
    func coloursOfAProfileBecomeThoseOfTheScreen(format: ExportRecipe.Format) async throws {
        var profile = ICCWriter()
        profile.primaries = ICCWriter.displayP3
        let patch = Painting(32, 32) { _, _ in Colour(r: 200, g: 60, b: 60) }
        let text = Data(profile.bytes).base64EncodedString()
        let file = patch.encoded("tiff", options: ["icc-profile": text])
        // By IEC 61966-2-1 and SMPTE EG 432-1: the red of P3 is more than that of sRGB.
        let shown = try await decoded(file), made = try await decoded(exported(file, Self.export(format)).bytes)
        #expect(Self.colour(shown, 16, 16).r > 212)
        #expect(Self.colour(made, 16, 16).isNear(Self.colour(shown, 16, 16), within: 4))
    }

    @Test func aPhotoIsTheSameFromAConfinedProcess() throws {
        let processes = DecodeProcesses(width: 1)
        defer { processes.close() }
        let files = [
            Self.quarters.encoded("jpeg"), TestPictures.webP, TestPictures.svg, TestPictures.tiff,
            TestPictures.cmykJPEG,
        ]
        for file in files {
            for format in Self.formats {
                let ours = try exported(file, Self.export(format))
                let theirs = try exported(file, Self.export(format), by: processes)
                #expect(ours.size == theirs.size && ours.bytes == theirs.bytes)
            }
        }
        // None of them is used again.
        #expect(processes.census == 0)
    }

    @Test func damagedAndTooLargePicturesAreRefusedInWords() throws {
        let processes = DecodeProcesses(width: 1)
        defer { processes.close() }
        let whole = Painting.quarters(64, 64).encoded("png")
        for engine: any DecodeEngine in [engine, processes] {
            let cut = DecodeInput(EncodedBytes(Array(whole.prefix(whole.count / 2))))
            guard case .failed(.truncated) = try engine.performAlone(.export(Self.export()), on: cut) else {
                Issue.record("a cut PNG was exported")
                continue
            }
            // A WebP has no side of more than 16,383 pixels.
            let long = DecodeInput(EncodedBytes(Painting(17_000, 2) { _, _ in .red }.encoded("png")))
            guard case .failed(.sideTooLong) = try engine.performAlone(.export(Self.export(.webp)), on: long) else {
                Issue.record("a long WebP was exported")
                continue
            }
        }
    }

    @Test func animationsAreFound() throws {
        let animated = [TestPictures.animatedGIF, TestPictures.animatedWebP]
        for file in animated + [TestPictures.webP, Self.quarters.encoded("jpeg")] {
            let answer = try engine.performAlone(.animationSearch, on: DecodeInput(EncodedBytes(file)))
            if case .done = answer { #expect(animated.contains(file)) } else { #expect(!animated.contains(file)) }
        }
    }

    // MARK: Metadata

    /// A photo with everything that exiftool writes about camera, words, place and marks.
    private func wordy(_ name: String, _ file: [UInt8], orientation: Int = 6) throws -> [UInt8] {
        let path = scratch.write(name, file)
        try Exiftool.write(
            [
                "-EXIF:Make=Acme", "-EXIF:Model=One", "-EXIF:DateTimeOriginal=2023:06:14 18:30:05",
                "-EXIF:OffsetTimeOriginal=+02:00", "-EXIF:ExposureTime=1/250", "-EXIF:FNumber=4", "-EXIF:ISO=200",
                "-EXIF:Artist=Anna", "-EXIF:ExifImageWidth=4000", "-EXIF:ExifImageHeight=3000",
                "-EXIF:Orientation#=\(orientation)", "-EXIF:GPSLatitude=48.1", "-EXIF:GPSLatitudeRef=N",
                "-EXIF:GPSLongitude=11.5", "-EXIF:GPSLongitudeRef=E", "-EXIF:GPSAltitude=500",
                "-EXIF:GPSDateStamp=2023:06:14", "-XMP-dc:Title=The sea", "-XMP-dc:Subject=sea", "-XMP-xmp:Rating=3",
                "-XMP-photoshop:City=Rome", "-XMP-photoshop:State=Lazio", "-XMP-photoshop:Country=Italy",
                "-XMP-iptcCore:Location=Forum", "-XMP-iptcCore:CountryCode=IT", "-XMP-exif:GPSLatitude=48.1",
                "-XMP-exif:GPSLongitude=11.5", "-XMP-iptcExt:LocationCreatedCity=Rome", "-XMP-tiff:Orientation#=6",
                "-XMP-crs:Exposure2012=+1.0",
            ] + (name.hasSuffix("jpg") ? ["-IPTC:City=Rome", "-IPTC:Headline=News", "-IPTC:Keywords=sea"] : []),
            of: path)
        return Array(try #require(FileManager.default.contents(atPath: path)))
    }

    private static let containers: [(name: String, bytes: [UInt8])] = [
        ("a.jpg", quarters.encoded("jpeg")), ("a.png", quarters.encoded("png")), ("a.webp", TestPictures.webP),
        ("a.tif", quarters.encoded("tiff")),
    ]

    private func tags(_ file: [UInt8], _ export: Export) throws -> [String: String] {
        let ending = export.format == .jpeg ? "jpg" : export.format.rawValue
        let path = scratch.write("out-\(UInt64.random(in: 0 ... .max)).\(ending)", try exported(file, export).bytes)
        return try Exiftool.tags(of: path)
    }

    @Test(.enabled(if: Exiftool.path != nil, "exiftool is not installed"), arguments: formats)
    func allMetadataGoesWithThePhoto(format: ExportRecipe.Format) throws {
        for (name, bytes) in Self.containers {
            let tags = try tags(wordy(name, bytes), Self.export(format))
            let size = try exported(bytes, Self.export(format)).size
            // A TIFF and a WebP of this file lie as the other containers do.
            let upright = name == "a.png" || name == "a.jpg" || name == "a.tif" || name == "a.webp"
            let wanted = upright ? size.transposed : size
            #expect(tags["IFD0:Orientation"] == "1", "\(name) \(format)")
            #expect(tags["ExifIFD:ExifImageWidth"] == "\(wanted.width)", "\(name) \(format)")
            #expect(tags["ExifIFD:ExifImageHeight"] == "\(wanted.height)", "\(name) \(format)")
            #expect(tags["ExifIFD:DateTimeOriginal"] == "2023:06:14 18:30:05")
            #expect(tags["ExifIFD:OffsetTimeOriginal"] == "+02:00" && tags["ExifIFD:FNumber"] == "4")
            #expect(tags["IFD0:Make"] == "Acme" && tags["IFD0:Artist"] == "Anna")
            #expect(tags["GPS:GPSLatitude"] == "48.1" && tags["GPS:GPSAltitude"] == "500")
            #expect(tags["XMP-dc:Title"] == "The sea" && tags["XMP-photoshop:City"] == "Rome")
            #expect(tags["XMP-xmp:Rating"] == "3")
            // What would make the picture anew once more, or turn it again.
            #expect(tags["XMP-tiff:Orientation"] == nil && tags["XMP-crs:Exposure2012"] == nil)
            if format == .jpeg { #expect((tags["IPTC:Headline"] == "News") == (name == "a.jpg")) }
            #expect(tags.keys.contains { $0.hasPrefix("ICC") } == (format != .png))
            #expect(
                tags["ExifTool:Warning"] == nil && tags["ExifTool:Error"] == nil, "\(tags["ExifTool:Warning"] ?? "")")
        }
    }

    @Test(.enabled(if: Exiftool.path != nil, "exiftool is not installed"), arguments: formats)
    func nothingSaysThePlaceWhereItIsLeftOut(format: ExportRecipe.Format) throws {
        for (name, bytes) in Self.containers {
            let tags = try tags(wordy(name, bytes), Self.export(format, metadata: .withoutPlace))
            let told = ["Rome", "Lazio", "Italy", "Forum", "48.1", "11.5"]
            for (tag, value) in tags where !tag.hasPrefix("System:") && !tag.hasPrefix("File:") {
                #expect(!tag.lowercased().contains("gps") && !told.contains(value), "\(name) \(format) \(tag) \(value)")
            }
            #expect(tags["ExifIFD:DateTimeOriginal"] == "2023:06:14 18:30:05" && tags["XMP-dc:Title"] == "The sea")
        }
    }

    @Test(.enabled(if: Exiftool.path != nil, "exiftool is not installed"), arguments: formats)
    func nothingIsSaidWhereNothingIsWanted(format: ExportRecipe.Format) throws {
        let free = ["System", "File", "ExifTool", "Composite", "JFIF", "PNG", "RIFF", "SourceFile"]
        for (name, bytes) in Self.containers {
            let tags = try tags(
                wordy(name, bytes),
                Self.export(format, metadata: .none, marks: [.stars(4)], restated: Self.restated))
            let said = tags.keys.filter { tag in !free.contains { tag.hasPrefix($0) } }
            #expect(said.isEmpty, "\(name) \(format): \(said)")
        }
    }

    @Test(.enabled(if: Exiftool.path != nil, "exiftool is not installed"), arguments: formats)
    func marksOfSidecarsGoIntoThePhoto(format: ExportRecipe.Format) throws {
        let export = Self.export(format, marks: [.stars(5), .label(.green)])
        for file in [Self.quarters.encoded("jpeg"), try wordy("a.jpg", Self.quarters.encoded("jpeg"))] {
            let tags = try tags(file, export)
            #expect(tags["XMP-xmp:Rating"] == "5" && tags["XMP-xmp:Label"] == "Green")
        }
    }

    /// What a sidecar says of the photo otherwise than `wordy`.
    private static var restated: RestatedFacts {
        var restated = RestatedFacts()
        restated.kinds = .all
        restated.words = PhotoDescription(
            title: "A < B", caption: "Été & more", artist: "Bea", keywords: ["Places/Greece/Crete", "boat"],
            city: "Chania", state: "Crete", country: "Greece")
        restated.date = WrittenTime(numbers: "2024-07-01T08:09:10.250+03:00")
        restated.position = CameraData.Position(latitude: -35.5, longitude: 24.25, altitude: -12)
        return restated
    }

    @Test(.enabled(if: Exiftool.path != nil, "exiftool is not installed"), arguments: formats)
    func whatSidecarsSayReplacesWhatTheFileSays(format: ExportRecipe.Format) throws {
        for (name, bytes) in Self.containers {
            let tags = try tags(wordy(name, bytes), Self.export(format, restated: Self.restated))
            let told: [String: String] = [
                "XMP-dc:Title": "A < B", "XMP-dc:Description": "Été & more", "XMP-dc:Creator": "Bea",
                "XMP-dc:Subject": "Places, Greece, Crete, boat",
                "XMP-lr:HierarchicalSubject": "Places|Greece|Crete, boat",
                "XMP-digiKam:TagsList": "Places/Greece/Crete, boat",
                "XMP-photoshop:City": "Chania", "XMP-photoshop:State": "Crete", "XMP-photoshop:Country": "Greece",
                "XMP-photoshop:DateCreated": "2024:07:01 08:09:10.250+03:00",
                "XMP-exif:DateTimeOriginal": "2024:07:01 08:09:10.250+03:00",
                "ExifIFD:DateTimeOriginal": "2024:07:01 08:09:10", "ExifIFD:OffsetTimeOriginal": "+03:00",
                "ExifIFD:SubSecTimeOriginal": "25", "GPS:GPSLatitude": "35.5", "GPS:GPSLatitudeRef": "S",
                "GPS:GPSLongitude": "24.25", "GPS:GPSLongitudeRef": "E", "GPS:GPSAltitude": "12",
                "GPS:GPSAltitudeRef": "1", "XMP-exif:GPSLatitude": "-35.5", "XMP-exif:GPSLongitude": "24.25",
                // Of this the sidecar says nothing.
                "IFD0:Make": "Acme", "XMP-xmp:Rating": "3", "GPS:GPSDateStamp": "2023:06:14",
            ]
            for (tag, value) in told { #expect(tags[tag] == value, "\(name) \(format) \(tag) \(tags[tag] ?? "")") }
            for (tag, value) in tags where !tag.hasPrefix("System:") && !tag.hasPrefix("File:") {
                #expect(!["The sea", "sea", "Anna", "Rome", "Lazio", "Italy", "Forum"].contains(value), "\(tag)")
            }
            if format == .jpeg, name == "a.jpg" { #expect(tags["IPTC:Headline"] == "News") }
            #expect(tags["ExifTool:Warning"] == nil, "\(name) \(format) \(tags["ExifTool:Warning"] ?? "")")
        }
    }

    @Test(.enabled(if: Exiftool.path != nil, "exiftool is not installed"), arguments: formats)
    func thePlacesThatSidecarsSayAreLeftOutAsWell(format: ExportRecipe.Format) throws {
        for (name, bytes) in Self.containers {
            let export = Self.export(format, metadata: .withoutPlace, restated: Self.restated)
            let tags = try tags(wordy(name, bytes), export)
            let places = ["Chania", "Greece", "Rome", "35.5", "-35.5", "24.25", "48.1", "11.5"]
            for (tag, value) in tags where !tag.hasPrefix("System:") && !tag.hasPrefix("File:") {
                #expect(!tag.lowercased().contains("gps") && !places.contains(value), "\(name) \(format) \(tag)")
            }
            #expect(tags["XMP-dc:Title"] == "A < B" && tags["ExifIFD:DateTimeOriginal"] == "2024:07:01 08:09:10")
        }
    }

    @Test(.enabled(if: Exiftool.path != nil, "exiftool is not installed"), arguments: formats)
    func whatSidecarsSayGoesIntoAPhotoThatSaysNothing(format: ExportRecipe.Format) throws {
        let plain = try tags(Self.quarters.encoded("png"), Self.export(format, restated: Self.restated))
        #expect(plain["ExifIFD:DateTimeOriginal"] == "2024:07:01 08:09:10" && plain["GPS:GPSLatitude"] == "35.5")
        #expect(plain["XMP-dc:Title"] == "A < B")
        // A year has no form in EXIF, and a title that was removed is said nowhere.
        var old = RestatedFacts()
        old.kinds = [.title, .keywords]
        old.date = WrittenTime(numbers: "1950")
        let tags = try tags(wordy("a.jpg", Self.quarters.encoded("jpeg")), Self.export(format, restated: old))
        #expect(tags["ExifIFD:DateTimeOriginal"] == nil && tags["ExifIFD:OffsetTimeOriginal"] == nil)
        #expect(tags["XMP-photoshop:DateCreated"] == "1950" && tags["IFD0:Artist"] == "Anna")
        #expect(tags["XMP-dc:Title"] == nil && tags["XMP-dc:Subject"] == nil && tags["IPTC:Keywords"] == nil)
    }

    @Test func aPlaceIsFoundHoweverItIsWrittenInAPacket() {
        let packet = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" xmlns:p="http://ns.adobe.com/photoshop/1.0/" p:City="Rome" p:Credit="Anna"
            exif:GPSLatitude="48,6N" xmlns:d="http://www.dji.com/drone-dji/1.0/" d:GpsLatitude="48.1" d:RelativeAltitude="7">
            <d:Pantry xmlns:d="http://ns.adobe.com/xap/1.0/mm/"><rdf:Bag><rdf:li><rdf:Description
            xmlns:e="http://ns.adobe.com/exif/1.0/" e:GPSLongitude="11,30E"/></rdf:li></rdf:Bag></d:Pantry>
            <l:LocationShown xmlns:l="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"><rdf:Bag><rdf:li rdf:parseType="Resource">
            <l:City>Rome</l:City></rdf:li></rdf:Bag></l:LocationShown></rdf:Description></rdf:RDF></x:xmpmeta>
            """
        func exported(_ withPlace: Bool) -> String {
            String(decoding: SidecarDocument.exported(Array(packet.utf8), [], withPlace: withPlace), as: UTF8.self)
        }
        for word in ["Rome", "48,6N", "48.1", "11,30E", "\"7\""] {
            #expect(exported(true).contains(word) && !exported(false).contains(word), "\(word)")
        }
        #expect(exported(false).contains("Anna"))
        // What is no packet becomes none.
        #expect(SidecarDocument.exported(Array("<html/>".utf8), [], withPlace: true).isEmpty)
    }

    @Test(.enabled(if: Exiftool.path != nil, "exiftool is not installed"))
    func theCamerasOwnNotesKeepTheirPlaceOrAreLeftOut() throws {
        let notes = Array("Acme\0\0\u{2}\u{0}".utf8) + (0..<300).map { UInt8($0 % 251) }
        let file = EXIFWithNotes.jpeg(Self.quarters.encoded("jpeg"), notes: notes, at: 220)
        func place(_ bytes: [UInt8]) -> Int? {
            guard let start = bytes.firstRange(of: Array("Exif\0\0".utf8))?.upperBound else { return nil }
            return bytes.firstRange(of: notes).map { $0.lowerBound - start }
        }
        #expect(place(file) == 220)
        #expect(place(try exported(file, Self.export()).bytes) == 220)
        #expect(place(try exported(file, Self.export(metadata: .withoutPlace)).bytes) == nil)
    }
}

/// A JPEG whose EXIF has a camera's own notes at an offset.
private enum EXIFWithNotes {
    static func jpeg(_ jpeg: [UInt8], notes: [UInt8], at offset: Int) -> [UInt8] {
        func little(_ number: Int, _ length: Int) -> [UInt8] {
            (0..<length).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
            little(tag, 2) + little(type, 2) + little(count, 4) + little(value, 4)
        }
        var tiff = Array("II*\0".utf8) + little(8, 4)
        tiff += little(1, 2) + entry(0x8769, 4, 1, 26) + little(0, 4)
        tiff += little(1, 2) + entry(0x927C, 7, notes.count, offset) + little(0, 4)
        tiff += [UInt8](repeating: 0, count: offset - tiff.count) + notes
        let content = Array("Exif\0\0".utf8) + tiff, length = content.count + 2
        return jpeg.prefix(2) + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + content + jpeg.dropFirst(2)
    }
}

extension Exiftool {
    /// Writes tags into a file.
    fileprivate static func write(_ arguments: [String], of path: String) throws {
        try run(["-m", "-q", "-q", "-overwrite_original"] + arguments + [path], mayFail: true)
    }

    /// All tags of a file as numbers, by their groups.
    fileprivate static func tags(of path: String) throws -> [String: String] {
        let text = try run(["-a", "-n", "-G1", "-s", path])
        var tags: [String: String] = [:]
        // `[ExifIFD]       FNumber                         : 4`
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, let end = parts[0].firstIndex(of: "]") else { continue }
            let group = parts[0][parts[0].index(after: parts[0].startIndex)..<end].trimmingCharacters(in: .whitespaces)
            let name = parts[0][parts[0].index(after: end)...].trimmingCharacters(in: .whitespaces)
            tags[group + ":" + name] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        return tags
    }
}
