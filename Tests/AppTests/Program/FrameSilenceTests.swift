// A window that learns from the silence of its frames that it is not seen.
import CGTK
import Desktop
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class FrameSilenceTests: XCTestCase {
    func testAWindowThatIsNotDrawnIsSilentUntilItIsDrawnAgain() {
        MainActor.assumeIsolated {
            let window = InactiveWindow()
            var changes: [Bool] = []
            var silence: FrameSilence?
            silence = FrameSilence(
                of: window.window, part: window.label, period: .milliseconds(50), patience: .milliseconds(500)
            ) { changes.append(silence?.isSilent == true) }
            // Heard, however often it is asked.
            let painted = window.frames
            runLoop { window.frames >= painted + 6 }
            XCTAssertEqual(changes, [])
            window.isSeen = false
            runLoop { changes == [true] }
            window.isSeen = true
            runLoop { changes == [true, false] }
            silence?.stop()
            window.close()
        }
    }

    func testTheWatchEndsWithItsStop() {
        MainActor.assumeIsolated {
            let window = InactiveWindow(), live = FrameTick.liveCount
            window.isSeen = false
            let silence = FrameSilence(
                of: window.window, part: window.label, period: .milliseconds(10), patience: .seconds(60)
            ) {}
            runLoop { FrameTick.liveCount > live }
            silence.stop()
            XCTAssertEqual(FrameTick.liveCount, live)
            window.close()
        }
    }
}

/// A window with a label, without the focus, that can be kept from drawing.
private final class InactiveWindow {
    let window: UnsafeMutablePointer<GtkWindow>
    let label: Widget
    private let other: UnsafeMutablePointer<GtkWindow>
    private(set) var frames = 0
    private var connection: Signal.Connection?

    init() {
        _ = TestApplication.shared
        window = made(gtk_window_new()).cast()
        label = made(gtk_label_new("A window"))
        other = made(gtk_window_new()).cast()
        gtk_window_set_child(window, label)
        gtk_window_present(window)
        let label = label, window = window
        runLoop { gtk_widget_get_width(label) > 0 }
        gtk_window_present(other)
        let other = other
        runLoop { gtk_window_is_active(other) != 0 && gtk_window_is_active(window) == 0 }
        connection = Signal.on(made(gtk_widget_get_frame_clock(window.cast())), "after-paint") { [weak self] in
            self?.frames += 1
        }
    }

    /// Whether it gets frames. A window that is taken off the screen gets none, as one that its compositor hides.
    var isSeen = true {
        didSet { gtk_widget_set_visible(window.cast(), isSeen ? 1 : 0) }
    }

    func close() {
        connection?.disconnect()
        gtk_window_destroy(other)
        gtk_window_destroy(window)
    }
}
