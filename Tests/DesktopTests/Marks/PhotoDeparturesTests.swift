// Marks of photos that an operation takes away: nothing is written in the folder that they leave.
import Codecs
import Fixtures
import Foundation
import Library
import Photos
import Synchronization
import Testing

@testable import Desktop

@Suite(.timeLimit(.minutes(3)))
struct PhotoDeparturesTests {
    private let scratch = ScratchFolder()
    private let store = MarkStore(path: nil)
    private var from: String { scratch.path + "/from" }
    private var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: from)) ?? []).sorted()
    }

    init() {
        for folder in ["from", "to", "data"] { scratch.folder(folder) }
        for name in ["a.jpg", "b.jpg"] { scratch.write("from/" + name, [1]) }
    }

    private func photo(_ name: String) -> PhotoFiles { PhotoFiles(path: FilePath(from + "/" + name)) }

    private func operations(_ marking: PhotoMarking, calls: FileSystemCalls = FileSystemCalls()) -> FileOperations {
        FileOperations(
            folder: scratch.path + "/state", trash: scratch.path + "/data/Trash", turner: PhotoTurner(store: store),
            marking: marking, history: History(folder: nil), reader: MarkReader(), calls: calls)
    }

    /// Does something on other threads, and returns when it is done.
    private static func wait<Result: Sendable>(for body: @escaping @Sendable () async -> Result) -> Result {
        let result = Mutex<Result?>(nil), done = Gate()
        Task.detached {
            let value = await body()
            result.withLock { $0 = value }
            done.open()
        }
        done.block()
        return result.withLock { $0 }!
    }

    @Test(arguments: ["trash", "delete", "move", "rename"])
    func aMarkOfAPhotoThatIsLeavingIsRefusedAndOfAnotherGiven(kind: String) async {
        let marking = PhotoMarking(store: store), leaving = photo("a.jpg"), staying = photo("b.jpg")
        let outcomes = Mutex<[PhotoMarking.Outcome]>([]), edited = Mutex<[PhotoEditOutcome]>([])
        let operation: FileOperation =
            switch kind {
            case "trash": .trash([leaving])
            case "delete": .delete([leaving])
            case "move": .move([leaving], to: scratch.path + "/to", .keepBoth)
            default: .rename([.init(leaving, to: "c.jpg")])
            }
        let act: @Sendable () -> Void = {
            let results = Self.wait {
                await (
                    marking.set(.stars(3), of: leaving.path.text), marking.set(.stars(3), of: staying.path.text),
                    marking.edit(.title("t"), of: leaving.path.text)
                )
            }
            outcomes.withLock { $0 = [results.0, results.1] }
            edited.withLock { $0 = [results.2] }
        }
        let outcome = await operations(marking, calls: Self.calls(at: from + "/a.jpg", act)).perform(operation)
        #expect(outcome.done == 1 && outcome.failures.isEmpty)
        #expect(outcomes.withLock { $0.map(\.place) } == [.nowhere(.departing), .sidecar])
        #expect(edited.withLock { $0.map(\.failure) } == [.departing])
        #expect(names == ["b.jpg", "b.jpg.xmp"] + (kind == "rename" ? ["c.jpg"] : []))
        // Only while it leaves.
        scratch.write("from/a.jpg", [1])
        #expect(await marking.set(.stars(3), of: leaving.path.text).place == .sidecar)
    }

    /// Calls before the first of which that takes a file away something is done.
    private static func calls(at path: String, _ body: @escaping @Sendable () -> Void) -> FileSystemCalls {
        let isFirst = Once()
        return FileSystemCalls { call in
            switch call {
            case .rename(path, _), .unlink(path): if isFirst.isFirst() { body() }
            default: break
            }
        }
    }

    @Test func aSidecarThatIsBeingWrittenIsAwaitedAndGoesAlong() async {
        let marking = Mutex<PhotoMarking?>(nil), path = photo("a.jpg").path, log = Mutex<[String]>([])
        let began = Gate()
        let calls = FileReplacementCalls { step in
            guard step == .rename else { return 0 }
            log.withLock { $0.append("writing") }
            began.open()
            // Until the operation has asked, and some time in which it must not go on.
            while marking.withLock({ $0?.isDeparting(path) }) != true { usleep(1_000) }
            usleep(50_000)
            log.withLock { $0.append("written") }
            return 0
        }
        let slow = PhotoMarking(store: store, replacement: FileReplacement(calls: calls))
        marking.withLock { $0 = slow }
        async let marked = slow.set(.stars(3), of: path.text)
        await began.opened()
        let operations = operations(slow, calls: Self.calls(at: path.text) { log.withLock { $0.append("trashed") } })
        let outcome = await operations.perform(.trash([photo("a.jpg")]))
        #expect(await marked.place == .sidecar)
        #expect(outcome.done == 1 && log.withLock { $0 } == ["writing", "written", "trashed"])
        #expect(names == ["b.jpg"])
    }

    @Test func aFolderThatGetsAnotherNameTakesAllItsPhotosAlong() async throws {
        let departing = try #require(
            DepartingPhotos(.renameFolder(FilePath(from), to: "other"), onShares: false))
        #expect(departing.contains(FilePath(from + "/a.jpg")) && departing.contains(FilePath(from + "/x/a.jpg")))
        #expect(!departing.contains(FilePath(from + "2/a.jpg")))
        #expect(DepartingPhotos(.renameFolder(FilePath(from), to: "other"), onShares: true) == nil)
        #expect(DepartingPhotos(.copy([photo("a.jpg")], to: "/x", .keepBoth), onShares: false) == nil)
    }
}
