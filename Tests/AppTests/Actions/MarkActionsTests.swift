import Browse
// Stars and favourites in the window: keys, tiles, words, and the sidecars that come of them.
import CAccessible
import CGTK
import CWidgets
import Desktop
import Foundation
import Library
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class MarkActionsTests: XCTestCase {
    override func tearDown() { MainActor.assumeIsolated { runLoop { Texture.liveCount == 0 } } }

    func testAMarkIsOnTheTileAtOnceAndInASidecarSoon() throws {
        try withWindow { window, folder in
            let page = try XCTUnwrap(window.gallery)
            page.grid.focus.move(to: page.model.ref(at: 2))
            Self.act("rate", g_variant_new_int32(4), window)
            runLoop { page.grid.tile(at: 2)?.marks == PhotoMarks(stars: 4) }
            Self.act("favourite", nil, window)
            runLoop { page.grid.tile(at: 2)?.marks == PhotoMarks(stars: 4, isFavourite: true) }
            let tile = try XCTUnwrap(page.grid.tile(at: 2))
            runLoop { Self.text(folder + "/picture-2.jpg.xmp").contains("digiKam:PickLabel=\"3\"") }
            XCTAssertTrue(Self.text(folder + "/picture-2.jpg.xmp").contains("xmp:Rating=\"4\""))
            XCTAssertFalse(FileManager.default.fileExists(atPath: folder + "/picture-1.jpg.xmp"))
            let spoken = PhotoText.spoken(
                page.model.photo(page.model.ref(at: 2)), taken: page.model.facts(of: page.model.ref(at: 2)).taken,
                badge: nil, marks: tile.marks)
            XCTAssertTrue(spoken.hasSuffix("4 stars, favourite"))
            XCTAssertNotEqual(tessera_accessible_has_label(tile.widget.object, spoken), 0)
        }
    }

    func testTheSelectionIsMarkedAndTheMenuShowsTheMarksOfOnePhoto() throws {
        try withWindow { window, folder in
            let page = try XCTUnwrap(window.gallery)
            Self.act("select-all", nil, window)
            // The window hears of the selection in the next turn.
            runLoop {
                g_action_get_enabled(g_action_map_lookup_action(OpaquePointer(window.window), "favourite")) != 0
            }
            Self.act("favourite", nil, window)
            runLoop { (0..<5).allSatisfy { page.model.marks(of: page.model.ref(at: $0)).isFavourite } }
            runLoop { window.toasts.last == "Favourite: 5 photos" }
            runLoop { FileManager.default.fileExists(atPath: folder + "/picture-4.jpg.xmp") }
            Self.act("select-none", nil, window)
            page.grid.focus.move(to: page.model.ref(at: 0))
            window.target.changed()
            XCTAssertEqual(Self.state("favourite", window), "true")
            XCTAssertEqual(Self.state("rate", window), "0")
            Self.act("favourite", nil, window)
            runLoop { Self.state("favourite", window) == "false" }
        }
    }

    func testARejectionAndAColourAreGivenAndTakenAwayByTheSameKey() throws {
        try withWindow { window, folder in
            let page = try XCTUnwrap(window.gallery)
            page.grid.focus.move(to: page.model.ref(at: 1))
            Self.act("rate", g_variant_new_int32(3), window)
            Self.act("label", g_variant_new_int32(1), window)
            runLoop { page.grid.tile(at: 1)?.marks == PhotoMarks(stars: 3, label: .red) }
            Self.act("label", g_variant_new_int32(2), window)
            Self.act("reject", nil, window)
            runLoop { page.grid.tile(at: 1)?.marks == PhotoMarks(stars: -1, label: .yellow) }
            runLoop { Self.text(folder + "/picture-1.jpg.xmp").contains("xmp:Rating=\"-1\"") }
            XCTAssertTrue(Self.text(folder + "/picture-1.jpg.xmp").contains("xmp:Label=\"Yellow\""))
            window.target.changed()
            XCTAssertEqual(Self.state("reject", window), "true")
            Self.act("label", g_variant_new_int32(2), window)
            Self.act("reject", nil, window)
            runLoop { page.grid.tile(at: 1)?.marks == PhotoMarks.none }
        }
    }

    func testRejectedPhotosGoToTheTrashAfterAQuestionThatCountsThem() throws {
        try withWindow { window, folder in
            let page = try XCTUnwrap(window.gallery)
            XCTAssertFalse(Self.isEnabled("trash-rejected", window))
            for index in [1, 3] {
                page.grid.focus.move(to: page.model.ref(at: index))
                Self.act("reject", nil, window)
                runLoop { page.model.marks(of: page.model.ref(at: index)).isRejected }
            }
            runLoop { Self.isEnabled("trash-rejected", window) }
            Self.act("trash-rejected", nil, window)
            runLoop { OpenQuestions.dialog != nil }
            let question = try XCTUnwrap(OpenQuestions.dialog)
            XCTAssertEqual(
                String(cString: adw_message_dialog_get_heading(question)), "Move 2 rejected photos to the trash?")
            adw_message_dialog_response(question, "trash")
            gtk_window_close(question.cast())
            runLoop { page.model.count == 3 && window.toasts.last == "2 photos moved to the trash" }
            XCTAssertFalse(FileManager.default.fileExists(atPath: folder + "/picture-1.jpg.xmp"))
            runLoop { !Self.isEnabled("trash-rejected", window) }
            Self.act("undo", nil, window)
            runLoop { page.model.count == 5 }
            runLoop { (0..<5).filter { page.model.marks(of: page.model.ref(at: $0)).isRejected }.count == 2 }
        }
    }

    func testTheOpenedPhotoShowsItsMarksAndAChangeOfThemAlsoWhileItsControlsAreHidden() throws {
        try withWindow { window, _ in
            let detail = window.detail
            window.page?.openPhoto(at: 2)
            runLoop { window.isShowingDetail && detail.hasEnded && detail.widgets.marks.marks == PhotoMarks.none }
            XCTAssertFalse(detail.widgets.marks.isNoting)
            Self.act("rate", g_variant_new_int32(4), window)
            runLoop { detail.widgets.marks.marks == PhotoMarks(stars: 4) }
            XCTAssertTrue(detail.widgets.marks.isNoting)
            runLoop { !detail.widgets.marks.isNoting }
            // Another photo is no change.
            window.page?.openPhoto(at: 3)
            runLoop { detail.widgets.marks.marks == PhotoMarks.none }
            XCTAssertFalse(detail.widgets.marks.isNoting)
        }
    }

    @MainActor private static func isEnabled(_ name: String, _ window: MainWindow) -> Bool {
        g_action_get_enabled(g_action_map_lookup_action(OpaquePointer(window.window), name)) != 0
    }

    func testAMarkThatCannotBeKeptIsTakenBackInWords() throws {
        try withWindow { window, folder in
            let page = try XCTUnwrap(window.gallery)
            try Data("no XML".utf8).write(to: URL(fileURLWithPath: folder + "/picture-1.jpg.xmp"))
            page.grid.focus.move(to: page.model.ref(at: 1))
            Self.act("rate", g_variant_new_int32(5), window)
            runLoop { window.toasts.last?.contains("left unchanged") == true }
            runLoop { page.model.marks(of: page.model.ref(at: 1)) == .none }
            XCTAssertEqual(Self.text(folder + "/picture-1.jpg.xmp"), "no XML")
            // Again, as soon as something else has been said.
            window.toasts.say("Something else")
            Self.act("rate", g_variant_new_int32(4), window)
            runLoop { window.toasts.last?.contains("left unchanged") == true }
        }
    }

    @MainActor private static func act(_ name: String, _ parameter: OpaquePointer?, _ window: MainWindow) {
        gtk_widget_activate_action_variant(window.window.cast(), "win." + name, parameter)
    }

    @MainActor private static func state(_ name: String, _ window: MainWindow) -> String {
        guard let state = g_action_get_state(g_action_map_lookup_action(OpaquePointer(window.window), name)) else {
            return ""
        }
        defer { g_variant_unref(state) }
        guard let text = g_variant_print(state, 0) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }

    private static func text(_ path: String) -> String {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    private func withWindow(_ body: @MainActor (MainWindow, String) throws -> Void) throws {
        let folder = try TestPictures.folder(named: "marks", count: 5)
        try MainActor.assumeIsolated {
            let shown = FolderWindow(over: [folder])
            try body(shown.window, folder)
            shown.close()
        }
    }
}

extension DetailMarks {
    /// Whether a change is being shown.
    fileprivate var isNoting: Bool { gtk_widget_has_css_class(root.widget, "noted") != 0 }
}
