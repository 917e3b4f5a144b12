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

    func testTheListTellsOnlyOfWhatSomeoneHasAnItemOf() {
        MainActor.assumeIsolated {
            let source = LivingSource(count: 5_000)
            let model = GalleryModel(source: source, collation: FileNameCollation())
            model.loadMore()
            runLoop { model.count == 5_000 }
            let list = PhotoListModel(model.snapshot)
            model.onUpdate = { update, _ in list.take(update) }
            let listener = Listener(to: list)
            let held = (Array(100..<150) + [2_000, 4_000]).map { g_list_model_get_item(list.list, $0) }
            Task { await model.arrange(by: Query(isDescending: true)) }
            runLoop { model.query.isDescending }
            XCTAssertEqual(listener.told, [[4_000, 1, 1], [2_000, 1, 1], [100, 50, 50]])
            // Half of the photos goes: the length, and the positions of items that were below the new one.
            listener.told = []
            source.remove(0..<2_500)
            runLoop { model.count == 2_500 }
            XCTAssertEqual(listener.told.first, [2_500, 2_500, 0])
            XCTAssertEqual(g_list_model_get_n_items(list.list), 2_500)
            for item in held { g_object_unref(item) }
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
