import Browse
// The timeline over a grid: when it is there, where a drag leads, and what it says.
import CAccessible
import CGTK
import CWidgets
import Desktop
import Library
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class GridTimelineTests: XCTestCase {
    func testItTakesThePlaceOfTheScrollBarOnlyWhereTheOrderIsByTime() {
        withGallery(DatedPhotos.source()) { gallery in
            let timeline = gallery.page.timeline
            runLoop { gallery.page.model.count == DatedPhotos.count }
            XCTAssertFalse(timeline.isActive)
            XCTAssertTrue(gallery.hasPlainScrollBar)
            XCTAssertFalse(gallery.press(at: 0.5))
            for grouping in [Query.Grouping.day, .month, .year] {
                gallery.arrange(Query(order: .modified, isDescending: true, grouping: grouping))
                XCTAssertTrue(timeline.isActive)
                XCTAssertFalse(gallery.hasPlainScrollBar)
                XCTAssertNotEqual(gtk_widget_get_visible(timeline.bar.widget), 0)
            }
            gallery.arrange(Query(order: .modified, grouping: .month))
            XCTAssertTrue(timeline.isActive)
            for query in [Query(order: .modified), Query(order: .name, grouping: .folder)] {
                gallery.arrange(query)
                XCTAssertFalse(timeline.isActive)
                XCTAssertTrue(gallery.hasPlainScrollBar)
                XCTAssertEqual(gtk_widget_get_visible(timeline.bar.widget), 0)
            }
        }
    }

    func testADragLeadsToBothEndsAndToThePlaceUnderThePointer() {
        withTimeline { gallery, timeline in
            XCTAssertTrue(gallery.press(at: 0.5))
            XCTAssertEqual(gallery.grid.scrollOffset, (gallery.bottom / 2).rounded(.toNearestOrEven), accuracy: 1)
            timeline.drag(toY: -100)
            XCTAssertEqual(gallery.grid.scrollOffset, 0)
            timeline.drag(toY: 10_000)
            XCTAssertEqual(gallery.grid.scrollOffset, gallery.bottom)
            timeline.release(x: 0, y: 0, byTouch: true)
            timeline.drag(toY: 0)
            XCTAssertEqual(gallery.grid.scrollOffset, gallery.bottom, "it is let go")
            // By the handle, which is at the end now, and stays there
            XCTAssertTrue(gallery.press(at: 0.98))
            XCTAssertEqual(gallery.grid.scrollOffset, gallery.bottom)
            timeline.drag(toY: gallery.height * 0.98 - 10)
            let step = gallery.bottom - gallery.grid.scrollOffset
            XCTAssertGreaterThan(step, 0)
            XCTAssertLessThan(step, gallery.bottom * 15 / gallery.height)
        }
    }

    func testTheBubbleSaysTheDateUnderThePointer() {
        withTimeline { gallery, timeline in
            let sections = gallery.grid.layout.sections
            XCTAssertNil(gallery.bubble)
            XCTAssertTrue(gallery.press(at: 0.5))
            let middle = gallery.grid.layout.index(nearestTo: 0, y: gallery.grid.layout.height / 2) ?? 0
            let section = gallery.grid.layout.section(of: middle) ?? 0
            XCTAssertEqual(gallery.bubble, SectionTitle.text(sections[section].key, of: ""))
            timeline.drag(toY: 0)
            XCTAssertEqual(gallery.bubble, "September 2022")
            timeline.drag(toY: gallery.height)
            XCTAssertEqual(gallery.bubble, "October 2020")
            timeline.release(x: 0, y: 0, byTouch: true)
            XCTAssertNil(gallery.bubble)
            // Before a click, too; the list does not move
            let offset = gallery.grid.scrollOffset
            timeline.hover(at: (gallery.edge, 1))
            XCTAssertEqual(gallery.bubble, "September 2022")
            XCTAssertEqual(gallery.grid.scrollOffset, offset)
            gallery.arrange(Query(order: .modified, isDescending: true, grouping: .day))
            timeline.hover(at: (gallery.edge, 0))
            XCTAssertEqual(gallery.bubble, "15 September 2022")
        }
    }

    func testAnArrangementThatChangesInADragKeepsTheFractionOfThePointer() {
        let source = DatedPhotos.source()
        withTimeline(source) { gallery, timeline in
            XCTAssertTrue(gallery.press(at: 0.3))
            // Most of those above
            source.remove(DatedPhotos.count * 2 / 3..<DatedPhotos.count)
            runLoop { gallery.page.model.count == DatedPhotos.count * 2 / 3 }
            gallery.waitUntilIdle()
            XCTAssertEqual(gallery.grid.scrollOffset / gallery.bottom, 0.3, accuracy: 0.001)
            gallery.arrange(Query(order: .modified, isDescending: false, grouping: .year))
            XCTAssertTrue(timeline.grip.isHeld)
            XCTAssertEqual(gallery.grid.scrollOffset / gallery.bottom, 0.3, accuracy: 0.001)
            gallery.resize(to: 900)
            gallery.waitUntilIdle()
            XCTAssertEqual(gallery.grid.scrollOffset / gallery.bottom, 0.3, accuracy: 0.001)
            // And where it is over with time
            gallery.arrange(Query(order: .name))
            let offset = gallery.grid.scrollOffset
            XCTAssertFalse(timeline.grip.isHeld)
            timeline.drag(toY: 10)
            timeline.release(x: gallery.edge, y: 10, byTouch: false)
            XCTAssertEqual(gallery.grid.scrollOffset, offset)
        }
    }

    func testAListThatBecomesShortInADragIsLetGoWithoutAScroll() {
        let source = DatedPhotos.source()
        withTimeline(source) { gallery, timeline in
            XCTAssertTrue(gallery.press(at: 0.9))
            source.remove(3..<DatedPhotos.count)
            runLoop { gallery.page.model.count == 3 }
            gallery.waitUntilIdle()
            timeline.drag(toY: 700)
            XCTAssertEqual(gallery.grid.scrollOffset, 0)
            XCTAssertNil(timeline.bar.content())
            timeline.release(x: 0, y: 0, byTouch: true)
            XCTAssertFalse(gallery.press(at: 0.5))
        }
    }

    func testItLiesAtTheEdgeAtWhichLinesEnd() {
        withTimeline { gallery, timeline in
            XCTAssertTrue(timeline.isHit(x: gallery.width - 1, y: 100, byTouch: false))
            XCTAssertTrue(timeline.isHit(x: gallery.width - 23, y: 100, byTouch: false))
            XCTAssertFalse(timeline.isHit(x: gallery.width - 24, y: 100, byTouch: false))
            XCTAssertFalse(timeline.isHit(x: 1, y: 100, byTouch: false))
            XCTAssertEqual(gallery.barBounds?.maxX, gallery.width)
        }
        MainActor.assumeIsolated { gtk_widget_set_default_direction(GTK_TEXT_DIR_RTL) }
        defer { MainActor.assumeIsolated { gtk_widget_set_default_direction(GTK_TEXT_DIR_LTR) } }
        withTimeline { gallery, timeline in
            XCTAssertTrue(timeline.isHit(x: 1, y: 100, byTouch: false))
            XCTAssertFalse(timeline.isHit(x: gallery.width - 1, y: 100, byTouch: false))
            XCTAssertEqual(gallery.barBounds?.x, 0)
            timeline.hover(at: (1, 100))
            // The open panel takes its whole width
            XCTAssertTrue(timeline.isHit(x: 60, y: 100, byTouch: false))
        }
    }

    func testItTakesNoFocus() {
        withTimeline { gallery, timeline in
            gallery.grid.moveFocus(to: 2)
            let root = gtk_widget_get_root(gallery.grid.view)
            let focus = gtk_root_get_focus(root)
            XCTAssertNotNil(focus)
            XCTAssertTrue(gallery.press(at: 0.01))
            timeline.release(x: gallery.edge, y: 5, byTouch: false)
            XCTAssertEqual(gtk_root_get_focus(root), focus)
            XCTAssertEqual(gtk_widget_child_focus(timeline.bar.widget, GTK_DIR_TAB_FORWARD), 0)
            XCTAssertEqual(gtk_widget_grab_focus(timeline.bar.widget), 0)
        }
    }

    func testMarksAndTextsAreMadeOnceALayoutAndNotInEachFrame() {
        withTimeline { gallery, timeline in
            setAnimations(false, of: gallery.window)
            defer { setAnimations(true, of: gallery.window) }
            XCTAssertEqual(timeline.modelCount, 0, "nothing is made before it is seen")
            var layouts = 0
            let take = gallery.grid.onLayout
            gallery.grid.onLayout = {
                layouts += 1
                take()
            }
            XCTAssertTrue(gallery.press(at: 0))
            gallery.waitForFrame()
            let models = timeline.modelCount, texts = TimelinePanel.textCount
            XCTAssertEqual(models, 1)
            for step in 0..<20 {
                timeline.drag(toY: Double(step) * 40)
                gallery.waitForFrame()
            }
            XCTAssertEqual(timeline.modelCount, models)
            XCTAssertEqual(TimelinePanel.textCount, texts)
            XCTAssertEqual(layouts, 0, "a scroll lays nothing out anew")
            // Other photos a row: another layout, the same words
            gallery.resize(to: 700)
            gallery.waitUntilIdle()
            XCTAssertGreaterThan(timeline.modelCount, models)
            XCTAssertLessThanOrEqual(timeline.modelCount - models, layouts)
            XCTAssertLessThanOrEqual(TimelinePanel.textCount - texts, 3)
        }
    }

    func testItShowsItselfInAScrollAndFadesOutAtRest() {
        withTimeline { gallery, timeline in
            setAnimations(false, of: gallery.window)
            defer { setAnimations(true, of: gallery.window) }
            XCTAssertFalse(timeline.bar.isShown)
            timeline.delay = .zero
            gallery.grid.scrollOffset = 300
            XCTAssertTrue(timeline.bar.isShown)
            XCTAssertFalse(timeline.bar.isOpen)
            runLoop { !timeline.bar.isShown }
            timeline.hover(at: (gallery.edge, 50))
            XCTAssertTrue(timeline.bar.isShown && timeline.bar.isOpen)
            gallery.grid.scrollOffset = 600
            gallery.waitUntilIdle()
            XCTAssertTrue(timeline.bar.isShown, "the pointer is on it")
            timeline.hover(at: (20, 50))
            XCTAssertFalse(timeline.bar.isOpen)
            runLoop { !timeline.bar.isShown }
        }
    }

    func testAFingerTakesTheHandleWhileItIsShownAndNothingElse() {
        withTimeline { gallery, timeline in
            for y in [1.0, 100, 400] { XCTAssertFalse(timeline.isHit(x: gallery.edge, y: y, byTouch: true)) }
            gallery.grid.scrollOffset = gallery.bottom / 2
            XCTAssertTrue(timeline.isHit(x: gallery.edge, y: gallery.height / 2, byTouch: true))
            XCTAssertTrue(timeline.isHit(x: gallery.width - 23, y: gallery.height / 2 + 30, byTouch: true))
            XCTAssertFalse(timeline.isHit(x: gallery.edge, y: gallery.height / 4, byTouch: true))
            XCTAssertTrue(timeline.press(x: gallery.edge, y: gallery.height / 2, byTouch: true))
            XCTAssertTrue(timeline.bar.isOpen)
            timeline.release(x: gallery.edge, y: gallery.height / 2, byTouch: true)
            XCTAssertFalse(timeline.bar.isOpen, "a finger does not hover")
        }
    }

    func testAQuickScrollShowsOneBubbleAndAScreenReaderIsToldTheDateAtRest() {
        withTimeline { gallery, timeline in
            var said = 0, position = 0
            let connection = gallery.afterEachFrame {
                said += gallery.bubble != nil ? 1 : 0
                position += gallery.page.bubble.isShown ? 1 : 0
            }
            for _ in 0..<8 {
                gallery.grid.scrollOffset += 3_000
                gallery.waitForFrame()
            }
            XCTAssertGreaterThan(said, 0)
            XCTAssertEqual(position, 0)
            gallery.grid.scrollOffset = gallery.bottom
            gallery.waitUntilIdle()
            connection.disconnect()
            XCTAssertNil(gallery.bubble)
            XCTAssertNotEqual(tessera_accessible_has_value_text(timeline.bar.widget, "October 2020"), 0)
        }
    }

    func testNothingIsLeftOfIt() {
        for _ in 0..<2 { withTimeline { gallery, _ in _ = gallery.press(at: 0.5) } }
        // Decoders give the pictures of closed galleries back late.
        let before = MainActor.assumeIsolated {
            runLoop { Texture.liveCount == 0 }
            return Instances.now
        }
        for _ in 0..<3 {
            withTimeline { gallery, _ in
                _ = gallery.press(at: 0.5)
                gallery.waitForFrame()
            }
        }
        MainActor.assumeIsolated {
            runLoop { Instances.now == before }
            XCTAssertEqual(Instances.now, before)
        }
    }

    /// Runs with a gallery by month, newest first.
    private func withTimeline(
        _ source: LivingSource = DatedPhotos.source(), _ body: @MainActor (GalleryWindow, GridTimeline) -> Void
    ) {
        withGallery(source) { gallery in
            runLoop { gallery.page.model.count == DatedPhotos.count }
            gallery.arrange(Query(order: .modified, isDescending: true, grouping: .month))
            body(gallery, gallery.page.timeline)
        }
    }
}

/// Photos of two years, a few in each month.
private nonisolated enum DatedPhotos {
    static let months = 24, perMonth = 30
    static var count: Int { months * perMonth }

    static func source() -> LivingSource {
        let source = LivingSource(count: 0)
        // From the middle of October 2020 on, a mean month apart
        let photos = (0..<count).map { number in
            let time = 1_602_720_000 + Int64(number / perMonth) * 2_629_746
            return ListedPhoto(
                LivingSource.photo(number),
                stamp: FileStamp(device: 1, inode: UInt64(number), byteCount: 1, modified: time * 1_000_000_000))
        }
        source.tell(.added(PackedPage(listed: photos), isLast: true))
        return source
    }
}

extension GalleryWindow {
    fileprivate var width: Double { Double(gtk_widget_get_width(grid.root.widget)) }
    fileprivate var height: Double { page.timeline.bar.bounds.height }
    /// A point on the strip.
    fileprivate var edge: Double { width - 4 }
    fileprivate var bottom: Double { grid.layout.height - grid.viewportHeight }
    fileprivate var bubble: String? { page.timeline.bar.content()?.bubble?.text }
    fileprivate var barBounds: Rectangle? { Rectangle(of: page.timeline.bar.widget, in: page.bubble.root.widget) }

    fileprivate var hasPlainScrollBar: Bool {
        var across = GTK_POLICY_NEVER, down = GTK_POLICY_NEVER
        gtk_scrolled_window_get_policy(grid.root.widget.opaque, &across, &down)
        return down == GTK_POLICY_AUTOMATIC
    }

    /// Presses on the strip at a fraction of the track.
    fileprivate func press(at fraction: Double) -> Bool {
        page.timeline.press(x: edge, y: fraction * height, byTouch: false)
    }

    fileprivate func arrange(_ query: Query) {
        Task { await page.model.arrange(by: query) }
        runLoop { page.model.query == query && !page.model.isOrderPending }
        waitUntilIdle()
        waitForFrame()
    }
}
