// Text about dates that are read from a share.
import Library

/// Text about dates that are not known yet.
enum DateReadingText {
    static let pause = localized("Pause")
    static let stop = localized("Stop")
    static let goOn = localized("Continue")

    /// Returns how many dates are not known, where their reading rests.
    static func unknown(_ progress: IndexingProgress) -> String {
        localized(
            "The date of {count} photo is not known yet.", many: "The dates of {count} photos are not known yet.",
            count: progress.total - progress.done)
    }

    /// Returns the question whether dates are to be read by a connection that may cost something.
    static func metered(_ progress: IndexingProgress) -> String {
        localized(
            "Read the date of {count} photo over a metered connection?",
            many: "Read the dates of {count} photos over a metered connection?",
            count: progress.total - progress.done)
    }
}
