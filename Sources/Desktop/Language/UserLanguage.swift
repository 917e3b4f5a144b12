import CGLib
// The user's language, by gettext.
import CGTK
import Codecs
import Glibc
public import Photos

/// The language of the process's locale, with the translations of the program's catalogues. Any thread may use it once
/// `prepare` has returned.
public struct UserLanguage: MessageLanguage {
    /// Name of the catalogues: `locale/LANGUAGE/LC_MESSAGES/tessera.mo` in a folder of shared data.
    public static let domain = "tessera"

    public init() {}

    /// Takes the locale of the environment and finds the translations. Call it on the main thread, before any other
    /// thread runs and before any text is shown. Without catalogues the messages stay English.
    public static func prepare() {
        setlocale(LC_ALL, "")
        guard let folder = catalogues() else { return }
        _ = FilePath.withC(folder) { bindtextdomain(domain, $0) }
        bind_textdomain_codeset(domain, "UTF-8")
    }

    public func translation(of sentence: String, context: String?) -> String {
        // gettext keeps the context before the sentence, and an end of transmission between them.
        let key = context.map { "\($0)\u{4}\(sentence)" } ?? sentence
        return key.withCString { key in
            guard let found = dgettext(Self.domain, key), UnsafePointer(found) != key else { return sentence }
            return String(cString: found)
        }
    }

    public func translation(of one: String, many: String, count: Int) -> String {
        // Without a translation it returns one of its arguments, which live as long as these calls.
        one.withCString { one in
            many.withCString { many in
                String(
                    cString: dngettext(Self.domain, one, many, count.magnitude) ?? UnsafeMutablePointer(mutating: many))
            }
        }
    }

    public func day(_ time: WallTime) -> String { DateText.date(time.year, time.month, time.day, DatePattern.user.day) }

    public func month(_ time: WallTime) -> String { DateText.date(time.year, time.month, 1, DatePattern.user.month) }

    public func year(_ time: WallTime) -> String { DateText.date(time.year, 1, 1, DatePattern.user.year) }

    public func clock(_ time: WallTime) -> String { DateText.clock(time) }

    public var decimalSeparator: String { Self.separator }

    /// As the windows run, which GTK knows once it has been initialised.
    public var isRightToLeft: Bool { gtk_widget_get_default_direction() == GTK_TEXT_DIR_RTL }

    /// Read once: the C library's answer is not for several threads.
    private static let separator = localeconv().flatMap { $0.pointee.decimal_point }.map { String(cString: $0) } ?? "."

    /// Returns the first folder of translations that has one of this program.
    private static func catalogues() -> String? {
        var folders = [String(cString: g_get_user_data_dir())]
        var next = g_get_system_data_dirs()
        while let folder = next?.pointee {
            folders.append(FilePath.text(folder))
            next = next?.advanced(by: 1)
        }
        return folders.lazy.map { $0 + "/locale" }.first(where: hasCatalogue)
    }

    private static func hasCatalogue(_ folder: String) -> Bool {
        guard let listing = FilePath.withC(folder, { g_dir_open($0, 0, nil) }) else { return false }
        defer { g_dir_close(listing) }
        while let name = g_dir_read_name(listing) {
            let path = "\(folder)/\(FilePath.text(name))/LC_MESSAGES/\(domain).mo"
            if FilePath.withC(path, { access($0, R_OK) }) == 0 { return true }
        }
        return false
    }
}
