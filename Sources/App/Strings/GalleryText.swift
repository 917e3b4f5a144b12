// Text about a source, a position in it, and a failed tile.
import Browse
import Library
import Photos

/// Text about how much of a source is listed.
enum GalleryTitle {
    static func subtitle(_ progress: GalleryProgress) -> String {
        guard progress.total > 0 else { return "" }
        let photos = (progress.isSearched ? "\(grouped(progress.count)) of " : "")
            + contents(photos: progress.total - progress.videos, videos: progress.videos)
        return progress.phase == .loaded(end: true) ? photos : photos + " so far"
    }

    /// Returns the number of photos that match the search; nothing where there is none.
    static func hits(_ progress: GalleryProgress) -> String {
        guard progress.isSearched, progress.count > 0 else { return "" }
        return photos(progress.count) + (progress.isComplete ? "" : " so far")
    }

    /// Returns how far indexing has come.
    static func indexing(_ progress: IndexingProgress) -> String {
        "Reading dates, \(grouped(progress.done)) of \(grouped(progress.total))"
    }

    /// Returns how many photos and videos there are.
    static func contents(photos: Int, videos: Int) -> String {
        guard videos > 0 else { return self.photos(photos) }
        let films = videos == 1 ? "1 video" : "\(grouped(videos)) videos"
        return photos == 0 ? films : "\(self.photos(photos)) and \(films)"
    }

    /// Returns a number of photos.
    static func photos(_ count: Int) -> String { count == 1 ? "1 photo" : "\(grouped(count)) photos" }

    /// Returns the number of a photo and the number of all.
    static func position(_ number: Int, of count: Int) -> String { "\(grouped(number)) of \(grouped(count))" }

    /// Returns digits in groups of three, separated by a narrow no-break space, which is right in every locale (ISO
    /// 80000-1).
    static func grouped(_ number: Int) -> String {
        var digits = Array(String(number))
        for index in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert("\u{202F}", at: index) }
        return String(digits)
    }
}

/// Text for a failure: which photo, why, and what the user can do.
enum FailureWords {
    static func tile(_ failure: LoadFailure) -> String {
        "\(failure.culprit)\n\(failure.label)\nClick to try again"
    }
}
