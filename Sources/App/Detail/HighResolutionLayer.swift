// The high-resolution layer of the shown photo: requested when the photo is magnified, released when it is fitted
// again.
import Browse
import CGTK
import Desktop
import ImagePipeline
import Photos

/// At most one texture that is sharper than the fitted one: the whole picture or, of a large one, the region around the
/// visible part, replaced by the next region as the user pans. The fitted texture stays below until it arrives. Large
/// textures stay out of the memory cache, where they would evict hundreds of tiles; releasing them frees their memory.
final class HighResolutionLayer {
    private let view: PhotoView
    private let pictures: WantedPictures
    /// Largest number of pixels of the texture.
    private let limit: Int
    /// What is shown or loading.
    private var wanted: ImageRequest?
    /// The region that is shown.
    private var held: PictureRegion?
    /// Whether a region was requested, but the decoder returned the whole picture.
    private var isUncut = false

    /// - Parameter share: Number of layers that together have no more pixels than one alone would.
    init(for view: PhotoView, loader: PhotoLoader, share: Int = 1) {
        self.view = view
        limit = DecodeSizing.pixelLimit / share
        weak var whole: HighResolutionLayer?
        // A failure leaves the fitted texture in place.
        pictures = WantedPictures(loader: loader) { _ in whole?.showWanted() }
        whole = self
    }

    /// Whether a sharper texture is loading.
    var isLoading: Bool { wanted.flatMap { pictures[$0.key] }?.isLoading ?? false }

    /// Whether a region is shown or loading, so that a pan may need another one.
    var isPart: Bool { wanted?.key.region != nil && !isUncut }

    /// Requests the texture that the zoom state needs, unless it is there or loading; drops it where the fitted one is
    /// enough.
    /// - Parameters:
    ///   - quarterTurns: Clockwise quarter turns of the zoom state's picture, 0…3.
    ///   - request: Makes the request for a size, or for a region of the picture in that size.
    func want(_ zoomState: ZoomState, quarterTurns: Int, request: (PixelSize, PictureRegion?) -> ImageRequest) {
        guard let size = DecodeSizing.size(for: zoomState, limit: limit) else { return drop() }
        let upright = quarterTurns % 2 == 0 ? size : size.transposed
        let region = isUncut ? nil : DecodeSizing.region(for: zoomState, quarterTurns: quarterTurns, limit: limit)
        func suffices(_ region: PictureRegion, isThere: Bool) -> Bool {
            DecodeSizing.suffices(
                region, for: zoomState, quarterTurns: quarterTurns, isThere: isThere, limit: limit)
        }
        // What is seen of it is sharp still: the cores that draw the pan are not all needed for the next region.
        let isAhead = region != nil && held.map { suffices($0, isThere: false) } ?? false
        if let wanted {
            if isUncut || wanted.key.region == nil, region == nil, wanted.key.size == upright { return }
            if region != nil, let last = wanted.key.region, suffices(last, isThere: !isLoading) {
                if isLoading { pictures.want([(wanted, isAhead ? .ahead : .visible)]) }
                return
            }
        }
        let next = request(upright, region)
        wanted = next
        pictures.want([(next, isAhead ? .ahead : .visible)])
        showWanted()
    }

    private func showWanted() {
        guard let wanted, let picture = pictures[wanted.key]?.texture else { return }
        guard let region = picture.region else {
            if wanted.key.region != nil { isUncut = true }
            held = nil
            return view.setSharper(picture.pointer)
        }
        held = region
        view.setSharper(picture.pointer, region: region)
    }

    /// Cancels the request and releases the texture.
    func drop() {
        pictures.want([])
        (wanted, held, isUncut) = (nil, nil, false)
        view.setSharper(nil)
    }
}
