// The subject of the window: a source, and perhaps one photo of it to show first.
import Desktop
import Library
import Photos

/// A source to show, as the command line or the user named it.
nonisolated struct Opening: Sendable {
    let source: any PhotoSource
    /// The photo to open first; nil to show the grid.
    var first: First?

    /// A photo that is opened before its source is listed.
    struct First: Sendable {
        let photo: Photo
        /// Returns the photo's index in the source, once the first page was requested; nil when the source does not
        /// list it.
        let place: @Sendable () async -> Int?
    }
}
