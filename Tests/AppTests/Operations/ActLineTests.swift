// Which acts wait for each other.
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
            line.add(.files) { _ in done.append("files") }
            line.add(.shareMarks([photos[1]])) { _ in done.append("second") }
            line.add(.reversal) { _ in done.append("undo") }
            runLoop { done.count == 2 }
            XCTAssertEqual(Set(done), ["third", "files"])
            hold.finish()
            runLoop { !line.isBusy }
            XCTAssertEqual(Array(done.dropFirst(2)), ["first", "both", "second", "undo"])
        }
    }
}
