// The question for an address: what it says of a text, what it opens, and what it suggests.
import Browse
import CAccessible
import CGTK
import Desktop
import Foundation
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class AddressDialogTests: XCTestCase {
    func testATypedPathIsOpenedAndWhatIsNoAddressIsSaid() throws {
        let folder = try TestPictures.folder(named: "typed", count: 2)
        try MainActor.assumeIsolated {
            _ = TestApplication.shared
            let window = PlacesWindow(memory: nil)
            let dialog = try Self.dialog(of: window)
            let entry = try XCTUnwrap(
                firstWidget(below: dialog.cast()) { g_strcmp0(gtk_widget_get_css_name($0), "entry") == 0 })
            XCTAssertTrue(tessera_accessible_has_label(entry, "Open Address") != 0)
            for (text, words, isGood) in [
                (
                    "", "The address of a photo service, a picture or a share such as sftp:// or smb://, or a path",
                    false
                ),
                ("holiday", "That is no address. Web addresses begin with https://, paths with /.", false),
                ("gopher://nas/photos", "Addresses that begin with “gopher:” can't be opened.", false),
                ("sftp://nas/my%20photos", "Folder on a share: sftp://nas/my photos", true),
                ("picsum.photos", "Photo service: https://picsum.photos", true),
                ("https://h/a.jpg", "Picture: https://h/a.jpg", true),
                (folder, "Folder or file: \(folder)", true),
            ] {
                gtk_editable_set_text(entry.opaque, text)
                XCTAssertTrue(labels(below: dialog.cast()).contains(words), words)
                XCTAssertTrue(tessera_accessible_has_description(entry, words) != 0, words)
                XCTAssertEqual(adw_message_dialog_get_response_enabled(dialog, "accept") != 0, isGood, text)
            }
            adw_message_dialog_response(dialog, "accept")
            gtk_window_close(dialog.cast())
            window.wait(for: (folder as NSString).lastPathComponent)
            window.close()
        }
    }

    func testTheSampleGalleryIsSuggested() throws {
        try MainActor.assumeIsolated {
            _ = TestApplication.shared
            let window = PlacesWindow(memory: nil)
            let dialog = try Self.dialog(of: window)
            let words = labels(below: dialog.cast())
            for word in ["Sample Photos", "On this computer", "Lorem Picsum", "https://picsum.photos"] {
                XCTAssertTrue(words.contains(word), word)
            }
            XCTAssertEqual(SampleGalleryTests.servers, [])
            let row = try XCTUnwrap(
                firstWidget(below: dialog.cast()) { g_strcmp0(gtk_widget_get_css_name($0), "row") == 0 })
            // Return on a row is the row's, whatever has been typed.
            XCTAssertNotNil(gtk_window_get_default_widget(dialog.cast()))
            gtk_widget_grab_focus(row)
            runLoop { gtk_window_get_default_widget(dialog.cast()) == nil }
            gtk_widget_activate(row)
            window.wait(for: "Sample Photos")
            XCTAssertNil(OpenQuestions.dialog)
            window.close()
        }
    }

    @MainActor private static func dialog(of window: PlacesWindow) throws -> UnsafeMutablePointer<AdwMessageDialog> {
        window.activate("win.open-address")
        runLoop { OpenQuestions.dialog != nil }
        return try XCTUnwrap(OpenQuestions.dialog)
    }
}
