// Windows that change their size, lists that move, and a loop that rests when nothing does.
import Browse
import CGTK
import Desktop
import ImagePipeline
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class MovementTests: XCTestCase {
    func testAResizeByOnePixelFetchesNothing() {
        // Six columns: the pixel makes each cell one wider.
        withGallery(ScriptedSource(count: 500), width: 1289) { gallery in
            gallery.waitUntilIdle()
            let fetches = gallery.loader.counters.fetches
            let cell = gallery.grid.metrics.cell
            gallery.resize(to: 1290)
            gallery.waitUntilIdle()
            XCTAssertEqual(gallery.grid.metrics.cell, cell + 1)
            XCTAssertEqual(gallery.loader.counters.fetches, fetches)
        }
    }

    func testNoTileGoesBlankWhileTheColumnsChange() {
        let bytes = ScriptedBytes()
        withGallery(ScriptedSource(count: 500), bytes: bytes) { gallery in
            gallery.waitUntilIdle()
            bytes.shut()
            var blank = 0, frames = 0
            let connection = gallery.afterEachFrame {
                frames += 1
                blank = max(blank, gallery.page.tileStates.blank)
            }
            for width in [1520, 1060] {
                let columns = gallery.grid.metrics.columns
                gallery.resize(to: width)
                runLoop { !gallery.scheduler.isAwake }
                XCTAssertNotEqual(gallery.grid.metrics.columns, columns)
                XCTAssertEqual(gallery.page.tileStates.preview, gallery.page.tileStates.visible)
            }
            // Rows that were loaded for the first width and are first seen now.
            gallery.grid.scrollOffset = 600
            runLoop { gallery.grid.visibleRange.lowerBound > 0 && !gallery.scheduler.isAwake }
            XCTAssertGreaterThan(frames, 0)
            XCTAssertEqual(blank, 0)
            // A cell that is bound anew has no picture of its own to keep.
            gallery.rebind()
            gallery.waitForFrame()
            XCTAssertEqual(gallery.page.tileStates.blank, 0)
            bytes.open()
            gallery.waitUntilIdle()
            connection.disconnect()
        }
    }

    func testAQuickWayBackOverSeenPhotosShowsNoBlankTile() {
        withGallery(ScriptedSource(count: 500)) { gallery in
            gallery.waitUntilIdle()
            let cell = Double(gallery.grid.metrics.cell)
            for row in stride(from: 4, through: 24, by: 4) {
                gallery.grid.scrollOffset = Double(row) * cell
                gallery.waitUntilIdle()
            }
            let fetches = gallery.loader.counters.fetches
            var blank = 0, frames = 0
            let connection = gallery.afterEachFrame {
                frames += 1
                blank += gallery.grid.visibleRange.count { gallery.grid.tile(at: $0)?.isBlank != false }
            }
            // Six thousand pixels a second at sixty frames: twice as fast as what the planner calls fast.
            let tick = FrameTick.start(on: gallery.grid.root.widget) { _ in
                gallery.grid.scrollOffset -= 100
                return gallery.grid.scrollOffset > 0
            }
            runLoop { gallery.grid.scrollOffset <= 0 }
            gallery.waitUntilIdle()
            connection.disconnect()
            withExtendedLifetime(tick) {}
            XCTAssertGreaterThan(frames, 20)
            XCTAssertEqual(blank, 0)
            XCTAssertEqual(gallery.loader.counters.fetches, fetches)
        }
    }

    func testAWindowAtRestDrawsNoFrameAndRunsNoJob() {
        let ticks = FrameTick.liveCount
        withGallery(ScriptedSource(count: 500)) { gallery in
            gallery.waitUntilIdle()
            XCTAssertEqual(FrameTick.liveCount, ticks)
            runTimers(10)
            let clock = gtk_widget_get_frame_clock(gallery.window.cast())
            let frame = gdk_frame_clock_get_frame_counter(clock)
            let jobs = MainLoop.dispatchCount
            runTimers(30)
            XCTAssertEqual(gdk_frame_clock_get_frame_counter(clock), frame)
            XCTAssertEqual(MainLoop.dispatchCount, jobs)
        }
    }

    /// Jobs and frames that both never end, counted.
    @MainActor private final class Race {
        var jobs = 0
        var frames = 0
        var isOver = false
    }

    func testJobsAndFramesOfAWindowBothAdvance() {
        withGallery(ScriptedSource(count: 500)) { gallery in
            gallery.waitUntilIdle()
            let race = Race()
            Task { @MainActor in
                while !race.isOver {
                    race.jobs += 1
                    await Task.yield()
                }
            }
            let tick = FrameTick.start(on: gallery.grid.root.widget) { _ in
                race.frames += 1
                gtk_widget_queue_draw(gallery.grid.root.widget)
                return !race.isOver
            }
            runLoop { race.jobs >= 200 && race.frames >= 30 }
            race.isOver = true
            runLoop { gallery.isQuiet && FrameTick.liveCount == 0 }
            withExtendedLifetime(tick) {}
        }
    }
}

/// Turns the loop until a timer has rung `count` times.
func runTimers(_ count: Int) {
    final class Bell { var rings = 0 }
    let bell = Bell()
    let timer = g_timeout_add(
        2,
        { context in
            guard let context else { return 0 }
            MainActor.assumeIsolated { Unmanaged<Bell>.fromOpaque(context).takeUnretainedValue().rings += 1 }
            return 1
        }, Unmanaged.passUnretained(bell).toOpaque())
    runLoop { bell.rings >= count }
    g_source_remove(timer)
}
