// Sidecars that the real darktable and digiKam have written, and what darktable reads in those that are written here.
import Fixtures
import Foundation
import Library
import Photos
import Testing

@testable import Codecs
@testable import Desktop

/// The files are recorded by `scripts/record-sidecars`, which says how. What darktable reads is asked where the
/// distribution has it.
@Suite(.timeLimit(.minutes(5)))
struct RecordedSidecarTests {
    private static let darktable = "darktable-4.2.xmp", digiKam = "digikam-7.9.xmp"
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    private let scratch = ScratchFolder()

    private func recorded(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: Self.root.appendingPathComponent("Recorded/" + name)))
    }

    private func time(_ text: String) throws -> WrittenTime { try #require(WrittenTime(numbers: text)) }

    // MARK: What they have written

    @Test(arguments: [darktable, digiKam])
    func theirWordsAreRead(name: String) throws {
        let facts = try SidecarDocument(recorded(name)).facts, words = facts.description
        #expect(words.title == "The harbour" && words.caption == "Seen from the lighthouse in the evening")
        #expect(
            words.keywords.sorted() == ["Places/Greece/Crete", "Places/Greece/Paros", "boat", "été & <more>"])
        #expect(words.artist == (name == Self.darktable ? "A. Person" : nil))
    }

    @Test(arguments: [darktable, digiKam])
    func theirDatesAreRead(name: String) throws {
        let date = try #require(try SidecarDocument(recorded(name)).facts.date)
        // digiKam writes whole seconds.
        #expect(date == (try time("2024-05-12T12:31:05" + (name == Self.darktable ? ".250" : ""))))
    }

    @Test func theirRejectionsColoursAndStarsAreRead() throws {
        #expect(try SidecarDocument(recorded(Self.darktable)).marks == StatedMarks(stars: -1, label: .green))
        // digiKam keeps stars of a photo that it has rejected.
        let marks = try SidecarDocument(recorded(Self.digiKam)).marks
        #expect(marks == StatedMarks(stars: 3, isFavourite: false, label: .green))
    }

    @Test(arguments: [darktable, digiKam])
    func whatIsEditedInThemIsReadAndAllElseStays(name: String) async throws {
        let photo = scratch.write("a.jpg", Painting.quarters(8, 8).encoded("jpeg"))
        let sidecar = scratch.write("a.jpg.xmp", try recorded(name))
        let before = try SidecarDocument(recorded(name)).facts
        let marking = PhotoMarking(store: MarkStore(path: nil))
        for edit in [
            PhotoEdit.addKeywords(["Places/Greece/Naxos"]), .removeKeywords(["Places/Greece/Paros"]), .title("Port"),
            .date(try time("2024-05-13T08:00:10+03:00")),
        ] {
            #expect(await marking.edit(edit, of: photo).failure == nil)
        }
        let text = try #require(FileManager.default.contents(atPath: sidecar)).map { $0 }
        let after = try SidecarDocument(text).facts
        #expect(
            after.description.keywords.sorted()
                == ["Places/Greece/Crete", "Places/Greece/Naxos", "boat", "été & <more>"])
        #expect(after.description.title == "Port" && after.description.caption == before.description.caption)
        #expect(after.date == (try time("2024-05-13T08:00:10+03:00")) && after.marks == before.marks)
        // In no list is what was removed.
        let lists = String(decoding: text, as: UTF8.self).split(separator: "\n").filter { $0.contains("<rdf:li>") }
        #expect(!lists.contains { $0.contains("Paros") })
    }

    // MARK: What darktable reads

    private static let program = "/usr/bin/darktable-cli"
    private static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: program) }

    /// What darktable reads in a sidecar: `keyword=Places|Crete`, one a line.
    private func read(_ sidecar: String) throws -> [String] {
        let process = Process(), pipe = Pipe()
        let scripts = (0..<3).reduce(Self.root) { url, _ in url.deletingLastPathComponent() }
        process.executableURL = scripts.appendingPathComponent("scripts/record-sidecars")
        process.arguments = ["darktable", sidecar]
        process.standardOutput = pipe
        try process.run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text.split(separator: "\n").map(String.init)
    }

    @Test(.enabled(if: isInstalled, "darktable is not installed"), arguments: ["", darktable, digiKam])
    func darktableReadsWhatIsWritten(before: String) async throws {
        let photo = scratch.write("a.jpg", Painting.quarters(8, 8).encoded("jpeg")), sidecar = photo + ".xmp"
        if !before.isEmpty { scratch.write("a.jpg.xmp", try recorded(before)) }
        let marking = PhotoMarking(store: MarkStore(path: nil))
        for edit in [
            PhotoEdit.addKeywords(["Places/Greece/Naxos", "sea & <sky>"]), .title("The “port”"), .caption("נמל & more"),
            .date(try time("2024-05-13T08:00:10+03:00")),
        ] {
            #expect(await marking.edit(edit, of: photo).failure == nil)
        }
        for mark in [PhotoMarks.Mark.stars(4), .label(.blue)] { _ = await marking.set(mark, of: photo) }
        let read = try read(sidecar)
        var expected: Set = [
            "rating=4", "title=The “port”", "description=נמל & more", "taken=2024:05:13 08:00:10", "colour=blue",
            "keyword=Places|Greece|Naxos", "keyword=sea & <sky>",
        ]
        if !before.isEmpty {
            expected.formUnion(["keyword=Places|Greece|Crete", "keyword=Places|Greece|Paros", "keyword=boat"])
        }
        #expect(expected.subtracting(read).isEmpty, "\(read)")
        #expect(!read.contains("colour=green") && !read.contains("colour=purple"))
    }
}
