// One history of all acts: their order, what is forgotten, what stays, and what a restart finds.
import Codecs
import Fixtures
import Foundation
import Glibc
import Library
import Photos
import Testing

@testable import Desktop

@Suite(.timeLimit(.minutes(5))) struct HistoryTests {
    private let shelf = HistoryShelf()

    // MARK: Order

    @Test func actsAreUndoneInTheOrderInWhichTheyWereAskedFor() async throws {
        let program = shelf.start(), a = shelf.photo("a.jpg"), b = shelf.photo("b.jpg")
        let first = ActTicket(), second = ActTicket()
        // The first one ends last.
        _ = await program.operations.perform(.trash([b]), at: second)
        await program.rate(4, [a.toMark()], at: first)
        #expect(program.history.next().undo == ActTitle(kind: .trash, count: 1, name: "b.jpg"))
        #expect(await program.operations.undo()?.kind == .trash)
        #expect(shelf.exists(b.path.text) && shelf.exists(a.path.text + ".xmp"))
        let undone = try #require(await program.operations.undo())
        #expect(undone.kind == .stars && undone.marks.map(\.marks) == [.none])
        #expect(!shelf.exists(a.path.text + ".xmp"))
        #expect(await program.operations.undo() == nil)
        #expect(await program.operations.redo()?.kind == .stars)
        #expect(await program.operations.redo()?.kind == .trash)
        #expect(await program.operations.redo() == nil)
        #expect(!shelf.exists(b.path.text) && shelf.exists(a.path.text + ".xmp"))
    }

    @Test func allStarsAreBackAfterTheyWereWiped() async throws {
        let program = shelf.start()
        let photos = (1...5).map { shelf.photo("\($0).jpg") }
        for (stars, photo) in zip(1..., photos) { await program.rate(stars, [photo.toMark()]) }
        let before = shelf.snapshot(program.store)
        await program.rate(0, zip(1..., photos).map { $1.toMark($0) })
        #expect(shelf.snapshot(program.store) != before)
        let undone = try #require(await program.operations.undo())
        #expect(undone.marks.map(\.marks.stars) == [5, 4, 3, 2, 1])
        #expect(shelf.snapshot(program.store) == before)
    }

    @Test func aNewActForgetsWhatWasUndoneAndOneThatChangesNothingDoesNot() async {
        let program = shelf.start(), a = shelf.photo("a.jpg"), b = shelf.photo("b.jpg")
        _ = await program.operations.perform(.move([a], to: shelf.two, .keepBoth))
        _ = await program.operations.undo()
        #expect(program.history.next().redo?.kind == .move)
        // Neither is anything.
        #expect(await program.rate(0, [b.toMark()]) == false)
        _ = await program.operations.perform(.trash([PhotoFiles(path: FilePath(shelf.one + "/none.jpg"))]))
        #expect(program.history.next().redo?.kind == .move && program.history.next().undo == nil)
        _ = await program.operations.perform(.trash([b]))
        #expect(program.history.next().redo == nil)
        #expect(await program.operations.redo() == nil)
    }

    @Test func whatIsDeletedForGoodIsNoActAndOlderOnesStay() async {
        let program = shelf.start(), a = shelf.photo("a.jpg"), b = shelf.photo("b.jpg")
        _ = await program.operations.perform(.move([a], to: shelf.two, .keepBoth))
        #expect(await program.operations.perform(.delete([b])).isUndoable == false)
        #expect(await program.operations.undo()?.kind == .move)
        #expect(shelf.exists(a.path.text) && !shelf.exists(b.path.text))
    }

    @Test func aHundredActsAreRemembered() async {
        let program = shelf.start(), a = shelf.photo("a.jpg")
        for number in 0..<110 { await program.rate(number % 2 + 1, [a.toMark((number + 1) % 2 + 1)]) }
        var count = 0
        while await program.operations.undo() != nil { count += 1 }
        #expect(count == History.longest)
    }

    // MARK: Restart

    @Test func actsAreUndoneAndDoneAgainAfterARestart() async {
        let a = shelf.photo("a.jpg"), b = shelf.photo("b.jpg", HistoryShelf.plainJPEG + [0])
        let before: [FilePath: HistoryShelf.State?]
        do {
            let program = shelf.start()
            before = shelf.snapshot(program.store)
            _ = await program.operations.perform(.turn([a, b], by: 1))
            await program.rate(3, [a.toMark(), b.toMark()])
            _ = await program.operations.perform(.move([a, b], to: shelf.two, .keepBoth))
        }
        let after = shelf.snapshot(shelf.start().store)
        #expect(shelf.exists(shelf.two + "/a.jpg.xmp"))
        for kind in [ActKind.move, .stars, .turn] {
            let program = shelf.start()
            await program.operations.recover()
            #expect(await program.operations.undo()?.kind == kind)
        }
        #expect(shelf.snapshot(shelf.start().store) == before)
        for kind in [ActKind.turn, .stars, .move] { #expect(await shelf.start().operations.redo()?.kind == kind) }
        #expect(shelf.snapshot(shelf.start().store) == after)
    }

    @Test func twoProcessesShareOneHistory() async {
        let (one, other) = (shelf.start(), shelf.start())
        let a = shelf.photo("a.jpg"), b = shelf.photo("b.jpg")
        _ = await one.operations.perform(.trash([a]))
        _ = await other.operations.perform(.trash([b]))
        #expect(await one.operations.undo()?.done == 1)
        #expect(shelf.exists(b.path.text) && !shelf.exists(a.path.text))
        #expect(await other.operations.undo()?.done == 1)
        #expect(shelf.exists(a.path.text))
        #expect(await one.operations.undo() == nil)
    }

    @Test func anActOfAKilledProcessIsThereAsFarAsItWasDone() async throws {
        let a = shelf.photo("a.jpg"), b = shelf.photo("b.jpg")
        do {
            let program = shelf.start()
            // As far as one of two stars, and of nothing, before the end.
            let parts = [a, b].enumerated().map { index, photo in
                Act.Part(
                    number: index, name: photo.path.name,
                    part: .mark(.init(path: photo.path, gives: .stars(0), takes: .stars(2))))
            }
            _ = program.history.begin(.stars, at: ActTicket(), planned: parts)
            _ = await program.marking.set(.stars(2), of: a.path.text)
            _ = program.history.begin(.move, at: ActTicket())
        }
        let program = shelf.start()
        // Undo settles what was left before it takes anything.
        let undone = try #require(await program.operations.undo())
        #expect(undone.kind == .stars && undone.failures.isEmpty)
        #expect(await program.marking.marks(of: a.path) == .none && !shelf.exists(b.path.text + ".xmp"))
        #expect(await program.operations.undo() == nil)
    }

    @Test func aGroupThatOnlyTheJournalKnowsIsUndone() async throws {
        let a = shelf.photo("a.jpg"), target = shelf.two + "/a.jpg"
        let stamp = try EntryStamp(#require(FilePath.status(of: a.path.text)))
        var progress = GroupProgress(
            OperationGroup(number: 1, steps: [.rename(from: a.path, to: FilePath(target), stamp)]))
        progress.phase = .done
        do {
            let killed = shelf.start()
            _ = killed.history.begin(.move, at: ActTicket())
            rename(a.path.text, target)
        }
        let program = shelf.start()
        program.history.absorb([progress])
        program.history.settleAbandoned()
        #expect(program.history.next().undo == ActTitle(kind: .move, count: 1, name: "a.jpg"))
        // Killed once more, in its undo.
        do {
            let killed = shelf.start()
            guard case .act(let act) = killed.history.take(.undo) else { Issue.record("no act"); return }
            #expect(act.parts.count == 1)
            rename(target, a.path.text)
        }
        var back = GroupProgress(OperationGroup(number: 1, steps: [.rename(from: FilePath(target), to: a.path, stamp)]))
        back.phase = .done
        program.history.absorb([back])
        program.history.settleAbandoned()
        #expect(program.history.next().undo == nil && program.history.next().redo?.kind == .move)
        #expect(await program.operations.redo()?.done == 1)
        #expect(shelf.exists(target))
    }

    @Test func aDamagedHistoryIsBegunAnew() async {
        shelf.scratch.folder("state")
        shelf.scratch.write("state/" + History.fileName, Array("no database, but long enough to be read as one".utf8))
        let a = shelf.photo("a.jpg")
        #expect(await shelf.start().operations.perform(.trash([a])).isUndoable)
        #expect(await shelf.start().operations.undo()?.done == 1)
    }

    // MARK: The world has overtaken it

    @Test func anUndoThatFailsStaysAndNothingOlderIsUndone() async throws {
        let program = shelf.start(), a = shelf.photo("a.jpg"), b = shelf.photo("b.jpg")
        _ = await program.operations.perform(.trash([b]))
        _ = await program.operations.perform(.move([a], to: shelf.two, .keepBoth))
        rename(shelf.two + "/a.jpg", shelf.scratch.path + "/a.jpg")
        for _ in 0..<2 {
            let undone = try #require(await program.operations.undo())
            #expect(undone.kind == .move && undone.done == 0)
            #expect(undone.failures == [FileFailure(shelf.two + "/a.jpg", .missing)])
        }
        #expect(!shelf.exists(b.path.text))
        rename(shelf.scratch.path + "/a.jpg", shelf.two + "/a.jpg")
        #expect(await program.operations.undo()?.done == 1)
        #expect(await program.operations.undo()?.kind == .trash)
    }

    @Test func thePartOfAnUndoThatFailsStays() async throws {
        let program = shelf.start(), a = shelf.photo("a.jpg"), b = shelf.photo("b.jpg")
        _ = await program.operations.perform(.move([a, b], to: shelf.two, .keepBoth))
        shelf.photo("a.jpg", [1])
        let undone = try #require(await program.operations.undo())
        #expect(undone.done == 1 && undone.failures == [FileFailure(a.path.text, .nameIsTaken)])
        #expect(program.history.next().undo == ActTitle(kind: .move, count: 1, name: "a.jpg"))
        #expect(shelf.bytes(a.path.text) == [1] && shelf.exists(b.path.text))
        unlink(a.path.text)
        #expect(await program.operations.undo()?.done == 1)
        #expect(program.history.next().undo == nil && program.history.next().redo?.count == 2)
        #expect(await program.operations.redo()?.done == 2)
        #expect(shelf.exists(shelf.two + "/a.jpg") && shelf.exists(shelf.two + "/b.jpg"))
    }

    @Test func starsComeBackIntoASidecarThatAnotherProgramHasChanged() async throws {
        let program = shelf.start(), a = shelf.photo("a.jpg"), sidecar = a.path.text + ".xmp"
        await program.rate(2, [a.toMark()])
        await program.rate(5, [a.toMark(2)])
        let text = String(decoding: try #require(shelf.bytes(sidecar)), as: UTF8.self)
        let changed = text.replacing("</x:xmpmeta>", with: "<!-- theirs --></x:xmpmeta>")
        #expect(changed != text)
        shelf.scratch.write("photos/one/a.jpg.xmp", Array(changed.utf8))
        let undone = try #require(await program.operations.undo())
        #expect(undone.done == 1 && undone.marks.first?.marks.stars == 2)
        let now = String(decoding: try #require(shelf.bytes(sidecar)), as: UTF8.self)
        #expect(now.contains("theirs") && now.contains("xmp:Rating=\"2\""))
        #expect(await program.operations.redo()?.marks.first?.marks.stars == 5)
    }

    @Test func aTurnGivesBackTheBytesAndIsRefusedOnceAnotherProgramHasTurned() async throws {
        let program = shelf.start(), a = shelf.photo("a.jpg", HistoryShelf.jpeg(1))
        let path = a.path.text, before = shelf.snapshot(program.store)
        _ = await program.operations.perform(.turn([a], by: 1))
        let turned = try #require(shelf.bytes(path))
        #expect(await program.operations.undo()?.turns.count == 1)
        #expect(shelf.snapshot(program.store) == before)
        #expect(await program.operations.redo()?.turns.count == 1)
        // Another program has added something: the photo is turned back all the same.
        shelf.scratch.write("photos/one/a.jpg", turned + [1, 2, 3])
        #expect(await program.operations.undo()?.done == 1)
        #expect(shelf.bytes(path) == HistoryShelf.jpeg(1) + [1, 2, 3])
        _ = await program.operations.redo()
        // It lies otherwise by now.
        shelf.scratch.write("photos/one/a.jpg", HistoryShelf.jpeg(3))
        let refused = try #require(await program.operations.undo())
        #expect(refused.done == 0 && refused.failures == [FileFailure(path, .changed)])
        #expect(shelf.bytes(path) == HistoryShelf.jpeg(3))
        #expect(program.history.next().undo?.kind == .turn)
    }

    @Test func whatIsUndoneAndDoneAgainInTheTrashKeepsItsNote() async {
        let program = shelf.start(), a = shelf.photo("a.jpg")
        _ = await program.operations.perform(.trash([a]))
        for _ in 0..<3 {
            #expect(await program.operations.undo()?.done == 1)
            #expect(await program.operations.redo()?.done == 1)
        }
        func names(_ folder: String) -> [String] {
            let path = shelf.scratch.path + "/data/Trash/" + folder
            return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
        }
        #expect(names("files") == ["a.jpg"] && names("info") == ["a.jpg.trashinfo"])
    }
}
