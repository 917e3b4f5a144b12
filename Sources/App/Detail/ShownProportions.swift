// The proportions in which the shown photo is placed, and the wait for them.
import Browse
import Desktop
import ImagePipeline
import Library
import Photos

/// Places the shown photo in its proportions: as they are known at once, as its header says where that is read in time,
/// else as what is there of it.
final class ShownProportions {
    private enum State {
        /// Nothing is awaited.
        case settled
        /// The header is being read. Where that takes too long, the photo is placed as the guess.
        case awaitingHeader(guess: PixelSize?, timer: Task<Void, Never>)
    }

    private let known: PhotoProportions
    private let view: PhotoView
    private let zoom: PictureZoom
    private var state = State.settled

    /// Time for which a photo of unknown proportions waits for its header. Then the ratio of what is there of it is
    /// taken for the photo's.
    private static let headerTime = Duration.milliseconds(60)
    /// Relative difference up to which a thumbnail has the ratio of its video.
    private static let thumbnailError = 0.02

    init(_ known: PhotoProportions, in view: PhotoView, _ zoom: PictureZoom) {
        (self.known, self.view, self.zoom) = (known, view, zoom)
    }

    /// Returns the size of a photo, as far as it is known at once.
    func size(of ref: PhotoRef, in gallery: any BrowsePage) -> PixelSize? { known.size(of: ref, in: gallery) }

    /// Has the header of a photo read that may be shown next, if nothing is known of it.
    func learn(_ ref: PhotoRef, in gallery: any BrowsePage) {
        if known.size(of: ref, in: gallery) == nil { known.read(ref, in: gallery) }
    }

    /// Places a photo whose proportions are not known at once.
    /// - Parameters:
    ///   - preview: The size of what is shown of it; nil where nothing is.
    ///   - isLoading: Returns whether the photo is shown and its picture awaited.
    func find(
        of ref: PhotoRef, in gallery: any BrowsePage, preview: PixelSize?, while isLoading: @escaping () -> Bool
    ) {
        endWait()
        let guess = known.guess(ref, in: gallery, preview: preview)
        let isReading = known.read(ref, in: gallery) { [weak self] size in
            guard let self, isLoading() else { return }
            if let size { return self.zoom.know(size) }
            self.place(as: guess ?? self.view.shown.map { PhotoProportions.placeHolder(PixelSize(of: $0)) })
        }
        guard isReading else { return place(as: guess) }
        let timer = Task { [weak self] in
            guard (try? await Task.sleep(for: Self.headerTime)) != nil else { return }
            self?.stopWaiting()
        }
        state = .awaitingHeader(guess: guess, timer: timer)
    }

    /// Places a photo whose header is still being read: it is needed in a place now.
    func stopWaiting() {
        guard case .awaitingHeader(let guess, _) = state else { return }
        endWait()
        place(as: guess)
    }

    /// Ends the wait: another photo is shown, or none.
    func endWait() {
        if case .awaitingHeader(_, let timer) = state { timer.cancel() }
        state = .settled
    }

    /// Ends the wait and all reading.
    func cancel() {
        endWait()
        known.cancel()
    }

    private func place(as guess: PixelSize?) { if zoom.ratio == nil, let guess { zoom.know(guess, isGuess: true) } }

    /// Takes the ratio of a preview, which may be a crop, for the photo's, unless that is known or its header is being
    /// read.
    func take(preview: Texture, of ref: PhotoRef, in gallery: any BrowsePage) {
        guard zoom.ratio == nil ? !known.read(ref, in: gallery) : known.size(of: ref, in: gallery) == nil else {
            return
        }
        // A square is a crop more often than not, and no better than what was taken before.
        if zoom.ratio != nil, preview.knownOriginal == nil, preview.size.width == preview.size.height { return }
        zoom.know(PhotoProportions.placeHolder(preview.knownOriginal ?? preview.size), isGuess: true)
    }

    /// Takes the size of the picture that has arrived.
    /// - Parameter pageCount: Number of pages of the photo's file.
    func take(_ picture: Texture, of photo: Photo, pageCount: Int) {
        if let size = original(of: photo, picture, pageCount) { zoom.know(size, isGuess: photo.isVideo) }
    }

    /// Returns the size of the original: the source's, if it has one, else the file's; nil where what is known of a
    /// video is as good.
    private func original(of photo: Photo, _ texture: Texture, _ pageCount: Int) -> PixelSize? {
        if photo.isVideo {
            // A thumbnail fills the view as the video will.
            let isKnown = zoom.ratio.map { abs($0 / texture.size.aspectRatio - 1) < Self.thumbnailError } ?? false
            return isKnown ? nil : PhotoProportions.placeHolder(texture.size)
        }
        // What a listing says is of the first page.
        guard pageCount == 1, let size = photo.size else { return texture.original }
        // A source may not know the file's orientation.
        return (size.width > size.height) == (texture.size.width > texture.size.height) ? size : size.transposed
    }
}
