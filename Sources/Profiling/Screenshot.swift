// A screenshot of the window, made by the renderer that draws it.
import App
import CGTK
import Codecs
import Desktop
import Photos

/// Screenshots in PNG files.
enum Screenshot {
    /// The reason why there is no screenshot.
    struct Failure: Error, CustomStringConvertible {
        let description: String
        /// Whether a later frame may succeed: a window whose layout is due shows nothing before it.
        var isPassing = false
    }

    /// Renders `window` once more into a texture of its size in device pixels and writes it to `file`.
    static func save(_ window: UnsafeMutablePointer<GtkWindow>, to file: String) throws(Failure) {
        let widget: Widget = window.cast()
        guard let renderer = gtk_native_get_renderer(gtk_widget_get_native(widget)) else {
            throw Failure(description: "The window is not on the screen, so \(file) was not written.")
        }
        let paintable = made(gtk_widget_paintable_new(widget))
        defer { g_object_unref(paintable.object) }
        // The paintable's own size includes the frame that GTK draws around the window; the widget's does not.
        let width = gdk_paintable_get_intrinsic_width(paintable), height = gdk_paintable_get_intrinsic_height(paintable)
        let scale = DeviceScale.of(widget)
        let snapshot = made(gtk_snapshot_new())
        gtk_snapshot_scale(snapshot, Float(scale), Float(scale))
        gdk_paintable_snapshot(paintable, snapshot, Double(width), Double(height))
        guard let node = gtk_snapshot_free_to_node(snapshot) else {
            throw Failure(
                description: "The window has nothing to show yet, so \(file) was not written.", isPassing: true)
        }
        defer { gsk_render_node_unref(node) }
        var area = graphene_rect_t()
        graphene_rect_init(&area, 0, 0, Float(Double(width) * scale), Float(Double(height) * scale))
        let texture = made(gsk_renderer_render_texture(renderer, node, &area))
        defer { g_object_unref(texture.object) }
        guard FilePath.withC(file, { gdk_texture_save_to_png(texture, $0) }) != 0 else {
            throw Failure(description: "The screenshot \(file) cannot be written. Is its folder there, and writable?")
        }
    }
}
