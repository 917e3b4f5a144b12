// The silence of a window's frame clock: how it learns that it is not seen where its display does not say so.
import CGTK
import Desktop

/// A watch over a window while it has not the focus. A Wayland compositor stops the frames of what is not seen; before
/// GTK 4.12 nothing else reports it, and a window that draws nothing would not notice. So from time to time a few
/// frames are drawn, in which a part of the window differs by what nobody sees. Where they do not come, the window is
/// hidden until they do.
final class FrameSilence {
    /// Frames that are drawn: the first may have been granted before the window was hidden.
    private static let frames = 3
    /// The part's opacity in every other frame.
    private static let opacity = 0.99

    private let window: UnsafeMutablePointer<GtkWindow>
    private let part: Widget
    private let period: Duration
    private let patience: Duration
    private let onChange: () -> Void
    private var connection: Signal.Connection?
    private var asking: Task<Void, Never>?
    private var tick: FrameTick?
    /// Whether frames are waited for in vain.
    private(set) var isSilent = false

    /// Begins to watch. `stop` has to be called while the window lives.
    /// - Parameters:
    ///   - part: A small widget of the window.
    ///   - period: Time without the focus before each of the questions.
    ///   - patience: Time for the frames to come.
    ///   - onChange: Called when the window falls silent, and when it is heard again.
    init(
        of window: UnsafeMutablePointer<GtkWindow>, part: Widget, period: Duration = .seconds(10),
        patience: Duration = .seconds(5), onChange: @escaping () -> Void
    ) {
        (self.window, self.part, self.period, self.patience) = (window, part, period, patience)
        self.onChange = onChange
        connection = Signal.onChange(of: "is-active", window) { [weak self] in self?.follow() }
        follow()
    }

    /// Whether the display of a window keeps to itself what it hides.
    static func isNeeded(for window: UnsafeMutablePointer<GtkWindow>) -> Bool {
        guard let display = gtk_widget_get_display(window.cast()) else { return false }
        let wayland = g_type_from_name("GdkWaylandDisplay")
        return wayland != 0 && g_type_check_instance_is_a(display.cast(), wayland) != 0
    }

    /// Ends the watch.
    func stop() {
        connection?.disconnect()
        asking?.cancel()
        tick?.remove()
        tick = nil
    }

    private func follow() {
        asking?.cancel()
        asking = nil
        guard gtk_window_is_active(window) == 0 else { return set(false) }
        asking = Task { [weak self, period, patience] in
            while !Task.isCancelled {
                guard (try? await Task.sleep(for: period)) != nil else { return }
                self?.ask()
                guard (try? await Task.sleep(for: patience)) != nil else { return }
                self?.conclude()
            }
        }
    }

    private func ask() {
        guard tick == nil else { return }
        var left = Self.frames
        gtk_widget_set_opacity(part, Self.opacity)
        tick = FrameTick.start(on: window.cast()) { [weak self] _ in
            guard let self else { return false }
            left -= 1
            gtk_widget_set_opacity(self.part, left > 0 && left % 2 == 1 ? Self.opacity : 1)
            guard left > 0 else {
                self.tick = nil
                self.set(false)
                return false
            }
            return true
        }
    }

    private func conclude() {
        if tick != nil { set(true) }
    }

    private func set(_ isSilent: Bool) {
        guard isSilent != self.isSilent else { return }
        self.isSilent = isSilent
        onChange()
    }
}
