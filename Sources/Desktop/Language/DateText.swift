// Dates in the user's language.
import CGLib
import Codecs
public import Photos

/// Dates and times of day as the user's locale writes them.
public enum DateText {
    /// Returns a date by a pattern of g_date_time_format; in digits where GLib has no such date.
    public static func date(_ year: Int, _ month: Int, _ day: Int, _ pattern: String) -> String {
        text(year, month, day, pattern) ?? "\(year)-\(month)-\(day)"
    }

    /// Returns a time of day in the form of the locale.
    public static func clock(_ time: WallTime) -> String {
        text(time.year, time.month, time.day, "%X", time) ?? EnglishMessages().clock(time)
    }

    private static func text(
        _ year: Int, _ month: Int, _ day: Int, _ pattern: String, _ time: WallTime? = nil
    ) -> String? {
        let date = g_date_time_new_utc(
            gint(clamping: year), gint(clamping: month), gint(clamping: day), gint(clamping: time?.hour ?? 0),
            // GLib knows no leap second.
            gint(clamping: time?.minute ?? 0), min(59, gdouble(time?.second ?? 0)))
        guard let date else { return nil }
        defer { g_date_time_unref(date) }
        return takeText(g_date_time_format(date, pattern))
    }
}
