// Text about a source, a position in it, and a failed tile.
import Browse
import Desktop
import Library
import Photos

/// Text about how much of a source is listed.
enum GalleryTitle {
    static func subtitle(_ progress: GalleryProgress) -> String {
        guard progress.total > 0 else { return "" }
        let contents = contents(photos: progress.total - progress.videos, videos: progress.videos)
        let photos =
            progress.isSearched
            ? localized("{number} of {photos}", ["number": .count(progress.count), "photos": .text(contents)])
            : contents
        return progress.phase == .loaded(end: true) ? photos : soFar(photos)
    }

    /// Returns the number of photos that match the search; nothing if there is none.
    static func hits(_ progress: GalleryProgress) -> String {
        guard progress.isSearched, progress.count > 0 else { return "" }
        return progress.isComplete ? photos(progress.count) : soFar(photos(progress.count))
    }

    private static func soFar(_ photos: String) -> String { localized("{photos} so far", ["photos": .text(photos)]) }

    /// Returns how far indexing has come.
    static func indexing(_ progress: IndexingProgress) -> String {
        localized(
            "Reading dates, {number} of {total}", ["number": .count(progress.done), "total": .count(progress.total)])
    }

    /// Returns how many photos and videos there are.
    static func contents(photos: Int, videos: Int) -> String {
        guard videos > 0 else { return self.photos(photos) }
        let films = localized("{count} video", many: "{count} videos", count: videos)
        guard photos > 0 else { return films }
        return localized("{photos} and {videos}", ["photos": .text(self.photos(photos)), "videos": .text(films)])
    }

    /// Returns a number of photos.
    static func photos(_ count: Int) -> String { localized("{count} photo", many: "{count} photos", count: count) }

    /// Returns the number of a photo and the number of all, or of those that are listed so far.
    static func position(_ number: Int, of count: Int, isComplete: Bool = true) -> String {
        let position = localized("{number} of {total}", ["number": .count(number), "total": .count(count)])
        return isComplete ? position : soFar(position)
    }

    /// Returns a number with its digits in groups.
    static func grouped(_ number: Int) -> String { UserLanguage().digits(number) }
}

/// Text for a failure: which photo, why, and what the user can do.
enum FailureWords {
    /// Returns the lines of a tile. Only where another try may end otherwise does it ask for one.
    static func tile(_ failure: LoadFailure) -> String {
        let words = "\(failure.culprit)\n\(localized(failure.label))"
        return failure.isHopeless ? words : "\(words)\n\(localized("Click to try again"))"
    }
}
