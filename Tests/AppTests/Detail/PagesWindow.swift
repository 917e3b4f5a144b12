// A window around a detail page over a scripted gallery.
import Browse
import CGTK
import Desktop
import ImagePipeline
import Library
import Photos
import XCTest

@testable import App
@testable import AppFixtures

/// A window that holds a detail page over a gallery of several photos.
final class PagesWindow {
    let router = Router()
    let page: DetailPage
    let loader: PhotoLoader
    let bytes: ScriptedBytes
    let gallery: ScriptedGallery
    /// Textures there were before.
    let textures = Texture.liveCount
    private let window: UnsafeMutablePointer<GtkWindow>

    init(
        _ source: any PhotoSource, _ bytes: ScriptedBytes, decoder: ScriptedDecoder,
        processor: (any PixelProcessor<Texture>)?,
        tileSize: PixelSize?, colours: ColourTable?
    ) {
        _ = TestApplication.shared
        self.bytes = bytes
        gallery = ScriptedGallery(source, tileSize: tileSize)
        loader = ImageLoader(
            bytes: bytes, decoder: decoder, processor: processor, memory: ImageCache(budget: 32 << 20),
            colours: colours, configuration: .init(decodeLimit: 1))
        page = DetailPage(loader: loader, router: router)
        page.quickNavigation = .zero
        window = made(gtk_window_new()).cast()
        gtk_window_set_default_size(window, 640, 480)
        gtk_window_set_child(window, page.root.widget)
        gtk_window_present(window)
    }

    func open(_ index: Int) {
        page.open(index, in: gallery, by: router)
        runLoop { room.width > 1 }
    }

    /// Device pixels of what is shown.
    var shown: PixelSize? {
        page.widgets.picture.shown.map {
            PixelSize(width: Int(gdk_texture_get_width($0)), height: Int(gdk_texture_get_height($0)))
        }
    }

    /// Device pixels of what lies behind it.
    var backdrop: PixelSize? {
        page.widgets.picture.backdrop.map {
            PixelSize(width: Int(gdk_texture_get_width($0)), height: Int(gdk_texture_get_height($0)))
        }
    }

    /// Whether memory has the backdrop of a photo.
    func hasBackdrop(_ index: Int) -> Bool {
        gallery.request(at: index).map { loader.memory.contains(DetailBackdrop.request(of: $0).key) } ?? false
    }

    /// The room for the picture.
    var room: PixelSize {
        let widget: Widget = page.view.cast()
        return PixelSize(width: Int(gtk_widget_get_width(widget)), height: Int(gtk_widget_get_height(widget)))
    }

    /// Calls `body` after each frame that was painted.
    func eachFrame(_ body: @escaping @MainActor () -> Void) -> Signal.Connection {
        Signal.on(made(gtk_widget_get_frame_clock(window.cast())), "after-paint", run: body)
    }

    func close() {
        page.close()
        gtk_window_destroy(window)
    }
}

/// Runs on the main actor with a detail page that is closed at the end.
/// - Parameter processor: makes backdrops; without one there are none.
nonisolated func withPages(
    _ source: any PhotoSource, _ bytes: ScriptedBytes = ScriptedBytes(), decoder: ScriptedDecoder = ScriptedDecoder(),
    processor: (any PixelProcessor<Texture>)? = nil, tileSize: PixelSize? = nil, colours: ColourTable? = nil,
    _ body: @MainActor (PagesWindow) -> Void
) {
    MainActor.assumeIsolated {
        let pages = PagesWindow(
            source, bytes, decoder: decoder, processor: processor, tileSize: tileSize, colours: colours)
        body(pages)
        bytes.open()
        pages.close()
    }
}
