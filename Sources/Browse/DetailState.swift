// What the detail page shows of its photo: the tile's picture at first, then the full one, or why there is none.
public import Observation
public import Photos

/// The state of one opened photo. The page makes one for each photo that it shows.
@Observable @MainActor
public final class DetailState {
    /// How far the full picture has come.
    public enum FullPicture: Hashable, Sendable {
        case loading
        case shown
        case failed(LoadFailure)
    }

    /// The photo that was opened.
    public let photo: Photo
    /// Whether there is something to look at while the full picture loads: the tile's own, or what came on the way.
    public private(set) var hasPreview: Bool
    /// The picture at the size of the window.
    public private(set) var full: FullPicture = .loading
    /// Goes up with every retry. A load reports with the attempt that it was started for.
    public private(set) var attempt = 1

    /// A photo whose full picture is loading.
    public init(photo: Photo, hasPreview: Bool) {
        self.photo = photo
        self.hasPreview = hasPreview
    }

    /// A spinner is shown only where there is nothing to look at.
    public var showsSpinner: Bool { full == .loading && !hasPreview }

    /// Something to look at has come on the way to the full picture.
    public func previewed() { hasPreview = true }

    /// The load of this attempt has ended. What an earlier attempt says is ignored, and so is a failure after success.
    /// - Parameter failure: Why there is no full picture; nil when there is one.
    public func finished(attempt: Int, failure: LoadFailure? = nil) {
        guard attempt == self.attempt, full == .loading else { return }
        full = failure.map(FullPicture.failed) ?? .shown
    }

    /// Leaves a failure.
    /// - Returns: The attempt to load for, or nil when there is nothing to retry.
    public func retry() -> Int? {
        guard case .failed = full else { return nil }
        attempt += 1
        full = .loading
        return attempt
    }
}
