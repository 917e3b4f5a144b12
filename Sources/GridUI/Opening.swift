// What the window opens: a source, and perhaps one photo of it that is to be seen first.
import Desktop
import Photos

/// A source to show.
nonisolated struct Opening: Sendable {
    let source: any PhotoSource
    /// The photo that was named; nil where the grid comes first.
    var first: First?

    /// A photo that is opened before its source is listed.
    struct First: Sendable {
        let photo: Photo
        /// Where it is in the source, once the first page has been asked for; nil when it is not there.
        let place: @Sendable () async -> Int?
    }
}
