// The reading of the clipboard, as a value that GTK knows or as the text of any type.
import CGTK
import Desktop

/// Reads of a clipboard. The closures are called on the main thread, after the function has returned, with nil where
/// the clipboard has nothing of the kind.
enum ClipboardReader {
    /// Reads a value of a type; it is borrowed for the call.
    static func readValue(
        _ type: GType, of clipboard: OpaquePointer, done: @escaping (UnsafePointer<GValue>?) -> Void
    ) {
        gdk_clipboard_read_value_async(
            clipboard, type, Int32(G_PRIORITY_DEFAULT), nil,
            { clipboard, result, context in
                nonisolated(unsafe) let context = context, clipboard = clipboard, result = result  // on the main thread
                MainActor.assumeIsolated {
                    // Content of another kind is an error, too.
                    Waiting.end(context)(gdk_clipboard_read_value_finish(clipboard?.opaque, result, nil))
                }
            }, Waiting.begin(done))
    }

    /// Reads the bytes of a type as UTF-8.
    static func readText(_ type: String, of clipboard: OpaquePointer, done: @escaping (String?) -> Void) {
        type.withCString { type in
            var types: [UnsafePointer<CChar>?] = [type, nil]
            gdk_clipboard_read_async(
                clipboard, &types, Int32(G_PRIORITY_DEFAULT), nil,
                { clipboard, result, context in
                    // On the main thread.
                    nonisolated(unsafe) let context = context, clipboard = clipboard, result = result
                    MainActor.assumeIsolated {
                        let done: (String?) -> Void = Waiting.end(context)
                        guard let stream = gdk_clipboard_read_finish(clipboard?.opaque, result, nil, nil) else {
                            return done(nil)
                        }
                        ClipboardReader.read(stream, done)
                    }
                }, Waiting.begin(done))
        }
    }

    /// Reads a stream to its end (transfer full).
    private static func read(_ stream: UnsafeMutablePointer<GInputStream>, _ done: @escaping (String?) -> Void) {
        defer { g_object_unref(stream) }
        guard let memory = g_memory_output_stream_new_resizable() else { return done(nil) }
        defer { g_object_unref(memory) }
        let flags = GOutputStreamSpliceFlags(
            rawValue: G_OUTPUT_STREAM_SPLICE_CLOSE_SOURCE.rawValue | G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET.rawValue)
        g_output_stream_splice_async(
            memory, stream, flags, Int32(G_PRIORITY_DEFAULT), nil,
            { memory, result, context in
                nonisolated(unsafe) let context = context, memory = memory, result = result  // on the main thread
                MainActor.assumeIsolated {
                    let done: (String?) -> Void = Waiting.end(context)
                    guard let memory else { preconditionFailure("a stream answered without itself") }
                    let stream = UnsafeMutableRawPointer(memory)
                    guard
                        g_output_stream_splice_finish(stream.assumingMemoryBound(to: GOutputStream.self), result, nil)
                            >= 0,
                        let bytes = g_memory_output_stream_steal_as_bytes(
                            stream.assumingMemoryBound(to: GMemoryOutputStream.self))
                    else { return done(nil) }
                    defer { g_bytes_unref(bytes) }
                    var size: gsize = 0
                    let data = g_bytes_get_data(bytes, &size)
                    done(String(decoding: UnsafeRawBufferPointer(start: data, count: Int(size)), as: UTF8.self))
                }
            }, Waiting.begin(done))
    }

    /// A closure that waits for the clipboard.
    private final class Waiting<Answer> {
        private let done: (Answer) -> Void
        private init(_ done: @escaping (Answer) -> Void) { self.done = done }

        /// Returns the closure as a context, which `end` takes back.
        static func begin(_ done: @escaping (Answer) -> Void) -> UnsafeMutableRawPointer {
            Unmanaged.passRetained(Waiting(done)).toOpaque()
        }

        static func end(_ context: UnsafeMutableRawPointer?) -> (Answer) -> Void {
            guard let context else { preconditionFailure("the clipboard answered without its closure") }
            return Unmanaged<Waiting>.fromOpaque(context).takeRetainedValue().done
        }
    }
}
