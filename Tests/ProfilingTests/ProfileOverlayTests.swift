// The overlay: what it says is true, it costs what it says, and it leaves the grid alone.
import Browse
import CGTK
import CWidgets
import Desktop
import FrameProfile
import ImagePipeline
import XCTest

@testable import App
@testable import AppFixtures
@testable import Profiling

nonisolated final class ProfileOverlayTests: XCTestCase {
    func testTheOverlayMeasuresAndAllocatesNothingInTheGrid() {
        let bytes = ScriptedBytes(isOpen: false)
        withGallery(ScriptedSource(count: 1000), bytes: bytes) { gallery in
            let watched = WatchedGallery(gallery)
            runLoop { gallery.page.tileStates.visible > 0 && !gallery.scheduler.isAwake }
            let measures = Tile.measureCount, allocations = PhotoGridWidget.allocationCount
            watched.show()
            runLoop { !watched.profileOverlay.lines.isEmpty }
            bytes.open()
            gallery.waitUntilIdle()
            // Its text has changed as well.
            runLoop { watched.figure("decoded") == gallery.loader.counters.decoded }
            for isVisible in [false, true] {
                let frames = watched.frames
                watched.profileOverlay.toggle()
                XCTAssertEqual(watched.profileOverlay.isVisible, isVisible)
                runLoop { watched.frames > frames }
            }
            XCTAssertEqual(Tile.measureCount, measures)
            XCTAssertEqual(PhotoGridWidget.allocationCount, allocations)
            watched.close()
        }
    }

    func testTheOverlaySaysWhatTheLoaderAndTheMemoryHaveCounted() {
        withGallery(ScriptedSource(count: 500)) { gallery in
            let watched = WatchedGallery(gallery)
            watched.show()
            gallery.waitUntilIdle()
            let counters = gallery.loader.counters, memory = gallery.loader.memory
            XCTAssertGreaterThan(counters.decoded, 0)
            runLoop { watched.figure("decoded") == counters.decoded && watched.figure("fetching") == 0 }
            runLoop { watched.figure("hits") == memory.hits && watched.figure("misses") == memory.misses }
            XCTAssertEqual(watched.figure("fetched"), counters.fetches)
            XCTAssertEqual(watched.figure("cached"), memory.count)
            XCTAssertEqual(watched.figure("tiles"), gallery.page.tileStates.visible)
            XCTAssertTrue(watched.line("memory").hasSuffix(" of 128 MB"))
            XCTAssertTrue(watched.line("renderer").hasSuffix(" TestRenderer"))
            XCTAssertTrue(watched.line("  because").hasSuffix(" test reason"))
            watched.close()
        }
    }

    func testTheOverlaySaysWhatIsBeingFetchedHowUrgently() {
        let bytes = ScriptedBytes(isOpen: false)
        withGallery(ScriptedSource(count: 500), bytes: bytes) { gallery in
            let watched = WatchedGallery(gallery)
            watched.show()
            runLoop { gallery.loader.counters.inFlightFetches > 0 }
            runLoop { watched.figure("fetching") == gallery.loader.counters.inFlightFetches }
            XCTAssertGreaterThan(watched.figure("  visible") ?? 0, 0)
            bytes.open()
            gallery.waitUntilIdle()
            // No frame shows that the last one has ended.
            runLoop { watched.figure("fetching") == 0 && watched.figure("  visible") == 0 }
            watched.close()
        }
    }

    func testTheOverlaySaysWhatItCosts() {
        withGallery(ScriptedSource(count: 500)) { gallery in
            let watched = WatchedGallery(gallery)
            watched.show()
            gallery.waitUntilIdle()
            runLoop { watched.line("this overlay").contains(" ms a frame, at most ") }
            watched.close()
        }
    }

    func testAHiddenOverlayIsNotRenewed() {
        withGallery(ScriptedSource(count: 500)) { gallery in
            let watched = WatchedGallery(gallery)
            watched.show()
            gallery.waitUntilIdle()
            runLoop { watched.figure("decoded") == gallery.loader.counters.decoded }
            watched.profileOverlay.toggle()
            let before = watched.profileOverlay.lines
            gallery.grid.scrollOffset = 5000
            gallery.waitUntilIdle()
            XCTAssertEqual(watched.profileOverlay.lines, before)
            watched.profileOverlay.toggle()
            runLoop { watched.figure("decoded") == gallery.loader.counters.decoded }
            XCTAssertNotEqual(watched.profileOverlay.lines, before)
            watched.close()
        }
    }

    func testTheKeyShowsAndHidesTheOverlay() {
        MainActor.assumeIsolated {
            var options = LaunchOptions()
            options.subject = .paths([])
            options.usesDiskCache = false
            let composition = Composition(options: options)
            let window = MainWindow(application: TestApplication.shared, composition: composition)
            let session = ProfileSession(
                window: window, measuring: MeasuringOptions(), tileSize: nil, disk: composition.disk,
                rendererReason: nil,
                start: 0)
            window.onToggleProfileOverlay = { [weak session] in session?.toggleOverlay() }
            gtk_window_present(window.window)
            XCTAssertNil(session.profileOverlay)
            for isVisible in [true, false, true] {
                gtk_widget_activate_action_variant(window.window.cast(), WindowCommand.profileOverlay.rawValue, nil)
                XCTAssertEqual(session.profileOverlay?.isVisible, isVisible)
            }
            session.close()
            gtk_window_destroy(window.window)
            composition.close()
        }
    }
}

/// A gallery with an overlay that takes in its frames.
private final class WatchedGallery {
    let profileOverlay = ProfileOverlay(
        renderer: "TestRenderer", rendererReason: "test reason", refreshIntervalMs: nil, disk: nil)
    private let overlay: Widget
    private let recorder: FrameRecorder?
    private(set) var frames = 0

    init(_ gallery: GalleryWindow) {
        overlay = made(gtk_overlay_new())
        gtk_window_set_child(gallery.window, nil)
        gtk_overlay_set_child(overlay.opaque, gallery.page.root.widget)
        gtk_window_set_child(gallery.window, overlay)
        weak var whole: WatchedGallery?
        recorder = FrameRecorder(
            window: gallery.window, onGridChange: { whole?.profileOverlay.joinFrame() },
            onFrame: { [weak page = gallery.page] in
                whole?.frames += 1
                whole?.profileOverlay.record($0, grid: page)
            })
        whole = self
        recorder?.grid = gallery.page
    }

    /// Lays the overlay over the grid.
    func show() { gtk_overlay_add_overlay(overlay.opaque, profileOverlay.root.widget) }

    func close() { recorder?.stop() }

    /// The line in which something has its place.
    func line(_ name: String) -> String { profileOverlay.lines.first { $0.contains(name) } ?? "" }

    /// The whole number beside a name.
    func figure(_ name: String) -> Int? {
        let line = line(name)
        guard let place = line.firstRange(of: name) else { return nil }
        return line[place.upperBound...].split(separator: " ").first.flatMap { Int($0) }
    }
}
