// A window around one gallery page of scripted photos: what most counts are taken from.
import Browse
import CGTK
import CWidgets
import Codecs
import Desktop
import ImagePipeline
import Photos
import XCTest

@testable import App
@testable import Library

/// Lives for one test; `close` leaves nothing behind.
final class GalleryWindow {
    let window: UnsafeMutablePointer<GtkWindow>
    let page: GalleryPage
    let loader: PhotoLoader
    let bytes: ScriptedBytes
    var grid: TileGrid { page.grid }
    var scheduler: GridScheduler { page.scheduler }

    init(
        _ source: any PhotoSource, opened: ListedPhoto? = nil, by query: Query = Query(),
        bytes: ScriptedBytes = ScriptedBytes(),
        decoder: ScriptedDecoder = ScriptedDecoder(),
        memory: Int = 128 << 20, colours: ColourTable? = nil, width: Int = 1280, tileSize: Int = 200,
        indexing: (any PhotoIndexing)? = nil, tinyStore: TinyStore? = nil
    ) {
        _ = TestApplication.shared
        self.bytes = bytes
        loader = ImageLoader(
            bytes: bytes, decoder: decoder, memory: ImageCache(budget: memory), colours: colours,
            tinyCodec: TinyBlockCodec(), tinyStore: tinyStore, configuration: .init(decodeLimit: 2))
        page = GalleryPage(
            model: GalleryModel(
                source: source, opened: opened, by: query, collation: FileNameCollation(),
                indexing: indexing), loader: loader, tileSize: tileSize,
            events: PageEvents(open: { _ in }, update: { _, _ in }))
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

    /// The fetches that run, by priority.
    var runningFetches: [LoadPriority: Int] {
        final class Box { var activity: LoaderActivity? }
        let box = Box()
        Task { [loader] in box.activity = await loader.activity }
        runLoop { box.activity != nil }
        return box.activity?.fetches ?? [:]
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

    /// Takes all photos out of the grid and puts them back, so that its tiles are attached anew with the next layout.
    func rebind() {
        let (all, offset) = (grid.snapshot, grid.scrollOffset)
        for snapshot in [CollectionSnapshot(all.collection), all] {
            grid.collectionChanged(
                by: CollectionUpdate(
                    snapshot: snapshot, edit: ListEdit(at: 0, removed: grid.count, added: snapshot.count), changed: [],
                    isListed: true))
        }
        grid.scrollOffset = offset
    }

    /// Waits for a frame.
    func waitForFrame(file: StaticString = #filePath, line: UInt = #line) {
        var frames = 0
        let painting = afterEachFrame { frames += 1 }
        // Also where a page without photos is in place of the grid.
        for widget in [grid.root.widget, window.cast()] { gtk_widget_queue_draw(widget) }
        runLoop(until: { frames > 0 }, file: file, line: line)
        painting.disconnect()
    }

    /// Activates a photo as Enter does.
    func activate(_ position: Int) { page.activate(position) }

    /// Calls `body` after each frame that was painted.
    func afterEachFrame(_ body: @escaping @MainActor () -> Void) -> Signal.Connection {
        Signal.on(made(gtk_widget_get_frame_clock(window.cast())), "after-paint", run: body)
    }

    func close() {
        page.close()
        gtk_window_destroy(window)
    }
}

extension TileGrid {
    /// The arithmetic of equal squares without sections.
    var metrics: GridMetrics { layout.room.metrics }
}

/// Runs on the main actor with a gallery that is closed at the end.
nonisolated func withGallery(
    _ source: any PhotoSource, bytes: ScriptedBytes = ScriptedBytes(), decoder: ScriptedDecoder = ScriptedDecoder(),
    memory: Int = 128 << 20, colours: ColourTable? = nil, width: Int = 1280, tileSize: Int = 200,
    indexing: (any PhotoIndexing)? = nil, tinyStore: TinyStore? = nil, _ body: @MainActor (GalleryWindow) -> Void
) {
    MainActor.assumeIsolated {
        do {
            let gallery = GalleryWindow(
                source, bytes: bytes, decoder: decoder, memory: memory, colours: colours, width: width,
                tileSize: tileSize, indexing: indexing, tinyStore: tinyStore)
            body(gallery)
            bytes.open()
            gallery.close()
        }
        runLoop { Tile.tileCount == 0 }
    }
}
