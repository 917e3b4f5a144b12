// What each preference changes: at once, on a window that is open, and in the next run.
import Browse
import CGTK
import Desktop
import Foundation
import Library
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class PreferencesTests: XCTestCase {
    func testWhatIsChosenIsFoundInTheNextRun() throws {
        try MainActor.assumeIsolated {
            let memory = try Self.memory("PreferencesKept")
            let first = Preferences(LaunchOptions(), memory: memory)
            XCTAssertEqual(first.start, .last)
            XCTAssertEqual(first.cacheMegabytes, 280)
            XCTAssertTrue(first.playsAnimations && first.allowsNetwork && first.fadesSlides)
            XCTAssertFalse(first.blursGround || first.keepsZoom || first.showsEmptyStars)
            (first.blursGround, first.keepsZoom, first.showsEmptyStars) = (true, true, true)
            XCTAssertFalse(first.shufflesSlides)
            first.start = .welcome
            first.cacheMegabytes = 1000
            (first.playsAnimations, first.allowsNetwork, first.fadesSlides) = (false, false, false)
            (first.shufflesSlides, first.slideSeconds) = (true, 12)
            XCTAssertEqual(first.exportRecipe, ExportRecipe())
            XCTAssertEqual(first.exportPattern, "{name}")
            XCTAssertNil(first.exportFolder)
            let recipe = ExportRecipe(format: .png, longSide: 1234, quality: 55, metadata: .withoutPlace)
            (first.exportRecipe, first.exportPattern, first.exportFolder) = (recipe, "Crete ##", "/tmp/Crete")
            XCTAssertEqual(first.arrivalPattern, FolderPattern.usual)
            (first.arrivalPattern, first.arrivalFolder) = ("Card/{year}", "/tmp/Card")
            let second = Preferences(LaunchOptions(), memory: memory)
            XCTAssertEqual(second.arrivalPattern, "Card/{year}")
            XCTAssertEqual(second.arrivalFolder, "/tmp/Card")
            XCTAssertEqual(second.exportRecipe, recipe)
            XCTAssertEqual(second.exportPattern, "Crete ##")
            XCTAssertEqual(second.exportFolder, "/tmp/Crete")
            XCTAssertEqual(second.start, .welcome)
            XCTAssertEqual(second.cacheMegabytes, 1000)
            XCTAssertFalse(second.playsAnimations || second.allowsNetwork || second.fadesSlides)
            XCTAssertTrue(second.blursGround && second.keepsZoom && second.showsEmptyStars)
            XCTAssertTrue(second.shufflesSlides)
            XCTAssertEqual(second.slideSeconds, 12)
        }
    }

    func testLayoutAndCaptionsChangeOnTheOpenWindowAndAreThoseOfItsMenu() throws {
        let folder = try TestPictures.folder(named: "preferred-layout", count: 4)
        MainActor.assumeIsolated {
            let stage = Stage(.paths([FilePath(folder)]))
            XCTAssertEqual(stage.window.gallery?.grid.kind, .squares)
            stage.preferences.layout = .justified
            stage.preferences.showsCaptions = true
            runLoop {
                stage.window.gallery?.grid.kind == .justified && stage.window.gallery?.grid.showsCaptions == true
            }
            XCTAssertEqual(stage.window.look.layout, .justified)
            stage.window.perform(.fitTiles)
            XCTAssertEqual(stage.preferences.layout, .whole)
            stage.close()
        }
    }

    func testAPhotoWithoutStarsShowsThatUnderThePointerOrAlways() throws {
        let folder = try TestPictures.folder(named: "preferred-stars", count: 3)
        try MainActor.assumeIsolated {
            let stage = Stage(.paths([FilePath(folder)])), grid = try XCTUnwrap(stage.window.gallery).grid
            runLoop { grid.tile(at: 1) != nil }
            let tile = try XCTUnwrap(grid.tile(at: 1))
            XCTAssertFalse(tile.showsMarks)
            gtk_widget_set_state_flags(tile.widget, GTK_STATE_FLAG_PRELIGHT, 0)
            XCTAssertTrue(tile.showsMarks)
            gtk_widget_unset_state_flags(tile.widget, GTK_STATE_FLAG_PRELIGHT)
            XCTAssertFalse(tile.showsMarks)
            stage.preferences.showsEmptyStars = true
            runLoop { (0..<3).allSatisfy { grid.tile(at: $0)?.showsMarks == true } }
            stage.preferences.showsEmptyStars = false
            runLoop { (0..<3).allSatisfy { grid.tile(at: $0)?.showsMarks == false } }
            stage.close()
        }
        // Photos of a service are given no stars.
        withGallery(LivingSource(count: 1)) { gallery in
            gallery.page.setShowsEmptyStars(true)
            gallery.waitUntilIdle()
            XCTAssertEqual(gallery.grid.tile(at: 0)?.showsMarks, false)
        }
    }

    func testTheUsualOrderArrangesWhatHasNoOrderOfItsOwn() throws {
        let folder = try TestPictures.folder(named: "preferred-order", count: 3)
        MainActor.assumeIsolated {
            let stage = Stage(.paths([FilePath(folder)]))
            XCTAssertEqual(stage.titles, ["picture-0.jpg", "picture-1.jpg", "picture-2.jpg"])
            stage.preferences.usualOrder.isDescending = true
            stage.preferences.usualOrder.order = .name
            runLoop { stage.titles == ["picture-2.jpg", "picture-1.jpg", "picture-0.jpg"] }
            // An order of its own is not changed by the one of all others.
            gtk_widget_activate_action_variant(stage.window.window.cast(), "win.descending", g_variant_new_boolean(0))
            runLoop { stage.titles.first == "picture-0.jpg" }
            stage.preferences.usualOrder.grouping = .folder
            runLoop { stage.window.arranging.usual.grouping == .folder }
            XCTAssertEqual(stage.window.arranging.query.grouping, .none)
            stage.close()
        }
    }

    func testAStartShowsTheWelcomeWhereThatIsChosen() throws {
        let folder = try TestPictures.folder(named: "preferred-start", count: 2)
        try MainActor.assumeIsolated {
            _ = TestApplication.shared
            let memory = try PlacesWindow.memory("PreferredStart")
            memory.lastShown = "folder:" + folder
            let stage = Stage(.lastShown, memory: memory) { $0.start = .welcome }
            XCTAssertTrue(stage.window.isWelcoming)
            XCTAssertNil(stage.window.page)
            stage.close()
            let next = Stage(
                .lastShown,
                memory: {
                    memory.lastShown = "folder:" + folder; return memory
                }())
            XCTAssertEqual(next.titles, ["picture-0.jpg", "picture-1.jpg"])
            next.close()
        }
    }

    func testAServiceIsRefusedInWordsWhileTheNetworkIsOffAndShownOnceItIsOn() throws {
        try MainActor.assumeIsolated {
            _ = TestApplication.shared
            let server = try LabServer()
            let stage = Stage(.service(server.baseURL), waits: false) { $0.allowsNetwork = false }
            runLoop { if case .failed = stage.window.page?.model.phase { true } else { false } }
            guard case .failed(let failure, _)? = stage.window.page?.model.phase else { return }
            XCTAssertEqual(failure.reason, .networkIsOff)
            XCTAssertTrue(failure.description.contains("downloads are turned off"), failure.description)
            stage.preferences.allowsNetwork = true
            runLoop { (stage.window.page?.model.count ?? 0) > 0 }
            stage.close()
            server.close()
        }
    }

    func testTheBuiltInGalleryNeedsNoNetwork() {
        MainActor.assumeIsolated {
            let stage = Stage(.sample) { $0.allowsNetwork = false }
            XCTAssertGreaterThan(stage.window.page?.model.count ?? 0, 0)
            stage.close()
        }
    }

    func testTheCacheIsCutToItsSizeSaysWhatItHoldsAndIsCleared() throws {
        let folder = NSTemporaryDirectory() + "tessera-preferred-cache-\(getpid())"
        try? FileManager.default.removeItem(atPath: folder)
        MainActor.assumeIsolated {
            _ = TestApplication.shared
            let store = DiskStore(directory: folder, megabytes: 280)
            XCTAssertEqual(store.budget.photos, 136 << 20)
            XCTAssertEqual(store.budget.tiles, 64 << 20)
            XCTAssertEqual(store.budget.tiny, 80 << 20)
            let preferences = Preferences(LaunchOptions())
            let files = CacheRow.Store(
                size: { await store.size }, clear: { await store.clear() }, limit: \.cacheMegabytes)
            let row = CacheRow(of: files, preferences, clearName: "")
            runLoop { row.words == "0 MB of 280 MB" }
            preferences.cacheMegabytes = 1000
            runLoop { row.words == "0 MB of 1 GB" }
            store.resize(megabytes: 1000)
            XCTAssertEqual(store.budget.tiles, (1000 << 20) / 35 * 8)
            XCTAssertEqual(CacheRow(of: nil, preferences, clearName: "").words, PreferencesText.noCache)
        }
    }

    func testEachRowShowsAndChangesItsPreference() throws {
        MainActor.assumeIsolated {
            _ = TestApplication.shared
            let preferences = Preferences(LaunchOptions())
            let parent = made(gtk_window_new())
            var isClosed = false
            let dialog = PreferencesWindow(preferences, disk: nil, over: parent.cast()) { isClosed = true }
            dialog.present()
            let toggle = Self.find(gtk_switch_get_type(), titled: PreferencesText.allowsNetwork, below: dialog.window)
            XCTAssertEqual(toggle.map { gtk_switch_get_active($0.opaque) }, 1)
            if let toggle { gtk_switch_set_active(toggle.opaque, 0) }
            XCTAssertFalse(preferences.allowsNetwork)
            preferences.allowsNetwork = true
            runLoop { toggle.map { gtk_switch_get_active($0.opaque) } == 1 }
            let layouts = Self.find(adw_combo_row_get_type(), titled: PreferencesText.layout, below: dialog.window)
            if let layouts { adw_combo_row_set_selected(layouts.cast(), 2) }
            XCTAssertEqual(preferences.layout, .justified)
            preferences.layout = .whole
            runLoop { layouts.map { adw_combo_row_get_selected($0.cast()) } == 1 }
            gtk_window_close(dialog.window.cast())
            runLoop { isClosed }
            gtk_window_destroy(parent.cast())
        }
    }

    func testNothingIsLeftOfAClosedWindow() {
        MainActor.assumeIsolated {
            _ = TestApplication.shared
            let parent = made(gtk_window_new())
            let live = (WidgetReference.liveCount, Signal.liveClosures)
            final class Ends { var count = 0 }
            let ends = Ends()
            var dialog: PreferencesWindow?
            dialog = PreferencesWindow(Preferences(LaunchOptions()), disk: nil, over: parent.cast()) {
                Task { @MainActor in dialog = nil }
            }
            let toggle = dialog.flatMap {
                Self.find(gtk_switch_get_type(), titled: PreferencesText.allowsNetwork, below: $0.window)
            }
            if let toggle {
                g_object_weak_ref(
                    toggle.cast(),
                    { context, _ in context.map { Unmanaged<Ends>.fromOpaque($0).takeRetainedValue().count += 1 } },
                    Unmanaged.passRetained(ends).toOpaque())
            }
            dialog?.present()
            if let window = dialog?.window { gtk_window_close(window.cast()) }
            runLoop { ends.count == 1 && Signal.liveClosures == live.1 }
            XCTAssertEqual(WidgetReference.liveCount, live.0)
            gtk_window_destroy(parent.cast())
        }
    }

    @MainActor private static func memory(_ name: String) throws -> PreferencesMemory {
        setenv("GSETTINGS_BACKEND", "memory", 1)
        let folder = try TestSchemas.compiled(path: name)
        return try XCTUnwrap(PreferencesMemory(schema: "io.github.tessera_photos.Tessera.Test", folder: folder))
    }

    /// Returns the first widget of a type that is, or is in, the row of a title.
    @MainActor private static func find(_ type: GType, titled title: String, below widget: Widget) -> Widget? {
        var found: Widget?
        func visit(_ widget: Widget, isInRow: Bool) {
            guard found == nil else { return }
            var isInRow = isInRow
            if isA(widget, adw_preferences_row_get_type()) {
                isInRow = String(cString: adw_preferences_row_get_title(widget.cast())) == title
            }
            if isInRow, isA(widget, type) { return found = widget }
            var child = gtk_widget_get_first_child(widget)
            while let current = child {
                visit(current, isInRow: isInRow)
                child = gtk_widget_get_next_sibling(current)
            }
        }
        visit(widget, isInRow: false)
        XCTAssertNotNil(found, title)
        return found
    }

    @MainActor private static func isA(_ widget: Widget, _ type: GType) -> Bool {
        g_type_check_instance_is_a(UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GTypeInstance.self), type)
            != 0
    }
}

/// A main window with preferences of its own.
private final class Stage {
    let preferences: Preferences
    let window: MainWindow
    private let composition: Composition

    /// Returns when the first viewport is complete.
    init(
        _ subject: LaunchOptions.Subject, memory: PlacesMemory? = nil, waits: Bool = true,
        prepare: (Preferences) -> Void = { _ in }
    ) {
        var options = LaunchOptions()
        options.subject = subject
        options.usesDiskCache = false
        preferences = Preferences(options)
        prepare(preferences)
        composition = Composition(options: options, preferences: preferences)
        window = MainWindow(application: TestApplication.shared, composition: composition, memory: memory)
        window.openFirst()
        gtk_window_present(window.window)
        if waits { runLoop { window.gallery?.isViewportComplete ?? window.isWelcoming } }
    }

    var titles: [String] {
        guard let model = window.page?.model else { return [] }
        return (0..<model.count).map { model.photo(model.ref(at: $0)).title }
    }

    func close() {
        gtk_window_destroy(window.window)
        runLoop { window.page == nil && Tile.tileCount == 0 }
        composition.close()
    }
}
