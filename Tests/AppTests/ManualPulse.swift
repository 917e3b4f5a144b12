// A frame clock that beats when a test says so, and the desktop setting for animations.
import CGTK
import Desktop
import XCTest

@testable import App
@testable import AppFixtures

/// Beats when the test says so.
final class ManualPulse {
    private var body: ((Int64) -> Bool)?
    private(set) var starts = 0

    var isBeating: Bool { body != nil }

    func start(_ body: @escaping @MainActor (Int64) -> Bool) -> @MainActor () -> Void {
        starts += 1
        self.body = body
        return { [weak self] in self?.body = nil }
    }

    /// A frame at this many milliseconds.
    func beat(at milliseconds: Int) {
        guard let body else { return XCTFail("nothing is playing") }
        if !body(Int64(milliseconds) * 1000) { self.body = nil }
    }
}

/// Sets whether the desktop of a window wants animations.
func setAnimations(_ areWanted: Bool, of window: UnsafeMutablePointer<GtkWindow>) {
    var value = GValue()
    g_value_init(&value, g_type_from_name("gboolean"))
    g_value_set_boolean(&value, areWanted ? 1 : 0)
    g_object_set_property(gtk_widget_get_settings(window.cast()).cast(), "gtk-enable-animations", &value)
}
