// The information beside the grid: of the focused photo, of a selection, and out of the opened photo's way.
import Browse
import CGTK
import Codecs
import Desktop
import ImagePipeline
import Library
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class InformationTests: XCTestCase {
    override func tearDown() { MainActor.assumeIsolated { runLoop { Texture.liveCount == 0 } } }

    func testItShowsTheFocusedPhotoAndFollowsTheFocus() throws {
        try withTransitions { transitions in
            let window = transitions.window, panel = window.context.gridInfo
            transitions.grid.moveFocus(to: 3)
            runLoop { Self.isEnabled(window) }
            XCTAssertFalse(panel.isRevealed)
            let whole = gtk_widget_get_width(transitions.grid.root.widget)
            window.perform(.info)
            XCTAssertTrue(panel.isRevealed)
            for position in [3, 4] {
                transitions.grid.moveFocus(to: position)
                let title = transitions.page.model.photo(transitions.page.model.ref(at: position)).title
                runLoop { Self.value("Name", panel) == title }
            }
            runLoop { Self.value("File Size", panel) != nil }
            // Beside the grid, which keeps the rest of the width.
            runLoop {
                let width = gtk_widget_get_width(panel.root.widget)
                return width > 300 && gtk_widget_get_width(transitions.grid.root.widget) + width == whole
            }
            window.perform(.info)
            runLoop { gtk_widget_get_width(transitions.grid.root.widget) == whole }
            XCTAssertFalse(panel.isRevealed)
        }
    }

    func testItAddsUpASelectionAndFollowsIt() throws {
        try withTransitions { transitions in
            let window = transitions.window, panel = window.context.gridInfo, model = transitions.page.model
            transitions.grid.moveFocus(to: 3)
            window.perform(.info)
            window.perform(.selectAll)
            runLoop { panel.titles.first == "120 photos" }
            runLoop { Self.value("JPEG", panel) == "120" }
            transitions.page.selection.model.apply(.none)
            for position in [1, 2] { transitions.page.selection.model.apply(.toggle(model.ref(at: position))) }
            runLoop { panel.titles.first == "2 photos" }
            transitions.page.selection.model.apply(.toggle(model.ref(at: 1)))
            runLoop { Self.value("Name", panel) == model.photo(model.ref(at: 2)).title }
            // Escape gives up the selection first, then the panel.
            window.escape()
            XCTAssertTrue(panel.isRevealed)
            window.escape()
            XCTAssertFalse(panel.isRevealed)
        }
    }

    func testTheTonesAreThoseOfThePictureThatIsShown() throws {
        try withTransitions { transitions in
            let window = transitions.window, panel = window.context.gridInfo, page = transitions.page
            transitions.grid.moveFocus(to: 3)
            runLoop { Self.isEnabled(window) }
            XCTAssertNil(panel.tones)
            window.perform(.info)
            for position in [3, 4] {
                transitions.grid.moveFocus(to: position)
                let key = try XCTUnwrap(page.request(for: page.model.ref(at: position))).key
                let memory = window.context.composition.loader.memory
                runLoop { memory.contains(key) && panel.tones == memory.image(for: key)?.pixels.toneHistogram }
            }
            // Several photos have none.
            window.perform(.selectAll)
            runLoop { panel.tones == nil }
            transitions.page.selection.model.apply(.none)

            transitions.openFully(5)
            XCTAssertNil(window.context.info.tones)
            window.perform(.info)
            runLoop {
                window.context.info.tones != nil
                    && window.context.info.tones == window.context.detail.picture.texture?.pixels.toneHistogram
            }
            window.context.detail.navigate(.next)
            runLoop {
                window.context.detail.shownRef == page.model.ref(at: 6) && window.context.info.tones != nil
                    && window.context.info.tones == window.context.detail.picture.texture?.pixels.toneHistogram
            }
            window.perform(.info)
            window.back()
            runLoop { !window.isShowingDetail && window.context.info.tones == nil }
        }
    }

    func testTheOpenedPhotoHasItsOwnPanelAndThatOfTheGridIsThereAfterIt() throws {
        try withTransitions { transitions in
            let window = transitions.window, context = window.context
            transitions.grid.moveFocus(to: 3)
            window.perform(.info)
            transitions.openFully(3)
            XCTAssertFalse(context.info.isRevealed)
            window.perform(.info)
            runLoop { context.info.isRevealed }
            XCTAssertTrue(context.gridInfo.isRevealed)
            window.perform(.info)
            runLoop { !context.info.isRevealed }
            window.back()
            runLoop { !window.isShowingDetail }
            XCTAssertTrue(context.gridInfo.isRevealed)
        }
    }

    func testAKeywordLeavesTheOpenedPhotoAndSearches() throws {
        try withTransitions { transitions in
            let window = transitions.window, ref = transitions.page.model.ref(at: 3)
            window.context.router.navigate(to: .detail(ref))
            runLoop { window.context.detail.shownRef == ref }
            window.context.info.onGo(.keyword("North Sea"))
            XCTAssertEqual(window.context.router.current, .grid)
            let search = window.arranging.search
            XCTAssertTrue(search.isOpen)
            XCTAssertEqual(search.text, "tag:\"North Sea\"")
            runLoop { transitions.page.model.snapshot.count == 0 }
            window.escape()
            runLoop { transitions.page.model.snapshot.count == 120 }
        }
    }

    func testInANarrowWindowItComesFromBelow() throws {
        try withTransitions { transitions in
            let window = transitions.window, panel = window.context.gridInfo
            let whole = gtk_widget_get_width(transitions.grid.root.widget)
            transitions.grid.moveFocus(to: 3)
            window.perform(.info)
            window.features.forEach { $0.widthChanged(isNarrow: true) }
            XCTAssertTrue(panel.isSheet)
            runLoop {
                let (grid, sheet) = (transitions.grid.root.widget, panel.root.widget)
                return gtk_widget_get_width(grid) == whole && gtk_widget_get_width(sheet) >= whole
                    && gtk_widget_get_height(grid) > gtk_widget_get_height(sheet)
            }
        }
    }

    @MainActor private static func isEnabled(_ window: MainWindow) -> Bool {
        g_action_get_enabled(g_action_map_lookup_action(OpaquePointer(window.window), "info")) != 0
    }

    @MainActor private static func value(_ name: String, _ panel: InfoPanel) -> String? {
        panel.rows.joined().first { $0.fact?.name.description == name }?.fact?.value.description
    }
}
