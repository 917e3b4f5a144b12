// Text about dates and sidecars that are read from a share.
import Library
import Photos

/// Text about dates, and about stars and labels in sidecars, that are not known yet.
enum DateReadingText {
    static let pause = localized("Pause")
    static let stop = localized("Stop")
    static let goOn = localized("Continue")

    /// Returns how far the reading has come.
    static func progress(_ progress: IndexingProgress, ofMarks: Bool) -> String {
        guard ofMarks else { return GalleryTitle.indexing(progress) }
        return localized(
            "Reading stars and labels, {number} of {total}",
            ["number": .count(progress.done), "total": .count(progress.total)])
    }

    /// Returns how many dates are not known, where their reading rests.
    static func unknown(_ progress: IndexingProgress, ofMarks: Bool) -> String {
        let count = progress.total - progress.done
        if ofMarks {
            return localized(
                "Stars and label of {count} photo are not known yet.",
                many: "Stars and labels of {count} photos are not known yet.", count: count)
        }
        return localized(
            "The date of {count} photo is not known yet.", many: "The dates of {count} photos are not known yet.",
            count: count)
    }

    /// Returns the question whether dates are to be read by a connection that may cost something.
    static func metered(_ progress: IndexingProgress, ofMarks: Bool) -> String {
        let count = progress.total - progress.done
        if ofMarks {
            return localized(
                "Read stars and label of {count} photo over a metered connection?",
                many: "Read stars and labels of {count} photos over a metered connection?", count: count)
        }
        return localized(
            "Read the date of {count} photo over a metered connection?",
            many: "Read the dates of {count} photos over a metered connection?",
            count: count)
    }
}
