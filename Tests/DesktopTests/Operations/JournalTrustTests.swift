// Journals that somebody else has written, or changed: nothing of them is done.
import Fixtures
import Foundation
import Glibc
import Library
import Photos
import Testing

@testable import Desktop

struct JournalTrustTests {
    private let shelf = PhotoShelf()

    /// Writes a journal as a process has left it that was killed.
    private func leave(_ lines: [String], mode: mode_t = 0o600) {
        shelf.scratch.folder("state")
        shelf.scratch.write("state/operations-1-a.journal", Array((lines.joined(separator: "\n") + "\n").utf8))
        chmod(shelf.state + "/operations-1-a.journal", mode)
    }

    private func stamp(_ path: String) throws -> String {
        try FileSystemCalls().status(path).stamp.text
    }

    private var moving: [String] {
        ["version 2", "asked move \(shelf.to) skip", "photo - \(shelf.from)/b.jpg"]
    }

    @Test func aGroupThatIsOursIsTakenBackAndFinished() async throws {
        let (from, to) = (shelf.from + "/b.jpg", shelf.to + "/b.jpg")
        let stamp = try stamp(from)
        rename(from, to)
        leave(moving + ["begin 1", "rename \(from) \(to) \(stamp)", "end 1"])
        let report = await shelf.operations().recover()
        #expect(report.left.isEmpty && report.interrupted.map(\.left) == [1])
        #expect(shelf.names(shelf.from) == PhotoShelf.names.sorted() && shelf.journals.isEmpty)
    }

    /// Each is a whole journal with one thing that the planner never makes.
    @Test func aForgedJournalDoesNothing() async throws {
        shelf.scratch.folder("outside")
        let outside = shelf.scratch.write("outside/x.jpg", [1])
        let (from, to, info) = (shelf.from + "/b.jpg", shelf.to + "/b.jpg", shelf.trash + "/info")
        shelf.scratch.write("to/b.jpg", PhotoShelf.bytes("b.jpg"))
        let (one, other, far) = (try stamp(from), try stamp(to), try stamp(outside))
        let draft = "\(shelf.to)/.tessera-1-a.part"
        let forged: [[String]] = [
            // Deletes a file outside, for which another one is said to stand.
            ["drop \(outside) \(far) \(to)"],
            // A file of the operation of which nothing was copied.
            ["drop \(from) \(one) \(to)"], ["drop \(from) \(one) %"],
            // A copy from elsewhere, or to elsewhere, and its original.
            ["copy \(outside) \(draft) \(to) \(far)", "drop \(outside) \(far) \(to)"],
            ["copy \(from) \(shelf.scratch.path)/outside/.tessera-1-a.part \(outside) \(one)"],
            // A draft that is somebody's file, here and elsewhere.
            ["copy \(from) \(to) \(shelf.to)/c.jpg \(one)"], ["copy \(from) \(outside) \(to) \(one)"],
            ["copy \(from) \(shelf.from)/.tessera-1-a.part \(to) \(one)"],
            // Back to a place outside.
            ["rename \(shelf.scratch.path)/outside/y.jpg \(to) \(other)"], ["rename \(from) \(outside) \(one)"],
            // Notes that are no notes, or of no file.
            ["note \(outside) x"], ["note \(info)/b.jpg.trashinfo x"],
            ["note \(info)/b.jpg.trashinfo x", "rename \(from) \(shelf.trash)/files/b.jpg \(one)"],
            ["rename \(from) \(shelf.trash)/files/b.jpg \(one)"],
            // Folders.
            ["makeFolder \(shelf.to)/new"], ["removeFolder \(shelf.to)"],
            ["renameFolder \(shelf.scratch.path)/outside \(shelf.to) \(far)"],
        ]
        for steps in forged {
            let label = "\(steps)"
            for phase in ["", "placed 1"] {
                leave(moving + ["begin 1"] + steps + ["end 1", "copied 1 0 \(other)", phase])
                let report = await shelf.operations().recover()
                #expect(report.left.map(\.reason) == [.foreign] && report.interrupted.isEmpty, "\(label)")
                #expect(
                    shelf.names(shelf.from) == PhotoShelf.names.sorted() && shelf.names(shelf.to) == ["b.jpg"],
                    "\(label)")
                #expect(shelf.names(shelf.scratch.path + "/outside") == ["x.jpg"], "\(label)")
                // It is kept, and not looked at again.
                #expect(shelf.journals == ["operations-1-a.journal.refused"], "\(label)")
                #expect(await shelf.operations().recover().left.isEmpty, "\(label)")
            }
        }
    }

    @Test func aJournalThatOthersCanWriteOrThatHasNoVersionDoesNothing() async throws {
        let (from, to) = (shelf.from + "/b.jpg", shelf.to + "/b.jpg")
        let stamp = try stamp(from)
        rename(from, to)
        let group = ["begin 1", "rename \(from) \(to) \(stamp)", "end 1"]
        for (lines, mode) in [
            (moving + group, mode_t(0o620)), (moving + group, 0o604), (group, 0o600), (["x"] + moving + group, 0o600),
        ] {
            leave(lines, mode: mode)
            #expect(await shelf.operations().recover().left.map(\.reason) == [.foreign])
            #expect(shelf.names(shelf.to) == ["b.jpg"])
        }
    }

    @Test func aJournalOfANewerVersionIsLeftForIt() async {
        leave(["version 3", "asked move \(shelf.to) skip", "begin 1", "swap a b"])
        for _ in 0..<2 {
            let report = await shelf.operations().recover()
            #expect(report.left == [LeftJournal(name: "operations-1-a.journal", reason: .newer)])
        }
        #expect(shelf.journals == ["operations-1-a.journal"])
    }

    @Test func aDraftOfAKilledCopyIsCleanedUp() async throws {
        let (from, to) = (shelf.from + "/b.jpg", shelf.to + "/b.jpg")
        let draft = shelf.scratch.write("to/.tessera-1-a.part", [1])
        let lines =
            moving + [
                "begin 1", "copy \(from) \(draft) \(to) \(try stamp(from))", "drop \(from) \(try stamp(from)) \(to)",
                "end 1",
            ]
        leave(lines)
        let report = await shelf.operations().recover()
        #expect(report.left.isEmpty && shelf.names(shelf.to).isEmpty && shelf.journals.isEmpty)
    }

    /// What is in the place of a file by now is another one, although the journal says that it was put there.
    @Test func whatHasBecomeSomebodyElsesIsNotTakenBack() async throws {
        let (from, to) = (shelf.from + "/b.jpg", shelf.to + "/b.jpg")
        let old = try stamp(from)
        // Written first, so that it has another number.
        shelf.scratch.write("to/b.jpg", [1, 2, 3])
        unlink(from)
        leave(moving + ["begin 1", "rename \(from) \(to) \(old)", "end 1"])
        #expect(await shelf.operations().recover().left.isEmpty)
        #expect(shelf.names(shelf.to) == ["b.jpg"] && !shelf.names(shelf.from).contains("b.jpg"))
        // A copy that somebody has written to since is theirs.
        shelf.scratch.write("from/b.jpg", PhotoShelf.bytes("b.jpg"))
        let (original, copy) = (try stamp(from), try stamp(to))
        shelf.scratch.write("to/b.jpg", [1, 2, 3, 4])
        leave(
            moving + [
                "begin 1", "copy \(from) \(shelf.to)/.tessera-1-a.part \(to) \(original)", "end 1",
                "copied 1 0 \(copy)",
            ])
        #expect(await shelf.operations().recover().left.isEmpty)
        #expect(shelf.names(shelf.to) == ["b.jpg"])
        // And the only copy is not given up because the original is gone.
        unlink(from)
        leave(
            moving + [
                "begin 1", "copy \(from) \(shelf.to)/.tessera-1-a.part \(to) \(original)", "end 1",
                "copied 1 0 \(try stamp(to))",
            ])
        #expect(await shelf.operations().recover().left.isEmpty)
        #expect(shelf.names(shelf.to) == ["b.jpg"] && shelf.journals.isEmpty)
    }
}
