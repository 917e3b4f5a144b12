// What other programs give to the window, by drop or by the clipboard, as something to open.
import Browse
import CGTK
import Codecs
import Desktop
import Photos

/// The subjects that content of other programs names.
enum GivenContent {
    /// Lets `widget` take drops of folders, files, addresses and text. `open` is called with what was dropped; what
    /// this window itself drags is refused.
    static func installDrop(on widget: Widget, open: @escaping (LaunchOptions.Subject) -> Void) {
        let target = made(gtk_drop_target_new(0, GDK_ACTION_COPY))
        var types = [gdk_file_list_get_type(), stringType]
        gtk_drop_target_set_gtypes(target, &types, gsize(types.count))
        // In place of GTK's own handler, which does not ask where a drag comes from.
        Signal.onPointerQuestion(target, "accept") { drop in
            guard let drop = drop?.opaque, gdk_drop_get_drag(drop) == nil,
                gdk_drop_get_actions(drop).rawValue & GDK_ACTION_COPY.rawValue != 0
            else { return false }
            return gdk_content_formats_match(gtk_drop_target_get_formats(target), gdk_drop_get_formats(drop)) != 0
        }
        Signal.onDrop(target) { value, _, _ in
            guard let subject = subject(of: value) else { return false }
            open(subject)
            return true
        }
        gtk_widget_add_controller(widget, target)
    }

    /// Reads the clipboard.
    /// - Parameter done: Gets what it names, or nil where that is nothing to open. Called on the main thread, after
    ///   this function returns.
    static func readClipboard(of widget: Widget, done: @escaping (LaunchOptions.Subject?) -> Void) {
        guard let clipboard = gtk_widget_get_clipboard(widget) else { return done(nil) }
        read(clipboard, gdk_file_list_get_type()) { subject in
            if let subject { done(subject) } else { read(clipboard, stringType, done) }
        }
    }

    private static var stringType: GType { g_type_from_name("gchararray") }

    private static func read(
        _ clipboard: OpaquePointer, _ type: GType, _ done: @escaping (LaunchOptions.Subject?) -> Void
    ) {
        gdk_clipboard_read_value_async(
            clipboard, type, Int32(G_PRIORITY_DEFAULT), nil,
            { clipboard, result, context in
                nonisolated(unsafe) let context = context, clipboard = clipboard, result = result  // on the main thread
                MainActor.assumeIsolated {
                    guard let context else { preconditionFailure("the clipboard answered without its closure") }
                    let reader = Unmanaged<Reader>.fromOpaque(context).takeRetainedValue()
                    // Content of another kind is an error, too.
                    let value = gdk_clipboard_read_value_finish(clipboard?.opaque, result, nil)
                    reader.done(value.flatMap(GivenContent.subject(of:)))
                }
            }, Unmanaged.passRetained(Reader(done)).toOpaque())
    }

    /// The closure that waits for the clipboard.
    private final class Reader {
        let done: (LaunchOptions.Subject?) -> Void
        init(_ done: @escaping (LaunchOptions.Subject?) -> Void) { self.done = done }
    }

    /// Returns what GFiles name; nil where that is nothing to open.
    static func subject(of files: [OpaquePointer]) -> LaunchOptions.Subject? {
        LaunchOptions.Subject(
            given: files.compactMap { FilePath.take(g_file_get_path($0)) ?? takeText(g_file_get_uri($0)) })
    }

    /// Returns what a file list or a text names; nil where that is nothing to open.
    static func subject(of value: UnsafePointer<GValue>) -> LaunchOptions.Subject? {
        if g_type_check_value_holds(value, gdk_file_list_get_type()) != 0 {
            guard let list = g_value_get_boxed(value) else { return nil }
            let files = gdk_file_list_get_files(list.opaque)
            defer { g_slist_free(files) }
            var given: [OpaquePointer] = []
            var node = files
            while let current = node {
                node = current.pointee.next
                if let file = current.pointee.data?.opaque { given.append(file) }
            }
            return subject(of: given)
        }
        guard g_type_check_value_holds(value, stringType) != 0, let text = g_value_get_string(value) else { return nil }
        return LaunchOptions.Subject(given: String(cString: text), home: UserFolders.home)
    }
}
