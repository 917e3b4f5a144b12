// What operations on photos' files do where nothing fails.
import CGLib
import Codecs
import Fixtures
import Foundation
import Glibc
import Library
import Photos
import Testing

@testable import Desktop

struct FileOperationsTests {
    private let shelf = PhotoShelf()

    @Test func allFilesOfAPhotoGoToTheTrashAndComeBack() async {
        let operations = shelf.operations()
        let outcome = await operations.perform(.trash(shelf.photos))
        #expect(outcome.done == 2 && outcome.failures.isEmpty && outcome.isUndoable)
        #expect(shelf.names(shelf.from).isEmpty)
        #expect(shelf.trashed == PhotoShelf.names.sorted())
        let note = try? String(contentsOfFile: shelf.trash + "/info/a.jpg.trashinfo", encoding: .utf8)
        #expect(note?.hasPrefix("[Trash Info]\nPath=\(shelf.from)/a.jpg\nDeletionDate=20") == true)
        let undone = await operations.undo()
        #expect(undone?.done == 2)
        #expect(shelf.names(shelf.from) == PhotoShelf.names.sorted())
        #expect(shelf.trashed.isEmpty && shelf.notes.isEmpty)
        #expect(await operations.undo() == nil)
    }

    @Test func aSecondPhotoOfANameIsKeptBesideTheFirstInTheTrash() async {
        let operations = shelf.operations()
        _ = await operations.perform(.trash([PhotoFiles(path: FilePath(shelf.from + "/b.jpg"))]))
        shelf.scratch.write("from/b.jpg", [1])
        _ = await operations.perform(.trash([PhotoFiles(path: FilePath(shelf.from + "/b.jpg"))]))
        #expect(shelf.trashed == ["b.2.jpg", "b.jpg", "b.xmp"])
        _ = await operations.undo()
        #expect(FileManager.default.contents(atPath: shelf.from + "/b.jpg").map(Array.init) == [1])
    }

    @Test func operationsAreUndoneInTheirOrder() async {
        let operations = shelf.operations()
        _ = await operations.perform(.move(shelf.photos, to: shelf.to, .keepBoth))
        let moved = PhotoFiles(path: FilePath(shelf.to + "/b.jpg"))
        _ = await operations.perform(.rename([.init(moved, to: "c.jpg")]))
        #expect(shelf.names(shelf.to) == ["a.cr2", "a.jpg", "a.jpg.xmp", "c.jpg", "c.xmp"])
        #expect(await operations.undo()?.kind == .rename)
        #expect(shelf.names(shelf.to) == PhotoShelf.names.sorted())
        #expect(await operations.undo()?.kind == .move)
        #expect(shelf.names(shelf.from) == PhotoShelf.names.sorted())
    }

    @Test func aCopyKeepsModeAndTimeAndGoesToTheTrashWhenItIsUndone() async throws {
        chmod(shelf.from + "/b.jpg", 0o640)
        let old = try #require(FilePath.status(of: shelf.from + "/b.jpg"))
        let operations = shelf.operations()
        #expect(await operations.perform(.copy(shelf.photos, to: shelf.to, .keepBoth)).done == 2)
        #expect(shelf.places(of: "a") == 2 && shelf.places(of: "b") == 2)
        let new = try #require(FilePath.status(of: shelf.to + "/b.jpg"))
        #expect(new.st_mode == old.st_mode && new.st_mtim.tv_nsec == old.st_mtim.tv_nsec)
        _ = await operations.undo()
        #expect(shelf.names(shelf.to).isEmpty && shelf.trashed == PhotoShelf.names.sorted())
    }

    @Test func aCopyThatWasChangedSinceIsNotUndone() async {
        let operations = shelf.operations()
        _ = await operations.perform(
            .copy([PhotoFiles(path: FilePath(shelf.from + "/b.jpg"))], to: shelf.to, .keepBoth))
        shelf.scratch.write("to/b.jpg", [1, 2, 3])
        let undone = await operations.undo()
        #expect(undone?.done == 0 && undone?.failures.map(\.reason) == [.changed])
        #expect(shelf.names(shelf.to) == ["b.jpg", "b.xmp"])
    }

    @Test func betweenFileSystemsAPhotoIsCopiedAndThenDeleted() async {
        let faults = CallFaults(first: .max, way: .once, code: 0, isApart: true)
        let operations = shelf.operations(calls: SwitchedFaults(faults).calls)
        let outcome = await operations.perform(.move(shelf.photos, to: shelf.to, .keepBoth))
        #expect(outcome.done == 2 && outcome.failures.isEmpty)
        #expect(shelf.names(shelf.from).isEmpty && shelf.names(shelf.to) == PhotoShelf.names.sorted())
        #expect(await operations.undo()?.done == 2)
        #expect(shelf.names(shelf.to).isEmpty && shelf.names(shelf.from) == PhotoShelf.names.sorted())
    }

    @Test func clashesAreKeptBothReplacedOrSkipped() async {
        shelf.scratch.write("to/b.jpg", [9])
        let operations = shelf.operations()
        #expect(await operations.clashes(of: shelf.photos, in: shelf.to).map(\.photo.name) == ["b.jpg"])
        let skipped = await operations.perform(.copy(shelf.photos, to: shelf.to, .skip))
        #expect(skipped.done == 1 && skipped.skipped == 1)
        _ = await operations.undo()
        let both = await operations.perform(.copy(shelf.photos, to: shelf.to, .keepBoth))
        #expect(both.done == 2)
        #expect(shelf.names(shelf.to) == ["a.cr2", "a.jpg", "a.jpg.xmp", "b (2).jpg", "b (2).xmp", "b.jpg"])
        _ = await operations.undo()
        let replaced = await operations.perform(.move(shelf.photos, to: shelf.to, .replace))
        #expect(replaced.done == 2)
        #expect(shelf.places(of: "b") == 1)
        #expect(shelf.trashed.contains("b.jpg"))
        _ = await operations.undo()
        #expect(shelf.names(shelf.to) == ["b.jpg"])
        #expect(FileManager.default.contents(atPath: shelf.to + "/b.jpg").map(Array.init) == [9])
    }

    @Test func eachPhotoOfSeveralHasItsOwnAnswer() async {
        shelf.scratch.write("to/a.jpg", [1])
        shelf.scratch.write("to/b.jpg", [2, 2])
        let operations = shelf.operations()
        let clashes = await operations.clashes(of: shelf.photos, in: shelf.to)
        #expect(clashes.map(\.other.bytes) == [1, 2])
        #expect(clashes.map(\.own.bytes) == ["a.jpg", "b.jpg"].map { PhotoShelf.bytes($0).count })
        let paths = shelf.photos.map(\.path)
        let first = await operations.perform(
            .copy(shelf.photos, to: shelf.to, ClashAnswers(.skip, except: [paths[1]: .replace])))
        #expect(first.done == 1 && first.skipped == 1)
        #expect(shelf.trashed == ["b.jpg"])
        #expect(shelf.names(shelf.to) == ["a.jpg", "b.jpg", "b.xmp"])
        _ = await operations.undo()
        let second = await operations.perform(
            .move(shelf.photos, to: shelf.to, ClashAnswers(.replace, except: [paths[0]: .keepBoth, paths[1]: .skip])))
        #expect(second.done == 1 && second.skipped == 1)
        #expect(shelf.names(shelf.from) == ["b.jpg", "b.xmp"])
        #expect(shelf.names(shelf.to) == ["a (2).cr2", "a (2).jpg", "a (2).jpg.xmp", "a.jpg", "b.jpg"])
    }

    @Test func whereThereIsNoTrashNothingIsReplacedAndOnlyWhatWasToGoThereIsOffered() async {
        // A link is no trash.
        shelf.scratch.link("data/Trash", to: shelf.to)
        shelf.scratch.write("to/b.jpg", [9])
        let operations = shelf.operations()
        for operation: FileOperation in [
            .copy(shelf.photos, to: shelf.to, .replace), .move(shelf.photos, to: shelf.to, .replace),
        ] {
            let outcome = await operations.perform(operation)
            #expect(outcome.withoutTrash.isEmpty && outcome.failures == [FileFailure(shelf.to + "/b.jpg", .noTrash)])
            #expect(outcome.done == 1)
            #expect(FileManager.default.contents(atPath: shelf.to + "/b.jpg").map(Array.init) == [9])
            #expect(shelf.names(shelf.from).contains("b.jpg") && shelf.names(shelf.from).contains("b.xmp"))
            shelf.scratch.write("to/a.jpg", [])
            for name in ["a.jpg", "a.cr2", "a.jpg.xmp"] { unlink(shelf.to + "/" + name) }
        }
        let photo = PhotoFiles(path: FilePath(shelf.from + "/b.jpg"))
        #expect(await operations.perform(.trash([photo])).withoutTrash == [photo])
    }

    @Test func aPhotoIsNotMovedToWhereItIsAndCopiedThereUnderANumber() async {
        let operations = shelf.operations()
        let moved = await operations.perform(.move(shelf.photos, to: shelf.from, .replace))
        #expect(moved.done == 0 && moved.failures.map(\.reason) == [.isAlreadyThere, .isAlreadyThere])
        #expect(await operations.perform(.copy([shelf.photos[1]], to: shelf.from, .replace)).done == 1)
        #expect(shelf.names(shelf.from).contains("b (2).jpg"))
    }

    @Test func aFolderIsNeverMovedAndAFolderThatIsMissingIsSaid() async {
        shelf.scratch.folder("from/album")
        let operations = shelf.operations()
        let album = PhotoFiles(path: FilePath(shelf.from + "/album"))
        #expect(await operations.perform(.move([album], to: shelf.to, .skip)).failures.map(\.reason) == [.isFolder])
        #expect(await operations.perform(.trash([album])).failures.map(\.reason) == [.isFolder])
        let gone = await operations.perform(.copy(shelf.photos, to: shelf.to + "/gone", .skip))
        #expect(gone.failures.map(\.reason) == [.missing, .missing])
    }

    @Test func aFolderIsMadeAndRemovedAgainWhileItIsEmpty() async {
        let operations = shelf.operations()
        #expect(await operations.perform(.makeFolder(shelf.to + "/new")).done == 1)
        #expect(await operations.perform(.makeFolder(shelf.to + "/new")).failures.map(\.reason) == [.nameIsTaken])
        shelf.scratch.write("to/new/a", [1])
        #expect(await operations.undo()?.failures.map(\.reason) == [.notEmpty])
        #expect(shelf.names(shelf.to + "/new") == ["a"])
    }

    @Test func twoWindowsThatDeleteAPhotoDoItOnce() async {
        let (one, other) = (shelf.operations(), shelf.operations())
        #expect(await one.perform(.trash(shelf.photos)).done == 2)
        let second = await other.perform(.trash(shelf.photos))
        #expect(second.done == 0 && second.failures.map(\.reason) == [.missing, .missing])
        #expect(shelf.places(of: "a") == 1)
    }

    @Test func deletionForGoodTakesTheSidecarsToo() async {
        let operations = shelf.operations()
        let outcome = await operations.perform(.delete(shelf.photos))
        #expect(outcome.done == 2 && !outcome.isUndoable)
        #expect(shelf.names(shelf.from).isEmpty && shelf.trashed.isEmpty)
    }

    @Test func aCancelledOperationLeavesTheRestWhereItIs() async {
        let operations = shelf.operations()
        let control = OperationControl()
        control.cancel()
        let outcome = await operations.perform(.move(shelf.photos, to: shelf.to, .skip), control: control)
        #expect(outcome.isCancelled && outcome.done == 0)
        #expect(shelf.names(shelf.from) == PhotoShelf.names.sorted())
    }

    @Test func withoutATrashThePhotosAreNamedAndStay() async {
        let shelf = shelf
        let calls = FileSystemCalls { call throws(SystemFailure) in
            if case .makeFolder(let path) = call, path.contains("Trash") { throw SystemFailure(EROFS) }
        }
        let outcome = await shelf.operations(calls: calls).perform(.trash(shelf.photos))
        #expect(outcome.withoutTrash == shelf.photos && outcome.done == 0)
        #expect(shelf.names(shelf.from) == PhotoShelf.names.sorted())
    }

    @Test func aThousandPhotosGoToTheTrashAndBack() async {
        let photos = (0..<1000).map {
            PhotoFiles(path: FilePath(shelf.scratch.write("from/many-\($0).jpg", [UInt8($0 & 255)])))
        }
        let operations = shelf.operations()
        #expect(await operations.perform(.trash(photos)).done == 1000)
        #expect(shelf.trashed.count == 1000)
        #expect(await operations.undo()?.done == 1000)
        #expect(shelf.names(shelf.from).count == 1000 + PhotoShelf.names.count)
    }
}
