// Words that exiftool writes into files and sidecars, alone and disagreeing, as it finds them and as they are read.
import Fixtures
import Foundation
import Photos
import Testing

@testable import Codecs

/// exiftool says what each place states. Which of them counts is Tessera's order: the sidecar, XMP, IPTC, EXIF.
@Suite(.timeLimit(.minutes(5)), .enabled(if: Exiftool.path != nil, "exiftool is not installed"))
struct ExiftoolWordsTests {
    private let scratch = ScratchFolder()

    /// The tags of each place, by what they state. What has several values has them apart by `;`.
    private static let places: [(letter: Character, group: String, tags: [(PhotoWord.Kind, String)])] = [
        (
            "x", "XMP",
            [
                (.keyword, "XMP-dc:Subject"), (.keyword, "XMP-lr:HierarchicalSubject"),
                (.keyword, "XMP-digiKam:TagsList"),
                (.title, "XMP-dc:Title"), (.caption, "XMP-dc:Description"), (.artist, "XMP-dc:Creator"),
                (.city, "XMP-photoshop:City"), (.state, "XMP-photoshop:State"), (.country, "XMP-photoshop:Country"),
            ]
        ),
        (
            "i", "IPTC",
            [
                (.keyword, "IPTC:Keywords"), (.title, "IPTC:ObjectName"), (.caption, "IPTC:Caption-Abstract"),
                (.artist, "IPTC:By-line"), (.city, "IPTC:City"), (.state, "IPTC:Province-State"),
                (.country, "IPTC:Country-PrimaryLocationName"),
            ]
        ),
        (
            "e", "EXIF",
            [
                (.keyword, "EXIF:XPKeywords"), (.title, "EXIF:XPTitle"), (.caption, "EXIF:ImageDescription"),
                (.artist, "EXIF:Artist"),
            ]
        ),
    ]

    /// What is written to a tag.
    private static func values(_ letter: Character, _ kind: PhotoWord.Kind, _ tag: String) -> [String] {
        switch tag {
        case "XMP-dc:Subject": ["Crete", "\(letter) plain", "\(letter) Größe & <Maß>", "Ελλάδα"]
        case "XMP-lr:HierarchicalSubject": ["Places|Greece|Crete", "Places|Greece", "Places"]
        case "XMP-digiKam:TagsList": ["Places/Greece/Crete", "\(letter) tag"]
        case "EXIF:XPKeywords": ["\(letter) plain;\(letter) Größe;Ελλάδα"]
        default: kind == .keyword ? ["\(letter) plain", "\(letter) Größe"] : ["\(letter) \(kind) é"]
        }
    }

    private static func arguments(_ letters: String) -> [String] {
        places.filter { letters.contains($0.letter) }.flatMap { place in
            place.tags.flatMap { kind, tag in values(place.letter, kind, tag).map { "-\(tag)=\($0)" } }
        }
    }

    /// The keywords that the lists of a place give, in no order.
    private static func keywords(_ letter: Character) -> Set<String> {
        switch letter {
        case "x": ["Places/Greece/Crete", "x plain", "x tag", "x Größe & <Maß>", "Ελλάδα"]
        case "i": ["i plain", "i Größe"]
        default: ["e plain", "e Größe", "Ελλάδα"]
        }
    }

    private static let containers: [(name: String, bytes: [UInt8])] = [
        ("a.jpg", Painting.quarters(16, 16).encoded("jpeg")), ("a.png", Painting.quarters(16, 16).encoded("png")),
        ("a.tif", Painting.quarters(16, 16).encoded("tiff")), ("a.webp", TestPictures.webP), ("a.heic", heic),
    ]

    /// Sixteen pixels a side, in a container that exiftool can write to.
    private static let heic = TestPictures.base64(
        """
        AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAa1tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAA\
        AAAAACAAAAEGlkYXQAAAAAABAAEAAAADhpbG9jAQAAAERAAAIAAQAAAAAAAAHRAAEAAAAAAAAAJgACAAEAAAAAAAAAAQAAAAAAAAAIAAAAOGlp\
        bmYAAAAAAAIAAAAVaW5mZQIAAAEAAQAAaHZjMQAAAAAVaW5mZQIAAAAAAgAAZ3JpZAAAAADYaXBycAAAALZpcGNvAAAAdmh2Y0MBA3AAAAAAAA\
        AAAAAe8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwAeugJAIQABACpCAQEDcAAAAwCQAAADAAADAB6gIIEFluqumubgQEDAgAAA\
        AwCAAAADAIQiAAEABkQBwXPBiQAAABRpc3BlAAAAAAAAAEAAAABAAAAAFGlzcGUAAAAAAAAAEAAAABAAAAAQcGl4aQAAAAADCAgIAAAAGmlwbW\
        EAAAAAAAAAAgABAoECAAICA4QAAAAaaXJlZgAAAAAAAAAOZGltZwACAAEAAQAAAC5tZGF0AAAAIigBrwQSE0zg+OnCaD/ZN/mqVgiPJ+2rK+NJ\
        n3exGJKp/6A=
        """)

    /// What exiftool finds counts by the order of the places; then what is read has to be the same.
    private func compare(_ folder: String, _ name: String, sidecar: Bool = false) async throws {
        let path = folder + "/" + name
        let read = try #require(try await FileFactsReader().facts(of: path)).description
        var expected: [PhotoWord.Kind: String] = [:], keywords: Set<String> = []
        let found = try Exiftool.values(of: path, Self.places.flatMap { $0.tags.map(\.1) })
        for place in Self.places {
            let isThere = sidecar && place.letter == "x" || place.tags.contains { found[$0.1] != nil }
            guard isThere else { continue }
            if keywords.isEmpty { keywords = Self.keywords(place.letter) }
            for (kind, tag) in place.tags where kind != .keyword {
                expected[kind] = expected[kind] ?? (sidecar && place.letter == "x" ? nil : found[tag])
            }
        }
        let context = "\(name): \(found)"
        #expect(Set(read.keywords) == keywords && read.keywords.count == keywords.count, "\(context)")
        #expect(read.title == expected[.title] && read.caption == expected[.caption], "\(context)")
        #expect(read.artist == expected[.artist], "\(context)")
        #expect(read.city == expected[.city] && read.state == expected[.state], "\(context)")
        #expect(read.country == expected[.country], "\(context)")
    }

    @Test(arguments: ["x", "i", "e", "xi", "xe", "ie", "xie"])
    func theWordsOfAllContainersAreReadAsExiftoolFindsThem(letters: String) async throws {
        for (name, bytes) in Self.containers { scratch.write(name, bytes) }
        let paths = Self.containers.map { scratch.path + "/" + $0.name }
        try Exiftool.run(["-m", "-q", "-q", "-overwrite_original"] + Self.arguments(letters) + paths)
        for (name, _) in Self.containers { try await compare(scratch.path, name) }
    }

    @Test(arguments: ["a.jpg.xmp", "a.xmp"])
    func aSidecarGoesBeforeTheFile(sidecar: String) async throws {
        scratch.write("a.jpg", Self.containers[0].bytes)
        let path = scratch.path + "/a.jpg"
        try Exiftool.run(["-m", "-q", "-overwrite_original"] + Self.arguments("xie") + [path])
        var written = Self.arguments("x").map { $0.replacing("=x", with: "=sidecar's") }
        try Exiftool.run(["-q", "-o", scratch.path + "/" + sidecar] + written + [path + ".none"], mayFail: true)
        written += [scratch.path + "/" + sidecar]
        if !FileManager.default.fileExists(atPath: scratch.path + "/" + sidecar) { try Exiftool.run(["-q"] + written) }
        let read = try #require(try await FileFactsReader().facts(of: path)).description
        #expect(read.title == "sidecar's title é" && read.caption == "sidecar's caption é")
        #expect(read.artist == "sidecar's artist é" && read.city == "sidecar's city é")
        #expect(read.state == "sidecar's state é" && read.country == "sidecar's country é")
        let keywords = ["Places/Greece/Crete", "sidecar's plain", "sidecar's tag", "sidecar's Größe & <Maß>", "Ελλάδα"]
        #expect(Set(read.keywords) == Set(keywords))
    }

    @Test func aSidecarThatStatesAPartLeavesTheRestToTheFile() async throws {
        scratch.write("a.jpg", Self.containers[0].bytes)
        let path = scratch.path + "/a.jpg"
        try Exiftool.run(["-m", "-q", "-overwrite_original"] + Self.arguments("i") + [path])
        try Exiftool.run(["-q", "-XMP-dc:Title=sidecar's", path + ".xmp"])
        let read = try #require(try await FileFactsReader().facts(of: path)).description
        #expect(read.title == "sidecar's" && read.caption == "i caption é" && Set(read.keywords) == Self.keywords("i"))
    }

    @Test(arguments: ["a.jpg", "a.jpg.xmp"])
    func thePlaceThatIsShownIsReadWhereNoOtherIsNamed(target: String) async throws {
        scratch.write("a.jpg", Self.containers[0].bytes)
        let path = scratch.path + "/a.jpg"
        try Exiftool.run([
            "-q", "-overwrite_original", "-XMP-iptcExt:LocationShownCity=Chania",
            "-XMP-iptcExt:LocationShownProvinceState=Crete", "-XMP-iptcExt:LocationShownCountryName=Greece",
            "-XMP-iptcExt:LocationCreatedCity=Athens", scratch.path + "/" + target,
        ])
        var read = try #require(try await FileFactsReader().facts(of: path)).description
        #expect(read.city == "Chania" && read.state == "Crete" && read.country == "Greece")
        // What is stated in the older way is one place, which gets no part of another.
        try Exiftool.run([
            "-q", "-overwrite_original", "-XMP-photoshop:City=Paris", scratch.path + "/" + target,
        ])
        read = try #require(try await FileFactsReader().facts(of: path)).description
        #expect(read.city == "Paris" && read.state == nil && read.country == nil)
    }

    @Test(arguments: ["UTF8", "Latin"])
    func recordsInEitherCharacterSetAreRead(set: String) async throws {
        scratch.write("a.jpg", Self.containers[0].bytes)
        let path = scratch.path + "/a.jpg"
        let marks = set == "UTF8" ? ["-IPTC:CodedCharacterSet=UTF8"] : ["-charset", "iptc=Latin"]
        try Exiftool.run(
            ["-q", "-overwrite_original"] + marks + ["-IPTC:Keywords=Größe", "-IPTC:City=Łódź é"] + [path])
        let read = try #require(try await FileFactsReader().facts(of: path)).description
        #expect(read.keywords == ["Größe"])
        #expect(read.city == (set == "UTF8" ? "Łódź é" : "?ód? é"))
    }
}

/// The program, where it is installed.
enum Exiftool {
    static let path = ["/usr/bin/exiftool", "/usr/local/bin/exiftool"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    @discardableResult
    static func run(_ arguments: [String], mayFail: Bool = false) throws -> String {
        let process = Process(), pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: try #require(path))
        process.arguments = arguments
        process.standardOutput = pipe
        if mayFail { process.standardError = FileHandle.nullDevice }
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return output
    }

    /// The values of tags by their names; nothing for those that are not there.
    static func values(of path: String, _ tags: [String]) throws -> [String: String] {
        let lines = try run(["-m", "-q", "-q", "-f", "-p", tags.map { "${\($0)}" }.joined(separator: "\n"), path])
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return Dictionary(uniqueKeysWithValues: zip(tags, lines)).filter { $0.value != "-" }
    }
}
