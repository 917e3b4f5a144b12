// The state of the opened photo's picture: what is drawn until it arrives, and its result.
public import ImagePipeline
public import Observation
public import Photos

/// State of the picture of one opened photo. The page makes one for each photo that it shows, and for each content and
/// page that a photo takes on while it is shown.
///
/// All that happens to a picture is one of the functions below, and each is allowed in every stage.
@Observable @MainActor
public final class DetailState {
    /// What is drawn until the picture is there.
    public enum Ground: Hashable, CaseIterable, Sendable {
        case nothing
        /// What is known of the photo: another size, its tile, a part of its bytes, or its colour.
        case preview
        /// The picture of the content, or of the page, that was shown before. It stays, with zoom and rotation, and no
        /// preview takes its place.
        case former
    }

    /// The way of the picture.
    public enum Stage: Hashable, Sendable {
        /// Not requested: the view has no size yet, or photos are passed quickly.
        case waiting(over: Ground)
        case loading(ImageRequest, over: Ground)
        case failed(LoadFailure, ImageRequest, over: Ground)
        /// Shown. The request may be a newer one, for another size.
        case shown(ImageRequest)
    }

    /// What is shown to the user about the picture.
    public enum FullPicture: Hashable, Sendable {
        case loading
        case shown
        case failed(LoadFailure)
    }

    /// The opened photo.
    public let photo: Photo
    public private(set) var stage: Stage
    /// The version of the photo whose picture, or preview, is drawn.
    public private(set) var drawnVersion: String
    /// What the picture lacks of the photo.
    public private(set) var lack: PictureLack?

    /// Creates the state of a photo whose picture is not requested yet.
    /// - Parameter drawnVersion: the version of what is drawn; nil for that of `photo`.
    public init(photo: Photo, over ground: Ground, drawnVersion: String? = nil) {
        (self.photo, self.drawnVersion) = (photo, drawnVersion ?? photo.version)
        stage = .waiting(over: ground)
    }

    // MARK: What is known

    /// The latest request for the picture; nil before the first one.
    public var request: ImageRequest? {
        switch stage {
        case .waiting: nil
        case .loading(let request, _), .failed(_, let request, _), .shown(let request): request
        }
    }

    public var full: FullPicture {
        switch stage {
        case .waiting, .loading: .loading
        case .failed(let failure, _, _): .failed(failure)
        case .shown: .shown
        }
    }

    /// What is drawn in place of the picture; nil once that is shown.
    public var ground: Ground? {
        switch stage {
        case .waiting(let ground), .loading(_, let ground), .failed(_, _, let ground): ground
        case .shown: nil
        }
    }

    /// Whether to show a spinner: only while there is nothing else to show.
    public var showsSpinner: Bool { full == .loading && ground == .nothing }

    /// Whether a preview that arrives may be drawn.
    public var takesPreviews: Bool { full == .loading && ground != .former }

    // MARK: What happens

    /// Takes note of a request for the picture: the first one, or one for another size.
    public func requested(_ request: ImageRequest) {
        stage =
            switch stage {
            case .waiting(let ground), .loading(_, let ground): .loading(request, over: ground)
            case .failed(let failure, _, let ground): .failed(failure, request, over: ground)
            case .shown: .shown(request)
            }
    }

    /// Takes note that a preview is drawn. Ignored unless `takesPreviews`.
    public func previewed() {
        guard takesPreviews else { return }
        stage = request.map { .loading($0, over: .preview) } ?? .waiting(over: .preview)
    }

    /// Takes note that the requested picture is drawn: the first time, again in another size or with other bytes, or
    /// after a failure that has passed. Ignored if none was requested.
    /// - Parameter lack: What it lacks of the photo.
    public func arrived(lack: PictureLack? = nil) {
        guard let request else { return }
        if full != .shown { self.lack = lack }
        drawnVersion = request.key.version
        stage = .shown(request)
    }

    /// Takes note that the requested picture cannot be loaded. Ignored if none was requested, and if one is shown.
    public func failed(_ failure: LoadFailure) {
        guard let request, let ground else { return }
        stage = .failed(failure, request, over: ground)
    }

    /// Starts another try after a failure.
    /// - Returns: False where there is nothing to retry.
    public func retry() -> Bool {
        guard case .failed(_, let request, let ground) = stage else { return false }
        stage = .loading(request, over: ground)
        return true
    }
}
