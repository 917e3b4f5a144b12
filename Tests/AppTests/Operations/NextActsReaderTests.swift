// What undo and redo would take, where acts come while it is read.
import CGTK
import Desktop
import Photos
import XCTest

@testable import App
@testable import AppFixtures
@testable import Desktop

nonisolated final class NextActsReaderTests: XCTestCase {
    /// Undo stayed disabled after an act whose read was told before one that had begun earlier.
    func testAnActThatComesWhileTheHistoryIsReadIsReadAfterIt() {
        MainActor.assumeIsolated {
            _ = TestApplication.shared
            let history = GatedHistory()
            let reader = NextActsReader { await history.read() }
            var told = 0
            reader.update { told += 1 }
            runLoop { history.waiting.count == 1 }
            history.latest = ActTitle(kind: .turn, count: 1, name: nil)
            reader.update { told += 1 }
            reader.update { told += 1 }
            settle()
            XCTAssertEqual(history.waiting.count, 1, "one read at a time")
            XCTAssertTrue(reader.isReading)
            history.answer()
            runLoop { history.waiting.count == 1 }
            XCTAssertTrue(reader.isReading)
            history.answer()
            runLoop { !reader.isReading }
            XCTAssertEqual(reader.acts.undo?.kind, .turn)
            XCTAssertEqual(told, 1)
            XCTAssertEqual(history.reads, 2)
        }
    }
}

/// A history that answers when it is told to, with what was there when it was asked.
private final class GatedHistory {
    var latest: ActTitle?
    private(set) var reads = 0
    private(set) var waiting: [CheckedContinuation<Void, Never>] = []

    func read() async -> NextActs {
        reads += 1
        var acts = NextActs()
        acts.undo = latest
        await withCheckedContinuation { waiting.append($0) }
        return acts
    }

    func answer() { waiting.removeFirst().resume() }
}
