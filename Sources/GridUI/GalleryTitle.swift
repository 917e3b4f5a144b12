// Words with numbers of photos: the line under the window's title, the place of a quick scroll.
import Browse

/// Words about how much of a source is listed.
enum GalleryTitle {
    static func subtitle(_ progress: GalleryProgress) -> String {
        let count = progress.count
        guard count > 0 else { return "" }
        let photos = count == 1 ? "1 photo" : "\(grouped(count)) photos"
        return progress.phase == .loaded(end: true) ? photos : photos + " so far"
    }

    /// Which photo of how many.
    static func position(_ number: Int, of count: Int) -> String { "\(grouped(number)) of \(grouped(count))" }

    /// Digits in groups of three, with a narrow no-break space: right in every locale (ISO 80000-1).
    private static func grouped(_ number: Int) -> String {
        var digits = Array(String(number))
        for index in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert("\u{202F}", at: index) }
        return String(digits)
    }
}
