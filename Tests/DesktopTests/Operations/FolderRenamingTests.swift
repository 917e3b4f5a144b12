// Another name for a folder: with all that is in it and is kept of it, once or not at all, and back.
import Codecs
import Fixtures
import Foundation
import Glibc
import Library
import Photos
import Testing

@testable import Desktop

@Suite(.timeLimit(.minutes(2)))
struct FolderRenamingTests {
    private let shelf = HistoryShelf()
    private var one: FilePath { FilePath(shelf.one) }
    private var renamed: FilePath { one.parent.appending("Crete") }

    @Test func aFolderGetsAnotherNameWithAllThatIsInItAndHasItsOwnAgain() async {
        shelf.photo("a.jpg")
        shelf.scratch.folder("photos/one/deep")
        shelf.photo("b.jpg", in: "one/deep")
        let operations = shelf.start().operations
        let outcome = await operations.perform(.renameFolder(one, to: "Crete"))
        #expect(outcome.done == 1 && outcome.isUndoable)
        #expect(outcome.movedFolders == [MovedFolder(from: one, to: renamed)])
        #expect(shelf.exists(renamed.text + "/deep/b.jpg") && !shelf.exists(one.text))
        // By the program that is started next.
        let next = shelf.start().operations
        let undone = await next.undo()
        #expect(undone?.movedFolders == [MovedFolder(from: renamed, to: one)])
        #expect(shelf.exists(one.text + "/deep/b.jpg") && !shelf.exists(renamed.text))
        #expect(await next.redo()?.movedFolders == [MovedFolder(from: one, to: renamed)])
        #expect(shelf.exists(renamed.text + "/a.jpg"))
    }

    @Test func aNameInUseAFolderThatIsGoneAndAFileInItsPlaceChangeNothing() async {
        shelf.photo("a.jpg")
        shelf.photo("file")
        let operations = shelf.start().operations
        #expect(await operations.perform(.renameFolder(one, to: "two")).failures.map(\.reason) == [.nameIsTaken])
        let gone = await operations.perform(.renameFolder(one.appending("gone"), to: "x"))
        #expect(gone.failures.map(\.reason) == [.missing] && gone.movedFolders.isEmpty)
        let file = await operations.perform(.renameFolder(one.appending("file"), to: "x"))
        #expect(file.failures.map(\.reason) == [.changed] && !file.isUndoable)
        #expect(shelf.exists(shelf.one + "/file") && shelf.exists(shelf.one + "/a.jpg"))
    }

    @Test func anotherFolderInItsPlaceKeepsItsName() async {
        shelf.photo("a.jpg")
        let operations = shelf.start().operations
        _ = await operations.perform(.renameFolder(one, to: "Crete"))
        rename(renamed.text, shelf.scratch.path + "/elsewhere")
        shelf.scratch.folder("photos/Crete")
        shelf.scratch.write("photos/Crete/other", [1])
        let undone = await operations.undo()
        #expect(undone?.done == 0 && undone?.failures.map(\.reason) == [.changed])
        #expect(shelf.exists(renamed.text + "/other") && !shelf.exists(one.text))
    }

    @Test func whatIsKeptOfPhotosFollowsTheirFolder() async throws {
        for folder in ["one/deep", "one more"] { shelf.scratch.folder("photos/" + folder) }
        let path = shelf.photo("deep/scan.bmp", Painting.quarters(9, 5).encoded("bmp")).path
        let beside = shelf.photo("scan.bmp", in: "one more", Painting.quarters(9, 5).encoded("bmp")).path
        let program = shelf.start()
        for path in [path, beside] {
            let stamp = FileStamp(try #require(FilePath.status(of: path.text)))
            try program.store.keep(quarterTurns: 1, of: path.text, stamp)
        }
        _ = await program.operations.perform(.renameFolder(one, to: "Crete"))
        func kept(_ path: FilePath, in store: MarkStore) throws -> MarkStore.Row? {
            store.row(of: path.text, FileStamp(try #require(FilePath.status(of: path.text))))
        }
        let moved = renamed.appending(path: "deep/scan.bmp")
        // As the next start reads it.
        for store in [program.store, shelf.start().store] {
            #expect(try kept(moved, in: store)?.path == moved)
            #expect(try kept(moved, in: store)?.entry.quarterTurns == 1)
            // The name of that folder begins with the same letters.
            #expect(try kept(beside, in: store)?.path == beside)
        }
        _ = await program.operations.undo()
        #expect(try kept(path, in: program.store)?.path == path)
    }

    @Test func aFolderThatIsNamedByALinkKeepsWhatTheLinkLeadsTo() async {
        shelf.photo("a.jpg")
        shelf.scratch.link("photos/link", to: shelf.one)
        let operations = shelf.start().operations
        let link = one.parent.appending("link")
        #expect(await operations.perform(.renameFolder(link, to: "other link")).done == 1)
        #expect(shelf.exists(shelf.one + "/a.jpg") && shelf.exists(one.parent.text + "/other link/a.jpg"))
        #expect(await operations.undo()?.done == 1)
        #expect(shelf.exists(link.text + "/a.jpg"))
    }

    /// As a process leaves it that was killed after the system call, or before it.
    @Test(arguments: [true, false]) func aKillInTheMiddleLeavesTheFolderWithItsName(isRenamed: Bool) async throws {
        shelf.photo("a.jpg")
        let stamp = try FileSystemCalls().status(one).stamp.text
        if isRenamed { rename(one.text, renamed.text) }
        let lines = [
            "version 2", "asked renameFolder \(one.text) Crete", "begin 1",
            "renameFolder \(one.text) \(renamed.text) \(stamp)", "end 1",
        ]
        shelf.scratch.folder("state")
        shelf.scratch.write("state/operations-1-a.journal", Array((lines.joined(separator: "\n") + "\n").utf8))
        chmod(shelf.scratch.path + "/state/operations-1-a.journal", 0o600)
        let report = await shelf.start().operations.recover()
        #expect(report == RecoveryReport())
        #expect(shelf.exists(one.text + "/a.jpg") && !shelf.exists(renamed.text))
    }

    @Test func aDriveThatRefusesLeavesTheFolderAndSaysWhy() async {
        shelf.photo("a.jpg")
        let calls = FileSystemCalls { call throws(SystemFailure) in
            if case .rename = call { throw SystemFailure(EACCES) }
        }
        let operations = FileOperations(folder: shelf.scratch.path + "/state", trash: nil, calls: calls)
        let outcome = await operations.perform(.renameFolder(one, to: "Crete"))
        #expect(outcome.failures.map(\.reason) == [.notAllowed] && outcome.movedFolders.isEmpty)
        #expect(shelf.exists(one.text + "/a.jpg"))
    }
}
