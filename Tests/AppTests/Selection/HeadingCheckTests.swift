import Browse
// The checks of the headings: what they show of a selection, and what a click on them selects.
import CAccessible
import CGTK
import CWidgets
import Desktop
import Library
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class HeadingCheckTests: XCTestCase {
    func testTheCheckOfAHeadingSelectsItsSectionAndAnywhereOnItWhileSelecting() {
        Self.withSections { grid, page in
            let (section, point) = Self.check(of: 0, grid)
            XCTAssertEqual(section.count, 40)
            var opened = 0
            page.events.open = { _ in opened += 1 }
            // Beside the check a heading means nothing yet.
            let beside = grid.heading(atX: point.x + 100, y: point.y)
            XCTAssertEqual(beside?.isOnCheck, false)
            grid.selection?.takeClick(on: section, isOnCheck: false)
            XCTAssertFalse(page.selection.model.isActive)
            grid.selection?.takeClick(on: section, isOnCheck: true)
            XCTAssertEqual(page.selection.model.refs.map(\.slot), Array(0..<40))
            grid.selection?.takeClick(on: section, isOnCheck: false)
            XCTAssertEqual(page.selection.model.refs, [])
            XCTAssertEqual(opened, 0)
        }
    }

    func testAHeadingShowsHowManyOfItsPhotosAreSelected() {
        Self.withSections { grid, page in
            // To the eye, and to assistive technology.
            @MainActor func shown() -> SectionSelection? {
                guard let heading = Self.heading(grid) else { return nil }
                let said: GtkAccessibleTristate =
                    switch heading.selection {
                    case .none: GTK_ACCESSIBLE_TRISTATE_FALSE
                    case .some: GTK_ACCESSIBLE_TRISTATE_MIXED
                    case .all: GTK_ACCESSIBLE_TRISTATE_TRUE
                    }
                return tessera_accessible_is_checked(heading.widget.object, said) != 0 ? heading.selection : nil
            }
            XCTAssertEqual(shown(), SectionSelection.none)
            page.selection.model.apply(.toggle(page.model.ref(at: 3)))
            XCTAssertEqual(shown(), .some)
            page.selection.toggleSection()
            XCTAssertEqual(shown(), .all)
            // The heading of another section, after scrolling.
            grid.scrollOffset = 1e9
            runLoop { Self.heading(grid).map { $0.text.title.contains("f2") } == true }
            XCTAssertEqual(shown(), SectionSelection.none)
            page.selection.model.apply(.all)
            XCTAssertEqual(shown(), .all)
            page.selection.model.apply(.leave)
            XCTAssertEqual(shown(), SectionSelection.none)
        }
    }

    /// The section whose heading is at the top, and the point of its check.
    @MainActor private static func check(
        of section: Int, _ grid: TileGrid
    ) -> (section: ArrangedSection, point: (x: Double, y: Double)) {
        for x in stride(from: 0.0, to: 800, by: 4) {
            if let hit = grid.heading(atX: x, y: 12), hit.isOnCheck { return (hit.section, (x, 12)) }
        }
        XCTFail("no check at the top")
        return (grid.snapshot.arrangement.sections[section], (0, 0))
    }

    /// The heading at the top of the viewport.
    @MainActor private static func heading(_ grid: TileGrid) -> SectionHeading? {
        var child = gtk_widget_get_first_child(grid.view)
        while let widget = child {
            child = gtk_widget_get_next_sibling(widget)
            guard let heading = Canvas.of(widget) as? SectionHeading, gtk_widget_get_child_visible(widget) != 0 else {
                continue
            }
            var bounds = graphene_rect_t()
            if gtk_widget_compute_bounds(widget, grid.view, &bounds) != 0, abs(bounds.origin.y) < 1 { return heading }
        }
        return nil
    }

    /// A grid of 120 photos in three folders, grouped by these.
    private static func withSections(_ body: @MainActor (TileGrid, GalleryPage) -> Void) {
        withGallery(FolderedSource()) { gallery in
            gallery.waitUntilIdle()
            Task { await gallery.page.model.arrange(by: Query(grouping: .folder)) }
            runLoop { gallery.grid.snapshot.arrangement.sections.count == 3 }
            gallery.layOut()
            runLoop { heading(gallery.grid) != nil }
            body(gallery.grid, gallery.page)
        }
    }
}

/// 120 photos in three folders of the same size.
private nonisolated struct FolderedSource: PagedPhotoSource {
    let identity = SourceID("foldered")
    let title = "Foldered"
    let root: String? = "/"

    func page(after cursor: PageCursor?) async throws -> Page {
        Page(photos: (0..<120).map { Photo(id: PhotoID("f\($0 / 40)/\($0)"), title: "Photo \($0)") }, next: nil)
    }

    func location(of photo: Photo, atLeast size: PixelSize, fit: Fit) -> ImageLocation {
        .file(FilePath(String(photo.id.text.drop { $0 != "/" }.dropFirst())))
    }

    func original(of photo: Photo) -> ImageLocation { location(of: photo, atLeast: PixelSize(square: 1), fit: .fit) }
}
