// What a scrolled row, a frame of deliveries and a change of direction cost: counted, so that it holds on every
// machine.
import Browse
import CGTK
import CWidgets
import Desktop
import ImagePipeline
import Photos
import XCTest

@testable import App
@testable import AppFixtures
@testable import Library

nonisolated final class ScrollCountTests: XCTestCase {
    /// What GTK and the grid have done so far.
    private struct Counts {
        var binds, measures, tileAllocations, gridAllocations: Int
        /// Tiles that are alive.
        var tiles: Int

        @MainActor init(_ grid: TileGrid) {
            binds = grid.binds
            measures = Tile.measureCount
            tileAllocations = Tile.allocationCount
            gridAllocations = PhotoGridWidget.allocationCount
            tiles = Tile.tileCount
        }
    }

    func testAScrolledRowBindsItsCellsAndMeasuresNothing() {
        withGallery(ScriptedSource(count: 10_000)) { gallery in
            gallery.waitUntilIdle()
            let cell = Double(gallery.grid.metrics.cell), columns = gallery.grid.metrics.columns
            var frames = 0
            let connection = gallery.afterEachFrame { frames += 1 }
            @MainActor func scroll(to row: Int) {
                let before = frames
                gallery.grid.scrollOffset = Double(row) * cell
                runLoop { frames > before }
            }
            // Until all tiles have been shown once: one that is in view for the first time is allocated.
            for row in 1...10 { scroll(to: row) }
            gallery.waitUntilIdle()
            for row in 11...20 {
                let before = Counts(gallery.grid)
                scroll(to: row)
                gallery.waitUntilIdle()
                let after = Counts(gallery.grid)
                // The tiles of a row that is far behind become those of the one ahead, as large as they were; they
                // move, which asks no tile.
                XCTAssertEqual(after.binds - before.binds, columns, "row \(row)")
                XCTAssertEqual(after.measures, before.measures, "row \(row)")
                XCTAssertEqual(after.tileAllocations, before.tileAllocations, "row \(row)")
                XCTAssertEqual(after.gridAllocations - before.gridAllocations, 1, "row \(row)")
                XCTAssertEqual(after.tiles, before.tiles, "row \(row)")
            }
            connection.disconnect()
        }
    }

    func testAFrameTakesNoMoreThanItsBudgetAndTheRestComesInTheNext() {
        let bytes = ScriptedBytes(isOpen: false)
        withGallery(ScriptedSource(count: 500), bytes: bytes, width: 1800, tileSize: 512) { gallery in
            runLoop { gallery.page.tileStates.visible > 0 }
            // Three rows show: nine pictures of 1.4 MB.
            gallery.grid.scrollOffset = 500
            runLoop { gallery.page.tileStates.visible == 9 && !gallery.scheduler.isAwake }
            let visible = gallery.grid.visibleRange
            let picture = gallery.grid.metrics.pictureSize.area * 4
            XCTAssertGreaterThan(visible.count * picture, GridScheduler.uploadBytesPerFrame)
            // All of it waits before a frame looks: the loop does not run meanwhile.
            bytes.open()
            XCTAssertTrue(
                holds { gallery.loader.counters.inFlightDecodes + gallery.loader.counters.inFlightFetches == 0 })
            var shown = 0
            var frames: [Int] = []
            let connection = gallery.afterEachFrame {
                let now = visible.count { gallery.grid.tile(at: $0)?.texture != nil }
                if now > shown { frames.append((now - shown) * picture) }
                shown = now
            }
            gallery.waitUntilIdle()
            connection.disconnect()
            XCTAssertEqual(shown, visible.count)
            XCTAssertGreaterThan(frames.count, 1)
            // The picture that fills the budget is still shown.
            XCTAssertLessThanOrEqual(frames.max() ?? 0, GridScheduler.uploadBytesPerFrame + picture)
        }
    }

    func testOneFrameAfterAReversalNothingIsFetchedAheadOfTheOldDirection() {
        let bytes = ScriptedBytes(isOpen: false)
        withGallery(ScriptedSource(count: 10_000), bytes: bytes) { gallery in
            runLoop { !gallery.scheduler.isAwake && !bytes.held.isEmpty }
            let cell = Double(gallery.grid.metrics.cell)
            gallery.grid.scrollOffset = 200 * cell
            runLoop { !gallery.scheduler.isAwake && (bytes.held.min() ?? 0) > 900 }
            let ahead = bytes.held.max() ?? 0
            var frames = 0
            let connection = gallery.afterEachFrame { frames += 1 }
            gallery.grid.scrollOffset = 100 * cell
            runLoop { frames == 1 }
            connection.disconnect()
            // No further frame: the loop does not run.
            XCTAssertTrue(holds { (bytes.held.max() ?? .max) < 1_000 && !bytes.held.isEmpty }, "\(bytes.held.sorted())")
            XCTAssertGreaterThan(ahead, 1_200)
            XCTAssertEqual(frames, 1)
        }
    }

    func testAMillionPhotosKeepWhatTenThousandKeep() {
        MainActor.assumeIsolated {
            _ = TestApplication.shared
            let kept = [10_000, 1_000_000].map { count in
                let empty = CollectionSnapshot(.next())
                let grid = TileGrid(empty, tileSize: 200) { _ in }
                let window: UnsafeMutablePointer<GtkWindow> = made(gtk_window_new()).cast()
                gtk_window_set_default_size(window, 1280, 800)
                gtk_window_set_child(window, grid.root.widget)
                let listed = Arrangement(listing: count, without: SlotSet())
                grid.collectionChanged(
                    by: CollectionUpdate(
                        snapshot: CollectionSnapshot(empty.collection, store: PhotoStore(), arrangement: listed),
                        edit: ListEdit(at: 0, removed: 0, added: count), changed: [], isListed: true))
                gtk_window_present(window)
                runLoop { grid.viewportHeight > 0 }
                let kept = [0, 0.5, 1].map { share in
                    grid.scrollOffset = share * grid.metrics.totalHeight(count: count)
                    runLoop { grid.visibleRange.allSatisfy { grid.tile(at: $0) != nil } }
                    return [Tile.tileCount, grid.tiles.count]
                }
                gtk_window_destroy(window)
                runLoop { Tile.tileCount == 0 }
                return kept
            }
            XCTAssertEqual(kept[0], kept[1])
            XCTAssertGreaterThan(kept[1][2][1], 0)
        }
    }
}

/// Whether `condition` comes true while the main loop stands still, within ten seconds: other threads make it so.
private func holds(_ condition: () -> Bool) -> Bool {
    let end = g_get_monotonic_time() + 10_000_000
    while !condition() {
        guard g_get_monotonic_time() < end else { return false }
        g_thread_yield()
    }
    return true
}
