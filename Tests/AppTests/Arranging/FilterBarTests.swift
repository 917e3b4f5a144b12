// The filter bar in the window: what its choices show, what they count, and what its end brings back.
import Browse
import CGTK
import Desktop
import Library
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class FilterBarTests: XCTestCase {
    func testAFilterShowsItsPhotosAndTheEndOfTheBarAllAtTheirPlace() throws {
        let folder = try TestPictures.folder(named: "filter", count: 200)
        try MainActor.assumeIsolated {
            let opened = FolderWindow(over: [folder])
            let window = opened.window
            let grid = try XCTUnwrap(window.gallery?.grid)
            Self.give(.stars(4), to: [3, 120], window)
            Self.give(.label(.red), to: [120], window)
            grid.scroll(toTop: 120)
            runLoop { grid.scrollOffset > 500 }
            let offset = grid.scrollOffset
            XCTAssertEqual(state("filter-bar", window), "false")
            activate("filter-bar", nil, window)
            XCTAssertEqual(state("filter-bar", window), "true")
            XCTAssertEqual(window.page?.model.count, 200)
            Self.choose(.stars, at: 1, window)
            runLoop { window.page?.model.count == 2 && grid.scrollOffset == 0 }
            Self.choose(.label, at: 1, window)
            runLoop { window.page?.model.count == 1 }
            window.escape()
            XCTAssertEqual(state("filter-bar", window), "false")
            runLoop { window.page?.model.count == 200 && grid.scrollOffset == offset }
            runLoop { window.page?.model.query == Query() }
            opened.close()
        }
    }

    func testEachChoiceSaysHowManyPhotosItWouldShowAlsoAfterAMark() throws {
        let folder = try TestPictures.folder(named: "filter-counts", count: 12)
        MainActor.assumeIsolated {
            let opened = FolderWindow(over: [folder])
            let window = opened.window
            activate("filter-bar", nil, window)
            runLoop { Self.counts(.stars, window) == [0, 0, 0, 0, 0, 12] }
            Self.give(.stars(4), to: [0, 1], window)
            Self.give(.stars(5), to: [2], window)
            runLoop { Self.counts(.stars, window) == [1, 3, 3, 3, 3, 12] }
            Self.choose(.stars, at: 1, window)
            runLoop { window.page?.model.count == 3 }
            // The facet's own choices are counted as if it asked for nothing.
            runLoop { Self.counts(.stars, window) == [1, 3, 3, 3, 3, 12] }
            runLoop { Self.counts(.kind, window).first == 3 }
            activate("clear-filter", nil, window)
            runLoop { window.page?.model.count == 12 && Self.counts(.kind, window).first == 12 }
            opened.close()
        }
    }

    func testAFilterThatNothingMeetsOffersItsEnd() throws {
        let folder = try TestPictures.folder(named: "filter-none", count: 3)
        MainActor.assumeIsolated {
            let opened = FolderWindow(over: [folder])
            let window = opened.window
            activate("filter-bar", nil, window)
            Self.choose(.stars, at: 0, window)
            runLoop {
                window.page?.model.count == 0
                    && window.page.map { labels(below: $0.root.widget).contains("Clear Filter") } == true
            }
            activate("clear-filter", nil, window)
            runLoop { window.page?.model.count == 3 }
            XCTAssertEqual(state("filter-bar", window), "true")
            opened.close()
        }
    }

    func testAnotherFolderIsShownWithoutTheFilter() throws {
        let folder = try TestPictures.folder(named: "filter-first", count: 3)
        let other = try TestPictures.folder(named: "filter-second", count: 5)
        MainActor.assumeIsolated {
            let opened = FolderWindow(over: [folder])
            let window = opened.window
            activate("filter-bar", nil, window)
            Self.choose(.stars, at: 0, window)
            runLoop { window.page?.model.count == 0 }
            window.context.open(.paths([FilePath(other)]))
            runLoop { window.page?.model.count == 5 }
            XCTAssertEqual(state("filter-bar", window), "false")
            opened.close()
        }
    }

    // MARK: The bar

    /// The facets that have a menu, in the order of the bar.
    private enum Facet: Int { case stars, label, rejected, kind, year, camera, keywords }

    @MainActor
    private static func menu(_ facet: Facet, _ window: MainWindow) -> OpaquePointer? {
        let buttons = Self.descendants(of: window.arranging.filterBar.root.widget, gtk_menu_button_get_type())
        return buttons.indices.contains(facet.rawValue) ? buttons[facet.rawValue].opaque : nil
    }

    /// Opens the menu of a facet.
    @MainActor
    private static func rows(_ facet: Facet, _ window: MainWindow) -> [Widget] {
        guard let menu = Self.menu(facet, window), let popover = gtk_menu_button_get_popover(menu) else { return [] }
        if gtk_widget_get_mapped(popover.cast()) == 0 { gtk_menu_button_popup(menu) }
        return Self.descendants(of: popover.cast(), gtk_list_box_row_get_type())
    }

    /// Chooses what stands at a place in the menu of a facet, and closes it.
    @MainActor
    private static func choose(_ facet: Facet, at place: Int, _ window: MainWindow) {
        runLoop { Self.rows(facet, window).indices.contains(place) }
        gtk_widget_activate(Self.rows(facet, window)[place])
        runLoop {
            Self.menu(facet, window).flatMap { gtk_menu_button_get_popover($0) }.map {
                gtk_widget_get_mapped($0.cast())
            } == 0
        }
    }

    /// The numbers in the menu of a facet.
    @MainActor
    private static func counts(_ facet: Facet, _ window: MainWindow) -> [Int] {
        Self.rows(facet, window).compactMap { labels(below: $0).last.flatMap(Int.init) }
    }

    @MainActor
    private static func descendants(of widget: Widget, _ type: GType) -> [Widget] {
        var found: [Widget] = []
        var next = gtk_widget_get_first_child(widget)
        while let child = next {
            if g_type_check_instance_is_a(child.cast(to: GTypeInstance.self), type) != 0 { found.append(child) }
            found += descendants(of: child, type)
            next = gtk_widget_get_next_sibling(child)
        }
        return found
    }

    @MainActor
    private static func give(_ mark: PhotoMarks.Mark, to places: [Int], _ window: MainWindow) {
        guard let model = window.page?.model else { return }
        let photos = places.map { place in
            let ref = model.ref(at: place)
            return (ref: ref, marks: model.facts(of: ref).marks.with(mark))
        }
        Task { await model.mark(photos) }
        runLoop { photos.allSatisfy { model.marks(of: $0.ref) == $0.marks } }
    }
}
