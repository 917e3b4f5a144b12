// Files on the clipboard in the formats of file managers: to be copied, or to be moved.
import Browse
import CGTK
import Codecs
import Desktop
import Photos

/// What a file manager, or this program, has put into the clipboard.
nonisolated struct CopiedFiles: Equatable {
    /// Whether they are to be moved.
    let isCut: Bool
    /// Their paths, at least one.
    let paths: [String]

    init(isCut: Bool, paths: [String]) { (self.isCut, self.paths) = (isCut, paths) }

    /// Reads `copy` or `cut` on the first line, and a URI on each further one.
    init?(_ text: String) {
        let lines = text.split(whereSeparator: \.isNewline)
        guard let first = lines.first, first == "copy" || first == "cut" else { return nil }
        isCut = first == "cut"
        var paths: [String] = []
        for line in lines.dropFirst() {
            if let share = ShareAddress(line) {
                paths.append(share.path.text)
                continue
            }
            switch FileAddress(line) {
            case .path(let path): paths.append(path.text)
            // The rest without it would not be what was copied.
            case .otherMachine: return nil
            case .malformed, nil: continue
            }
        }
        if paths.isEmpty { return nil }
        self.paths = paths
    }
}

/// The reading of such files.
enum FileClipboard {
    /// What KDE's file managers say beside a list of files: 1 where those are cut.
    static let cutType = "application/x-kde-cutselection"
    /// The types of which GTK makes a list of files.
    private static let listTypes = ["text/uri-list", "application/vnd.portal.filetransfer"]

    /// Whether the clipboard of a widget's display may have files.
    static func hasFiles(_ widget: Widget) -> Bool {
        gtk_widget_get_clipboard(widget).map { has([SelectedPhotos.fileManagerType] + listTypes, $0) } ?? false
    }

    /// Reads the files: in the format of GNOME's file managers and most others, or as a list with KDE's word beside it.
    /// `done` gets nil if there are none, as in a list of web addresses; it is called on the main thread, after this
    /// function returns.
    static func read(of widget: Widget, done: @escaping (CopiedFiles?) -> Void) {
        guard let clipboard = gtk_widget_get_clipboard(widget) else { return done(nil) }
        if has([SelectedPhotos.fileManagerType], clipboard) {
            return ClipboardReader.readText(SelectedPhotos.fileManagerType, of: clipboard) {
                done($0.flatMap(CopiedFiles.init))
            }
        }
        // GIO takes a file of any machine for one of this.
        ClipboardReader.readText(listTypes[0], of: clipboard) { list in
            let isElsewhere = list.flatMap(LaunchOptions.Subject.otherMachine(in:)) != nil
            if isElsewhere { done(nil) } else { readList(of: clipboard, done: done) }
        }
    }

    private static func readList(of clipboard: OpaquePointer, done: @escaping (CopiedFiles?) -> Void) {
        ClipboardReader.readValue(gdk_file_list_get_type(), of: clipboard) { value in
            let paths = value.map(GivenContent.files(in:))?.compactMap(MountedShares.path) ?? []
            guard !paths.isEmpty else { return done(nil) }
            guard has([cutType], clipboard) else { return done(CopiedFiles(isCut: false, paths: paths)) }
            ClipboardReader.readText(cutType, of: clipboard) { word in
                done(CopiedFiles(isCut: word?.hasPrefix("1") == true, paths: paths))
            }
        }
    }

    private static func has(_ types: [String], _ clipboard: OpaquePointer) -> Bool {
        let formats = gdk_clipboard_get_formats(clipboard)
        return types.contains { gdk_content_formats_contain_mime_type(formats, $0) != 0 }
    }
}
