// What the program puts into the clipboard late takes the place of nothing that was copied after it was asked for.
import CGTK
import Desktop
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class ClipboardWriterTests: XCTestCase {
    func testWhatIsReadyLateReplacesWhatWasThereBefore() {
        withWriter { writer, clipboard in
            let late = Late("photos")
            writer.put(PictureContent.text("file"), then: late.make) { late.done($0) }
            XCTAssertEqual(Self.text(in: clipboard), "file")
            late.finish()
            runLoop { late.results == [true] }
            XCTAssertEqual(Self.text(in: clipboard), "photos")
        }
    }

    func testWhatIsReadyLateReplacesNothingThatThisProgramCopiedSince() {
        withWriter { writer, clipboard in
            let late = Late("photos")
            writer.put(nil, then: late.make) { late.done($0) }
            writer.put(PictureContent.text("later"))
            late.finish()
            runLoop { late.isMade }
            settle()
            XCTAssertEqual(Self.text(in: clipboard), "later")
            XCTAssertEqual(late.results, [])
        }
    }

    func testWhatIsReadyLateReplacesNothingThatAnotherProgramCopiedSince() {
        withWriter { writer, clipboard in
            let late = Late("photos")
            writer.put(nil, then: late.make) { late.done($0) }
            gdk_clipboard_set_text(clipboard, "of another program")
            late.finish()
            runLoop { late.isMade }
            settle()
            XCTAssertEqual(Self.text(in: clipboard), "of another program")
            XCTAssertEqual(late.results, [])
            // And nothing waits for it.
            var isSettled = false
            writer.whenSettled { isSettled = true }
            XCTAssertTrue(isSettled)
        }
    }

    func testWhatIsPastedWaitsForWhatWasCopiedLastAndForNoBetterOne() {
        withWriter { writer, clipboard in
            let first = Late("first"), second = Late("second"), better = Late("better")
            var pasted: [String?] = []
            writer.put(nil, then: first.make)
            writer.whenSettled { pasted.append(Self.text(in: clipboard)) }
            writer.put(nil, then: second.make)
            first.finish()
            runLoop { first.isMade }
            settle()
            XCTAssertEqual(pasted, [])
            second.finish()
            runLoop { pasted == ["second"] }
            writer.put(PictureContent.text("file"), then: better.make)
            writer.whenSettled { pasted.append(Self.text(in: clipboard)) }
            XCTAssertEqual(pasted, ["second", "file"])
            better.finish()
            runLoop { Self.text(in: clipboard) == "better" }
        }
    }

    func testWhatCouldNotBeMadeLeavesTheClipboardAsItIs() {
        withWriter { writer, clipboard in
            writer.put(PictureContent.text("before"))
            let late = Late(nil)
            writer.put(nil, then: late.make) { late.done($0) }
            late.finish()
            runLoop { late.results == [false] }
            XCTAssertEqual(Self.text(in: clipboard), "before")
        }
    }

    // MARK: Stage

    /// Content that is made when the test says so.
    @MainActor
    private final class Late {
        private let text: String?
        private var waiting: CheckedContinuation<Void, Never>?
        private var isFinished = false
        private(set) var isMade = false
        private(set) var results: [Bool] = []

        init(_ text: String?) { self.text = text }

        func make() async -> ClipboardWriter.Content? {
            if !isFinished { await withCheckedContinuation { waiting = $0 } }
            isMade = true
            return text.flatMap(PictureContent.text)
        }

        func finish() {
            isFinished = true
            waiting?.resume()
            waiting = nil
        }

        func done(_ isThere: Bool) { results.append(isThere) }
    }

    @MainActor private static func text(in clipboard: OpaquePointer) -> String? {
        guard let content = gdk_clipboard_get_content(clipboard) else { return nil }
        var value = GValue()
        g_value_init(&value, g_type_from_name("gchararray"))
        defer { g_value_unset(&value) }
        guard gdk_content_provider_get_value(content, &value, nil) != 0 else { return nil }
        return g_value_get_string(&value).map { String(cString: $0) }
    }

    private func withWriter(_ body: @MainActor (ClipboardWriter, OpaquePointer) -> Void) {
        MainActor.assumeIsolated {
            _ = TestApplication.shared
            let clipboard = made(gdk_display_get_clipboard(made(gdk_display_get_default())))
            body(ClipboardWriter(), clipboard)
        }
    }
}
