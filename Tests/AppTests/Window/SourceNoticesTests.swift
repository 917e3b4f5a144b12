// What a source has to say beside its photos, in notice bar, menu and over the grid.
import Browse
import CGTK
import Desktop
import Library
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class SourceNoticesTests: XCTestCase {
    func testAReportIsShownAndTakenBack() {
        MainActor.assumeIsolated {
            let source = LivingSource(count: 20)
            let gallery = GalleryWindow(source)
            gallery.waitUntilIdle()
            let window = BareWindow()
            let notices = SourceNotices(window.context)
            notices.pageChanged(to: gallery.page)
            let revealer = notices.bar.root.widget.opaque
            XCTAssertEqual(gtk_revealer_get_reveal_child(revealer), 0)
            XCTAssertEqual(items(notices), [])

            let denied = UnreadablePlace(path: "private", reason: .verbatim("not allowed"))
            source.tell(.reported(SourceReport(unshown: ["lrv": 8, "cr2": 4], unreadable: [denied])))
            runLoop { items(notices) == ["12 files are not shown…"] }
            XCTAssertEqual(gtk_revealer_get_reveal_child(revealer), 1)
            XCTAssertFalse(gallery.page.isAway)

            source.tell(.reported(SourceReport(isAway: true)))
            runLoop { gallery.page.isAway }
            XCTAssertEqual(items(notices), [])
            XCTAssertEqual(gtk_revealer_get_reveal_child(revealer), 1)

            source.tell(.reported(SourceReport()))
            runLoop { !gallery.page.isAway }
            XCTAssertEqual(gtk_revealer_get_reveal_child(revealer), 0)
            notices.stop()
            window.close()
            gallery.close()
            runLoop { Tile.tileCount == 0 }
        }
    }
}

@MainActor private func items(_ notices: SourceNotices) -> [String] {
    let menu: UnsafeMutablePointer<GMenuModel> = notices.menu.pointer.cast()
    return (0..<g_menu_model_get_n_items(menu)).compactMap { index in
        guard let label = g_menu_model_get_item_attribute_value(menu, index, "label", nil) else { return nil }
        defer { g_variant_unref(label) }
        return String(cString: g_variant_get_string(label, nil))
    }
}
