// What can be handed to other programs, and what they get.
import Browse
import CGTK
import Desktop
import Library
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class SharingActionsTests: XCTestCase {
    func testAPlaceIsCopiedAndOpenedOnlyWhereThePhotoHasOne() {
        MainActor.assumeIsolated {
            let stage = Stage()
            XCTAssertEqual(stage.enabled, [])
            stage.show(0)
            XCTAssertEqual(stage.enabled, ["open-with"])
            stage.show(1)
            runLoop { stage.enabled == ["open-with", "copy-place", "open-in-maps"] }
            stage.activate("copy-place")
            XCTAssertEqual(stage.said, SharingText.placeCopied)
            XCTAssertEqual(stage.clipboard, "48.208200, 16.373800")
            stage.activate("open-in-maps")
            runLoop { stage.opened.count == 1 }
            // By the program for maps where there is one, else by the browser.
            XCTAssertTrue(
                stage.opened[0] == "geo:48.208200,16.373800"
                    || stage.opened[0].hasPrefix("https://www.openstreetmap.org/?mlat=48.2082&mlon=16.3738"),
                stage.opened[0])
            stage.show(2)
            XCTAssertEqual(stage.enabled, ["open-with"], "what was known is of another photo")
            stage.show(nil)
            XCTAssertEqual(stage.enabled, [])
            stage.close()
        }
    }

    func testOpenWithAsksForAProgramOfThePhotosType() {
        MainActor.assumeIsolated {
            let stage = Stage()
            stage.show(0)
            stage.activate("open-with")
            runLoop { stage.actions.chooser != nil }
            guard let dialog = stage.actions.chooser?.dialog.widget else { return }
            XCTAssertEqual(
                gtk_app_chooser_dialog_get_heading(dialog.opaque).map { String(cString: $0) },
                "Choose an app to open the photo.")
            gtk_dialog_response(dialog.cast(), Int32(GTK_RESPONSE_CANCEL.rawValue))
            runLoop { stage.actions.chooser == nil }
            XCTAssertNil(stage.said)
            stage.close()
        }
    }
}

/// The actions on a window of their own, over three scripted photos, of which the second one has a place.
private final class Stage {
    private let bare = BareWindow()
    private var window: UnsafeMutablePointer<GtkWindow> { bare.window }
    let actions: SharingActions
    private var target: ActionTarget { bare.context.target }
    private let gallery = ScriptedGallery(ScriptedSource(count: 3))
    private(set) var opened: [String] = []
    var said: String? { bare.said }

    private struct Facts: FactsReader {
        func facts(of path: String) async throws -> FileFacts? {
            var facts = FileFacts(byteCount: 1)
            if path == "1" { facts.camera.position = CameraData.Position(latitude: 48.2082, longitude: 16.3738) }
            return facts
        }
    }

    init() {
        weak var stage: Stage?
        actions = SharingActions(bare.context, facts: Facts(), portal: { nil }, open: { stage?.opened.append($0) })
        stage = self
        target.onChange = { [weak actions] in actions?.targetChanged() }
        target.changed()
    }

    /// Opens a photo, or none.
    func show(_ number: Int?) {
        target.shown = { [gallery] in number.map { (gallery.model.ref(at: $0), gallery.model) } }
        target.changed()
    }

    var enabled: [String] {
        [WindowCommand.openWith, .copyPlace, .openInMaps, .setWallpaper, .sendByEmail].filter(bare.isEnabled)
            .map(\.name)
    }

    func activate(_ name: String) { gtk_widget_activate_action_variant(window.cast(), "win." + name, nil) }

    var clipboard: String? {
        let content = gdk_clipboard_get_content(gtk_widget_get_clipboard(window.cast()))
        var value = GValue()
        g_value_init(&value, g_type_from_name("gchararray"))
        defer { g_value_unset(&value) }
        guard gdk_content_provider_get_value(content, &value, nil) != 0 else { return nil }
        return g_value_get_string(&value).map { String(cString: $0) }
    }

    func close() { bare.close() }
}
