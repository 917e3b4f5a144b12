// Drag and drop of the opened picture to other programs.
import CGTK
import Desktop
import Photos

/// The drag source for a widget's picture, for the mouse.
enum PictureDrag {
    /// The data to drag.
    struct Subject {
        let location: ImageLocation
        let link: String?
        /// The texture that the page shows, borrowed.
        let texture: OpaquePointer
    }

    /// Longer side of the drag icon in logical pixels.
    private static let iconSide = 128.0

    /// Installs the drag source. `subject` is called when a drag begins, and returns nil when the drag has another
    /// meaning, such as panning a picture that is larger than the view.
    static func install(on widget: Widget, subject: @escaping () -> Subject?) {
        let source = made(gtk_drag_source_new())
        // A finger swipes instead.
        Signal.onPointForObject(source, "prepare") { _, _ in
            guard !TouchInput.isFinger(source), let subject = subject() else { return nil }
            setIcon(of: source, subject.texture)
            return PictureContent.provider(of: subject.location, link: subject.link, texture: subject.texture)?.object
        }
        OwnDrag.follow(source.opaque)
        gtk_widget_add_controller(widget, source)
    }

    private static func setIcon(of source: OpaquePointer, _ texture: OpaquePointer) {
        let width = Double(gdk_texture_get_width(texture)), height = Double(gdk_texture_get_height(texture))
        let scale = min(1, iconSide / max(width, height))
        var bounds = graphene_rect_t()
        graphene_rect_init(&bounds, 0, 0, Float(width * scale), Float(height * scale))
        let snapshot = made(gtk_snapshot_new())
        gtk_snapshot_append_texture(snapshot, texture, &bounds)
        let icon = gtk_snapshot_free_to_paintable(snapshot, nil)
        gtk_drag_source_set_icon(source, icon, Int32(width * scale / 2), Int32(height * scale / 2))
        if let icon { g_object_unref(icon.object) }
    }
}
