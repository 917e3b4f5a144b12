// The opening of a photo in other programs: the browser, the default application for its file, the file manager.
import CGTK
import Codecs
import Desktop
import Photos

/// Requests to other programs of the desktop. A failure, such as a missing program or session bus, is reported as a
/// sentence.
enum OtherPrograms {
    /// Opens a page in the browser, or a file in the default application for its type.
    /// - Parameter failed: Gets a sentence when no program opened it. Called on the main thread, after this function
    ///   returns.
    static func open(
        _ uri: String, over window: UnsafeMutablePointer<GtkWindow>, failed: @escaping (String) -> Void
    ) {
        gtk_show_uri_full(
            window, uri, guint32(GDK_CURRENT_TIME), nil,
            { window, result, context in
                var error: UnsafeMutablePointer<GError>?
                let isShown = gtk_show_uri_full_finish(window?.cast(), result, &error) != 0
                Answer.take(context)(isShown ? nil : GLibError(adopting: error).message)
            },
            Answer.box { problem in
                if let problem { failed(PhotoActionText.notOpened(shortened(uri), because: problem)) }
            })
    }

    /// Plays a video in the default application for its type.
    /// - Parameter failed: As for `open`.
    static func play(
        _ video: ImageLocation, over window: UnsafeMutablePointer<GtkWindow>, failed: @escaping (String) -> Void
    ) {
        let share = video.share
        guard let uri = video.path?.uri ?? share?.uri, let name = (video.path?.name ?? share?.name)?.shown else {
            return
        }
        gtk_show_uri_full(
            window, uri, guint32(GDK_CURRENT_TIME), nil,
            { window, result, context in
                var error: UnsafeMutablePointer<GError>?
                if gtk_show_uri_full_finish(window?.cast(), result, &error) != 0 { return Answer.take(context)(nil) }
                let problem = GLibError(adopting: error)
                // By this GIO says that no program is there for the type of the file.
                Answer.take(context)(problem.isIO(G_IO_ERROR_NOT_SUPPORTED) ? "" : problem.message)
            },
            Answer.box { problem in
                guard let problem else { return }
                failed(PhotoActionText.notPlayed(name, because: problem))
            })
    }

    /// Shows a file in its folder, selected if the file manager supports that; otherwise opens the folder.
    /// - Parameter failed: As for `open`.
    static func show(
        file path: FilePath, over window: UnsafeMutablePointer<GtkWindow>, failed: @escaping (String) -> Void
    ) {
        guard let uri = path.uri, let folder = path.folder.uri else {
            return failed(PhotoActionText.notShown(path.shown))
        }
        show(uri, in: folder, over: window, failed: failed)
    }

    /// Shows a file by its address, here or on a share, as `show(file:over:failed:)` does.
    /// - Parameter folder: The address of its folder.
    static func show(
        _ uri: String, in folder: String, over window: UnsafeMutablePointer<GtkWindow>,
        failed: @escaping (String) -> Void
    ) {
        guard SessionBus.isReachable else { return open(folder, over: window, failed: failed) }
        // The window may be closed when the bus answers.
        let owner = WidgetReference(window)
        let token = ActivationToken(for: "inode/directory", over: window.cast())
        call(uri, token.text) { isShown in
            guard !isShown else { return }
            token.discard()
            open(folder, over: owner.widget.cast(), failed: failed)
        }
    }

    /// Asks the session's file manager (org.freedesktop.FileManager1) to show a file. `done` gets whether it did; false
    /// where the bus does not answer.
    private static func call(_ uri: String, _ token: String, done: @escaping (Bool) -> Void) {
        g_bus_get(
            G_BUS_TYPE_SESSION, nil,
            { _, result, context in
                let asked = Unmanaged<Answer>.fromOpaque(made(context)).takeUnretainedValue()
                guard let bus = g_bus_get_finish(result, nil) else { return Answer.take(context)("no bus") }
                defer { g_object_unref(bus.object) }
                g_dbus_connection_call(
                    bus, "org.freedesktop.FileManager1", "/org/freedesktop/FileManager1",
                    "org.freedesktop.FileManager1",
                    "ShowItems", OtherPrograms.items(asked.words, asked.token), nil, G_DBUS_CALL_FLAGS_NONE,
                    OtherPrograms.patience, nil,
                    { bus, result, context in
                        let reply = g_dbus_connection_call_finish(bus?.opaque, result, nil)
                        defer { if let reply { g_variant_unref(reply) } }
                        Answer.take(context)(reply == nil ? "no answer" : nil)
                    }, context)
            }, Answer.box(uri, token) { done($0 == nil) })
    }

    /// Limit of a file manager's start in milliseconds.
    private nonisolated static let patience: Int32 = 10_000

    /// Returns the arguments of ShowItems: URIs, and the token by which the file manager's window may come to the
    /// front.
    private nonisolated static func items(_ uri: String, _ token: String) -> OpaquePointer? {
        uri.withCString { text in
            var uris: [UnsafePointer<CChar>?] = [text]
            var arguments = [g_variant_new_strv(&uris, 1), g_variant_new_string(token)]
            return g_variant_new_tuple(&arguments, 2)
        }
    }

    /// Returns a file's path without the URI's scheme and escapes, for messages; another URI as it is.
    private static func shortened(_ uri: String) -> String {
        FileAddress.path(of: uri)?.shown ?? uri
    }

    /// A main-actor closure behind the context pointer of a GLib callback; to be taken once.
    private final class Answer {
        let words: String
        let token: String
        private let body: (String?) -> Void

        private init(_ words: String, _ token: String, _ body: @escaping (String?) -> Void) {
            (self.words, self.token) = (words, token)
            self.body = body
        }

        static func box(
            _ words: String = "", _ token: String = "", _ body: @escaping (String?) -> Void
        ) -> UnsafeMutableRawPointer {
            Unmanaged.passRetained(Answer(words, token, body)).toOpaque()
        }

        /// Returns the closure. GLib calls it on the main thread.
        nonisolated static func take(_ context: UnsafeMutableRawPointer?) -> (String?) -> Void {
            { problem in
                nonisolated(unsafe) let context = context  // passed back by GLib on the main thread
                MainActor.assumeIsolated {
                    guard let context else { preconditionFailure("a callback came without its closure") }
                    Unmanaged<Answer>.fromOpaque(context).takeRetainedValue().body(problem)
                }
            }
        }
    }
}
