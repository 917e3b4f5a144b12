// What an opened photo hears of its picture: previews, the picture, a newer one, and nothing once it is closed.
import Browse
import CGTK
import Desktop
import ImagePipeline
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class DetailLoadingTests: XCTestCase {
    func testAPreviewStandsInForTheTileUntilThePictureComes() {
        let bytes = ScriptedBytes(isOpen: false)
        withDetail(bytes, thumbnail: PixelSize(width: 160, height: 120)) { detail in
            detail.open(tile: PixelSize(square: 100))
            XCTAssertEqual(detail.shown, PixelSize(square: 100))
            runLoop { detail.shown == PixelSize(width: 160, height: 120) }
            runLoop { bytes.held == [7] }
            bytes.open()
            runLoop { detail.shown == detail.room }
        }
    }

    func testAPreviewEndsTheWaitWhereThereIsNoTile() {
        let bytes = ScriptedBytes(isOpen: false)
        withDetail(bytes, thumbnail: PixelSize(width: 160, height: 120)) { detail in
            detail.open(tile: nil)
            XCTAssertNil(detail.shown)
            runLoop { detail.shown == PixelSize(width: 160, height: 120) }
        }
    }

    func testAPreviewOfFewerPixelsThanTheTileIsNotShown() {
        let bytes = ScriptedBytes(isOpen: false)
        withDetail(bytes, thumbnail: PixelSize(width: 160, height: 120)) { detail in
            detail.open(tile: PixelSize(square: 208))
            runLoop { detail.loader.counters.previews == 1 }
            detail.catchUp()
            XCTAssertEqual(detail.shown, PixelSize(square: 208))
            bytes.open()
            runLoop { detail.shown == detail.room }
        }
    }

    func testAPictureOfChangedBytesTakesTheOldOnesPlace() {
        let bytes = ScriptedBytes(isStale: true)
        withDetail(bytes) { detail in
            detail.open(tile: nil)
            runLoop { detail.shown == detail.room }
            let old = detail.texture
            bytes.change()
            runLoop { detail.texture != old }
            XCTAssertEqual(detail.shown, detail.room)
            XCTAssertEqual(detail.loader.counters.refreshed, 1)
        }
    }

    func testAClosedPageHearsOfNoChangeAndMakesNoPictureOfIt() {
        let bytes = ScriptedBytes(isStale: true)
        withDetail(bytes) { detail in
            detail.open(tile: nil)
            runLoop { detail.shown == detail.room }
            detail.page.close()
            // The page lets go in the next iteration of the loop, and the loader hears of it after that.
            detail.catchUp()
            detail.catchUp()
            bytes.change()
            detail.catchUp()
            XCTAssertEqual(detail.loader.counters.refreshed, 0)
            XCTAssertNil(detail.shown)
        }
    }

    func testClosingAndOpeningAnotherPhotoCancelWhatIsOnItsWay() {
        let bytes = ScriptedBytes(isOpen: false)
        withDetail(bytes) { detail in
            detail.open(tile: nil)
            runLoop { bytes.held == [7] }
            detail.open(photo: 8, tile: nil)
            runLoop { bytes.held == [8] }
            detail.page.close()
            runLoop { bytes.held.isEmpty }
            XCTAssertEqual(detail.loader.counters.cancelled, 2)
        }
    }

    func testAnotherSizeSharesTheFetchThatIsUnderWay() {
        let bytes = ScriptedBytes(isOpen: false)
        withDetail(bytes) { detail in
            detail.open(tile: nil)
            runLoop { bytes.held == [7] }
            let before = detail.room
            detail.resize(to: 800)
            runLoop { detail.loader.counters.requests == 2 }
            detail.catchUp()
            bytes.open()
            runLoop { detail.shown == detail.room }
            XCTAssertGreaterThan(detail.room.width, before.width)
            XCTAssertEqual(bytes.calls, [7])
        }
    }

    func testAfterTheProgramsEndNothingIsLoaded() {
        MainActor.assumeIsolated {
            _ = TestApplication.shared
            var options = LaunchOptions()
            options.usesDiskCache = false
            let composition = Composition(options: options)
            composition.close()
            let request = ImageRequest(
                source: SourceID("scripted"), photo: Photo(id: PhotoID("7"), title: "7"), location: .file("7"),
                size: PixelSize(square: 8), fit: .fit)
            let pictures = WantedPictures(loader: composition.loader) { _ in }
            pictures.want([(request, .visible)])
            runLoop { pictures[request.key]?.failure?.reason == .shutDown }
        }
    }
}

/// A window that holds a detail page and nothing else.
private final class DetailWindow {
    let router = Router()
    let page: DetailPage
    let loader: PhotoLoader
    private let window: UnsafeMutablePointer<GtkWindow>

    init(_ bytes: ScriptedBytes, thumbnail: PixelSize?) {
        _ = TestApplication.shared
        loader = ImageLoader(
            bytes: bytes, decoder: ScriptedDecoder(thumbnail: thumbnail), memory: ImageCache(budget: 32 << 20))
        page = DetailPage(loader: loader, router: router)
        window = made(gtk_window_new()).cast()
        gtk_window_set_default_size(window, 640, 480)
        gtk_window_set_child(window, page.root.widget)
        gtk_window_present(window)
    }

    /// Opens a photo over a tile of some size, or over none.
    func open(photo: Int = 7, tile: PixelSize?) {
        page.open(0, in: ScriptedGallery(photo: photo, tile: tile.map { ScriptedDecoder().grey($0) }), by: router)
    }

    /// Gives the window a width and waits until it is laid out for it.
    func resize(to width: Int) {
        gtk_window_set_default_size(window, Int32(width), 480)
        runLoop { room.width >= width }
    }

    /// What is shown, borrowed.
    var texture: OpaquePointer? { page.widgets.picture.shown }

    /// Device pixels of what is shown.
    var shown: PixelSize? {
        texture.map { PixelSize(width: Int(gdk_texture_get_width($0)), height: Int(gdk_texture_get_height($0))) }
    }

    /// The room for the picture.
    var room: PixelSize {
        let widget: Widget = page.view.cast()
        return PixelSize(width: Int(gtk_widget_get_width(widget)), height: Int(gtk_widget_get_height(widget)))
    }

    /// Waits until the loader has done what it was told, and the main thread what it heard of it.
    func catchUp() {
        var isDone = false
        Task {
            _ = await loader.activity
            isDone = true
        }
        runLoop { isDone }
    }

    func close() {
        page.close()
        gtk_window_destroy(window)
    }
}

/// Runs on the main actor with a detail page that is closed at the end.
private nonisolated func withDetail(
    _ bytes: ScriptedBytes, thumbnail: PixelSize? = nil, _ body: @MainActor (DetailWindow) -> Void
) {
    MainActor.assumeIsolated {
        let detail = DetailWindow(bytes, thumbnail: thumbnail)
        body(detail)
        bytes.open()
        detail.close()
    }
}
