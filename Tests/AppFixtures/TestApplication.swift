// What widget tests stand on: a registered application on the test's display, and pictures to show.
import CCodecs
import CGTK
import Desktop
import Foundation
import Photos
import XCTest

@testable import App

enum TestApplication {
    /// One for the process: GTK can be initialised once. Fails loudly without a display.
    static let shared: UnsafeMutablePointer<GtkApplication> = {
        MainLoop.attach()
        // GTK's own note-taker in place of the bus: tests read what assistive technology would be told.
        g_setenv("GTK_A11Y", "test", 1)
        precondition(gtk_init_check() != 0, "widget tests need a display: run them through scripts/test")
        let application = made(adw_application_new(AppIdentity.id + ".Test", GApplicationFlags(rawValue: 1 << 5)))
        g_application_register(application.cast(), nil, nil)
        StyleSheet.install()
        XCTestObservationCenter.shared.addTestObserver(FrameTickObserver())
        return application.cast()
    }()
}

/// Fails the test that leaves a frame clock running, rather than a later one that waits for it to stop. An animation
/// that is about to end may do so.
private final class FrameTickObserver: NSObject, XCTestObservation {
    func testCaseWillStart(_ testCase: XCTestCase) {
        testCase.addTeardownBlock {
            if FrameTick.liveCount > 0 { runLoop(limit: 10, until: { FrameTick.liveCount == 0 }) }
            XCTAssertEqual(FrameTick.liveCount, 0, "per-frame work is left behind")
        }
    }
}

nonisolated enum TestPictures {
    struct CannotWrite: Error {}

    /// A folder of small JPEGs, made anew.
    static func folder(
        named name: String, count: Int, size: PixelSize = PixelSize(width: 320, height: 240)
    ) throws -> String {
        let folder = NSTemporaryDirectory() + "tessera-\(name)-\(getpid())"
        try? FileManager.default.removeItem(atPath: folder)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for index in 0..<count {
            let pixbuf = gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, Int32(size.width), Int32(size.height))
            gdk_pixbuf_fill(pixbuf, UInt32(index * 20) << 24 | 0x80_40_ff)
            defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
            var data: UnsafeMutablePointer<CChar>?
            var size: gsize = 0
            guard gdk_pixbuf_save_to_bufferv(pixbuf, &data, &size, "jpeg", nil, nil, nil) != 0, let data else {
                throw CannotWrite()
            }
            defer { g_free(data) }
            try Data(bytes: data, count: Int(size)).write(to: URL(fileURLWithPath: "\(folder)/picture-\(index).jpg"))
        }
        return folder
    }
}

/// Does a short movement again until a frame has shown it on its way, ten times at most: on a busy machine a frame may
/// come later than all of it.
/// - Parameter move: Returns whether a frame was on the way.
func untilSeenOnTheWay(file: StaticString = #filePath, line: UInt = #line, _ move: () -> Bool) {
    for _ in 0..<10 where move() { return }
    XCTFail("no frame was on the way in ten movements", file: file, line: line)
}

/// Turns GLib's main loop until `done`, at most `limit` seconds; a test that runs into the limit has failed.
func runLoop(limit: Double = 30, until done: () -> Bool, file: StaticString = #filePath, line: UInt = #line) {
    let end = g_get_monotonic_time() + Int(limit * 1e6)
    // A timer wakes the loop, so that the limit is noticed even when nothing else does.
    let timer = g_timeout_add(20, { _ in 1 }, nil)
    defer { g_source_remove(timer) }
    while !done() {
        g_main_context_iteration(nil, 1)
        if g_get_monotonic_time() > end {
            XCTFail("the loop turned for \(limit) s and it did not happen", file: file, line: line)
            return
        }
    }
}

/// Lets what has been begun on the main actor come to its next wait.
@MainActor
func settle() {
    var isOver = false
    Task {
        for _ in 0..<100 { await Task.yield() }
        isOver = true
    }
    runLoop { isOver }
}
