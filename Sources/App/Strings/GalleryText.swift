// Text about a source, a position in it, and a failed tile.
import Browse
import Photos

/// Text about how much of a source is listed.
enum GalleryTitle {
    static func subtitle(_ progress: GalleryProgress) -> String {
        let count = progress.count
        guard count > 0 else { return "" }
        let photos = count == 1 ? "1 photo" : "\(grouped(count)) photos"
        return progress.phase == .loaded(end: true) ? photos : photos + " so far"
    }

    /// Returns the number of a photo and the number of all.
    static func position(_ number: Int, of count: Int) -> String { "\(grouped(number)) of \(grouped(count))" }

    /// Returns digits in groups of three, separated by a narrow no-break space, which is right in every locale (ISO
    /// 80000-1).
    private static func grouped(_ number: Int) -> String {
        var digits = Array(String(number))
        for index in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert("\u{202F}", at: index) }
        return String(digits)
    }
}

/// Text for a failure: which photo, why, and what the user can do.
enum FailureWords {
    static func tile(_ failure: LoadFailure) -> String {
        "\(failure.culprit)\n\(failure.label)\n↻ Try again"
    }
}
