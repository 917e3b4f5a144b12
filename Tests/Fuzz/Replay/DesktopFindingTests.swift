// What the fuzz targets of Desktop have found, one test each; the inputs are in the corpus as well.
import Photos
import Testing

@testable import Desktop

struct DesktopFindingTests {
    /// A percent sign before the letter was taken for the place where the picture is to be written.
    @Test func aThumbnailerThatIsNotToldWhereToWriteIsNone() {
        func entry(_ command: String) -> ThumbnailerEntry? {
            ThumbnailerEntry(parsing: "[Thumbnailer Entry]\nExec=\(command)\nMimeType=a/b\n")
        }
        #expect(entry("a %%o") == nil && entry("a %%%%o") == nil && entry("a") == nil)
        #expect(entry("a %%%o") != nil && entry("a %o") != nil)
    }

    /// A number that came twice gave the second group twice, and a copy of a step that there is not was kept.
    @Test func aGroupOfTheJournalIsThereOnceAndItsCopiesAreOfItsSteps() {
        let lines = [
            "version 2", "asked makeFolder /e", "begin 1", "makeFolder /e", "end 1", "begin 1", "makeFolder /f",
            "end 1",
            "copied 1 7 1:2:3:4:5",
            "copied 1 0 1:2:3:4:5", "",
        ]
        guard case .records(let records) = JournalText.read(Array(lines.joined(separator: "\n").utf8)) else {
            Issue.record("not read")
            return
        }
        let groups = records.flatMap(\.groups)
        #expect(groups.map(\.group) == [OperationGroup(number: 1, steps: [.makeFolder(path: "/f")])])
        #expect(groups.first.map { Array($0.copies.keys) } == [0])
    }
}
