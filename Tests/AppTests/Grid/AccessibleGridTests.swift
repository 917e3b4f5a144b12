import Browse
// What assistive technology is told of the grid: names, places, states, headings, and how little of it again.
import CAccessible
import CGTK
import CWidgets
import Desktop
import Library
import Photos
import XCTest

@testable import App
@testable import AppFixtures

/// Whether the tile of a photo has a name.
@MainActor func isCalled(_ name: String, at position: Int, _ gallery: GalleryWindow) -> Bool {
    let tile = gallery.grid.tile(at: position).map(\.widget)
    return tile.map { tessera_accessible_has_label($0, name) != 0 } ?? false
}

nonisolated final class AccessibleGridTests: XCTestCase {
    func testATileSaysItsPlaceAfterEveryLayout() {
        withGallery(ScriptedSource(count: 500)) { gallery in
            gallery.waitUntilIdle()
            for width in [1280, 900] {
                gallery.resize(to: width)
                gallery.layOut()
                let columns = gallery.grid.metrics.columns
                for position in gallery.grid.visibleRange {
                    let place = (Int32(position + 1), Int32(position / columns + 1), Int32(position % columns + 1))
                    let widget = gallery.grid.tile(at: position)?.widget
                    let isThere = widget.map { tessera_accessible_has_place($0.object, place.0, 500, place.1, place.2) }
                    XCTAssertEqual(isThere, 1, "\(position) of \(columns) columns")
                }
                let second = gallery.grid.tile(at: 1)?.widget
                XCTAssertEqual(second.map { tessera_accessible_has_description($0.object, "2 of 500") }, 1)
            }
        }
    }

    func testThePhotoThatAKeyLeadsToSaysItsPlaceAtOnce() {
        withGallery(ScriptedSource(count: 5_000)) { gallery in
            gallery.waitUntilIdle()
            gallery.grid.focus.grab()
            gallery.grid.focus.move(.last)
            let widget = gallery.grid.tiles[gallery.grid.snapshot.ref(at: 4_999)]?.widget
            XCTAssertEqual(
                widget.map { tessera_accessible_has_description($0.object, "5\u{202F}000 of 5\u{202F}000") }, 1)
        }
    }

    func testOnlyTilesThatAreAttachedAreTalkedAbout() {
        withGallery(ScriptedSource(count: 5_000)) { gallery in
            gallery.waitUntilIdle()
            gallery.grid.scrollOffset = 20_000
            gallery.waitUntilIdle()
            gallery.grid.scrollOffset += 3
            gallery.waitUntilIdle()
            // Without an attachment nothing is said.
            var said = AccessibleTile.updateCount
            let binds = gallery.grid.binds
            gallery.grid.scrollOffset += 3
            gallery.waitUntilIdle()
            XCTAssertEqual(gallery.grid.binds, binds)
            XCTAssertEqual(AccessibleTile.updateCount, said)
            // Name and place of each photo whose picture is there already.
            gallery.grid.scrollOffset -= 1_500
            gallery.waitUntilIdle()
            gallery.grid.scrollOffset += 1_500
            gallery.waitUntilIdle()
            said = AccessibleTile.updateCount
            let attached = gallery.grid.binds
            gallery.grid.scrollOffset -= 1_500
            gallery.waitUntilIdle()
            XCTAssertGreaterThan(gallery.grid.binds, attached)
            XCTAssertLessThanOrEqual(AccessibleTile.updateCount - said, 2 * (gallery.grid.binds - attached))
        }
    }

    func testTilesWithoutAPhotoAreHidden() {
        withGallery(ScriptedSource(count: 5_000)) { gallery in
            gallery.waitUntilIdle()
            for offset in [20_000.0, 700, 0] {
                gallery.grid.scrollOffset = offset
                gallery.waitUntilIdle()
                let attached = Set(gallery.grid.tiles.values.map { ObjectIdentifier($0) })
                let inView = Set(gallery.grid.visibleRange.compactMap(gallery.grid.tile).map { ObjectIdentifier($0) })
                var hidden = 0
                var child = gtk_widget_get_first_child(gallery.grid.view)
                while let widget = child {
                    child = gtk_widget_get_next_sibling(widget)
                    guard let tile = Canvas.of(widget) as? Tile else { continue }
                    let isHidden = tessera_accessible_is_hidden(widget.object) != 0
                    // What is attached beyond the viewport is hidden by newer versions of GTK alone.
                    if inView.contains(ObjectIdentifier(tile)) { XCTAssertFalse(isHidden) }
                    if !attached.contains(ObjectIdentifier(tile)) { XCTAssertTrue(isHidden) }
                    hidden += isHidden ? 1 : 0
                }
                if offset == 0 { XCTAssertGreaterThan(hidden, 0) }
            }
        }
    }

    func testTheGridSaysWhatItShows() {
        withGallery(ScriptedSource(count: 50)) { gallery in
            XCTAssertEqual(tessera_accessible_has_label(gallery.grid.view.object, "Photos of Scripted"), 1)
            XCTAssertEqual(gtk_accessible_get_accessible_role(gallery.grid.view.opaque), GTK_ACCESSIBLE_ROLE_GRID)
        }
    }
}
