// The window about the program: version, credits, licences, and where faults are reported.
import CGTK
import Desktop
import Photos

/// The window about the program.
enum AboutDialog {
    /// Opens the window over another one.
    /// - Parameter warning: What is missing of the confinement of pictures, if anything is.
    static func present(over window: UnsafeMutablePointer<GtkWindow>, warning: Message?) {
        let about = make(warning: warning)
        gtk_window_set_transient_for(about, window)
        gtk_window_set_modal(about, 1)
        gtk_window_present(about)
    }

    /// Makes the window. GTK owns it until it is closed.
    static func make(warning: Message? = nil) -> UnsafeMutablePointer<GtkWindow> {
        let about = made(adw_about_window_new())
        let dialog = about.opaque
        adw_about_window_set_application_name(dialog, AppIdentity.name)
        adw_about_window_set_application_icon(dialog, AppIdentity.id)
        adw_about_window_set_version(dialog, AppIdentity.version)
        adw_about_window_set_developer_name(dialog, AboutText.developer)
        adw_about_window_set_copyright(dialog, AboutText.copyright)
        adw_about_window_set_comments(
            dialog, [AboutText.comments, warning.map { localized($0) }].compactMap { $0 }.joined(separator: "\n\n"))
        adw_about_window_set_website(dialog, AppIdentity.website)
        adw_about_window_set_issue_url(dialog, AppIdentity.issueTracker)
        adw_about_window_set_translator_credits(dialog, AboutText.translators)
        adw_about_window_set_release_notes(dialog, AboutText.releaseNotes)
        adw_about_window_set_license_type(dialog, GTK_LICENSE_MIT_X11)
        adw_about_window_add_legal_section(
            dialog, AboutText.swiftRuntime, AboutText.swiftCopyright, GTK_LICENSE_APACHE_2_0, nil)
        withCStrings(["\(AboutText.developer) \(AppIdentity.website)"]) {
            adw_about_window_set_developers(dialog, UnsafeMutablePointer(mutating: $0))
        }
        withCStrings(AboutText.projects) {
            adw_about_window_add_credit_section(dialog, AboutText.builtWith, UnsafeMutablePointer(mutating: $0))
        }
        adw_about_window_set_debug_info(dialog, versions)
        return about.cast()
    }

    private static var versions: String {
        AboutText.versions(
            tessera: AppIdentity.version,
            gtk: "\(gtk_get_major_version()).\(gtk_get_minor_version()).\(gtk_get_micro_version())",
            libadwaita: "\(adw_get_major_version()).\(adw_get_minor_version()).\(adw_get_micro_version())")
    }
}
