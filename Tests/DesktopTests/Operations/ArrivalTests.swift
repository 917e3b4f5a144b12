// New photos of a card: into folders by date, once, whole, and nothing on the card is changed.
import CGLib
import Codecs
import Fixtures
import Foundation
import Glibc
import Library
import Photos
import Synchronization
import Testing

@testable import Desktop

@Suite(.timeLimit(.minutes(5)))
struct ArrivalTests {
    private let shelf = PhotoShelf()
    private var card: String { shelf.scratch.path + "/card" }
    /// The files on the card, by their paths below DCIM.
    private static let files = ["100CANON/IMG_1.JPG", "100CANON/IMG_1.CR2", "100CANON/IMG_1.xmp", "101CANON/MVI_2.MP4"]

    init() {
        for folder in ["100CANON", "101CANON"] { shelf.scratch.folder("card/DCIM/\(folder)") }
        for file in Self.files { shelf.scratch.write("card/DCIM/" + file, Self.bytes(file)) }
        shelf.scratch.write("card/DCIM/.Trashes", [1])
        shelf.scratch.write("card/MISC", [1])
    }

    private static func bytes(_ name: String) -> [UInt8] {
        name.hasSuffix("JPG") ? Painting.quarters(64, 48).encoded("jpeg") : Array((name + " content").utf8)
    }

    /// A card whose photos were taken on two days.
    private struct Dates: FactsReader {
        func facts(of path: String) async throws -> FileFacts? {
            let day = path.hasSuffix("MP4") ? 15 : 14
            let time = WallTime(year: 2023, month: 6, day: day, hour: 12, minute: 0, second: 0)
            return FileFacts(byteCount: 1, taken: time.map { TakenTime($0, origin: .exif) })
        }
    }

    private func arrivals(_ pattern: String = FolderPattern.usual) async -> [FileOperation.Arrival] {
        let contents = await CardContents(of: FilePath(card), facts: Dates())
        return contents.photos.map {
            FileOperation.Arrival($0.photo, to: FolderPattern(pattern).folder(of: $0, below: FilePath(shelf.to)))
        }
    }

    /// All files below a folder with their contents, and when they were changed.
    private func tree(_ folder: String) -> [String: [String]] {
        var tree: [String: [String]] = [:]
        for case let name as String in FileManager.default.enumerator(atPath: folder) ?? .init() {
            let path = folder + "/" + name
            guard let status = FilePath.status(of: path), status.st_mode & S_IFMT == S_IFREG else { continue }
            let content = FileManager.default.contents(atPath: path).map { "\($0.hashValue)" } ?? ""
            tree[name] = [content, "\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec) \(status.st_mode)"]
        }
        return tree
    }

    private static let arrived = [
        "2023/2023-06-14/IMG_1.CR2", "2023/2023-06-14/IMG_1.JPG", "2023/2023-06-14/IMG_1.xmp",
        "2023/2023-06-15/MVI_2.MP4",
    ]

    @Test func photosOfACardGoIntoFoldersByDateWithAllThatBelongsToThem() async {
        #expect(await CardContents.isCard(FilePath(card)))
        #expect(await !CardContents.isCard(FilePath(shelf.from)))
        let before = tree(card)
        let operations = shelf.operations()
        let outcome = await operations.perform(.copyNew(arrivals(), to: shelf.to))
        #expect(outcome.done == 2 && outcome.skipped == 0 && outcome.failures.isEmpty && outcome.isUndoable)
        #expect(tree(shelf.to).keys.sorted() == Self.arrived)
        #expect(tree(card) == before)
        // Undone, and done again.
        #expect(await operations.undo()?.done == 2)
        #expect(tree(shelf.to).isEmpty && tree(card) == before)
        #expect(await operations.redo()?.done == 2)
        #expect(tree(shelf.to).keys.sorted() == Self.arrived)
    }

    @Test func whatIsThereAlreadyIsNotCopiedAgainUnderWhateverName() async {
        let operations = shelf.operations()
        _ = await operations.perform(.copyNew(arrivals(), to: shelf.to))
        // A library that has renamed its photo, and a card with one more.
        let day = shelf.to + "/2023/2023-06-14"
        for ending in ["JPG", "CR2", "xmp"] {
            Glibc.rename(day + "/IMG_1." + ending, shelf.to + "/Crete 1." + ending)
        }
        shelf.scratch.write("card/DCIM/101CANON/IMG_3.JPG", Painting.quarters(80, 60).encoded("jpeg"))
        // Of the same length as the first, and another picture.
        shelf.scratch.write("card/DCIM/101CANON/MVI_4.MP4", Array("101CANON/MVI_9.MP4 content".utf8))
        let outcome = await operations.perform(.copyNew(arrivals(), to: shelf.to))
        #expect(outcome.done == 2 && outcome.skipped == 2 && outcome.failures.isEmpty)
        #expect(
            tree(shelf.to)["2023/2023-06-14/IMG_3.JPG"] != nil && tree(shelf.to)["2023/2023-06-15/MVI_4.MP4"] != nil)
        #expect(tree(shelf.to).count == 6)
        let again = await operations.perform(.copyNew(arrivals(), to: shelf.to))
        #expect(again.done == 0 && again.skipped == 4 && !again.isUndoable)
    }

    @Test func anotherPhotoOfANameGetsANumberWithAllItsFiles() async {
        shelf.scratch.folder("to/2023/2023-06-14")
        shelf.scratch.write("to/2023/2023-06-14/IMG_1.CR2", [1])
        let outcome = await shelf.operations().perform(.copyNew(arrivals(), to: shelf.to))
        #expect(outcome.done == 2)
        #expect(
            tree(shelf.to).keys.filter { $0.contains("06-14") }.sorted() == [
                "2023/2023-06-14/IMG_1 (2).CR2", "2023/2023-06-14/IMG_1 (2).JPG", "2023/2023-06-14/IMG_1 (2).xmp",
                "2023/2023-06-14/IMG_1.CR2",
            ])
    }

    @Test func aCopyThatIsNotWhatWasReadIsTakenBackAndSaid() async {
        let to = shelf.to, drafts = Mutex<[String]>([])
        // A drive that keeps other bytes than it was given: of the first draft, once it is written.
        let lying = FileSystemCalls { call throws(SystemFailure) in
            switch call {
            case .open(let path) where path.hasPrefix(to) && path.hasSuffix(OperationStep.draftEnding):
                let count = drafts.withLock { drafts in
                    drafts.append(path)
                    return drafts.count
                }
                // The second opening is the one that reads it back.
                guard count == 2, let file = fopen(path, "r+") else { return }
                fputc(0, file)
                fclose(file)
            default: return
            }
        }
        let before = tree(card)
        let outcome = await shelf.operations(calls: lying).perform(.copyNew(arrivals(), to: shelf.to))
        #expect(outcome.done == 1 && outcome.failures.map(\.reason) == [.system(EIO)])
        #expect(tree(shelf.to).keys.sorted() == ["2023/2023-06-15/MVI_2.MP4"])
        #expect(tree(card) == before)
    }

    @Test func aCardThatIsPulledOutLeavesWholePhotosAndTheNextTimeGoesOn() async {
        for number in 10..<16 {
            shelf.scratch.write(
                "card/DCIM/101CANON/IMG_\(number).JPG", Painting.quarters(60 + number, 60).encoded("jpeg"))
        }
        let card = card, isOut = Mutex(false)
        let pulled = FileSystemCalls { call throws(SystemFailure) in
            switch call {
            case .open(let path) where path.hasPrefix(card):
                if path.hasSuffix("IMG_13.JPG") { isOut.withLock { $0 = true } }
                if isOut.withLock({ $0 }) { throw SystemFailure(ENODEV) }
            case .status(let path) where path.hasPrefix(card):
                if isOut.withLock({ $0 }) { throw SystemFailure(ENODEV) }
            default: return
            }
        }
        let all = await arrivals()
        let outcome = await shelf.operations(calls: pulled).perform(.copyNew(all, to: shelf.to))
        #expect(outcome.done == 4 && outcome.failures.count == 4, "\(outcome.done) \(outcome.failures.count)")
        #expect(tree(shelf.to).keys.allSatisfy { !$0.hasSuffix(OperationStep.draftEnding) })
        let rest = await shelf.operations().perform(.copyNew(arrivals(), to: shelf.to))
        #expect(rest.done == 4 && rest.skipped == 4 && rest.failures.isEmpty)
        #expect(tree(shelf.to).count == 10)
    }

    @Test func theJournalKnowsWhatIsLeftOfAnInterruptedCopy() async throws {
        let operation = FileOperation.copyNew(await arrivals(), to: shelf.to)
        let header = try #require(JournalHeader(operation))
        guard case .records(let records) = JournalText.read(Array((JournalText.lines(of: header) + "ended\n").utf8))
        else {
            Issue.record("not read")
            return
        }
        #expect(records.map(\.header) == [header] && records.first?.header.operation == operation)
        let handle = OperationControl()
        let interrupting = FileSystemCalls { call throws(SystemFailure) in
            if case .rename(_, let to) = call, to.hasSuffix("IMG_1.xmp") { handle.interrupt() }
        }
        do {
            let outcome = await shelf.operations(calls: interrupting).perform(operation, control: handle)
            #expect(outcome.isCancelled && outcome.done == 1)
        }
        let report = await shelf.operations().recover()
        let found = try #require(report.interrupted.first)
        #expect(found.done == 1 && found.left == 1 && report.left.isEmpty)
        #expect(await shelf.operations().perform(found.rest).done == 1)
        #expect(tree(shelf.to).keys.sorted() == Self.arrived)
    }

    @Test func foldersFollowThePatternAndLeaveOutWhatIsNotKnown() {
        let time = WallTime(year: 2023, month: 6, day: 4, hour: 1, minute: 2, second: 3)
        let taken = time.flatMap { LocalMoment(TakenTime($0, origin: .exif)) }
        func folder(_ pattern: String, _ taken: LocalMoment?) -> FilePath {
            FolderPattern(pattern).folder(of: .init(PhotoFiles(path: "/card/a.jpg"), taken: taken), below: "/p")
        }
        #expect(folder("{year}/{year}-{month}-{day}", taken) == "/p/2023/2023-06-04")
        #expect(folder("Crete/{date}", taken) == "/p/Crete/2023-06-04")
        #expect(folder("", taken) == "/p" && folder("Crete ##", taken) == "/p/Crete ##")
        #expect(folder("{year}/{date}", nil) == "/p")
        #expect(FolderPattern("a/../b").flaw == .isReserved && FolderPattern("{year}/b").flaw == nil)
    }
}
