// `--screenshot` of a window whose layout is due at the moment when it is to be saved.
import CGTK
import Desktop
import Foundation
import XCTest

@testable import App
@testable import AppFixtures
@testable import Profiling

nonisolated final class ScreenshotTests: XCTestCase {
    func testAWindowWithoutAPictureInOneFrameIsSavedInALaterOne() throws {
        let ending = save(layingOutFor: 10)
        XCTAssertEqual(ending.problem, nil)
        XCTAssertEqual(ending.framesLaidOut, 10)
        XCTAssertTrue(ending.isWritten)
    }

    func testAWindowThatNeverHasAPictureIsAFailure() throws {
        let ending = save(layingOutFor: .max)
        XCTAssertTrue(ending.problem?.contains("nothing to show") ?? false, "\(ending)")
        XCTAssertFalse(ending.isWritten)
    }

    func testAWindowThatIsNotDrawnEndsTheWaitAndIsSaidToBeHidden() {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).png").path
        MainActor.assumeIsolated {
            _ = TestApplication.shared
            let window: UnsafeMutablePointer<GtkWindow> = made(gtk_window_new()).cast()
            let child = made(gtk_label_new("A window"))
            gtk_window_set_child(window, child)
            gtk_window_present(window)
            runLoop { gtk_widget_get_width(child) > 0 }
            gtk_widget_set_visible(window.cast(), 0)
            var result: Result<Void, Screenshot.Failure>?
            let task = ScreenshotTask(
                window: window, file: file, silence: .milliseconds(200), frames: { nil }, finished: { result = $0 })
            runLoop { result != nil }
            guard case .failure(let failure) = result else { return XCTFail("there is a picture") }
            XCTAssertTrue(failure.description.contains("is hidden"), failure.description)
            gtk_window_destroy(window)
            withExtendedLifetime(task) {}
        }
        XCTAssertFalse(FileManager.default.fileExists(atPath: file))
    }

    private struct Ending {
        var problem: String?
        var framesLaidOut = 0
        var isWritten = false
    }

    /// Saves a window whose child asks for a new layout in the first `count` frames in which it is to be saved.
    private func save(layingOutFor count: Int) -> Ending {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).png").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        var ending = MainActor.assumeIsolated {
            _ = TestApplication.shared
            let window: UnsafeMutablePointer<GtkWindow> = made(gtk_window_new()).cast()
            let child = made(gtk_label_new("A window"))
            gtk_window_set_child(window, child)
            gtk_window_present(window)
            runLoop { gtk_widget_get_width(child) > 0 }
            var ending = Ending()
            var result: Result<Void, Screenshot.Failure>?
            let task = ScreenshotTask(
                window: window, file: file,
                frames: {
                    if ending.framesLaidOut < count {
                        ending.framesLaidOut += 1
                        gtk_widget_queue_resize(child)
                    }
                    return 0
                }, finished: { result = $0 })
            runLoop { result != nil }
            if case .failure(let failure) = result { ending.problem = failure.description }
            gtk_window_destroy(window)
            withExtendedLifetime(task) {}
            return ending
        }
        ending.isWritten = FileManager.default.fileExists(atPath: file)
        return ending
    }
}
