// The trash as a place: what is found in it, and what comes back from it.
import Fixtures
import Foundation
import Glibc
import Library
import Photos
import Testing

@testable import Desktop

struct TrashTests {
    private let shelf = PhotoShelf()
    private var contents: TrashContents { TrashContents(places: [TrashPlace(path: shelf.trash, top: nil)]) }
    private func bytes(_ path: String) -> [UInt8]? { FileManager.default.contents(atPath: path).map(Array.init) }

    @Test func aPhotoComesBackWithAllThatBelongsToItAndCanGoAgain() async {
        let operations = shelf.operations()
        _ = await operations.perform(.trash(shelf.photos))
        shelf.scratch.write("data/Trash/files/note.txt", [1])
        let photos = contents.photos()
        #expect(Set(photos.map(\.file.origin.name)) == ["a.jpg", "b.jpg"])
        #expect(
            photos.first { $0.file.origin.name == "a.jpg" }?.companions.map(\.origin.name) == ["a.cr2", "a.jpg.xmp"])
        let outcome = await operations.perform(.restore(photos))
        #expect(outcome.done == 2 && outcome.failures.isEmpty && outcome.isUndoable)
        #expect(shelf.names(shelf.from) == PhotoShelf.names.sorted())
        #expect(shelf.trashed == ["note.txt"] && shelf.notes.isEmpty)
        let undone = await operations.undo()
        #expect(undone?.kind == .restore && undone?.done == 2)
        #expect(shelf.names(shelf.from).isEmpty && contents.photos().count == 2)
        #expect(await operations.redo()?.done == 2)
        #expect(shelf.names(shelf.from) == PhotoShelf.names.sorted())
    }

    /// As a key does that is pressed again before the photo has gone from the window.
    @Test func aPhotoThatIsInTheTrashAlreadyIsNoFailure() async {
        let operations = shelf.operations()
        #expect(await operations.perform(.trash([shelf.photos[0]])).isUndoable)
        let again = await operations.perform(.trash(shelf.photos))
        #expect(again.done == 1 && again.failures.isEmpty && again.skipped == 0 && again.isUndoable)
        let nothing = await operations.perform(.trash(shelf.photos))
        #expect(nothing.done == 0 && nothing.failures.isEmpty && nothing.skipped == 0 && !nothing.isUndoable)
        #expect(await operations.undo()?.done == 1)
        #expect(await operations.undo()?.done == 1)
        #expect(shelf.names(shelf.from) == PhotoShelf.names.sorted())
        // One that came back goes again; one that another program has taken away is named.
        #expect(await operations.perform(.trash([shelf.photos[0]])).done == 1)
        let missing = await operations.perform(.trash([PhotoFiles(path: FilePath(shelf.from + "/c.jpg"))]))
        #expect(missing.failures.map(\.reason) == [.missing])
    }

    @Test func aNameOfTheGreatestLengthGoesToTheTrashAndIsNumbered() async {
        let name = String(repeating: "ä", count: 125) + "a.jpg", path = shelf.from + "/" + name
        #expect(rename(shelf.scratch.write("from/short", [1]), path) == 0)
        #expect(rename(shelf.scratch.write("to/short", [2]), shelf.to + "/" + name) == 0)
        let operations = shelf.operations(), photo = PhotoFiles(path: FilePath(path))
        #expect(await operations.perform(.copy([photo], to: shelf.to, .keepBoth)).done == 1)
        #expect(shelf.names(shelf.to).filter { bytes(shelf.to + "/" + $0) == [1] }.count == 1)
        #expect(await operations.undo()?.done == 1)
        #expect(shelf.names(shelf.to) == [name])
        #expect(await operations.perform(.trash([photo])).done == 1)
        #expect(contents.photos().map(\.file.origin.text).contains(path))
        #expect(await operations.undo()?.done == 1)
        #expect(bytes(path) == [1])
    }

    @Test func nothingIsReplacedByWhatComesBack() async {
        let operations = shelf.operations()
        _ = await operations.perform(.trash(shelf.photos))
        shelf.scratch.write("from/b.xmp", [9])
        let photos = contents.photos()
        let taken = await FileOperations.taken(photos)
        #expect(taken.map(\.0.file.origin.name) == ["b.jpg"] && taken.map(\.1) == ["b (2).jpg"])
        #expect(await operations.perform(.restore(photos)).done == 2)
        #expect(bytes(shelf.from + "/b.xmp") == [9])
        #expect(bytes(shelf.from + "/b (2).jpg") == PhotoShelf.bytes("b.jpg"))
        #expect(bytes(shelf.from + "/b (2).xmp") == PhotoShelf.bytes("b.xmp"))
        #expect(shelf.trashed.isEmpty && shelf.notes.isEmpty)
    }

    @Test func aFolderThatIsGoneIsMadeAgain() async throws {
        let operations = shelf.operations()
        _ = await operations.perform(.trash(shelf.photos))
        try FileManager.default.removeItem(atPath: shelf.from)
        #expect(await operations.perform(.restore(contents.photos())).done == 2)
        #expect(shelf.names(shelf.from) == PhotoShelf.names.sorted())
    }

    @Test func photosOfOneNameHaveTheirOwnCompanions() async {
        shelf.scratch.folder("data/Trash")
        for folder in ["files", "info"] { shelf.scratch.folder("data/Trash/" + folder) }
        for folder in ["data/Trash", "data/Trash/files", "data/Trash/info"] {
            chmod(shelf.scratch.path + "/" + folder, 0o700)
        }
        for (name, from, date) in [
            ("x.jpg", "/p/x.jpg", "2026-01-01T10:00:00"), ("x.xmp", "/p/x.xmp", "2026-01-01T10:00:01"),
            ("x.2.jpg", "/p/x.jpg", "2026-01-01T12:00:00"), ("x.3.jpg", "/q/x.jpg", "2026-01-01T10:00:00"),
            ("deep.jpg", "/p/../etc/deep.jpg", "2026-01-01T10:00:00"),
            ("text.txt", "/p/text.txt", "2026-01-01T10:00:00"),
        ] {
            shelf.scratch.write("data/Trash/files/" + name, [1])
            let note = TrashNote.text(path: from, date: date)
            shelf.scratch.write("data/Trash/info/" + name + ".trashinfo", Array(note.utf8))
        }
        let photos = contents.photos()
        #expect(photos.map(\.file.path.name) == ["x.2.jpg", "x.3.jpg", "x.jpg"])
        #expect(photos.map { $0.companions.map(\.path.name) } == [[], [], ["x.xmp"]])
        // Deleted for good are its own files, with their notes.
        let operations = shelf.operations()
        let outcome = await operations.perform(.discard([photos[2]]))
        #expect(outcome.done == 1 && outcome.failures.isEmpty && !outcome.isUndoable)
        #expect(shelf.trashed == ["deep.jpg", "text.txt", "x.2.jpg", "x.3.jpg"])
        #expect(shelf.notes.count == 4)
    }

    @Test func theJournalOfWhatComesBackIsOneOfThisProgram() async throws {
        let operations = shelf.operations()
        _ = await operations.perform(.trash(shelf.photos))
        let photos = contents.photos()
        var planner = GroupPlanner(calls: FileSystemCalls(), homeTrash: shelf.trash)
        var groups: [GroupProgress] = []
        for photo in photos {
            groups.append(GroupProgress(try planner.group(try planner.restoring(photo))))
        }
        let header = try #require(JournalHeader(.restore(photos)))
        #expect(JournalRules(homeTrash: FilePath(shelf.trash)).permit(JournalRecord(header: header, groups: groups)))
    }

    @Test func theListFollowsTheTrash() async throws {
        let operations = shelf.operations()
        let source = TrashSource(title: "Trash") { [contents] in contents }
        let changes = source.changes().makeAsyncIterator()
        guard case .added(let none, isLast: true)? = try await changes.next() else {
            Issue.record("nothing was listed")
            return
        }
        #expect(none.count == 0)
        _ = await operations.perform(.trash(shelf.photos))
        await source.refresh(.lookedAt)
        guard case .added(let two, isLast: true)? = try await changes.next() else {
            Issue.record("nothing came")
            return
        }
        #expect(two.count == 2)
        _ = await operations.undo()
        await source.refresh(.lookedAt)
        guard case .removed(let gone)? = try await changes.next() else {
            Issue.record("nothing went")
            return
        }
        #expect(gone.count == 2)
    }
}
