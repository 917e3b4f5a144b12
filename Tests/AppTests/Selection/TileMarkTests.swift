import Browse
// What the tiles show of a selection, and what that costs.
import CAccessible
import CGTK
import CWidgets
import Desktop
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class TileMarkTests: XCTestCase {
    func testSelectingBindsAndLaysOutNothing() {
        withGallery(ScriptedSource(count: 1000)) { gallery in
            gallery.waitUntilIdle()
            let binds = gallery.grid.binds
            let measures = Tile.measureCount, allocations = Tile.allocationCount
            var frames = 0
            let painting = gallery.afterEachFrame { frames += 1 }
            for step in [.all, .inversion, .all, .toggle(gallery.page.model.ref(at: 3))] as [SelectionStep] {
                gallery.page.selection.model.apply(step)
                let seen = frames
                runLoop { frames > seen }
            }
            painting.disconnect()
            XCTAssertEqual(Self.selected(in: gallery), gallery.grid.visibleRange.filter { $0 != 3 })
            XCTAssertEqual(gallery.grid.binds, binds)
            XCTAssertEqual(Tile.measureCount, measures)
            XCTAssertEqual(Tile.allocationCount, allocations)
        }
    }

    func testATileShowsTheSelectionOfThePhotoThatItIsGiven() {
        withGallery(ScriptedSource(count: 3000)) { gallery in
            gallery.waitUntilIdle()
            for position in stride(from: 0, to: 3000, by: 3) {
                gallery.page.selection.model.apply(.toggle(gallery.page.model.ref(at: position)))
            }
            for offset in [20_000.0, 0, 1e9] {
                gallery.grid.scrollOffset = offset
                gallery.waitUntilIdle()
                XCTAssertEqual(Self.selected(in: gallery), gallery.grid.visibleRange.filter { $0.isMultiple(of: 3) })
            }
            gallery.page.selection.model.apply(.leave)
            XCTAssertTrue(gallery.grid.tiles.values.allSatisfy { !$0.isSelected && !$0.offersCheck })
        }
    }

    func testAssistiveTechnologyIsToldWhichPhotosAreSelected() {
        withGallery(ScriptedSource(count: 50)) { gallery in
            gallery.waitUntilIdle()
            @MainActor func isSaid(_ isSelected: Bool, at position: Int) -> Bool {
                let accessible = gallery.grid.tile(at: position).map(\.widget)
                return accessible.map { tessera_accessible_is_selected($0.object, isSelected ? 1 : 0) != 0 } ?? false
            }
            XCTAssertTrue(isSaid(false, at: 2))
            gallery.page.selection.model.apply(.toggle(gallery.page.model.ref(at: 2)))
            XCTAssertTrue(isSaid(true, at: 2))
            XCTAssertTrue(isSaid(false, at: 3))
            gallery.page.selection.model.apply(.leave)
            XCTAssertTrue(isSaid(false, at: 2))
        }
    }

    func testTheCheckLiesAtTheBeginningOfTheLine() {
        let picture = Rectangle(x: 10, y: 20, width: 200, height: 150)
        MainActor.assumeIsolated {
            @MainActor func isOnCheck(_ x: Double, _ y: Double, _ side: Double, isRightToLeft: Bool) -> Bool {
                TileSelection.isOnCheck(x: x, y: y, in: picture, side: side, isRightToLeft: isRightToLeft)
            }
            XCTAssertTrue(isOnCheck(30, 40, 200, isRightToLeft: false))
            XCTAssertFalse(isOnCheck(190, 40, 200, isRightToLeft: false))
            XCTAssertTrue(isOnCheck(190, 40, 200, isRightToLeft: true))
            XCTAssertFalse(isOnCheck(30, 40, 200, isRightToLeft: true))
            XCTAssertFalse(isOnCheck(30, 150, 200, isRightToLeft: false))
            XCTAssertFalse(isOnCheck(30, 40, 24, isRightToLeft: false), "a small tile has no check")
        }
    }

    @MainActor private static func selected(in gallery: GalleryWindow) -> [Int] {
        gallery.grid.visibleRange.filter { gallery.grid.tile(at: $0)?.isSelected == true }
    }
}
