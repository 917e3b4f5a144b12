// What undoes a group, and its text.
import Photos
import Testing

@testable import Desktop

struct ExpectedTaskTests {
    private let stamp = EntryStamp("1:2:3:4:5")!

    @Test func everyTaskIsReadAgainAsItWasWritten() {
        let odd: FilePath = "/a b/é\n%\u{10FEFF}.jpg"
        let tasks: [FileTask] = [
            .move(from: odd, to: "/b"), .copy(from: "/a", to: odd), .trash(path: odd),
            .restore(trashed: odd, note: "/n", to: "/t"),
            .delete(path: odd), .makeFolder(path: odd), .removeFolder(path: "/f"), .renameFolder(from: odd, to: "/g"),
        ]
        for task in tasks {
            for expectation: ExpectedTask.Expectation in [.any, .same(stamp), .unchanged(stamp)] {
                let expected = ExpectedTask(task, expectation)
                #expect(ExpectedTask(expected.text) == expected && !expected.text.contains("\n"))
            }
        }
    }

    @Test func aLineOfAnotherFormIsNoTask() {
        for line in [
            "", "any", "move /a any", "move /a /b", "move /a  any", "move /a /b /c any", "swap /a /b any",
            "trash /a same:1:2",
            "trash % any", "trash /a any extra", "move /a /b same",
        ] {
            #expect(ExpectedTask(line) == nil, "\(line)")
        }
    }

    @Test func aGroupIsUndoneFromItsEndAndByItsRealNames() {
        let group = OperationGroup(
            number: 1,
            steps: [
                .note(path: "/trash/info/b.trashinfo", text: "x"), .rename(from: "/to/b", to: "/trash/files/b", stamp),
                .rename(from: "/from/a", to: "/from/.tessera-1-a.name", stamp),
                .rename(from: "/from/b", to: "/from/a", stamp),
                .rename(from: "/from/.tessera-1-a.name", to: "/from/b", stamp),
                .copy(from: "/from/c", draft: "/to/.tessera-1-b.part", to: "/to/b", stamp),
                .drop(path: "/from/c", stamp, keeps: "/to/b"),
            ])
        var progress = GroupProgress(group)
        let copy = EntryStamp("9:9:3:4:5")!
        progress.copies = [5: copy]
        #expect(
            ExpectedTask.undoing(progress) == [
                ExpectedTask(.move(from: "/to/b", to: "/from/c"), .same(copy)),
                ExpectedTask(.move(from: "/from/b", to: "/from/a"), .same(stamp)),
                ExpectedTask(.move(from: "/from/a", to: "/from/b"), .same(stamp)),
                ExpectedTask(
                    .restore(trashed: "/trash/files/b", note: "/trash/info/b.trashinfo", to: "/to/b"), .same(stamp)),
            ])
    }

    @Test func whatUndoesAGroupIsUndoneAgain() {
        let restored = OperationGroup(
            number: 1,
            steps: [
                .rename(from: "/trash/files/b", to: "/to/b", stamp),
                .drop(path: "/trash/info/b.trashinfo", stamp, keeps: "/to/b"),
            ])
        #expect(ExpectedTask.undoing(GroupProgress(restored)) == [ExpectedTask(.trash(path: "/to/b"), .same(stamp))])
        let removed = OperationGroup(number: 2, steps: [.removeFolder(path: "/f")])
        #expect(ExpectedTask.undoing(GroupProgress(removed)) == [ExpectedTask(.makeFolder(path: "/f"))])
    }
}
