// What a window does not show is not made.
import Browse
import CGTK
import Desktop
import Library
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class UnseenPartsTests: XCTestCase {
    func testPanelsBarsAndPagesAreMadeWhenTheyAreOpened() throws {
        let folder = try TestPictures.folder(named: "unseen", count: 3)
        try MainActor.assumeIsolated {
            let opened = FolderWindow(over: [folder]), window = opened.window, context = window.context
            let bar = window.arranging.filterBar.root.widget
            let panel = context.gridInfo.root.widget
            for part in [bar, panel] { XCTAssertNil(gtk_widget_get_first_child(part)) }
            XCTAssertNil(window.feature(WindowCompare.self).page)

            activate("filter-bar", nil, window)
            XCTAssertNotNil(gtk_widget_get_first_child(bar))
            let gallery = try XCTUnwrap(window.gallery)
            gallery.grid.focus.move(to: gallery.model.ref(at: 0))
            window.perform(.info)
            XCTAssertNotNil(gtk_widget_get_first_child(panel))

            for position in 0...1 { gallery.selection.model.apply(.toggle(gallery.model.ref(at: position))) }
            runLoop { g_action_group_get_action_enabled(window.window.opaque, "compare") != 0 }
            activate("compare", nil, window)
            runLoop { window.feature(WindowCompare.self).page?.isOpen == true }
            // Over the opened photo, and below what lay over that before.
            let page = try XCTUnwrap(window.feature(WindowCompare.self).page?.root.widget)
            XCTAssertEqual(gtk_widget_get_prev_sibling(page), context.detail.root.widget)
            XCTAssertNotNil(gtk_widget_get_next_sibling(page))
            opened.close()
        }
    }

    func testTheEntryOfKeywordsGetsTheFocusInAPanelThatWasNeverOpen() throws {
        try withOpenedPhoto { window, ref in
            window.perform(.editKeywords)
            runLoop { window.context.info.editor?.entry.hasFocus == true }
            XCTAssertEqual(window.context.info.editor?.subject?.refs, [ref])
        }
    }

    func testAPanelThatSlidesInForTheFirstTimeHasRoomForALineInEachText() throws {
        try withOpenedPhoto { window, _ in
            window.perform(.info)
            let panel = window.context.info
            runLoop { gtk_revealer_get_child_revealed(panel.root.widget.opaque) != 0 }
            let editor = try XCTUnwrap(panel.editor)
            for field in [editor.title, editor.caption] {
                let view = try XCTUnwrap(
                    firstWidget(below: field.widget) {
                        g_type_check_instance_is_a($0.cast(to: GTypeInstance.self), gtk_text_view_get_type()) != 0
                    })
                runLoop { gtk_widget_get_height(view) > 10 }
            }
        }
    }

    /// A window in which a photo of three is open, whose panel was never shown.
    private func withOpenedPhoto(_ body: @MainActor (MainWindow, PhotoRef) throws -> Void) throws {
        let folder = try TestPictures.folder(named: "unseen-opened", count: 3)
        try MainActor.assumeIsolated {
            let opened = FolderWindow(over: [folder]), window = opened.window
            let ref = try XCTUnwrap(window.gallery).model.ref(at: 1)
            window.context.router.navigate(to: .detail(ref))
            runLoop { window.context.detail.hasEnded && window.transition == nil }
            try body(window, ref)
            opened.close()
        }
    }
}
