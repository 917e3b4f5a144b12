// What other programs give to the window, by drop or by the clipboard, as something to open.
import Browse
import CGTK
import Codecs
import Desktop
import Photos

/// The subjects that content of other programs names.
enum GivenContent {
    /// What other programs have given.
    enum Given {
        case subject(LaunchOptions.Subject)
        /// A file of another machine.
        case otherMachine(String)
        /// Nothing that can be opened.
        case nothing
    }

    /// Lets `widget` take drops of folders, files, addresses and text.
    /// - Parameters:
    ///   - acceptsOwn: Whether it takes what this window itself drags.
    ///   - take: Gets the value, the height of the point in the widget, and whether the user's keys ask for a move; nil
    ///     where they leave that open. Returns whether it has taken the value.
    static func installDrop(
        on widget: Widget, acceptsOwn: Bool,
        take: @escaping (_ value: UnsafePointer<GValue>, _ y: Double, _ moves: Bool?) -> Bool
    ) {
        let actions = GdkDragAction(rawValue: GDK_ACTION_COPY.rawValue | GDK_ACTION_MOVE.rawValue)
        let target = made(gtk_drop_target_new(0, actions))
        var types = [gdk_file_list_get_type(), stringType]
        gtk_drop_target_set_gtypes(target, &types, gsize(types.count))
        // In place of GTK's own handler, which does not ask where a drag comes from.
        Signal.onPointerQuestion(target, "accept") { drop in
            guard let drop = drop?.opaque, acceptsOwn || !OwnDrag.isRunning(in: widget),
                gdk_drop_get_actions(drop).rawValue & actions.rawValue != 0
            else { return false }
            return gdk_content_formats_match(gtk_drop_target_get_formats(target), gdk_drop_get_formats(drop)) != 0
        }
        Signal.onDrop(target) { value, _, y in
            take(
                value, y, gtk_drop_target_get_current_drop(target).flatMap { moves($0, OwnDrag.isRunning(in: widget)) })
        }
        gtk_widget_add_controller(widget, target)
    }

    /// Whether Shift is held over a drop, or Ctrl; without them what its source offers alone. What this window drags
    /// may be both.
    private static func moves(_ drop: OpaquePointer, _ isOwn: Bool) -> Bool? {
        let held = gdk_drop_get_device(drop).map { gdk_device_get_modifier_state($0).rawValue } ?? 0
        if held & GDK_CONTROL_MASK.rawValue != 0 { return false }
        if held & GDK_SHIFT_MASK.rawValue != 0 { return true }
        guard !isOwn else { return nil }
        let offered = gdk_drop_get_actions(drop).rawValue
        switch (offered & GDK_ACTION_COPY.rawValue != 0, offered & GDK_ACTION_MOVE.rawValue != 0) {
        case (true, false): return false
        case (false, true): return true
        default: return nil
        }
    }

    /// Reads the clipboard.
    /// - Parameter done: Gets what it names. Called on the main thread, after this function returns.
    static func readClipboard(of widget: Widget, done: @escaping (Given) -> Void) {
        guard let clipboard = gtk_widget_get_clipboard(widget) else { return done(.nothing) }
        // GIO takes a file of any machine for one of this.
        readMachine(clipboard, [SelectedPhotos.fileManagerType, "text/uri-list"]) { machine in
            if let machine { return done(.otherMachine(machine)) }
            read(clipboard, gdk_file_list_get_type()) { given in
                if case .nothing = given { read(clipboard, stringType, done) } else { done(given) }
            }
        }
    }

    /// Reads on which other machine a file is that one of these types of the clipboard names; nil if there is none.
    private static func readMachine(
        _ clipboard: OpaquePointer, _ types: ArraySlice<String>, _ done: @escaping (String?) -> Void
    ) {
        guard let type = types.first else { return done(nil) }
        ClipboardReader.readText(type, of: clipboard) { text in
            if let machine = text.flatMap(LaunchOptions.Subject.otherMachine(in:)) { return done(machine) }
            readMachine(clipboard, types.dropFirst(), done)
        }
    }

    private static var stringType: GType { g_type_from_name("gchararray") }

    private static func read(
        _ clipboard: OpaquePointer, _ type: GType, _ done: @escaping (Given) -> Void
    ) {
        ClipboardReader.readValue(type, of: clipboard) { done($0.map(GivenContent.given(by:)) ?? .nothing) }
    }

    /// Returns what GFiles name; nil where that is nothing to open.
    static func subject(of files: [OpaquePointer]) -> LaunchOptions.Subject? {
        LaunchOptions.Subject(
            given: files.compactMap { FilePath.take(g_file_get_path($0)) ?? takeText(g_file_get_uri($0)) })
    }

    /// Returns what a file list or a text names.
    static func given(by value: UnsafePointer<GValue>) -> Given {
        let files = files(in: value)
        if !files.isEmpty { return subject(of: files).map(Given.subject) ?? .nothing }
        guard g_type_check_value_holds(value, stringType) != 0,
            let text = g_value_get_string(value).map({ String(cString: $0) })
        else { return .nothing }
        if let subject = LaunchOptions.Subject(given: text, home: UserFolders.home) { return .subject(subject) }
        return LaunchOptions.Subject.otherMachine(in: text).map(Given.otherMachine) ?? .nothing
    }

    /// Returns the GFiles of a file list, borrowed from it; none for a value of another kind.
    static func files(in value: UnsafePointer<GValue>) -> [OpaquePointer] {
        guard g_type_check_value_holds(value, gdk_file_list_get_type()) != 0, let list = g_value_get_boxed(value) else {
            return []
        }
        let files = gdk_file_list_get_files(list.opaque)
        defer { g_slist_free(files) }
        var found: [OpaquePointer] = []
        var node = files
        while let current = node {
            node = current.pointee.next
            if let file = current.pointee.data?.opaque { found.append(file) }
        }
        return found
    }
}
