// The observable state of the opened photo.
public import Observation
public import Photos

/// State of one opened photo: a preview at first, then the full picture or the reason why there is none. The page makes
/// one for each photo that it shows.
@Observable @MainActor
public final class DetailState {
    /// Progress of the full picture.
    public enum FullPicture: Hashable, Sendable {
        case loading
        case shown
        case failed(LoadFailure)
    }

    /// The opened photo.
    public let photo: Photo
    /// Whether there is a preview while the full picture loads: the tile's texture, or an early decode.
    public private(set) var hasPreview: Bool
    /// The picture in the size of the window.
    public private(set) var full: FullPicture = .loading
    /// What the picture lacks of the photo.
    public private(set) var lack: PictureLack?
    /// Number of the current attempt, from 1; each retry adds one. A load reports the attempt for which it was started.
    public private(set) var attempt = 1

    /// Creates the state of a photo whose full picture is loading.
    public init(photo: Photo, hasPreview: Bool) {
        self.photo = photo
        self.hasPreview = hasPreview
    }

    /// Whether to show a spinner: only while there is nothing else to show.
    public var showsSpinner: Bool { full == .loading && !hasPreview }

    /// Takes note that a preview is shown.
    public func previewed() { hasPreview = true }

    /// Takes note that the load of an attempt has ended. Reports of earlier attempts, and a failure after success, are
    /// ignored.
    /// - Parameters:
    ///   - failure: Why there is no full picture; nil when there is one.
    ///   - lack: What it lacks of the photo.
    public func finished(attempt: Int, failure: LoadFailure? = nil, lack: PictureLack? = nil) {
        guard attempt == self.attempt, full == .loading else { return }
        self.lack = lack
        full = failure.map(FullPicture.failed) ?? .shown
    }

    /// Starts another attempt after a failure.
    /// - Returns: The new attempt, or nil when there is nothing to retry.
    public func retry() -> Int? {
        guard case .failed = full else { return nil }
        attempt += 1
        full = .loading
        return attempt
    }
}
