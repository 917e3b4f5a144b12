// A closer look: where the picture lies, which pixels are shown of it, and that they are let go.
import Browse
import CDesktop
import CShim
import ImagePipeline
import Photos
import XCTest

@testable import Desktop
@testable import GridUI

nonisolated final class MagnifyingTests: XCTestCase {
    func testOneToOneShowsThePicturesOwnPixels() {
        withPatterns { stage in
            stage.openFitted()
            XCTAssertEqual(stage.page.zoom.magnifier?.picture, PatternDecoder.size)
            _ = stage.page.run(.pixels)
            turn { stage.sharperWidth == PatternDecoder.size.width }
            XCTAssertEqual(stage.page.zoom.magnifier?.scale, 1)
            stage.page.zoom.pan(x: 33, y: -71)
            stage.expectOwnPixels()
        }
    }

    func testATurnedPictureIsShownPixelByPixelToo() {
        withPatterns { stage in
            stage.openFitted()
            for _ in 1...3 {
                _ = stage.page.run(.rotate(1))
                _ = stage.page.run(.pixels)
                turn { stage.sharperWidth == PatternDecoder.size.width }
                stage.page.zoom.pan(x: -17, y: 40)
                stage.expectOwnPixels()
            }
            XCTAssertEqual(stage.page.rotations, [PhotoID("7"): 3])
            // The photo is as it was left when it is opened again, and fitted.
            stage.page.close()
            stage.openFitted()
            XCTAssertEqual(stage.page.zoom.turns, 3)
            XCTAssertEqual(stage.page.zoom.magnifier?.picture, PatternDecoder.size.transposed)
            XCTAssertEqual(stage.page.zoom.magnifier?.isFitted, true)
        }
    }

    func testTheFittedPictureStaysUntilTheSharperOneIsThereAndTakesItsPlaceAgain() {
        withPatterns { stage in
            stage.openFitted()
            let fitted = tessera_photo_view_get_shown(stage.page.view)
            let stored = stage.loader.memory.bytes
            stage.bytes.shut()
            _ = stage.page.run(.pixels)
            turn { stage.bytes.held == [7] }
            XCTAssertEqual(tessera_photo_view_get_shown(stage.page.view), fitted)
            XCTAssertEqual(stage.sharperWidth, 0)
            stage.bytes.open()
            turn { stage.sharperWidth > 0 }
            _ = stage.page.run(.fit)
            turn { stage.sharperWidth == 0 }
            XCTAssertEqual(tessera_photo_view_get_shown(stage.page.view), fitted)
            // It was never among the tiles.
            XCTAssertEqual(stage.loader.memory.bytes, stored)
            turn { Texture.liveCount == stage.textures + 1 }
        }
    }

    func testFewSizesAreDecodedHoweverOftenTheScaleChanges() {
        withPatterns { stage in
            stage.openFitted()
            for _ in 0..<20 { _ = stage.page.run(.zoom(0.5)) }
            turn { stage.sharperWidth > 0 }
            // Only where the picture came to rest.
            XCTAssertEqual(stage.loader.counters.decoded, 2)
            _ = stage.page.run(.zoom(0.01))
            var isDone = false
            stage.page.zoom.onRest = { [weak page = stage.page] in
                page?.sharpen($0)
                isDone = true
            }
            turn { isDone }
            XCTAssertFalse(stage.page.sharper.isLoading)
            XCTAssertEqual(stage.loader.counters.decoded, 2)
        }
    }

    func testArrowsMoveOverAMagnifiedPictureAndTurnFromAWholeOne() {
        withPatterns(count: 3) { stage in
            stage.openFitted()
            let right = DetailCommand.arrow(x: -1, y: 0, .next)
            _ = stage.page.run(.pixels)
            let before = stage.page.zoom.magnifier?.origin.x
            _ = stage.page.run(right)
            XCTAssertLessThan(stage.page.zoom.magnifier?.origin.x ?? 0, before ?? 0)
            XCTAssertEqual(stage.page.shownIndex, 0)
            _ = stage.page.run(.fit)
            _ = stage.page.run(right)
            XCTAssertEqual(stage.page.shownIndex, 1)
            // The next photo is whole.
            turn { stage.page.zoom.magnifier != nil }
            XCTAssertEqual(stage.page.zoom.magnifier?.isFitted, true)
        }
    }

    func testAZoomIsAnimatedAndCanBeTurnedAround() {
        withPatterns { stage in
            stage.hasAnimations = true
            stage.openFitted()
            let fitted = stage.page.zoom.magnifier
            stage.page.zoom.toggle(at: (100, 100))
            XCTAssertEqual(stage.page.zoom.magnifier, fitted)
            stage.pulse.beat(at: 1000)
            stage.pulse.beat(at: 1100)
            let scale = stage.page.zoom.magnifier?.scale ?? 0
            XCTAssertGreaterThan(scale, fitted?.scale ?? 1)
            XCTAssertLessThan(scale, 1)
            // From where it is, back to the whole.
            stage.page.zoom.fit()
            stage.pulse.beat(at: 1100)
            XCTAssertEqual(stage.page.zoom.magnifier?.scale ?? 0, scale, accuracy: 1e-9)
            stage.pulse.beat(at: 1300)
            XCTAssertEqual(stage.page.zoom.magnifier, fitted)
            XCTAssertFalse(stage.pulse.isBeating)
        }
    }

    func testAThrownPictureStopsAtItsEdgesAndNoClockRunsOn() {
        withPatterns { stage in
            stage.hasAnimations = true
            stage.openFitted()
            stage.page.zoom.pinch(to: 2, at: (300, 200))
            stage.page.zoom.throw(x: 90_000, y: 90_000)
            for step in 0..<20 where stage.pulse.isBeating { stage.pulse.beat(at: 16 * step) }
            XCTAssertFalse(stage.pulse.isBeating)
            XCTAssertEqual(stage.page.zoom.magnifier?.origin.x, 0)
            XCTAssertEqual(stage.page.zoom.magnifier?.origin.y, 0)
            stage.page.zoom.throw(x: -300, y: 0)
            stage.pulse.beat(at: 0)
            stage.page.close()
            XCTAssertFalse(stage.pulse.isBeating)
        }
    }

    func testTheScaleIsSaidWhileItChanges() {
        withPatterns { stage in
            stage.openFitted()
            XCTAssertNil(stage.page.readout.text)
            _ = stage.page.run(.pixels)
            XCTAssertEqual(stage.page.readout.text, "100\u{202F}%")
            turn { stage.page.readout.text == nil }
        }
    }
}

/// A picture of which every pixel can be told from its neighbours: for a smaller size, white.
private nonisolated struct PatternDecoder: PixelDecoder {
    static let size = PixelSize(width: 1900, height: 1300)

    static func pixel(_ x: Int, _ y: Int) -> (UInt8, UInt8, UInt8) {
        (UInt8(truncatingIfNeeded: x * 7 + y), UInt8(truncatingIfNeeded: y * 5), UInt8(truncatingIfNeeded: x / 8 * 16 + y / 8))
    }

    func decode(
        _ bytes: EncodedBytes, for request: ImageRequest, priority: LoadPriority
    ) async throws -> any DecodedImage {
        let size = Self.size.scaled(toward: request.key.size, fit: .fit)
        var pixels = [UInt8](repeating: 255, count: size.area * 4)
        if size == Self.size {
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let offset = (y * size.width + x) * 4
                    (pixels[offset + 2], pixels[offset + 1], pixels[offset]) = Self.pixel(x, y)
                }
            }
        }
        guard let bytes = g_bytes_new(pixels, gsize(pixels.count)) else { preconditionFailure("GLib made nothing") }
        return Texture(PixelBuffer(size: size, original: Self.size, storage: SharedBytes(adopting: bytes)))
    }
}

/// A window that holds a detail page over patterns, with the clock of its animations in the test's hand.
private final class PatternStage {
    let page: DetailPage
    let loader: ImageLoader
    let bytes = ScriptedBytes()
    let pulse = HandPulse()
    /// Textures there were before.
    let textures = Texture.liveCount
    private let gallery: ScriptedGallery
    private let window: UnsafeMutablePointer<GtkWindow>

    init(count: Int) {
        _ = TestApplication.shared
        gallery = ScriptedGallery(ScriptedSource(count: count, first: 7))
        loader = ImageLoader(
            bytes: bytes, decoder: PatternDecoder(), memory: MemoryCache(budget: 32 << 20),
            configuration: .init(storedLimit: 2 << 20))
        page = DetailPage(loader: loader) { [pulse] _, body in pulse.start(body) }
        page.quickTurn = .zero
        window = made(gtk_window_new()).cast()
        gtk_window_set_default_size(window, 801, 603)
        gtk_window_set_child(window, page.root.widget)
        gtk_window_present(window)
        hasAnimations = false
        turn { gtk_widget_get_mapped(window.cast()) != 0 }
    }

    var hasAnimations: Bool {
        get { adw_get_enable_animations(window.cast()) != 0 }
        set { setAnimations(newValue, of: window) }
    }

    func openFitted() {
        page.open(0, in: gallery)
        turn { page.hasEnded && page.zoom.magnifier?.picture.longerSide == PatternDecoder.size.longerSide }
    }

    var sharperWidth: Int { tessera_photo_view_get_sharper(page.view).map { Int(gdk_texture_get_width($0)) } ?? 0 }

    /// Compares what the renderer draws with the pattern, pixel by pixel, below the header.
    func expectOwnPixels(file: StaticString = #filePath, line: UInt = #line) {
        guard let magnifier = page.zoom.magnifier else { return XCTFail("no place", file: file, line: line) }
        let widget: Widget = page.view.cast()
        let width = Int(gtk_widget_get_width(widget)), height = Int(gtk_widget_get_height(widget))
        var isPainted = false
        let painting = Signal.on(made(gtk_widget_get_frame_clock(widget)), "after-paint") { isPainted = true }
        gtk_widget_queue_draw(widget)
        turn { isPainted }
        painting.disconnect()
        let snapshot = made(gtk_snapshot_new())
        let paintable = made(gtk_widget_paintable_new(widget))
        defer { g_object_unref(paintable.object) }
        gdk_paintable_snapshot(paintable, snapshot.object.opaque, Double(width), Double(height))
        guard let node = gtk_snapshot_free_to_node(snapshot) else { return XCTFail("nothing drawn", file: file, line: line) }
        defer { gsk_render_node_unref(node) }
        var bounds = graphene_rect_t(
            origin: graphene_point_t(x: 0, y: 0), size: graphene_size_t(width: Float(width), height: Float(height)))
        let renderer = gtk_native_get_renderer(gtk_widget_get_native(widget))
        let texture = made(gsk_renderer_render_texture(renderer, node, &bounds))
        defer { g_object_unref(texture.object) }
        var pixels = [UInt8](repeating: 0, count: width * height * 4)
        gdk_texture_download(texture, &pixels, gsize(width * 4))  // BGRA in memory
        let size = PatternDecoder.size
        var wrong = 0
        for y in 0..<height {
            for x in 0..<width {
                let across = x - magnifier.origin.x, down = y - magnifier.origin.y
                let (u, v) =
                    switch page.zoom.turns {
                    case 1: (down, size.height - 1 - across)
                    case 2: (size.width - 1 - across, size.height - 1 - down)
                    case 3: (size.width - 1 - down, across)
                    default: (across, down)
                    }
                let expected = PatternDecoder.pixel(u, v), offset = (y * width + x) * 4
                if (pixels[offset + 2], pixels[offset + 1], pixels[offset]) != expected { wrong += 1 }
            }
        }
        XCTAssertEqual(wrong, 0, "of \(width * height) pixels", file: file, line: line)
    }

    func close() {
        page.close()
        hasAnimations = true
        gtk_window_destroy(window)
    }
}

/// Runs on the main actor with patterns, animations off, that are closed at the end.
private nonisolated func withPatterns(count: Int = 1, _ body: @MainActor (PatternStage) -> Void) {
    MainActor.assumeIsolated {
        let stage = PatternStage(count: count)
        body(stage)
        stage.bytes.open()
        stage.close()
    }
}
