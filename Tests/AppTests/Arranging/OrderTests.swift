// The order of the photos in the window: its actions, what is remembered, and what stays in its place.
import Browse
import CGTK
import Desktop
import Library
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class OrderTests: XCTestCase {
    func testTheActionsArrangeThePhotosAndShowTheirState() throws {
        let folder = try TestPictures.folder(named: "order-actions", count: 11)
        MainActor.assumeIsolated {
            let opened = FolderWindow(over: [folder])
            let window = opened.window
            XCTAssertEqual(state("sort", window), "'listing'")
            activate("sort", "'name'", window)
            activate("descending", "true", window)
            runLoop { window.page.map { $0.model.query } == Query(order: .name, isDescending: true) }
            XCTAssertEqual(titles(window).prefix(2), ["picture-10.jpg", "picture-9.jpg"])
            XCTAssertEqual(state("sort", window), "'name'")
            XCTAssertEqual(state("descending", window), "true")
            activate("group", "'folder'", window)
            runLoop { window.page?.model.query.grouping == .folder }
            XCTAssertEqual(state("group", window), "'folder'")
            // Another order, another name for its direction; what has no meaning is left alone.
            activate("sort", "'size'", window)
            activate("sort", "'colour'", window)
            runLoop { window.page?.model.query.order == .size }
            XCTAssertEqual(state("sort", window), "'size'")
            opened.close()
        }
    }

    func testEachFolderIsFoundInTheOrderInWhichItWasLeft() throws {
        let one = try TestPictures.folder(named: "order-one", count: 3)
        let other = try TestPictures.folder(named: "order-other", count: 4)
        MainActor.assumeIsolated {
            let opened = FolderWindow(over: [one])
            let window = opened.window
            activate("descending", "true", window)
            runLoop { window.page?.model.query.isDescending == true }
            window.open(.paths([FilePath(other)]))
            runLoop { window.page?.model.count == 4 }
            XCTAssertEqual(window.page?.model.query, Query())
            XCTAssertEqual(state("descending", window), "false")
            // For all that have none of their own.
            activate("sort", "'name'", window)
            runLoop { window.page?.model.query.order == .name }
            activate("default-order", nil, window)
            window.open(.paths([FilePath(one)]))
            runLoop { window.page?.model.count == 3 }
            XCTAssertEqual(window.page?.model.query, Query(isDescending: true))
            XCTAssertEqual(titles(window).first, "picture-2.jpg")
            XCTAssertEqual(window.arranging.order(of: SourceID("folder:/elsewhere")), Query(order: .name))
            opened.close()
        }
    }

    func testTheOrderOfTheCommandLineIsNotRemembered() throws {
        let folder = try TestPictures.folder(named: "order-asked", count: 3)
        MainActor.assumeIsolated {
            var options = LaunchOptions()
            options.subject = .paths([FilePath(folder)])
            options.query = QueryRequest(isDescending: true)
            options.usesDiskCache = false
            let window = MainWindow(application: TestApplication.shared, composition: Composition(options: options))
            window.openFirst()
            gtk_window_present(window.window)
            runLoop { window.page?.model.phase == .loaded(end: true) }
            XCTAssertEqual(titles(window).first, "picture-2.jpg")
            window.open(.paths([FilePath(folder)]))
            runLoop { window.page?.model.phase == .loaded(end: true) && titles(window).first == "picture-0.jpg" }
            gtk_window_destroy(window.window)
            runLoop { window.page == nil && Tile.tileCount == 0 }
        }
    }

    func testAnotherOrderShowsWhatComesFirstAndOtherGroupsKeepWhatIsSeen() throws {
        let folder = try TestPictures.folder(named: "order-place", count: 80)
        MainActor.assumeIsolated {
            let opened = FolderWindow(over: [folder], size: (900, 500))
            let window = opened.window
            guard let gallery = window.gallery else { return XCTFail("no gallery") }
            activate("descending", "true", window)
            runLoop { gallery.model.query.isDescending && gallery.isViewportComplete }
            XCTAssertEqual(gallery.grid.visibleRange.lowerBound, 0)

            let ref = gallery.model.ref(at: 30)
            gallery.grid.focus.move(to: ref)
            runLoop { gallery.grid.focus.position == 30 && gallery.isQuiet }
            let seen = gallery.model.ref(at: gallery.grid.visibleRange.lowerBound)
            let height = top(of: seen, gallery)
            activate("group", "'folder'", window)
            runLoop { gallery.model.query.grouping == .folder && gallery.isQuiet && gallery.isViewportComplete }
            // Its heading stays above it.
            XCTAssertEqual(
                top(of: seen, gallery) ?? -1, (height ?? -2) + gallery.grid.layout.stickyHeight, accuracy: 1)
            activate("sort", "'name'", window)
            activate("descending", "false", window)
            runLoop { gallery.model.query.order == .name && gallery.isQuiet && gallery.isViewportComplete }
            XCTAssertEqual(gallery.grid.scrollOffset, 0)
            XCTAssertEqual(gallery.grid.focus.photo, ref, "the focus stays with its photo")
            // Where nothing has moved, nothing goes to the top later.
            gallery.grid.scrollOffset = 300
            runLoop { gallery.isQuiet }
            activate("sort", "'listing'", window)
            runLoop { gallery.model.query.order == .listing && gallery.isQuiet }
            activate("captions", nil, window)
            runLoop { gallery.isQuiet }
            opened.close()
        }
    }
}

/// Pixels from the top of the viewport to a photo.
@MainActor private func top(of ref: PhotoRef, _ gallery: GalleryPage) -> Double? {
    gallery.model.position(of: ref).map { gallery.grid.layout.cell(of: $0).y - gallery.grid.scrollOffset }
}

/// The titles of the shown photos in order.
func titles(_ window: MainWindow) -> [String] {
    guard let model = window.page?.model else { return [] }
    return (0..<model.count).map { model.photo(model.ref(at: $0)).title }
}

/// Activates an action of a window; the parameter as GVariant's text.
func activate(_ action: String, _ parameter: String?, _ window: MainWindow) {
    let value = parameter.flatMap { g_variant_parse(nil, $0, nil, nil, nil) }
    g_action_group_activate_action(OpaquePointer(window.window), action, value)
    if let value { g_variant_unref(value) }
}

/// The state of an action of a window as GVariant's text.
func state(_ action: String, _ window: MainWindow) -> String? {
    guard let state = g_action_group_get_action_state(OpaquePointer(window.window), action) else { return nil }
    defer { g_variant_unref(state) }
    return g_variant_print(state, 0).map { text in
        defer { g_free(text) }
        return String(cString: text)
    }
}
