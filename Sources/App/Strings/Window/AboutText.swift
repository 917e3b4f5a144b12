// Words of the window about the program.

/// Credits, licences and what is new, for the window about the program.
enum AboutText {
    static let developer = localized("The Tessera authors")
    static let copyright = "© 2026 The Tessera authors"
    static let comments = localized("Scroll through thousands of photos without waiting.")

    /// Heading of the projects that Tessera is built with.
    static let builtWith = localized("Built With")
    /// Each is a name and an address, which the window makes a link.
    static let projects = [
        "GTK https://www.gtk.org",
        "libadwaita https://gnome.pages.gitlab.gnome.org/libadwaita/",
        "libsoup https://libsoup.gnome.org",
        "GdkPixbuf https://docs.gtk.org/gdk-pixbuf/",
        "LibRaw https://www.libraw.org",
        "libjpeg-turbo https://libjpeg-turbo.org",
        "Little CMS https://www.littlecms.com",
        "SQLite https://www.sqlite.org",
        "Swift https://www.swift.org",
    ]

    /// Title of the licence of what is linked into the program.
    static let swiftRuntime = "Swift runtime, Swift Argument Parser, Swift Log"
    static let swiftCopyright = "© Apple Inc. and the Swift project authors"

    /// What is new, in the markup that the window reads.
    static var releaseNotes: String {
        let items = news.map { "<li>\($0)</li>" }.joined()
        return "<p>\(localized("The first release."))</p><ul>\(items)</ul>"
    }

    private static let news = [
        localized("A grid that scrolls without waiting, with a zoom that starts in the tile"),
        localized("Living folders: sorted, grouped by date, searched, and watched for changes"),
        localized("A timeline, three layouts, and a selection by mouse, touch and keyboard"),
        localized("Camera raw files, videos, animated pictures and colour profiles"),
        localized("Online collections, and a built-in gallery that needs no network"),
    ]

    /// Those who translated the text into the shown language, as its catalogue names them; nothing where it names none.
    static var translators: String {
        let names = localized("translator-credits")
        return names == "translator-credits" ? "" : names
    }

    /// Versions that a report of a fault should name.
    static func versions(tessera: String, gtk: String, libadwaita: String) -> String {
        "Tessera \(tessera)\nGTK \(gtk)\nlibadwaita \(libadwaita)"
    }
}
