// A detail page that shows pictures whose every pixel is known.
import Browse
import CGTK
import Codecs
import ImagePipeline
import Photos
import XCTest

@testable import App
@testable import AppFixtures
@testable import Desktop

/// A picture of which every pixel can be told from its neighbours: for a smaller size, white.
nonisolated struct PatternDecoder: PixelDecoder {
    static let size = PixelSize(width: 1900, height: 1300)

    static func pixel(_ x: Int, _ y: Int) -> (UInt8, UInt8, UInt8) {
        (
            UInt8(truncatingIfNeeded: x * 7 + y), UInt8(truncatingIfNeeded: y * 5),
            UInt8(truncatingIfNeeded: x / 8 * 16 + y / 8)
        )
    }

    func decode(
        _ bytes: EncodedBytes, for request: ImageRequest, priority: LoadPriority
    ) async throws -> Texture {
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

/// A window that holds a detail page over one kind of picture, with the clock of its animations in the test's hand.
final class PictureStage {
    let router = Router()
    let page: DetailPage
    let loader: PhotoLoader
    let bytes: ScriptedBytes
    let pulse = ManualPulse()
    /// Textures there were before.
    let textures = Texture.liveCount
    private let size: PixelSize
    private let pixel: (Int, Int) -> (UInt8, UInt8, UInt8)
    private let gallery: ScriptedGallery
    private let window: UnsafeMutablePointer<GtkWindow>

    /// - Parameters:
    ///   - content: The bytes of every picture.
    ///   - size: Its own pixels.
    ///   - pixel: What is to be seen of it where it is shown pixel by pixel.
    init(
        count: Int = 1, content: [UInt8] = [1], decoder: any PixelDecoder<Texture> = PatternDecoder(),
        size: PixelSize = PatternDecoder.size,
        pixel: @escaping (Int, Int) -> (UInt8, UInt8, UInt8) = PatternDecoder.pixel
    ) {
        _ = TestApplication.shared
        bytes = ScriptedBytes(content: content)
        (self.size, self.pixel) = (size, pixel)
        gallery = ScriptedGallery(ScriptedSource(count: count, first: 7))
        loader = ImageLoader(
            bytes: bytes, decoder: decoder, memory: ImageCache(budget: 32 << 20),
            configuration: .init(storedPart: 16))
        page = DetailPage(loader: loader, router: router) { [pulse] _, body in pulse.start(body) }
        page.quickNavigation = .zero
        window = made(gtk_window_new()).cast()
        gtk_window_set_default_size(window, 801, 603)
        gtk_window_set_child(window, page.root.widget)
        gtk_window_present(window)
        hasAnimations = false
        runLoop { gtk_widget_get_mapped(window.cast()) != 0 }
    }

    var hasAnimations: Bool {
        get { adw_get_enable_animations(window.cast()) != 0 }
        set { setAnimations(newValue, of: window) }
    }

    func openFitted() {
        page.open(0, in: gallery, by: router)
        runLoop { page.hasEnded && page.zoom.zoomState?.picture.longerSide == size.longerSide }
    }

    var sharperWidth: Int { page.widgets.picture.sharper.map { Int(gdk_texture_get_width($0)) } ?? 0 }

    /// Compares what the renderer draws with the pattern, pixel by pixel, below the header.
    func expectOwnPixels(file: StaticString = #filePath, line: UInt = #line) {
        guard let zoomState = page.zoom.zoomState else { return XCTFail("no place", file: file, line: line) }
        let widget: Widget = page.view.cast()
        let width = Int(gtk_widget_get_width(widget)), height = Int(gtk_widget_get_height(widget))
        waitForPaint(of: widget)
        let snapshot = made(gtk_snapshot_new())
        let paintable = made(gtk_widget_paintable_new(widget))
        defer { g_object_unref(paintable.object) }
        gdk_paintable_snapshot(paintable, snapshot.object.opaque, Double(width), Double(height))
        guard let node = gtk_snapshot_free_to_node(snapshot) else {
            return XCTFail("nothing drawn", file: file, line: line)
        }
        defer { gsk_render_node_unref(node) }
        var bounds = graphene_rect_t(
            origin: graphene_point_t(x: 0, y: 0), size: graphene_size_t(width: Float(width), height: Float(height)))
        let renderer = gtk_native_get_renderer(gtk_widget_get_native(widget))
        let texture = made(gsk_renderer_render_texture(renderer, node, &bounds))
        defer { g_object_unref(texture.object) }
        var pixels = [UInt8](repeating: 0, count: width * height * 4)
        gdk_texture_download(texture, &pixels, gsize(width * 4))  // BGRA in memory
        var wrong = 0
        for y in 0..<height {
            for x in 0..<width {
                let across = x - zoomState.origin.x, down = y - zoomState.origin.y
                let (u, v) =
                    switch page.zoom.quarterTurns {
                    case 1: (down, size.height - 1 - across)
                    case 2: (size.width - 1 - across, size.height - 1 - down)
                    case 3: (size.width - 1 - down, across)
                    default: (across, down)
                    }
                let expected = pixel(u, v), offset = (y * width + x) * 4
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
