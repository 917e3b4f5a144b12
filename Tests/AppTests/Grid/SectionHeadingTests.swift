// The headings in the grid: where they lie, what they say, and how the first one stays at the top.
import Browse
import CGTK
import CWidgets
import Desktop
import Library
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class SectionHeadingTests: XCTestCase {
    /// Twelve folders of 25 photos each.
    private static func source() -> LivingSource {
        let source = LivingSource(count: 0)
        let photos = (0..<300).map {
            Photo(id: PhotoID("f\(10 + $0 / 25)/\(1000 + $0)"), title: "Photo \($0)", version: "")
        }
        source.tell(.added(PackedPage(photos), isLast: true))
        return source
    }

    @MainActor private static func group(_ gallery: GalleryWindow) {
        runLoop { gallery.page.model.count == 300 }
        Task { await gallery.page.model.arrange(by: Query(grouping: .folder)) }
        runLoop { gallery.grid.layout.sections.count == 12 }
        gallery.waitUntilIdle()
    }

    /// The widgets of the headings.
    @MainActor private static func headings(_ gallery: GalleryWindow) -> [Widget] {
        var headings: [Widget] = []
        var child = gtk_widget_get_first_child(gallery.grid.view)
        while let widget = child {
            child = gtk_widget_get_next_sibling(widget)
            if Canvas.of(widget) is SectionHeading { headings.append(widget) }
        }
        return headings
    }

    func testASectionBeginsARowUnderItsHeading() {
        withGallery(Self.source()) { gallery in
            Self.group(gallery)
            let layout = gallery.grid.layout
            XCTAssertGreaterThan(layout.stickyHeight, 20)
            for section in 0..<12 {
                let first = layout.cell(of: section * 25)
                XCTAssertEqual(first.x, 0)
                XCTAssertEqual(first.y, layout.heading(of: section).maxY)
            }
            XCTAssertEqual(gallery.grid.headings.current?.title, "f10")
            XCTAssertEqual(gallery.grid.headings.current?.count, "25")
            XCTAssertTrue(Self.headings(gallery).contains { tessera_accessible_has_label($0, "f10, 25 photos") != 0 })
        }
    }

    func testTheHeadingOfTheSectionInViewStaysAtTheTopUntilTheNextOnePushesIt() {
        withGallery(Self.source()) { gallery in
            Self.group(gallery)
            let grid = gallery.grid, layout = grid.layout, height = layout.stickyHeight
            @MainActor func top(of section: Int) -> Double? { grid.headings.place(of: section)?.y }
            for (scroll, y) in [
                (0.0, 0.0), (200, 0), (layout.body(of: 0).maxY - height, 0),
                (layout.body(of: 0).maxY - height + 10, -10),
            ] {
                grid.scrollOffset = scroll
                gallery.waitForFrame()
                XCTAssertEqual(top(of: 0), y, "at \(scroll)")
            }
            grid.scrollOffset = layout.heading(of: 1).y + 5
            gallery.waitForFrame()
            XCTAssertNil(top(of: 0))
            XCTAssertEqual(top(of: 1), 0)
            XCTAssertEqual(grid.headings.current?.title, "f11")
        }
    }

    func testNextSectionPutsItsFirstRowUnderItsHeading() {
        withGallery(Self.source()) { gallery in
            Self.group(gallery)
            gallery.page.goToSection(forward: true)
            gallery.waitForFrame()
            XCTAssertEqual(gallery.grid.focus.position, 25)
            XCTAssertEqual(gallery.grid.cell(at: 25).y, gallery.grid.layout.stickyHeight)
            gallery.page.goToSection(forward: false)
            XCTAssertEqual(gallery.grid.focus.position, 0)
        }
    }

    func testAListWithoutGroupsHasNoHeadings() {
        withGallery(Self.source()) { gallery in
            Self.group(gallery)
            let headings = Canvas.liveCount - Tile.tileCount
            XCTAssertGreaterThan(headings, 0)
            Task { await gallery.page.model.arrange(by: Query()) }
            runLoop { gallery.grid.layout.sections.isEmpty }
            gallery.waitUntilIdle()
            XCTAssertNil(gallery.grid.headings.current)
            XCTAssertEqual(gallery.grid.layout.stickyHeight, 0)
            XCTAssertEqual(Canvas.liveCount - Tile.tileCount, headings)
        }
    }
}
