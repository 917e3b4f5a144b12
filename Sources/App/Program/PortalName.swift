// The name by which the desktop's portal puts its dialogs over a window.
import CGTK
import CWidgets
import Desktop

/// The name of one window, which its display is asked for once.
final class PortalName {
    private let window: WidgetReference
    private var asking: Task<String, Never>?

    init(of window: UnsafeMutablePointer<GtkWindow>) { self.window = WidgetReference(window) }

    /// The name, when the display has told it; empty where it has none, as that of a window that is closed.
    var text: String {
        get async {
            if let asking { return await asking.value }
            let asking = Task { [window] in
                await withCheckedContinuation { continuation in
                    tessera_window_ask_portal_name(
                        window.widget.cast(),
                        { name, data in
                            Unmanaged<Answer>.fromOpaque(made(data)).takeRetainedValue().continuation
                                .resume(returning: name.map { String(cString: $0) } ?? "")
                        }, Unmanaged.passRetained(Answer(continuation)).toOpaque())
                }
            }
            self.asking = asking
            return await asking.value
        }
    }

    /// The continuation behind the context pointer of the callback, which is called once.
    private final class Answer {
        let continuation: CheckedContinuation<String, Never>
        init(_ continuation: CheckedContinuation<String, Never>) { self.continuation = continuation }
    }
}
