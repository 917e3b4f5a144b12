// What clicks, keys, long presses and the rubber band select in the grid.
import Browse
import CGTK
import Desktop
import Library
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class GridInputTests: XCTestCase {
    func testAClickTogglesWhileThereIsASelectionAndOpensElse() {
        Self.withGrid { grid, page in
            var opened: [Int] = []
            page.events.open = { opened.append(Int($0.slot)) }
            Self.click(4, page)
            page.selection.model.apply(.enter)
            Self.click(5, page)
            Self.click(6, page)
            Self.click(5, page)
            XCTAssertEqual(Self.selected(page), [6])
            XCTAssertEqual(opened, [4])
            // Enter opens the focused photo whatever is selected.
            grid.focus.move(to: page.model.ref(at: 3))
            grid.focus.activate()
            XCTAssertEqual(opened, [4, 3])
            XCTAssertEqual(Self.selected(page), [6])
        }
    }

    func testCtrlAndShiftSelectAndTheCheckTogglesWithoutThem() {
        Self.withGrid { grid, page in
            Self.click(2, page, .toggle)
            Self.click(5, page, .extend)
            XCTAssertEqual(Self.selected(page), [2, 3, 4, 5])
            Self.click(4, page, .extend)
            Self.click(8, page, [.extend, .toggle])
            XCTAssertEqual(Self.selected(page), Array(2...8))
            page.selection.model.apply(.leave)
            var opened = 0
            page.events.open = { _ in opened += 1 }
            let cell = grid.cell(at: 1)
            GridPointer.click(page.model.ref(at: 1), at: (cell.x + 20, cell.y + 20), [], grid)
            XCTAssertEqual(Self.selected(page), [1])
            XCTAssertEqual(opened, 0)
        }
    }

    func testShiftAndArrowsSelectAndPlainArrowsDoNot() {
        Self.withGrid { grid, page in
            grid.focus.move(to: page.model.ref(at: 7))
            grid.focus.move(.next)
            XCTAssertEqual(Self.selected(page), [])
            grid.focus.move(.next, .extend)
            grid.focus.move(.down, .extend)
            let columns = grid.layout.density(of: grid.visibleRange).columns
            XCTAssertEqual(Self.selected(page), Array(8...9 + columns))
            grid.focus.move(.up, .extend)
            XCTAssertEqual(Self.selected(page), [8, 9])
            grid.focus.move(.next, .toggle)
            page.selection.toggleFocused()
            XCTAssertEqual(Self.selected(page), [8, 9, 10])
            grid.focus.move(.last, .extend)
            XCTAssertEqual(Self.selected(page).count, 3000 - 8)
        }
    }

    func testTheBandSelectsWhatItTouchesAndEscapeGivesItUp() {
        Self.withGrid { grid, page in
            let first = grid.cell(at: 0), other = grid.cell(at: 1 + Self.columns(grid))
            page.selection.band.begin(atX: first.midX, y: first.midY, [])
            page.selection.band.move(toX: other.midX, y: other.midY)
            XCTAssertEqual(Self.selected(page), [0, 1, Self.columns(grid), Self.columns(grid) + 1])
            page.selection.band.move(toX: first.midX + 10, y: other.midY)
            XCTAssertEqual(Self.selected(page), [0, Self.columns(grid)])
            // Of the gap around a picture the band may take as much as there is.
            page.selection.band.move(toX: other.x + 2, y: other.y + 2)
            XCTAssertEqual(Self.selected(page), [0])
            page.selection.model.apply(.leave)
            XCTAssertFalse(page.selection.band.isHeld)
            XCTAssertEqual(Self.selected(page), [])
            // What the pointer does until it is let go means nothing.
            page.selection.band.move(toX: other.midX, y: other.midY)
            page.selection.band.end()
            XCTAssertEqual(Self.selected(page), [])
        }
    }

    func testTheBandScrollsAtTheEdgeAndKeepsItsBeginning() {
        Self.withGrid { grid, page in
            let first = grid.cell(at: 1)
            page.selection.band.begin(atX: first.midX, y: first.midY, [])
            page.selection.band.move(toX: first.midX + 1, y: grid.viewportHeight - 5)
            runLoop { grid.scrollOffset > 1500 }
            let binds = grid.binds
            page.selection.band.move(toX: first.midX + 1, y: grid.viewportHeight / 2)
            let offset = grid.scrollOffset
            let selected = Self.selected(page)
            XCTAssertEqual(selected.first, 1)
            XCTAssertTrue(selected.allSatisfy { $0 % Self.columns(grid) == 1 })
            XCTAssertEqual(selected.count, (selected.last ?? 0) / Self.columns(grid) + 1)
            for _ in 0..<3 { g_main_context_iteration(nil, 0) }
            XCTAssertEqual(grid.scrollOffset, offset, "it scrolls no more away from the edge")
            XCTAssertEqual(grid.binds, binds)
            // By the wheel, the band grows too.
            grid.scrollOffset += 1000
            XCTAssertGreaterThan(Self.selected(page).count, selected.count)
            page.selection.band.end()
            XCTAssertFalse(page.selection.model.selection.hasBand)
        }
    }

    func testTheBandInARightToLeftWindowSelectsWhatItTouches() {
        MainActor.assumeIsolated {
            // GTK sets the direction by the language when it begins.
            _ = TestApplication.shared
            gtk_widget_set_default_direction(GTK_TEXT_DIR_RTL)
        }
        defer { MainActor.assumeIsolated { gtk_widget_set_default_direction(GTK_TEXT_DIR_LTR) } }
        Self.withGrid { grid, page in
            let first = grid.cell(at: 0), second = grid.cell(at: 1)
            XCTAssertGreaterThan(first.x, second.x)
            page.selection.band.begin(atX: first.midX, y: first.midY, [])
            page.selection.band.move(toX: second.midX, y: second.midY)
            XCTAssertEqual(Self.selected(page), [0, 1])
            page.selection.band.end()
        }
    }

    func testACollectionThatChangesUnderTheBandStaysUnderIt() {
        Self.withGrid { grid, page in
            let columns = Self.columns(grid)
            let first = grid.cell(at: 0), last = grid.cell(at: columns + 1)
            page.selection.band.begin(atX: first.midX, y: first.midY, [])
            page.selection.band.move(toX: last.midX, y: last.midY)
            Task { await page.model.arrange(by: Query(order: .name, isDescending: true)) }
            runLoop { page.model.ref(at: 0).slot != 0 }
            let shown = [0, 1, columns, columns + 1].map { Int(page.model.ref(at: $0).slot) }
            XCTAssertEqual(Self.selected(page), shown.sorted())
            Task { await page.model.arrange(by: Query(search: "Photo 1")) }
            runLoop { page.model.count < 3000 }
            XCTAssertEqual(Set(page.selection.model.refs), Set([0, 1, columns, columns + 1].map(page.model.ref(at:))))
            page.selection.band.cancel()
            XCTAssertEqual(Self.selected(page), [])
        }
    }

    func testALongPressSelects() {
        Self.withGrid { grid, page in
            let cell = grid.cell(at: 2)
            XCTAssertTrue(page.selection.hold(atX: cell.midX, y: cell.midY))
            XCTAssertEqual(Self.selected(page), [2])
            XCTAssertFalse(page.selection.hold(atX: -5, y: -5))
        }
    }

    func testADragTakesTheSelectionAlongOrTheOnePhoto() {
        Self.withGrid { grid, page in
            for position in [9, 3, 5] { Self.click(position, page, .toggle) }
            XCTAssertEqual(page.selection.drag.photos(from: page.model.ref(at: 5)).map(\.slot), [3, 5, 9])
            XCTAssertEqual(page.selection.drag.photos(from: page.model.ref(at: 4)).map(\.slot), [4])
            let cell = grid.cell(at: 4)
            XCTAssertEqual(page.selection.drag.photo(atX: cell.midX, y: cell.midY), page.model.ref(at: 4))
            // In the gap between two photos a rubber band begins.
            XCTAssertNil(page.selection.drag.photo(atX: cell.x + 1, y: cell.midY))
            XCTAssertNotNil(grid.photo(atX: cell.x + 1, y: cell.midY))
        }
    }

    @MainActor private static func click(_ position: Int, _ page: GalleryPage, _ keys: SelectionKeys = []) {
        let cell = page.grid.cell(at: position)
        GridPointer.click(page.model.ref(at: position), at: (cell.midX, cell.midY), keys, page.grid)
    }

    @MainActor private static func columns(_ grid: TileGrid) -> Int {
        grid.layout.density(of: grid.visibleRange).columns
    }

    @MainActor private static func selected(_ page: GalleryPage) -> [Int] {
        page.selection.model.refs.map { Int($0.slot) }.sorted()
    }

    private static func withGrid(_ body: @MainActor (TileGrid, GalleryPage) -> Void) {
        withGallery(ScriptedSource(count: 3000)) { gallery in
            gallery.waitUntilIdle()
            body(gallery.grid, gallery.page)
        }
    }
}
