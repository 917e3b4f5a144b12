// Closures on signals have one release path, counted.
import CGLib
import Desktop
import XCTest

final class SignalTests: XCTestCase {
    func testAClosureIsReleasedWhenItsObjectDies() {
        MainActor.assumeIsolated {
            let before = Signal.liveClosures
            let object = UnsafeMutableRawPointer(g_simple_action_new("probe", nil)!)
            var calls = 0
            Signal.onPointer(object, "activate") { _ in calls += 1 }
            g_action_activate(object.opaque, nil)
            XCTAssertEqual(calls, 1)
            XCTAssertEqual(Signal.liveClosures, before + 1)
            g_object_unref(object)
            XCTAssertEqual(Signal.liveClosures, before)
        }
    }

    func testDisconnectingReleasesTheClosureOnceAndSilencesIt() {
        MainActor.assumeIsolated {
            let before = Signal.liveClosures
            let object = UnsafeMutableRawPointer(g_simple_action_new("probe", nil)!)
            var calls = 0
            let connection = Signal.onPointer(object, "activate") { _ in calls += 1 }
            connection.disconnect()
            connection.disconnect()
            XCTAssertEqual(Signal.liveClosures, before)
            g_action_activate(object.opaque, nil)
            XCTAssertEqual(calls, 0)
            g_object_unref(object)
            XCTAssertEqual(Signal.liveClosures, before)
        }
    }

    func testAPropertyChangeReachesItsClosure() {
        MainActor.assumeIsolated {
            let object = UnsafeMutableRawPointer(g_simple_action_new("probe", nil)!)
            var calls = 0
            Signal.onChange(of: "enabled", object) { calls += 1 }
            g_simple_action_set_enabled(object.opaque, 0)
            XCTAssertEqual(calls, 1)
            g_object_unref(object)
        }
    }
}
