// Tiles that change their size by wheel, pinch and keys.
import Browse
import CGTK
import Desktop
import Glibc
import ImagePipeline
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class TileSizeTests: XCTestCase {
    func testThePhotoUnderThePointerStaysAtItsHeight() {
        withGallery(ScriptedSource(count: 5_000)) { gallery in
            gallery.waitUntilIdle()
            gallery.grid.scrollOffset = 20_000
            gallery.waitUntilIdle()
            let point = (x: 500.0, y: 300.0)
            let before = photoUnder(point, gallery)
            for size in [128, 64, 320, 512, 200] {
                let columns = gallery.grid.metrics.columns
                gallery.grid.setTileSize(size, at: point)
                runLoop { gallery.grid.metrics.columns != columns && !gallery.scheduler.isAwake }
                let top = gallery.grid.layout.cell(of: before.index).y - gallery.grid.scrollOffset
                let depth = (point.y - top) / Double(gallery.grid.metrics.cell)
                XCTAssertEqual(depth, before.depth, accuracy: 1.5 / Double(gallery.grid.metrics.cell), "\(size)")
                XCTAssertTrue(gallery.grid.visibleRange.contains(before.index))
            }
            XCTAssertEqual(gallery.grid.scrollOffset, 20_000, accuracy: 1)
        }
    }

    func testOldPicturesStayUpUntilTheNewOnesCome() {
        let bytes = ScriptedBytes()
        withGallery(ScriptedSource(count: 500), bytes: bytes) { gallery in
            gallery.waitUntilIdle()
            bytes.shut()
            var blank = 0
            let connection = gallery.afterEachFrame { blank = max(blank, gallery.page.tileStates.blank) }
            gallery.grid.setTileSize(256)
            runLoop { gallery.grid.metrics.columns < 6 && !gallery.scheduler.isAwake }
            XCTAssertEqual(blank, 0)
            XCTAssertEqual(gallery.page.tileStates.preview, gallery.page.tileStates.visible)
            bytes.open()
            gallery.waitUntilIdle()
            XCTAssertEqual(gallery.page.tileStates.preview, 0)
            connection.disconnect()
        }
    }

    /// How many of the sizes stand long enough to be loaded depends on how quick the frames are; what is held to is
    /// that each photo is loaded once for those that do.
    func testADragThroughManySizesLoadsTheLastOneAndThoseThatStood() {
        withGallery(ScriptedSource(count: 24)) { gallery in
            gallery.waitUntilIdle()
            let decoded = gallery.loader.counters.decoded
            var debounced = DebouncedSize(gallery.grid.metrics.pictureSize)
            var loaded = 0
            let onFrame = gallery.scheduler.onFrame
            gallery.scheduler.onFrame = { viewport, time in
                onFrame(viewport, time)
                if debounced.offer(gallery.grid.metrics.pictureSize, at: time, atOnce: false) { loaded += 1 }
            }
            var sizes = Array(stride(from: 210, through: 400, by: 10))
            // A size a frame, as a pinch gives them.
            let tick = FrameTick.start(on: gallery.grid.root.widget) { _ in
                gallery.grid.setTileSize(sizes.removeFirst())
                return !sizes.isEmpty
            }
            runLoop { sizes.isEmpty && !gallery.scheduler.isAwake }
            gallery.waitUntilIdle()
            withExtendedLifetime(tick) {}
            // The closure holds the gallery, which would hold it for ever.
            gallery.scheduler.onFrame = onFrame
            XCTAssertEqual(gallery.grid.tileSize, 400)
            XCTAssertEqual(debounced.current, gallery.grid.metrics.pictureSize)
            XCTAssertLessThan(loaded, 20)
            XCTAssertLessThanOrEqual(gallery.loader.counters.decoded - decoded, 24 * loaded)
        }
    }

    func testAWindowResizedThereAndBackShowsTheSamePhotos() {
        withGallery(ScriptedSource(count: 5_000)) { gallery in
            gallery.waitUntilIdle()
            gallery.grid.scrollOffset = 20_000
            gallery.waitUntilIdle()
            let before = gallery.grid.visibleRange
            for width in [1_500, 1_040, 700, 1_280] {
                gallery.resize(to: width)
                runLoop { !gallery.scheduler.isAwake }
                XCTAssertTrue(gallery.grid.visibleRange.contains(before.lowerBound), "\(width)")
            }
            XCTAssertEqual(gallery.grid.visibleRange, before)
        }
    }

    func testTheEndStaysTheEndInAnyWidth() {
        withGallery(ScriptedSource(count: 1_000)) { gallery in
            gallery.waitUntilIdle()
            gallery.grid.scrollOffset = 1_000_000
            gallery.waitUntilIdle()
            XCTAssertEqual(gallery.grid.visibleRange.upperBound, 1_000)
            for width in [1_500, 800] {
                gallery.resize(to: width)
                runLoop { !gallery.scheduler.isAwake }
                XCTAssertEqual(gallery.grid.visibleRange.upperBound, 1_000, "\(width)")
            }
        }
    }

    func testAScreenOfAnotherScaleShowsDevicePixelsAndTheSamePhotos() {
        // Half as wide as the screen: it has room for the window at twice the scale.
        withGallery(ScriptedSource(count: 500), width: 800) { gallery in
            defer { setScale(1) }
            gallery.grid.scrollOffset = 3_000
            gallery.waitUntilIdle()
            let (side, first) = (gallery.grid.metrics.pictureSide, gallery.grid.visibleRange.lowerBound)
            for scale in [2, 1] {
                var blank = 0
                let connection = gallery.afterEachFrame { blank = max(blank, gallery.page.tileStates.blank) }
                setScale(scale)
                runLoop { Int(gtk_widget_get_scale_factor(gallery.grid.root.widget)) == scale }
                gallery.waitUntilIdle()
                connection.disconnect()
                XCTAssertEqual(blank, 0, "×\(scale)")
                XCTAssertEqual(gallery.grid.visibleRange.lowerBound, first, "×\(scale)")
                for position in gallery.grid.visibleRange {
                    let texture = gallery.grid.tile(at: position)?.texture
                    let width = texture.map { Int(gdk_texture_get_width($0)) } ?? 0
                    XCTAssertEqual(width, gallery.grid.metrics.pictureSide, "×\(scale), at \(position)")
                    XCTAssertEqual(Double(width), Double(side * scale), accuracy: 4)
                }
            }
        }
    }
}

/// Moves all windows to a screen of another scale, which an X display can be told. Not in the headers of `CDesktop`:
/// only this test asks.
@MainActor private func setScale(_ scale: Int) {
    typealias Function = @convention(c) (OpaquePointer?, Int32) -> Void
    guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "gdk_x11_display_set_surface_scale") else {
        return XCTFail("this test needs an X display")
    }
    unsafeBitCast(symbol, to: Function.self)(gdk_display_get_default(), Int32(scale))
}

@MainActor private func photoUnder(_ point: (x: Double, y: Double), _ gallery: GalleryWindow) -> (
    index: Int, depth: Double
) {
    let grid = gallery.grid, cell = Double(grid.metrics.cell)
    // Within the margin
    let row = ((grid.scrollOffset + point.y - 9) / cell).rounded(.down)
    let index = Int(row) * grid.metrics.columns + Int((point.x - 9) / cell)
    return (index, (grid.scrollOffset + point.y - 9) / cell - row)
}
