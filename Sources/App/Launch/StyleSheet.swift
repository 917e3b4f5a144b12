// The program's style sheets on the display: one for all, and one for high contrast.
import CGTK
import Desktop
import Resources

/// The embedded style, above the theme and below the user's own. Lives as long as the display.
enum StyleSheet {
    private static var contrast: GObjectReference?

    /// Adds the style to the default display once, and follows the desktop's wish for high contrast.
    static func install() {
        guard contrast == nil, let display = gdk_display_get_default() else { return }
        add(GObjectReference(adopting: provider(of: Resources.styleSheet)), to: display)
        let contrast = GObjectReference(adopting: provider(of: Resources.highContrastStyleSheet))
        self.contrast = contrast
        let manager = made(adw_style_manager_get_for_display(display))
        if adw_style_manager_get_high_contrast(manager) != 0 { add(contrast, to: display) }
        Signal.onChange(of: "high-contrast", manager) {
            if adw_style_manager_get_high_contrast(manager) != 0 {
                add(contrast, to: display)
            } else {
                gtk_style_context_remove_provider_for_display(display, contrast.pointer.opaque)
            }
        }
    }

    private static func provider(of style: String) -> UnsafeMutableRawPointer {
        let provider = made(gtk_css_provider_new())
        gtk_css_provider_load_from_data(provider, style, -1)
        return provider.object
    }

    private static func add(_ provider: GObjectReference, to display: OpaquePointer) {
        gtk_style_context_add_provider_for_display(
            display, provider.pointer.opaque, UInt32(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    }
}
