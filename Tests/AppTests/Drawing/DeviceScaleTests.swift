// What is asked for and drawn on a screen whose logical pixels are no whole number of device pixels. GTK before 4.12
// knows no such screen, so the scale of surfaces is the test's.
import Browse
import CGTK
import Foundation
import ImagePipeline
import Photos
import XCTest

@testable import App
@testable import AppFixtures
@testable import Desktop

nonisolated final class DeviceScaleTests: XCTestCase {
    func testTilesAreAskedForInDevicePixelsAndLieOnThem() {
        withScale(1.25) {
            withGallery(ScriptedSource(count: 500)) { gallery in
                gallery.waitUntilIdle()
                // Row and scroll position lie between device pixels.
                gallery.grid.scrollOffset = 3_001
                gallery.waitUntilIdle()
                XCTAssertEqual(gallery.grid.metrics.pictureSide, 252)
                expectPictures(gallery)
            }
        }
    }

    func testAnotherScaleWhileRunningAsksForItsPixelsAndShowsTheSamePhotos() {
        withScale(1.25) {
            withGallery(ScriptedSource(count: 500), width: 1_003) { gallery in
                gallery.grid.scrollOffset = 3_000
                gallery.waitUntilIdle()
                let first = gallery.grid.visibleRange.lowerBound
                for scale in [1.5, 1.75, 1.25, 1] {
                    var blank = 0
                    let connection = gallery.afterEachFrame { blank = max(blank, gallery.page.tileStates.blank) }
                    change(to: scale, gallery.window)
                    runLoop { gallery.grid.layout.room.scale == scale }
                    gallery.waitUntilIdle()
                    connection.disconnect()
                    XCTAssertEqual(blank, 0, "×\(scale)")
                    XCTAssertEqual(gallery.grid.visibleRange.lowerBound, first, "×\(scale)")
                    expectPictures(gallery)
                }
            }
        }
    }

    func testTheMosaicIsMadeOfDevicePixelsAndLiesOnThem() {
        withScale(1.25) {
            withGallery(ScriptedSource(count: 5_000), width: 1_003, tileSize: 48) { gallery in
                gallery.waitUntilIdle()
                gallery.grid.scrollOffset = 1_001
                gallery.waitUntilIdle()
                let grid = gallery.grid
                let block = grid.layout.blocks(from: grid.scrollOffset, to: grid.scrollOffset + 100)[0]
                XCTAssertEqual(block.size.width, 1_254)
                expectWhole(Rectangle(of: grid.mosaic.widget, in: gallery.window.cast()), in: gallery.window.cast())
            }
        }
    }

    func testAPageAsksForItsDevicePixelsAlsoAfterAChange() {
        withScale(1.25) {
            withPages(ScriptedSource(count: 1)) { pages in
                pages.open(0)
                for scale in [1.25, 1.75] {
                    if scale != 1.25 { change(to: scale, pages.page.root.widget) }
                    let size = PixelSize(
                        width: Int(Double(pages.room.width) * scale), height: Int(Double(pages.room.height) * scale))
                    runLoop { pages.shown == size }
                }
            }
        }
    }

    func testOneToOneIsOnePixelOfThePhotoOnOneOfTheScreen() {
        withScale(1.25) {
            MainActor.assumeIsolated {
                let stage = PictureStage()
                stage.openFitted()
                _ = stage.page.run(.pixels)
                runLoop { stage.sharperWidth == PatternDecoder.size.width }
                for scale in [1.25, 1.5] {
                    if scale != 1.25 { change(to: scale, stage.page.root.widget) }
                    XCTAssertEqual(stage.page.zoom.zoomState?.scale, 1)
                    let root = stage.page.root.widget, whole = stage.page.geometry(in: root)?.whole
                    XCTAssertEqual((whole?.width ?? 0) * scale, Double(PatternDecoder.size.width), accuracy: 1e-6)
                    expectWhole(whole, in: root)
                }
                stage.close()
            }
        }
    }

    /// Whatever else asked would know of whole numbers only.
    func testNothingElseAsksForTheScale() throws {
        var folder = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { folder.deleteLastPathComponent() }
        folder.appendPathComponent("Sources")
        let files = try XCTUnwrap(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        var asking: [String] = []
        for case let file as URL in files where ["swift", "c", "h"].contains(file.pathExtension) {
            let text = try String(contentsOf: file, encoding: .utf8)
            if ["widget_get_scale", "surface_get_scale", "monitor_get_scale", "scale-factor"].contains(
                where: text.contains)
            {
                asking.append(file.lastPathComponent)
            }
        }
        XCTAssertEqual(asking, ["DeviceScale.swift"])
    }
}

/// Expects that each photo in view shows the pixels that were asked for, one on one of the surface.
@MainActor private func expectPictures(_ gallery: GalleryWindow, file: StaticString = #filePath, line: UInt = #line) {
    let grid = gallery.grid, scale = grid.layout.room.scale
    for position in grid.visibleRange {
        guard let tile = grid.tile(at: position), let texture = tile.texture, let picture = tile.pictureBounds,
            let cell = Rectangle(of: tile.widget, in: gallery.window.cast())
        else { return XCTFail("no picture at \(position)", file: file, line: line) }
        XCTAssertEqual(PixelSize(of: texture), grid.metrics.pictureSize, "×\(scale)", file: file, line: line)
        XCTAssertEqual(picture.width * scale, Double(grid.metrics.pictureSide), accuracy: 1e-3, file: file, line: line)
        expectWhole(picture.moved(x: cell.x, y: cell.y), in: gallery.window.cast(), file: file, line: line)
    }
}

/// Runs with surfaces of a scale.
nonisolated private func withScale(_ scale: Double, _ body: @MainActor () -> Void) {
    MainActor.assumeIsolated {
        let before = DeviceScale.ofSurface
        defer { DeviceScale.ofSurface = before }
        DeviceScale.ofSurface = { _ in scale }
        body()
    }
}

/// Gives the surface of a widget another scale, and says so.
@MainActor private func change(to scale: Double, _ widget: some ObjectPointer) {
    DeviceScale.ofSurface = { _ in scale }
    guard let surface = gtk_widget_get_native(widget.cast()).flatMap({ gtk_native_get_surface($0) }) else {
        return XCTFail("no surface")
    }
    g_object_notify(surface.cast(to: GObject.self), DeviceScale.property)
}

/// Expects that the upper left corner of a rectangle of a widget lies on whole device pixels.
@MainActor private func expectWhole(
    _ rectangle: Rectangle?, in widget: Widget, file: StaticString = #filePath, line: UInt = #line
) {
    var x = 0.0, y = 0.0, left = 0.0, top = 0.0
    guard let rectangle, let native = gtk_widget_get_native(widget) else {
        return XCTFail("no place", file: file, line: line)
    }
    gtk_widget_translate_coordinates(widget, native.cast(), rectangle.x, rectangle.y, &x, &y)
    gtk_native_get_surface_transform(native, &left, &top)
    for place in [x + left, y + top] {
        let pixels = place * DeviceScale.of(widget)
        // GTK's transforms have single precision.
        XCTAssertEqual(pixels, pixels.rounded(), accuracy: 0.01, file: file, line: line)
    }
}
