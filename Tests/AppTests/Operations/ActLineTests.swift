// Which acts wait for each other.
import Desktop
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class ActLineTests: XCTestCase {
    func testMarksOfPhotosOnAShareWaitForThoseOfTheSamePhotosAlone() {
        MainActor.assumeIsolated {
            // Attaches the main loop.
            _ = TestApplication.shared
            let line = ActLine {}, collection = PhotoRef.Collection.next()
            let photos = (0..<3).map { PhotoRef(collection, slot: $0) }
            let (held, hold) = AsyncStream<Void>.makeStream()
            var done: [String] = []
            line.add(.shareMarks([photos[0]])) { _ in
                for await _ in held {}
                done.append("first")
            }
            line.add(.shareMarks([photos[0], photos[1]])) { _ in done.append("both") }
            line.add(.shareMarks([photos[2]])) { _ in done.append("third") }
            line.add(.files(departure: nil)) { _ in done.append("files") }
            line.add(.files(departure: .disk), OperationControl()) { _ in done.append("trash") }
            line.add(.files(departure: .share), OperationControl()) { _ in done.append("move") }
            line.add(.shareMarks([photos[1]])) { _ in done.append("second") }
            line.add(.reversal) { _ in done.append("undo") }
            runLoop { done.count == 3 }
            XCTAssertEqual(Set(done), ["third", "files", "trash"])
            hold.finish()
            runLoop { !line.isBusy }
            XCTAssertEqual(Array(done.dropFirst(3)), ["first", "both", "move", "second", "undo"])
        }
    }

    func testMarksWaitUntilAnEarlierOperationKnowsWhichPhotosItTakesAway() {
        MainActor.assumeIsolated {
            _ = TestApplication.shared
            let line = ActLine {}, control = OperationControl(), other = OperationControl()
            let (held, hold) = AsyncStream<Void>.makeStream()
            var done: [String] = []
            line.add(.files(departure: nil)) { _ in
                for await _ in held {}
                done.append("copy")
            }
            line.add(.marks) { _ in done.append("before") }
            let (moved, move) = AsyncStream<Void>.makeStream()
            line.add(.files(departure: .disk), control) { _ in
                control.noteDeparture()
                for await _ in moved {}
                done.append("move")
            }
            line.add(.marks) { _ in done.append("after") }
            // One that has nothing to do after all.
            line.add(.files(departure: .disk), other) { _ in done.append("trash") }
            line.add(.marks) { _ in done.append("last") }
            runLoop { done.count == 1 }
            XCTAssertEqual(done, ["before"])
            hold.finish()
            runLoop { done.count == 3 }
            XCTAssertEqual(Set(done), ["before", "copy", "after"])
            move.finish()
            runLoop { !line.isBusy }
            XCTAssertEqual(Array(done.dropFirst(3)), ["move", "trash", "last"])
        }
    }
}
