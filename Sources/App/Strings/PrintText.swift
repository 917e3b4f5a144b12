// Words about printing.

/// Names in the print dialog, and what is said of a print.
enum PrintText {
    static let action = "Print…"
    /// For the shortcuts window.
    static let shortcuts: [(keys: String, title: String)] = [("<Control>p", "Print")]
    static let tab = "Photos"
    static let perPage = "Photos on a Page"

    static func job(photos: Int, first title: String) -> String { photos == 1 ? title : "\(photos) photos" }

    static func notPrinted(photos: Int, because problem: String) -> String {
        photos == 1 ? "The photo was not printed: \(problem)" : "The \(photos) photos were not printed: \(problem)"
    }

    static func leftOut(_ count: Int) -> String {
        count == 1 ? "One photo could not be read and was not printed." : "\(count) photos could not be read and were not printed."
    }
}
