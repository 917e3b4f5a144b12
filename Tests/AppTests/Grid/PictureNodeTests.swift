// What a renderer is given of a picture.
import CGTK
import Desktop
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class PictureNodeTests: XCTestCase {
    func testTheCairoRendererIsGivenPixelsThatItDoesNotConvertAndOpenGLATexture() {
        withGallery(ScriptedSource(count: 3)) { gallery in
            gallery.waitUntilIdle()
            let nodes = renderNodes(of: gallery.grid.view.cast())
            let isCairo = renderer(of: gallery.window) == "GskCairoRenderer"
            XCTAssertEqual(nodes.contains("cairo {"), isCairo)
            XCTAssertEqual(nodes.contains("texture {"), !isCairo)
        }
    }
}

/// The class of the renderer that draws a realized window.
private func renderer(of window: UnsafeMutablePointer<GtkWindow>) -> String? {
    guard let renderer = gtk_native_get_renderer(gtk_widget_get_native(window.cast())) else { return nil }
    let instance = UnsafeMutableRawPointer(renderer).assumingMemoryBound(to: GTypeInstance.self)
    return g_type_name_from_instance(instance).map { String(cString: $0) }
}

/// The widget's render nodes as GTK writes them down.
private func renderNodes(of widget: Widget) -> String {
    let paintable = made(gtk_widget_paintable_new(widget))
    defer { g_object_unref(paintable.object) }
    let snapshot = made(gtk_snapshot_new())
    gdk_paintable_snapshot(paintable, snapshot, 100, 100)
    guard let node = gtk_snapshot_free_to_node(snapshot) else { return "" }
    defer { gsk_render_node_unref(node) }
    guard let bytes = gsk_render_node_serialize(node) else { return "" }
    defer { g_bytes_unref(bytes) }
    var length: gsize = 0
    guard let text = g_bytes_get_data(bytes, &length) else { return "" }
    return String(decoding: UnsafeRawBufferPointer(start: text, count: Int(length)), as: UTF8.self)
}
