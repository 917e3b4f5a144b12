// Dragging the opened picture out: what the other program gets, and when there is nothing to drag.
import CGTK
import Codecs
import Desktop
import ImagePipeline
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class PictureDragTests: XCTestCase {
    func testAnotherProgramGetsTheFileAndThePixels() {
        Self.withDrag(of: .file("/p/a.jpg")) { prepare in
            let provider = prepare()
            XCTAssertNotNil(provider)
            let formats = gdk_content_provider_ref_formats(provider)
            XCTAssertTrue(gdk_content_formats_contain_gtype(formats, gdk_texture_get_type()) != 0)
            XCTAssertTrue(gdk_content_formats_contain_gtype(formats, gdk_file_list_get_type()) != 0)
            gdk_content_formats_unref(formats)
            if let provider { g_object_unref(provider) }
        }
    }

    func testAFileWhoseNameIsNotUTF8IsDraggedByItsBytesAndCopiedAsItsURI() {
        let path = "/p/" + FilePath.text([0xE9, 0xFF]) + ".jpg"
        Self.withDrag(of: .file(FilePath(path))) { prepare in
            var value = GValue()
            g_value_init(&value, gdk_file_list_get_type())
            let provider = prepare()
            XCTAssertNotEqual(gdk_content_provider_get_value(provider, &value, nil), 0)
            let files = gdk_file_list_get_files(OpaquePointer(g_value_get_boxed(&value)))
            let file = files?.pointee.data.map { OpaquePointer($0) }
            XCTAssertEqual(takeText(g_file_get_uri(file)), "file:///p/%E9%FF.jpg")
            g_slist_free(files)
            g_value_unset(&value)
            if let provider { g_object_unref(provider) }
        }
        MainActor.assumeIsolated {
            for (path, text) in [(path, "file:///p/%E9%FF.jpg"), ("/p/a\u{10FFFF}é.jpg", "/p/a\u{10FFFF}é.jpg")] {
                var value = GValue()
                g_value_init(&value, g_type_from_name("gchararray"))
                let provider = PictureContent.path(path)
                XCTAssertNotEqual(gdk_content_provider_get_value(provider, &value, nil), 0)
                XCTAssertEqual(g_value_get_string(&value).map { String(cString: $0) }, text)
                g_value_unset(&value)
                if let provider { g_object_unref(provider) }
            }
        }
    }

    func testAServicesPhotoIsItsAddress() {
        Self.withDrag(of: .remote("https://a.example/1")) { prepare in
            let provider = prepare()
            let formats = gdk_content_provider_ref_formats(provider)
            XCTAssertTrue(gdk_content_formats_contain_mime_type(formats, "text/uri-list") != 0)
            XCTAssertFalse(gdk_content_formats_contain_gtype(formats, gdk_file_list_get_type()) != 0)
            gdk_content_formats_unref(formats)
            if let provider { g_object_unref(provider) }
        }
    }

    func testNothingIsDraggedWhereThePointerMeansSomethingElse() {
        Self.withDrag(of: nil) { prepare in XCTAssertNil(prepare()) }
    }

    func testPreparingKeepsNoTexture() {
        MainActor.assumeIsolated {
            let texture = ScriptedDecoder().grey(PixelSize(width: 400, height: 300))
            let object: UnsafeMutablePointer<GObject> = texture.pointer.cast()
            let before = object.pointee.ref_count
            Self.withDrag(of: .file("/p/a.jpg"), texture) { prepare in
                for _ in 0..<10 { if let provider = prepare() { g_object_unref(provider) } }
            }
            XCTAssertEqual(object.pointee.ref_count, before)
        }
    }

    /// `prepare` begins a drag as GTK does, and gives what is dragged (transfer full).
    private static func withDrag(
        of location: ImageLocation?, _ texture: Texture = ScriptedDecoder().grey(PixelSize(width: 400, height: 300)),
        _ body: @MainActor (@MainActor () -> UnsafeMutablePointer<GdkContentProvider>?) -> Void
    ) {
        MainActor.assumeIsolated {
            _ = TestApplication.shared
            let widget = WidgetReference(made(gtk_label_new(nil)))
            PictureDrag.install(on: widget.widget) {
                location.map { PictureDrag.Subject(location: $0, link: nil, texture: texture.pointer) }
            }
            let controllers = made(gtk_widget_observe_controllers(widget.widget))
            defer { g_object_unref(controllers.object) }
            let source = (0..<g_list_model_get_n_items(controllers)).lazy.compactMap {
                index -> UnsafeMutableRawPointer? in
                guard let controller = g_list_model_get_item(controllers, index) else { return nil }
                g_object_unref(controller)  // the widget holds it
                let isSource = g_type_check_instance_is_a(controller.cast(), gtk_drag_source_get_type()) != 0
                return isSource ? controller : nil
            }.first
            guard let source else { return XCTFail("the widget has no drag source") }
            body { prepare(source) }
        }
    }
}

@MainActor private func prepare(_ source: UnsafeMutableRawPointer) -> UnsafeMutablePointer<GdkContentProvider>? {
    var arguments = [GValue(), GValue(), GValue()]
    var result = GValue()
    g_value_init(&arguments[0], gtk_drag_source_get_type())
    g_value_set_object(&arguments[0], source)
    for index in 1...2 { g_value_init(&arguments[index], g_type_from_name("gdouble")) }
    g_value_init(&result, gdk_content_provider_get_type())
    g_signal_emitv(&arguments, g_signal_lookup("prepare", gtk_drag_source_get_type()), 0, &result)
    let provider = g_value_dup_object(&result)
    g_value_unset(&result)
    g_value_unset(&arguments[0])
    return provider.map { $0.cast() }
}
