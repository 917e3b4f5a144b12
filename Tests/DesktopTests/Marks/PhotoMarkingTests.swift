// Marks on the real disk: what is written is what others read, and what cannot be written is kept or refused in words.
import CGLib
import Fixtures
import Foundation
import Glibc
import Library
import Photos
import Testing

@testable import Codecs
@testable import Desktop

@Suite(.timeLimit(.minutes(5)))
struct PhotoMarkingTests {
    private let scratch = ScratchFolder()
    private let store = MarkStore(path: nil)

    private func bytes(_ path: String) -> [UInt8] { Array(FileManager.default.contents(atPath: path) ?? Data()) }

    private func marks(_ path: String) async throws -> PhotoMarks? {
        try await FileFactsReader { [store] in store.stated(of: $0, $1) }.facts(of: path)?.marks
    }

    @Test func aNewSidecarIsWrittenBesideThePhotoWhichIsAsItWas() async throws {
        let photo = scratch.write("a.jpg", Array("photo".utf8))
        let marking = PhotoMarking(store: store)
        let first = await marking.set(.stars(4), of: photo)
        #expect(first.place == .sidecar && first.marks == PhotoMarks(stars: 4))
        let both = await marking.set(.favourite(true), of: photo)
        #expect(both.marks == PhotoMarks(stars: 4, isFavourite: true))
        #expect(try await marks(photo) == PhotoMarks(stars: 4, isFavourite: true))
        #expect(bytes(photo) == Array("photo".utf8) && !bytes(photo + ".xmp").isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).sorted() == ["a.jpg", "a.jpg.xmp"])
    }

    @Test func nothingIsWrittenWhereNothingChanges() async throws {
        let photo = scratch.write("a.jpg", [1])
        #expect(await PhotoMarking(store: store).set(.stars(0), of: photo).place == .sidecar)
        #expect(!FileManager.default.fileExists(atPath: photo + ".xmp"))
    }

    @Test func theFileSaysItWhereNoSidecarDoes() async throws {
        let packet = SidecarSamples.digiKam.replacing("digiKam:PickLabel=\"3\"", with: "digiKam:PickLabel=\"0\"")
        let name = "http://ns.adobe.com/xap/1.0/\0"
        let length = 2 + name.utf8.count + packet.utf8.count
        let photo = scratch.write(
            "a.jpg",
            [0xFF, 0xD8, 0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + Array((name + packet).utf8) + [
                0xFF, 0xD9,
            ])
        #expect(try await marks(photo) == PhotoMarks(stars: 5))
        #expect(await PhotoMarking(store: store).set(.stars(0), of: photo).marks == PhotoMarks.none)
        #expect(try await marks(photo) == PhotoMarks.none)
    }

    @Test(arguments: ["not xml", "<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>", "<html/>"])
    func aSidecarThatIsNoneIsLeftAsItIs(text: String) async throws {
        let photo = scratch.write("a.jpg", [1])
        let sidecar = scratch.write("a.jpg.xmp", Array(text.utf8))
        let outcome = await PhotoMarking(store: store).set(.stars(3), of: photo)
        guard case .nowhere(.sidecar) = outcome.place else {
            Issue.record("\(outcome)")
            return
        }
        #expect(bytes(sidecar) == Array(text.utf8))
        let kept = try store.stated(of: photo, stamp(photo))
        #expect(outcome.marks == .none && kept == StatedMarks())
    }

    /// With the mark, an attribute would stand there twice.
    @Test func aSidecarThatCannotTakeAMarkIsLeftAsItIsAndItsStarsAreThoseOfThePhoto() async throws {
        let photo = scratch.write("a.jpg", [1])
        let text = """
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description digiKam:PickLabel="1"
            xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="2"/></rdf:RDF>
            """
        let sidecar = scratch.write("a.jpg.xmp", Array(text.utf8))
        let outcome = await PhotoMarking(store: store).set(.favourite(true), of: photo)
        #expect(outcome.place == .nowhere(.sidecar(.malformed)) && outcome.marks == PhotoMarks(stars: 2))
        #expect(bytes(sidecar) == Array(text.utf8))
    }

    private func stamp(_ path: String) throws -> FileStamp { FileStamp(try #require(FilePath.status(of: path))) }

    // MARK: Where the folder cannot be written

    @Test func aReadOnlyFolderHasItsMarksInTheDatabase() async throws {
        let photo = scratch.write("a.jpg", [1])
        let path = scratch.path + "/data/marks.sqlite"
        var calls = FileReplacementCalls()
        calls.failure = { $0 == .open ? EROFS : 0 }
        let kept = MarkStore(path: path)
        let marking = PhotoMarking(store: kept, replacement: FileReplacement(calls: calls))
        #expect(await marking.set(.stars(5), of: photo).place == .database)
        #expect(await marking.set(.favourite(true), of: photo).marks == PhotoMarks(stars: 5, isFavourite: true))
        let again = MarkStore(path: path)
        #expect(again.stated(of: photo, try stamp(photo)) == StatedMarks(stars: 5, isFavourite: true))
        var status = Glibc.stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        // Another file under the same name is another photo.
        var other = try stamp(photo)
        (other.inode, other.byteCount) = (other.inode + 1, 2)
        #expect(again.stated(of: photo, other) == StatedMarks())
        // Once the folder can be written, the sidecar says it.
        #expect(await PhotoMarking(store: again).set(.stars(2), of: photo).place == .sidecar)
        #expect(again.stated(of: photo, try stamp(photo)) == StatedMarks(isFavourite: true))
    }

    @Test(arguments: FileReplacementCalls.Step.allCases.filter { ![.syncFolder, .read, .time].contains($0) })
    func aSidecarIsWholeWhateverCallFails(step: FileReplacementCalls.Step) async throws {
        let photo = scratch.write("a.jpg", [1])
        let sidecar = scratch.write("a.jpg.xmp", Array(SidecarSamples.darktable.utf8))
        var calls = FileReplacementCalls()
        calls.failure = { $0 == step ? ENOSPC : 0 }
        let outcome = await PhotoMarking(store: store, replacement: FileReplacement(calls: calls)).set(
            .stars(5), of: photo)
        guard case .nowhere(.unwritable) = outcome.place else {
            Issue.record("\(outcome)")
            return
        }
        #expect(outcome.marks == PhotoMarks(stars: 2))
        #expect(bytes(sidecar) == Array(SidecarSamples.darktable.utf8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).sorted() == ["a.jpg", "a.jpg.xmp"])
    }

    @Test func aReplacedFileKeepsItsModeAndAttributes() throws {
        let path = scratch.write("a", [1])
        chmod(path, 0o640)
        let hasAttributes = setxattr(path, "user.tessera.test", "x", 1, 0) == 0
        _ = try FileReplacement().write([2, 3], to: FilePath(path))
        #expect(bytes(path) == [2, 3])
        #expect(try #require(FilePath.status(of: path)).st_mode & 0o777 == 0o640)
        var value: [UInt8] = [0]
        if hasAttributes {
            #expect(getxattr(path, "user.tessera.test", &value, 1) == 1 && value == [UInt8(ascii: "x")])
        }
    }

    // MARK: Other programs

    private static let exiftool = ["/usr/bin/exiftool", "/usr/local/bin/exiftool"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// What exiftool finds in a sidecar, by its names for groups and tags.
    private func found(_ path: String) throws -> [String: String] {
        let process = Process(), pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: try #require(Self.exiftool))
        process.arguments = ["-j", "-a", "-G1", "-x", "System:all", "-x", "ExifTool:all", path]
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let list = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
        return try #require(list.first).mapValues { "\($0)" }
    }

    @Test(
        .enabled(if: Self.exiftool != nil, "exiftool is not installed"),
        arguments: [
            SidecarSamples.darktable, SidecarSamples.digiKam, SidecarSamples.byDarktable, SidecarSamples.byDigiKam,
        ])
    func exiftoolFindsTheMarksAndAllThatWasThereBefore(text: String) async throws {
        let photo = scratch.write("a.jpg", [1])
        let sidecar = scratch.write("a.jpg.xmp", Array(text.utf8))
        var expected = try found(sidecar)
        let marking = PhotoMarking(store: store)
        for mark in [PhotoMarks.Mark.stars(3), .favourite(true)] {
            #expect(await marking.set(mark, of: photo).place == .sidecar)
        }
        // digiKam's pictures are favourites already, so nothing of that is written.
        expected["XMP-xmp:Rating"] = "3"
        if [SidecarSamples.darktable, SidecarSamples.byDarktable].contains(text) {
            expected["XMP-digiKam:PickLabel"] = "3"
            expected["XMP-xmpDM:Pick"] = "1"
        }
        #expect(try found(sidecar) == expected)
    }

    @Test(.enabled(if: Self.exiftool != nil, "exiftool is not installed"))
    func exiftoolFindsARejectionAndAColour() async throws {
        let photo = scratch.write("a.jpg", [1])
        let marking = PhotoMarking(store: store)
        for mark in [PhotoMarks.Mark.rejection, .label(.green)] {
            #expect(await marking.set(mark, of: photo).place == .sidecar)
        }
        let tags = try found(photo + ".xmp")
        #expect(tags["XMP-xmp:Rating"] == "-1" && tags["XMP-xmp:Label"] == "Green")
        #expect(tags["XMP-digiKam:ColorLabel"] == "4")
        #expect(try await marks(photo) == PhotoMarks(stars: -1, label: .green))
    }

    // MARK: exiv2, with which darktable and digiKam read and write sidecars

    private static let exiv2Program = ["/usr/bin/exiv2", "/usr/local/bin/exiv2"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// Runs exiv2 and returns what it says.
    private func exiv2(_ arguments: String...) throws -> String {
        let process = Process(), pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: try #require(Self.exiv2Program))
        process.arguments = arguments
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }

    @Test(
        .enabled(if: Self.exiv2Program != nil, "exiv2 is not installed"),
        arguments: ["", SidecarSamples.darktable, SidecarSamples.byDarktable, SidecarSamples.byDigiKam])
    func exiv2FindsEachMark(before: String) async throws {
        let photo = scratch.write("a.jpg", [1])
        if !before.isEmpty { scratch.write("a.jpg.xmp", Array(before.utf8)) }
        let marking = PhotoMarking(store: store)
        for mark in [PhotoMarks.Mark.rejection, .favourite(true), .label(.blue)] {
            #expect(await marking.set(mark, of: photo).place == .sidecar)
        }
        let found = try exiv2("-Pkv", photo + ".xmp").split(separator: "\n").map { line in
            line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
        }
        for (tag, value) in [
            ("Xmp.xmp.Rating", "-1"), ("Xmp.xmp.Label", "Blue"), ("Xmp.digiKam.PickLabel", "3"),
            ("Xmp.digiKam.ColorLabel", "5"),
        ] {
            #expect(found.filter { $0.first == tag }.map { $0.last } == [value], "\(tag)")
        }
    }

    @Test(.enabled(if: Self.exiv2Program != nil, "exiv2 is not installed"))
    func whatExiv2WritesIsRead() async throws {
        let photo = scratch.write("a.jpg", [1])
        #expect(await PhotoMarking(store: store).set(.stars(2), of: photo).place == .sidecar)
        _ = try exiv2(
            "-M", "set Xmp.xmp.Rating 4", "-M", "set Xmp.xmp.Label Yellow", "-M", "set Xmp.digiKam.PickLabel 3",
            photo + ".xmp")
        #expect(try await marks(photo) == PhotoMarks(stars: 4, isFavourite: true, label: .yellow))
    }

    @Test func aColourOfAFolderThatCannotBeWrittenIsKept() async throws {
        let photo = scratch.write("a.jpg", [1])
        let stamp = FileStamp(try #require(FilePath.status(of: photo)))
        try store.keep(.label(.purple), of: photo, stamp)
        try store.keep(.rejection, of: photo, stamp)
        #expect(store.stated(of: photo, stamp) == StatedMarks(stars: -1, label: .purple))
        #expect(store.forget(.label(.red), of: photo, stamp) != nil)
        #expect(store.stated(of: photo, stamp) == StatedMarks(stars: -1))
    }

    @Test(.enabled(if: Self.exiftool != nil, "exiftool is not installed"))
    func whatExiftoolWritesIsRead() async throws {
        let photo = scratch.write("a.jpg", [1])
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(Self.exiftool))
        process.arguments = ["-q", "-XMP-xmp:Rating=4", "-XMP-digiKam:PickLabel=3", photo + ".xmp"]
        try process.run()
        process.waitUntilExit()
        #expect(try await marks(photo) == PhotoMarks(stars: 4, isFavourite: true))
    }
}
