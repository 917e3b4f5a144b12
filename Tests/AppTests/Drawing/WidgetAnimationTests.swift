// A number that a widget's frame clock moves: when it moves, when it does not, and that it lets the clock go.
import Browse
import CGTK
import Desktop
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class WidgetAnimationTests: XCTestCase {
    func testItCallsForEachFrameUntilItsEndAndOnceThen() {
        withStage { stage in
            var values: [Double] = [], ends = 0
            let animation = stage.animation { values.append($0) }
            animation.go(to: 1) { ends += 1 }
            XCTAssertTrue(animation.isRunning)
            for milliseconds in [0, 25, 50, 100] { stage.pulse.beat(at: milliseconds) }
            XCTAssertEqual(values, [0, 0.25, 0.5, 1])
            XCTAssertEqual(ends, 1)
            XCTAssertFalse(animation.isRunning || stage.pulse.isBeating)
        }
    }

    func testASecondStartGoesOnFromWhereItIsOnTheSameClock() {
        withStage { stage in
            var ends: [Int] = []
            let animation = stage.animation { _ in }
            animation.go(to: 1) { ends.append(1) }
            for milliseconds in [0, 50] { stage.pulse.beat(at: milliseconds) }
            animation.go(to: 0) { ends.append(2) }
            XCTAssertEqual(animation.value, 0.5)
            XCTAssertEqual(stage.pulse.starts, 1)
            for milliseconds in [60, 160] { stage.pulse.beat(at: milliseconds) }
            XCTAssertEqual(animation.value, 0)
            XCTAssertEqual(ends, [2])
        }
    }

    func testAnEndMayStartTheNext() {
        withStage { stage in
            let animation = stage.animation { _ in }
            animation.go(to: 1) { animation.go(to: 0) }
            for milliseconds in [0, 100] { stage.pulse.beat(at: milliseconds) }
            XCTAssertTrue(animation.isRunning)
            XCTAssertEqual(animation.value, 1)
            XCTAssertEqual(stage.pulse.starts, 2)
            animation.jump(to: 0)
        }
    }

    func testWhatIsNotSeenOrNotWantedIsAtItsEndAtOnce() {
        withStage { stage in
            var values: [Double] = [], ends = 0
            let animation = stage.animation { values.append($0) }
            setAnimations(false, of: stage.window)
            animation.go(to: 1) { ends += 1 }
            setAnimations(true, of: stage.window)
            gtk_widget_set_visible(stage.widget, 0)
            animation.go(to: 0) { ends += 1 }
            XCTAssertEqual(values, [1, 0])
            XCTAssertEqual(ends, 2)
            XCTAssertEqual(stage.pulse.starts, 0)
        }
    }

    func testASetValueEndsItWithoutACall() {
        withStage { stage in
            let animation = stage.animation { _ in XCTFail("a frame") }
            animation.go(to: 1) { XCTFail("an end") }
            animation.jump(to: 0.5)
            XCTAssertEqual(animation.value, 0.5)
            XCTAssertFalse(animation.isRunning || stage.pulse.isBeating)
            animation.finish()
        }
    }

    /// On the frame clock itself.
    func testItLetsTheFrameClockGoAtItsEndWithItsOwnerAndWithItsWidget() {
        MainActor.assumeIsolated {
            let ticks = FrameTick.liveCount
            for end in 0..<3 {
                withStage { stage in
                    let tween = Tween(0, duration: 50_000)
                    var animation: WidgetAnimation? = WidgetAnimation(tween, on: stage.widget) { _ in }
                    animation?.go(to: 1)
                    XCTAssertEqual(FrameTick.liveCount, ticks + 1)
                    switch end {
                    case 0:
                        runLoop { animation?.isRunning == false }
                        let clock = gtk_widget_get_frame_clock(stage.widget)
                        runTimers(10)
                        let frame = gdk_frame_clock_get_frame_counter(clock)
                        runTimers(30)
                        XCTAssertEqual(gdk_frame_clock_get_frame_counter(clock), frame)
                    case 1: animation = nil
                    default: stage.destroyWindow()
                    }
                    XCTAssertEqual(FrameTick.liveCount, ticks)
                    // After its widget, too.
                    animation?.jump(to: 0)
                }
            }
        }
    }

    func testALabelFadesInAndOutAndKeepsItsPlaceWhileItIsHidden() {
        withStage { stage in
            let overlay = made(gtk_overlay_new())
            gtk_window_set_child(stage.window, overlay)
            let label = FadingLabel(over: overlay.opaque, halign: GTK_ALIGN_END, valign: GTK_ALIGN_START)
            label.text = "12"
            let ticks = FrameTick.liveCount
            runLoop { gtk_widget_get_height(label.widget) > 0 }
            XCTAssertEqual(gtk_widget_get_mapped(label.widget), 0)
            label.show()
            XCTAssertTrue(label.isShown)
            runLoop { gtk_widget_get_opacity(label.widget) == 1 && FrameTick.liveCount == ticks }
            XCTAssertEqual(gtk_widget_get_mapped(label.widget), 1)
            label.hide()
            XCTAssertFalse(label.isShown)
            runLoop { gtk_widget_get_mapped(label.widget) == 0 && FrameTick.liveCount == ticks }
            XCTAssertEqual(gtk_widget_get_opacity(label.widget), 0)
        }
    }
}

/// A window with one widget, and a clock for it in the test's hand.
private final class Stage {
    let window: UnsafeMutablePointer<GtkWindow>
    let widget: Widget
    let pulse = ManualPulse()
    private var isDestroyed = false

    init() {
        _ = TestApplication.shared
        window = made(gtk_window_new()).cast()
        widget = made(gtk_label_new("stage"))
        gtk_window_set_child(window, widget)
        gtk_window_present(window)
        runLoop { gtk_widget_get_mapped(widget) != 0 }
    }

    /// From 0, within 100 ms.
    func animation(_ onFrame: @escaping (Double) -> Void) -> WidgetAnimation {
        WidgetAnimation(
            Tween(0, duration: 100_000), on: widget, pulse: { [pulse] _, body in pulse.start(body) }, onFrame: onFrame)
    }

    func destroyWindow() {
        if !isDestroyed { gtk_window_destroy(window) }
        isDestroyed = true
    }
}

private nonisolated func withStage(_ body: @MainActor (Stage) -> Void) {
    MainActor.assumeIsolated {
        let stage = Stage()
        body(stage)
        stage.destroyWindow()
    }
}
