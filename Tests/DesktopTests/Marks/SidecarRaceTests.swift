// Sidecars that another program, or another process of this one, writes in the same moment: the edits of both stay.
import Fixtures
import Foundation
import Glibc
import Library
import Photos
import Testing

@testable import Codecs
@testable import Desktop

@Suite(.timeLimit(.minutes(3)))
struct SidecarRaceTests {
    private let scratch = ScratchFolder()
    private let store = MarkStore(path: nil)

    private func bytes(_ path: String) -> [UInt8]? { FileManager.default.contents(atPath: path).map(Array.init) }
    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: scratch.path).sorted()
    }

    private static func darktable(_ history: Int) -> [UInt8] {
        Array(SidecarSamples.darktable.replacing("history_end=\"2\"", with: "history_end=\"\(history)\"").utf8)
    }

    /// Marking in which another program acts once, before a step.
    private func marking(
        at step: FileReplacementCalls.Step, _ act: @escaping @Sendable () -> Void
    ) -> PhotoMarking {
        let isFirst = Once()
        let calls = FileReplacementCalls { now in
            if now == step, isFirst.isFirst() { act() }
            return 0
        }
        return PhotoMarking(store: store, replacement: FileReplacement(calls: calls))
    }

    @Test(
        arguments: [FileReplacementCalls.Step.read, .open, .write, .compare, .rename],
        ["changes", "creates", "changesInPlace"])
    func editsOfAnotherProgramStayBesideTheStars(step: FileReplacementCalls.Step, act: String) async throws {
        let photo = scratch.write("a.jpg", [1])
        if act != "creates" { scratch.write("a.jpg.xmp", Self.darktable(3)) }
        let marking = marking(at: step) { [scratch] in
            if act == "changesInPlace" {
                let file = open(photo + ".xmp", O_WRONLY), edit = Self.darktable(4)
                _ = edit.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, 0) }
                close(file)
            } else {
                scratch.write("a.jpg.xmp", Self.darktable(4))
            }
        }
        let outcome = await marking.set(.stars(5), of: photo)
        #expect(outcome.place == .sidecar && outcome.marks.stars == 5)
        let text = String(decoding: try #require(bytes(photo + ".xmp")), as: UTF8.self)
        #expect(text.contains("history_end=\"4\"") && text.contains("Rating=\"5\""))
        #expect(try names() == ["a.jpg", "a.jpg.xmp"])
        // Taken back, the other program's edit is there alone.
        _ = try await marking.takeBack(try #require(outcome.change))
        #expect(bytes(photo + ".xmp") == Self.darktable(4))
    }

    @Test func aSidecarThatIsDeletedMeanwhileIsMadeAnew() async throws {
        let photo = scratch.write("a.jpg", [1])
        scratch.write("a.jpg.xmp", Self.darktable(3))
        let outcome = await marking(at: .rename) { unlink(photo + ".xmp") }.set(.stars(5), of: photo)
        #expect(outcome.place == .sidecar)
        #expect(try SidecarDocument(try #require(bytes(photo + ".xmp"))).marks == StatedMarks(stars: 5))
    }

    @Test func aSidecarThatComesUnderAnotherNameIsTheOneThatIsWritten() async throws {
        let photo = scratch.write("a.jpg", [1])
        let marking = marking(at: .open) { [scratch] in scratch.write("a.jpg.XMP", Self.darktable(4)) }
        #expect(await marking.set(.stars(5), of: photo).place == .sidecar)
        #expect(try names() == ["a.jpg", "a.jpg.XMP"])
        #expect(try SidecarDocument(try #require(bytes(photo + ".XMP"))).marks.stars == 5)
    }

    @Test func aProgramThatWritesWithoutEndIsAFailureInWords() async throws {
        let photo = scratch.write("a.jpg", [1])
        scratch.write("a.jpg.xmp", Self.darktable(0))
        let calls = FileReplacementCalls { [scratch] now in
            if now == .rename { scratch.write("a.jpg.xmp", Self.darktable(Int.random(in: 10..<1_000_000))) }
            return 0
        }
        let outcome = await PhotoMarking(store: store, replacement: FileReplacement(calls: calls)).set(
            .stars(5), of: photo)
        #expect(outcome.place == .nowhere(.unwritable(Message("another app keeps changing it"))))
        #expect(try names() == ["a.jpg", "a.jpg.xmp"])
    }

    /// Two writers of marks, as two processes are: each with an actor and descriptors of its own.
    @Test func marksOfTwoWritersBothStay() async throws {
        let photo = scratch.write("a.jpg", [1])
        let first = PhotoMarking(store: store), second = PhotoMarking(store: MarkStore(path: nil))
        for round in 1...20 {
            async let stars = first.set(.stars(round % 5 + 1), of: photo)
            async let favourite = second.set(.favourite(round % 2 == 0), of: photo)
            let places = await [stars.place, favourite.place]
            #expect(places == [.sidecar, .sidecar])
            guard let content = bytes(photo + ".xmp") else { continue }
            let marks = try SidecarDocument(content).marks.marks
            #expect(marks == PhotoMarks(stars: round % 5 + 1, isFavourite: round % 2 == 0), "round \(round)")
        }
        #expect(try names() == ["a.jpg", "a.jpg.xmp"])
    }

    @Test func marksAreTakenBackByteForByteOneAfterAnother() async throws {
        let photo = scratch.write("a.jpg", [1]), marking = PhotoMarking(store: store)
        var contents: [[UInt8]?] = [], changes: [KeptChange] = []
        for mark in [PhotoMarks.Mark.stars(3), .favourite(true), .stars(0)] {
            contents.append(bytes(photo + ".xmp"))
            changes.append(try #require(await marking.set(mark, of: photo).change))
        }
        var forward: [KeptChange] = []
        for (change, content) in zip(changes, contents).reversed() {
            forward.append(try await marking.takeBack(try #require(KeptChange(change.text))))
            #expect(bytes(photo + ".xmp") == content)
        }
        #expect(try names() == ["a.jpg"])
        for change in forward.reversed() { _ = try await marking.takeBack(change) }
        #expect(
            try SidecarDocument(try #require(bytes(photo + ".xmp"))).marks == StatedMarks(stars: 0, isFavourite: true))
        #expect(await marking.set(.stars(0), of: photo).change == nil)
    }
}
