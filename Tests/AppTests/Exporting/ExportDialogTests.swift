// The dialog of an export: what it shows of the last one, what can be chosen, and under which names photos go.
import Browse
import CGTK
import Desktop
import Foundation
import Library
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class ExportDialogTests: XCTestCase {
    func testNothingIsExportedWithoutAFolder() throws {
        try withDialog(["a.jpg"], folder: nil) { dialog, preferences, answers in
            XCTAssertFalse(dialog.accepts)
            dialog.answer("cancel")
            XCTAssertEqual(answers().first, .some(nil))
            XCTAssertNil(preferences.exportFolder)
        }
    }

    func testTheChoicesOfTheLastExportAreShownAndWhatIsChosenIsKept() throws {
        let recipe = ExportRecipe(format: .webp, longSide: 1600, quality: 70, metadata: .withoutPlace)
        try withDialog(["a.jpg", "b.png"], recipe: recipe, pattern: "Crete ##") { dialog, preferences, answers in
            XCTAssertTrue(dialog.accepts)
            XCTAssertEqual(dialog.heading, "Export 2 Photos")
            XCTAssertTrue(dialog.says("Crete 01.webp, Crete 02.webp"))
            for (title, chosen) in [("Format", "WebP"), ("Size", "1600 Pixels"), ("Metadata", "Without Location")] {
                XCTAssertEqual(dialog.chosen(title), chosen)
            }
            XCTAssertFalse(dialog.shows("Long Side in Pixels"))
            dialog.choose("Size", 4)
            XCTAssertTrue(dialog.shows("Long Side in Pixels"))
            dialog.choose("Size", 0)
            dialog.choose("Format", 2)
            dialog.choose("Metadata", 2)
            dialog.write("{name} {date}")
            XCTAssertTrue(dialog.says("a.png, b.png"))
            dialog.answer("export")
            XCTAssertEqual(answers().first, "/tmp")
            XCTAssertEqual(preferences.exportRecipe, ExportRecipe(format: .png, quality: 70, metadata: .none))
            XCTAssertEqual(preferences.exportPattern, "{name} {date}")
        }
    }

    func testANameThatCannotBeIsSaidAndNotKept() throws {
        try withDialog(["a.jpg"]) { dialog, preferences, _ in
            dialog.write("a/b")
            XCTAssertFalse(dialog.accepts)
            XCTAssertTrue(dialog.says("Names can't contain “/”"))
            dialog.write("")
            XCTAssertTrue(dialog.says("Enter a name"))
            XCTAssertEqual(preferences.exportPattern, "{name}")
            dialog.answer("cancel")
        }
    }

    func testWhatIsCopiedUnchangedIsSaidWhereItMayBe() throws {
        let note = "Videos and animations are copied unchanged, with all their metadata."
        for (name, isSaid) in [("a.jpg", false), ("a.mp4", true), ("a.gif", true)] {
            try withDialog([name]) { dialog, _, _ in
                XCTAssertEqual(dialog.says(note), isSaid, name)
                dialog.answer("cancel")
            }
        }
    }

    func testNamesGetTheExtensionOfTheFormatAndVideosKeepTheirs() {
        MainActor.assumeIsolated {
            let items = ["a.JPG", "b.heic", "c.png", "d.MP4", "a.png"].map { NamePattern.Item($0) }
            @MainActor func names(_ format: ExportRecipe.Format) -> [String] {
                ExportNames("{name}", ExportRecipe(format: format)).all(items)
            }
            XCTAssertEqual(names(.same), ["a.JPG", "b.jpg", "c.png", "d.MP4", "a.png"])
            XCTAssertEqual(names(.jpeg), ["a.JPG", "b.jpg", "c.jpg", "d.MP4", "a 2.jpg"])
            XCTAssertEqual(names(.webp), ["a.webp", "b.webp", "c.webp", "d.MP4", "a 2.webp"])
        }
    }

    private func withDialog(
        _ names: [String], folder: FilePath? = "/tmp", recipe: ExportRecipe = ExportRecipe(),
        pattern: String = "{name}",
        _ body: @MainActor (OpenExportDialog, Preferences, @MainActor () -> [FilePath?]) throws -> Void
    ) throws {
        try MainActor.assumeIsolated {
            let preferences = Preferences(LaunchOptions())
            (preferences.exportFolder, preferences.exportRecipe) = (folder, recipe)
            preferences.exportPattern = pattern
            let window: UnsafeMutablePointer<GtkWindow> = made(
                gtk_application_window_new(TestApplication.shared)
            ).cast()
            gtk_window_present(window)
            var answers: [FilePath?] = []
            let dialog = ExportDialog(
                names.map { NamePattern.Item(FileName($0)) }, preferences, shown: nil, over: window
            ) { answers.append($0) }
            runLoop { OpenQuestions.dialog != nil }
            let opened = OpenExportDialog(try XCTUnwrap(OpenQuestions.dialog))
            try withExtendedLifetime(dialog) { try body(opened, preferences) { answers } }
            gtk_window_destroy(window)
            runLoop { OpenQuestions.dialog == nil }
        }
    }
}

/// The open dialog, as who uses it sees it.
final class OpenExportDialog {
    private let dialog: UnsafeMutablePointer<AdwMessageDialog>

    init(_ dialog: UnsafeMutablePointer<AdwMessageDialog>) { self.dialog = dialog }

    var heading: String { String(cString: adw_message_dialog_get_heading(dialog)) }
    var accepts: Bool { adw_message_dialog_get_response_enabled(dialog, "export") != 0 }

    private func isA(_ widget: Widget, _ type: GType) -> Bool {
        g_type_check_instance_is_a(widget.cast(), type) != 0
    }

    private func row(_ title: String) -> Widget? {
        firstWidget(below: dialog.cast()) { [self] widget in
            isA(widget, adw_preferences_row_get_type())
                && String(cString: adw_preferences_row_get_title(widget.cast())) == title
        }
    }

    /// Whether a label has this text.
    func says(_ text: String) -> Bool {
        firstWidget(below: dialog.cast()) { [self] widget in
            isA(widget, gtk_label_get_type()) && String(cString: gtk_label_get_text(widget.opaque)) == text
        } != nil
    }

    func shows(_ title: String) -> Bool { row(title).map { gtk_widget_get_visible($0) != 0 } ?? false }

    func chosen(_ title: String) -> String? {
        guard let row = row(title), let item = adw_combo_row_get_selected_item(row.cast()) else { return nil }
        return String(cString: gtk_string_object_get_string(item.opaque))
    }

    func choose(_ title: String, _ index: guint) {
        if let row = row(title) { adw_combo_row_set_selected(row.cast(), index) }
    }

    func write(_ pattern: String, in title: String = "Name") {
        if let row = row(title) { gtk_editable_set_text(row.opaque, pattern) }
    }

    func answer(_ id: String) {
        adw_message_dialog_response(dialog, id)
        gtk_window_close(dialog.cast())
        runLoop { OpenQuestions.dialog == nil }
    }
}
