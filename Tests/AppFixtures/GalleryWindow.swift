// A window around one gallery page of scripted photos: what most counts are taken from.
import Browse
import CGTK
import CWidgets
import Desktop
import ImagePipeline
import Library
import XCTest

@testable import App

/// Lives for one test; `close` leaves nothing behind.
final class GalleryWindow {
    let window: UnsafeMutablePointer<GtkWindow>
    let page: GalleryPage
    let loader: PhotoLoader
    let bytes: ScriptedBytes
    var grid: TileGrid { page.grid }
    var scheduler: GridScheduler { page.scheduler }

    init(
        _ source: any PhotoSource, bytes: ScriptedBytes = ScriptedBytes(), decoder: ScriptedDecoder = ScriptedDecoder(),
        memory: Int = 128 << 20, colours: ColourTable? = nil, width: Int = 1280, tileSize: Int = 200,
        indexing: (any PhotoIndexing)? = nil
    ) {
        _ = TestApplication.shared
        self.bytes = bytes
        loader = ImageLoader(
            bytes: bytes, decoder: decoder, memory: ImageCache(budget: memory), colours: colours,
            configuration: .init(decodeLimit: 2))
        page = GalleryPage(
            model: GalleryModel(source: source, collation: FileNameCollation(), indexing: indexing), loader: loader,
            tileSize: tileSize)
        window = made(gtk_window_new()).cast()
        gtk_window_set_default_size(window, Int32(width), 800)
        gtk_window_set_child(window, page.root.widget)
        gtk_window_present(window)
    }

    /// Waits until every visible tile is done, nothing is on its way and the frame clock is let go.
    func waitUntilIdle(file: StaticString = #filePath, line: UInt = #line) {
        runLoop(until: { page.isViewportComplete && isQuiet }, file: file, line: line)
    }

    /// Nothing moves and nothing is on its way.
    var isQuiet: Bool {
        let counters = loader.counters
        return !scheduler.isAwake && counters.inFlightFetches == 0 && counters.inFlightDecodes == 0
    }

    /// Waits for a frame that lays the cells out, and until nothing is on its way. GTK 4.18 takes a scroll that comes
    /// between a change of the list and the next layout for one over cells that lie nowhere.
    func layOut(file: StaticString = #filePath, line: UInt = #line) {
        var frames = 0
        let painting = afterEachFrame { frames += 1 }
        gtk_widget_queue_resize(grid.root.widget)
        runLoop(until: { frames > 0 }, file: file, line: line)
        painting.disconnect()
        waitUntilIdle(file: file, line: line)
    }

    /// Gives the window a width and waits until it is laid out for it.
    func resize(to width: Int, file: StaticString = #filePath, line: UInt = #line) {
        gtk_window_set_default_size(window, Int32(width), 800)
        runLoop(until: { gtk_widget_get_width(grid.root.widget) == Int32(width) }, file: file, line: line)
    }

    /// Binds the cells of `count` positions again without changing an item, as GTK 4.8 does whenever the selection moves.
    func rebind(from position: Int, count: Int) {
        let selection = gtk_grid_view_get_model(grid.view)
        let list = gtk_no_selection_get_model(selection)
        let binds = grid.binds
        g_list_model_items_changed(list, UInt32(position), UInt32(count), UInt32(count))
        guard grid.binds == binds else { return }
        // Newer versions (4.18 does) leave a cell alone whose item is the same object, so all items become others: those
        // of another list of the same length, and then new ones of this list.
        let own = GObjectReference(retaining: made(list).object)
        let other = GObjectReference(adopting: made(tessera_photo_list_new(nil, nil, nil)).object)
        tessera_photo_list_splice(other.pointer.opaque, 0, 0, UInt32(grid.count))
        for list in [other, own] { gtk_no_selection_set_model(selection, list.pointer.opaque) }
    }

    /// Activates a cell as Enter does.
    func activate(_ position: Int) {
        let argument = g_variant_new_uint32(UInt32(position))
        gtk_widget_activate_action_variant(grid.view.cast(), "list.activate-item", argument)
    }

    /// Calls `body` after each frame that was painted.
    func afterEachFrame(_ body: @escaping @MainActor () -> Void) -> Signal.Connection {
        Signal.on(made(gtk_widget_get_frame_clock(window.cast())), "after-paint", run: body)
    }

    func close() {
        page.close()
        gtk_window_destroy(window)
    }
}

/// Runs on the main actor with a gallery that is closed at the end.
nonisolated func withGallery(
    _ source: any PhotoSource, bytes: ScriptedBytes = ScriptedBytes(), decoder: ScriptedDecoder = ScriptedDecoder(),
    memory: Int = 128 << 20, colours: ColourTable? = nil, width: Int = 1280, tileSize: Int = 200,
    indexing: (any PhotoIndexing)? = nil, _ body: @MainActor (GalleryWindow) -> Void
) {
    MainActor.assumeIsolated {
        let gallery = GalleryWindow(
            source, bytes: bytes, decoder: decoder, memory: memory, colours: colours, width: width, tileSize: tileSize,
            indexing: indexing)
        body(gallery)
        bytes.open()
        gallery.close()
        runLoop { Tile.tileCount == 0 }
    }
}
