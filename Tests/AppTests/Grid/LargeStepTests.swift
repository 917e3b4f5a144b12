// Steps of a collection in which thousands of photos get other positions at once.
import Browse
import CGTK
import CWidgets
import Desktop
import Library
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class LargeStepTests: XCTestCase {
    /// Nothing is left of a window that is closed.
    override func tearDown() { MainActor.assumeIsolated { runLoop { Texture.liveCount == 0 } } }

    func testTheListTellsOnlyOfItsLengthAndItemsKeepTheirPositions() {
        MainActor.assumeIsolated {
            let source = LivingSource(count: 5_000)
            let model = GalleryModel(source: source, collation: FileNameCollation())
            model.loadMore()
            runLoop { model.count == 5_000 }
            let live = tessera_photo_list_live_items()
            let list = PhotoListModel(model.snapshot)
            var moved = 0
            model.onUpdate = { update, _ in moved = list.take(update).count }
            let listener = Listener(to: list)
            let held = (Array(100..<150) + [2_000, 4_000]).map { g_list_model_get_item(list.list, $0) }
            Task { await model.arrange(by: Query(isDescending: true)) }
            runLoop { model.query.isDescending }
            XCTAssertEqual(listener.told, [])
            XCTAssertEqual(moved, 52)
            for (position, item) in zip(Array(100..<150) + [2_000, 4_000], held) {
                XCTAssertEqual(item.map(list.ref), model.ref(at: position))
                let again = g_list_model_get_item(list.list, UInt32(position))
                XCTAssertEqual(again, item)
                g_object_unref(again)
            }
            // Every other photo goes, and with them the last position of which there is an item.
            source.remove((0..<5_000).filter { $0 % 2 == 0 })
            runLoop { model.count == 2_500 }
            XCTAssertEqual(listener.told, [[2_500, 2_500, 0]])
            XCTAssertEqual(held[0].map(list.ref), model.ref(at: 100))
            let last = g_list_model_get_item(list.list, 2_499)
            XCTAssertEqual(last.map(list.ref), model.ref(at: 2_499))
            for item in held + [last] { g_object_unref(item) }
            // The table of items has lost none that is left, and holds none that is gone.
            XCTAssertEqual(tessera_photo_list_live_items(), live)
        }
    }

    func testWhatIsOnTheScreenStaysWhereAllElseGetsAnotherPlace() {
        let source = LivingSource(count: 5_000)
        withGallery(source) { gallery in
            gallery.waitUntilIdle()
            gallery.grid.scrollOffset = 60_000
            gallery.waitUntilIdle()
            let model = gallery.page.model
            let first = model.ref(at: gallery.grid.visibleRange.lowerBound)
            let binds = gallery.page.counters.binds
            Task { await model.arrange(by: Query(isDescending: true)) }
            runLoop { model.query.isDescending }
            gallery.waitUntilIdle()
            let top = model.position(of: first).map { gallery.grid.metrics.offset(of: $0) - gallery.grid.scrollOffset }
            XCTAssertEqual(top ?? -1, 0, accuracy: Double(gallery.grid.metrics.cell))
            XCTAssertEqual(gallery.page.tileStates.blank, 0)
            for position in gallery.grid.visibleRange {
                XCTAssertNotNil(gallery.grid.tiles[model.ref(at: position)])
            }
            XCTAssertLessThanOrEqual(gallery.page.counters.binds - binds, 3 * gallery.grid.tiles.count)
        }
    }

    func testTheFocusStaysWithItsPhoto() {
        let source = LivingSource(count: 5_000)
        withGallery(source) { gallery in
            gallery.waitUntilIdle()
            gallery.grid.scrollOffset = 60_000
            gallery.waitUntilIdle()
            let model = gallery.page.model
            // The photo at the top is kept in its place, so that it stays in view.
            let ref = model.ref(at: gallery.grid.visibleRange.lowerBound)
            gallery.grid.focus(ref)
            gallery.waitUntilIdle()
            XCTAssertEqual(gallery.grid.focusedPosition, model.position(of: ref))
            Task { await model.arrange(by: Query(isDescending: true)) }
            runLoop { model.query.isDescending }
            gallery.waitUntilIdle()
            XCTAssertEqual(gallery.grid.focusedPosition, model.position(of: ref))
        }
    }
}

/// Notes what a list tells of: positions, how many photos go there and how many come.
private final class Listener {
    var told: [[UInt32]] = []
    private let list: OpaquePointer
    private var handler: gulong = 0

    init(to list: PhotoListModel) {
        self.list = list.list
        let note: @convention(c) (UnsafeMutableRawPointer?, UInt32, UInt32, UInt32, UnsafeMutableRawPointer?) -> Void = {
            guard let listener = $4.map({ Unmanaged<Listener>.fromOpaque($0).takeUnretainedValue() }) else { return }
            let change = [$1, $2, $3]
            MainActor.assumeIsolated { listener.told.append(change) }
        }
        handler = g_signal_connect_data(
            UnsafeMutableRawPointer(self.list), "items-changed", unsafeBitCast(note, to: GCallback.self),
            Unmanaged.passUnretained(self).toOpaque(), nil, GConnectFlags(0))
    }

    isolated deinit { g_signal_handler_disconnect(UnsafeMutableRawPointer(list), handler) }
}
