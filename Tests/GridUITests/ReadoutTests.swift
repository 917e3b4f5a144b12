// The overlay: what it says is true, it costs what it says, and it leaves the grid alone.
import Browse
import CGTK
import CWidgets
import Desktop
import FrameProfile
import ImagePipeline
import XCTest

@testable import GridUI

nonisolated final class ReadoutTests: XCTestCase {
    func testTheOverlayMeasuresAndAllocatesNothingInTheGrid() {
        let bytes = ScriptedBytes(isOpen: false)
        withGallery(ScriptedSource(count: 1000), bytes: bytes) { gallery in
            let watched = WatchedGallery(gallery)
            turn { gallery.page.tileStates.visible > 0 && !gallery.scheduler.isAwake }
            let measures = Tile.measureCount, allocations = tessera_grid_bin_allocate_count()
            watched.show()
            turn { !watched.readout.lines.isEmpty }
            bytes.open()
            gallery.settle()
            // Its text has changed as well.
            turn { watched.figure("decoded") == gallery.loader.counters.decoded }
            for isVisible in [false, true] {
                let frames = watched.frames
                watched.readout.toggle()
                XCTAssertEqual(watched.readout.isVisible, isVisible)
                turn { watched.frames > frames }
            }
            XCTAssertEqual(Tile.measureCount, measures)
            XCTAssertEqual(tessera_grid_bin_allocate_count(), allocations)
            watched.close()
        }
    }

    func testTheOverlaySaysWhatTheLoaderAndTheMemoryHaveCounted() {
        withGallery(ScriptedSource(count: 500)) { gallery in
            let watched = WatchedGallery(gallery)
            watched.show()
            gallery.settle()
            let counters = gallery.loader.counters, memory = gallery.loader.memory
            XCTAssertGreaterThan(counters.decoded, 0)
            turn { watched.figure("decoded") == counters.decoded && watched.figure("fetching") == 0 }
            turn { watched.figure("hits") == memory.hits && watched.figure("misses") == memory.misses }
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
            turn { gallery.loader.counters.inFlightFetches > 0 }
            turn { watched.figure("fetching") == gallery.loader.counters.inFlightFetches }
            XCTAssertGreaterThan(watched.figure("  visible") ?? 0, 0)
            bytes.open()
            gallery.settle()
            // No frame shows that the last one has ended.
            turn { watched.figure("fetching") == 0 && watched.figure("  visible") == 0 }
            watched.close()
        }
    }

    func testTheOverlaySaysWhatItCosts() {
        withGallery(ScriptedSource(count: 500)) { gallery in
            let watched = WatchedGallery(gallery)
            watched.show()
            gallery.settle()
            turn { watched.line("this overlay").contains(" ms a frame, at most ") }
            watched.close()
        }
    }

    func testAHiddenOverlayIsNotRenewed() {
        withGallery(ScriptedSource(count: 500)) { gallery in
            let watched = WatchedGallery(gallery)
            watched.show()
            gallery.settle()
            turn { watched.figure("decoded") == gallery.loader.counters.decoded }
            watched.readout.toggle()
            let before = watched.readout.lines
            gallery.grid.scrollOffset = 5000
            gallery.settle()
            XCTAssertEqual(watched.readout.lines, before)
            watched.readout.toggle()
            turn { watched.figure("decoded") == gallery.loader.counters.decoded }
            XCTAssertNotEqual(watched.readout.lines, before)
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
                window: window, options: options, disk: composition.disk, rendererReason: nil, start: 0)
            window.onToggleReadout = { [weak session] in session?.toggleReadout() }
            gtk_window_present(window.window)
            XCTAssertNil(session.readout)
            for isVisible in [true, false, true] {
                gtk_widget_activate_action_variant(window.window.cast(), "win.readout", nil)
                XCTAssertEqual(session.readout?.isVisible, isVisible)
            }
            session.close()
            gtk_window_destroy(window.window)
            composition.close()
        }
    }
}

/// A gallery with an overlay that takes in its frames.
private final class WatchedGallery {
    let readout = Readout(renderer: "TestRenderer", rendererReason: "test reason", refreshIntervalMs: nil, disk: nil)
    private let overlay: Widget
    private let recorder: FrameRecorder?
    private(set) var frames = 0

    init(_ gallery: GalleryWindow) {
        overlay = made(gtk_overlay_new())
        gtk_window_set_child(gallery.window, nil)
        gtk_overlay_set_child(overlay.opaque, gallery.page.root.widget)
        gtk_window_set_child(gallery.window, overlay)
        recorder = FrameRecorder(window: gallery.window)
        recorder?.surface = gallery.page
        recorder?.onGridChange = { [weak self] in self?.readout.joinFrame() }
        recorder?.onFrame = { [weak self, weak page = gallery.page] in
            self?.frames += 1
            self?.readout.record($0, surface: page)
        }
    }

    /// Lays the overlay over the grid.
    func show() { gtk_overlay_add_overlay(overlay.opaque, readout.root.widget) }

    func close() { recorder?.stop() }

    /// The line in which something has its place.
    func line(_ name: String) -> String { readout.lines.first { $0.contains(name) } ?? "" }

    /// The whole number beside a name.
    func figure(_ name: String) -> Int? {
        let line = line(name)
        guard let place = line.firstRange(of: name) else { return nil }
        return line[place.upperBound...].split(separator: " ").first.flatMap { Int($0) }
    }
}
