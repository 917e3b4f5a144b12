// Operations that the end of the program interrupts, and that go on after the next start.
import Fixtures
import Foundation
import Glibc
import Library
import Photos
import Synchronization
import Testing

@testable import Desktop

struct InterruptionTests {
    private let shelf = PhotoShelf()

    /// Calls that interrupt an operation at the copy of a file with this number.
    private func interrupting(_ control: OperationControl, at number: Int) -> FileSystemCalls {
        let from = shelf.from, count = Mutex(0)
        return FileSystemCalls { call throws(SystemFailure) in
            guard case .open(let path) = call, path.hasPrefix(from + "/"), path.hasSuffix(".jpg") else { return }
            let opened = count.withLock { count in
                count += 1
                return count
            }
            if opened == number { control.interrupt() }
        }
    }

    private func photos(_ count: Int) -> [PhotoFiles] {
        (0..<count).map {
            PhotoFiles(path: FilePath(shelf.scratch.write("from/photo \($0).jpg", [UInt8($0)])))
        }
    }

    @Test func aSignalStopsACopyAndTheNextStartGoesOnWithIt() async throws {
        let photos = photos(50), control = OperationControl()
        let copying = FileOperation.copy(
            photos, to: shelf.to, ClashAnswers(.skip, except: [photos[30].path: .keepBoth]))
        do {
            let operations = shelf.operations(calls: interrupting(control, at: 21))
            let outcome = await operations.perform(copying, control: control)
            #expect(outcome.isCancelled && outcome.done == 20)
        }
        #expect(shelf.names(shelf.to).count == 20)
        let report = await shelf.operations().recover()
        let found = try #require(report.interrupted.first)
        #expect(
            report.interrupted.count == 1 && found.done == 20 && found.left == 30 && found.folder == FilePath(shelf.to))
        #expect(
            found.rest
                == .copy(Array(photos[20...]), to: shelf.to, ClashAnswers(.skip, except: [photos[30].path: .keepBoth])))
        #expect(shelf.journals.isEmpty && shelf.names(shelf.to).count == 20)
        #expect(await shelf.operations().perform(found.rest).done == 30)
        #expect(Set(shelf.names(shelf.to)) == Set(photos.map(\.name.text)))
        #expect(await shelf.operations().recover().interrupted.isEmpty)
    }

    @Test func anOperationThatIsCancelledOrHasFailuresIsNotOneThatWasInterrupted() async {
        let photos = photos(40), control = OperationControl()
        let cancelling = FileSystemCalls { call throws(SystemFailure) in
            if case .rename(_, let to) = call, to.hasSuffix("photo 9.jpg") { control.cancel() }
        }
        do {
            let operations = shelf.operations(calls: cancelling)
            _ = await operations.perform(.move(photos, to: shelf.to, .skip), control: control)
            _ = await operations.perform(.move([PhotoFiles(path: FilePath(shelf.from + "/gone"))], to: shelf.to, .skip))
        }
        #expect(await shelf.operations().recover() == RecoveryReport())
    }

    @Test func aKillInARenamingOfManyLeavesAllOfThemAsTheyWere() async throws {
        let photos = photos(5)
        let renamings = (0..<5).map {
            FileOperation.Renaming(photos[$0], to: FileName("photo \(($0 + 1) % 5).jpg"))
        }
        let count = Mutex(0)
        let killing = FileSystemCalls { call throws(SystemFailure) in
            // From the third renaming on nothing is done any more.
            let number = count.withLock { count in
                if case .rename = call { count += 1 }
                return count
            }
            if number > 3 { throw SystemFailure(EIO) }
        }
        do { _ = await shelf.operations(calls: killing).perform(.rename(renamings)) }
        // What one of them has left is known by no journal of another form than ours.
        let report = await shelf.operations().recover()
        #expect(report.left.isEmpty && report.interrupted.map(\.left) == [5])
        let contents = (0..<5).map {
            FileManager.default.contents(atPath: shelf.from + "/photo \($0).jpg").map(Array.init)
        }
        #expect(contents == (0..<5).map { [UInt8($0)] })
        #expect(shelf.names(shelf.from).count == 5 + PhotoShelf.names.count)
    }
}
