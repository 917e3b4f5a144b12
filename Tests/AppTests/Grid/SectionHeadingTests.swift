import Browse
// The headings in the grid: where they lie, what they say, and how the first one stays at the top.
import CAccessible
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
                XCTAssertEqual(first.x, 9)
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

    /// Folders of a few photos, with one of many between them.
    private static let small = [1, 2, 1, 3, 30, 1, 1]

    @MainActor private static func withSmallSections(
        _ kind: LayoutKind, isRightToLeft: Bool, _ body: @MainActor (GalleryWindow, TileGrid) -> Void
    ) {
        _ = TestApplication.shared
        gtk_widget_set_default_direction(isRightToLeft ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR)
        defer { gtk_widget_set_default_direction(GTK_TEXT_DIR_LTR) }
        let source = LivingSource(count: 0)
        let folders = small.enumerated().flatMap { number, count in Array(repeating: number, count: count) }
        let photos = folders.enumerated().map {
            Photo(id: PhotoID("f\($1)/\(1000 + $0)"), title: "Photo \($0)", version: "")
        }
        source.tell(.added(PackedPage(photos), isLast: true))
        withGallery(source) { gallery in
            gallery.page.setLayout(kind)
            runLoop { gallery.page.model.count == photos.count }
            Task { await gallery.page.model.arrange(by: Query(grouping: .folder)) }
            runLoop { gallery.grid.layout.sections.count == small.count }
            gallery.waitUntilIdle()
            body(gallery, gallery.grid)
        }
    }

    func testSmallSectionsStandBesideEachOtherEachUnderItsHeading() {
        for kind in LayoutKind.allCases {
            for isRightToLeft in [false, true] {
                MainActor.assumeIsolated {
                    Self.withSmallSections(kind, isRightToLeft: isRightToLeft) { gallery, grid in
                        let sections = grid.layout.sections
                        XCTAssertEqual(grid.layout.row(of: 0), grid.layout.row(of: 1))
                        for number in 0..<2 {
                            let first = grid.cell(at: sections[number].start)
                            guard let heading = grid.headings.place(of: number) else { return XCTFail("no heading") }
                            // Above its photos, at the side at which lines begin
                            XCTAssertEqual(
                                isRightToLeft ? heading.maxX - 9 : heading.x + 9,
                                isRightToLeft ? first.maxX : first.x, "the text on the edge of the picture")
                            XCTAssertEqual(heading.maxY, first.y)
                            XCTAssertEqual(grid.heading(atX: heading.midX, y: 5)?.section, sections[number])
                            let checks = stride(from: heading.x, to: heading.maxX, by: 1).filter {
                                grid.heading(atX: $0, y: 5)?.isOnCheck == true
                            }
                            XCTAssertGreaterThan(checks.count, 20)
                            grid.selection?.takeClick(on: sections[number], isOnCheck: true)
                        }
                        XCTAssertEqual(gallery.page.selection.model.refs.map(\.slot), [0, 1, 2])
                        // A band over the second section alone
                        let cells = (1...2).map(grid.cell(at:))
                        gallery.page.selection.model.apply(.leave)
                        let left = cells.map(\.x).min() ?? 0, right = cells.map(\.maxX).max() ?? 0
                        gallery.page.selection.band.begin(atX: left + 1, y: cells[0].y + 5, [])
                        gallery.page.selection.band.move(toX: right - 1, y: cells[0].midY)
                        gallery.page.selection.band.end()
                        XCTAssertEqual(gallery.page.selection.model.refs.map(\.slot), [1, 2])
                        // Keys go through them in order.
                        grid.focus.move(to: grid.snapshot.ref(at: 0))
                        grid.focus.move(.next)
                        XCTAssertEqual(grid.focus.position, 1)
                        gallery.page.goToSection(forward: true)
                        XCTAssertEqual(grid.focus.position, 3)
                        gallery.page.setSharesRows(false)
                        gallery.layOut()
                        XCTAssertTrue(grid.layout.sections.allSatisfy { grid.layout.cell(of: $0.start).x == 9 })
                    }
                }
            }
        }
    }
}
