// The installation of the application's style sheet.
import CGTK
import Desktop
import Resources

/// The embedded style sheet, added to the display once.
enum StyleSheet {
    /// Adds the style to the default display, above the theme and below the user's own.
    static func install() {
        let provider = made(gtk_css_provider_new())
        gtk_css_provider_load_from_data(provider, Resources.styleSheet, -1)
        if let display = gdk_display_get_default() {
            gtk_style_context_add_provider_for_display(
                display, provider.opaque, UInt32(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
        }
        g_object_unref(provider.object)
    }
}
