// Files on the clipboard in the format of file managers: to be copied, or to be moved.
import Browse
import CGTK
import Codecs
import Desktop
import Photos

/// What a file manager, or this program, has put into the clipboard.
struct CopiedFiles: Equatable {
    /// Whether they are to be moved.
    let isCut: Bool
    /// Absolute paths.
    let paths: [String]

    /// Reads `copy` or `cut` on the first line, and a URI on each further one.
    init?(_ text: String) {
        let lines = text.split(whereSeparator: \.isNewline)
        guard let first = lines.first, first == "copy" || first == "cut" else { return nil }
        isCut = first == "cut"
        paths = lines.dropFirst().compactMap { FilePath.take(g_filename_from_uri(String($0), nil, nil)) }
        if paths.isEmpty { return nil }
    }
}

/// The reading of such files.
enum FileClipboard {
    /// Whether the clipboard of a widget's display has files in that format.
    static func hasFiles(_ widget: Widget) -> Bool {
        guard let clipboard = gtk_widget_get_clipboard(widget) else { return false }
        return gdk_content_formats_contain_mime_type(
            gdk_clipboard_get_formats(clipboard), SelectedPhotos.fileManagerType) != 0
    }

    /// Reads the files. `done` gets nil where there are none; it is called on the main thread, after this function
    /// returns.
    static func read(of widget: Widget, done: @escaping (CopiedFiles?) -> Void) {
        guard let clipboard = gtk_widget_get_clipboard(widget) else { return done(nil) }
        SelectedPhotos.fileManagerType.withCString { type in
            var types: [UnsafePointer<CChar>?] = [type, nil]
            gdk_clipboard_read_async(
                clipboard, &types, Int32(G_PRIORITY_DEFAULT), nil,
                { clipboard, result, context in
                    nonisolated(unsafe) let context = context, clipboard = clipboard, result = result  // on the main thread
                    MainActor.assumeIsolated {
                        guard let context else { preconditionFailure("the clipboard answered without its closure") }
                        let reader = Unmanaged<Reader>.fromOpaque(context).takeRetainedValue()
                        guard let stream = gdk_clipboard_read_finish(clipboard?.opaque, result, nil, nil) else {
                            return reader.done(nil)
                        }
                        FileClipboard.read(stream, reader)
                    }
                }, Unmanaged.passRetained(Reader(done)).toOpaque())
        }
    }

    /// Reads a stream to its end (transfer full).
    private static func read(_ stream: UnsafeMutablePointer<GInputStream>, _ reader: Reader) {
        defer { g_object_unref(stream) }
        guard let memory = g_memory_output_stream_new_resizable() else { return reader.done(nil) }
        defer { g_object_unref(memory) }
        let flags = GOutputStreamSpliceFlags(
            rawValue: G_OUTPUT_STREAM_SPLICE_CLOSE_SOURCE.rawValue | G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET.rawValue)
        g_output_stream_splice_async(
            memory, stream, flags, Int32(G_PRIORITY_DEFAULT), nil,
            { memory, result, context in
                nonisolated(unsafe) let context = context, memory = memory, result = result  // on the main thread
                MainActor.assumeIsolated {
                    guard let context, let memory else { preconditionFailure("a stream answered without its closure") }
                    let reader = Unmanaged<Reader>.fromOpaque(context).takeRetainedValue()
                    let stream = UnsafeMutableRawPointer(memory)
                    guard g_output_stream_splice_finish(stream.assumingMemoryBound(to: GOutputStream.self), result, nil) >= 0,
                        let bytes = g_memory_output_stream_steal_as_bytes(
                            stream.assumingMemoryBound(to: GMemoryOutputStream.self))
                    else { return reader.done(nil) }
                    defer { g_bytes_unref(bytes) }
                    var size: gsize = 0
                    let data = g_bytes_get_data(bytes, &size)
                    let text = String(decoding: UnsafeRawBufferPointer(start: data, count: Int(size)), as: UTF8.self)
                    reader.done(CopiedFiles(text))
                }
            }, Unmanaged.passRetained(reader).toOpaque())
    }

    /// The closure that waits for the clipboard.
    private final class Reader {
        let done: (CopiedFiles?) -> Void
        init(_ done: @escaping (CopiedFiles?) -> Void) { self.done = done }
    }
}
