// The shown photo in more pixels than fit the view: asked for when it is magnified, let go when it is seen whole again.
import Browse
import CDesktop
import CShim
import Desktop
import ImagePipeline
import Photos

/// Keeps at most one picture that is sharper than the fitted one, which stays in its place until the sharper one is there:
/// the whole, or, of a large one, the part around what is seen, and then the next part where one goes.
/// Large ones are not in the memory cache, where they would push out hundreds of tiles: letting go frees them.
final class SharperPicture {
    private let view: OpaquePointer
    private let loader: ImageLoader
    private var load: PhotoLoad?
    /// The photo was asked for in parts, and came whole.
    private var isUncut = false

    /// - Parameter view: borrowed.
    init(for view: OpaquePointer, loader: ImageLoader) {
        self.view = view
        self.loader = loader
    }

    /// Whether a sharper picture is on its way.
    var isLoading: Bool { load?.isLoading ?? false }

    /// Whether a part is shown or on its way, so that there is more to ask for where the picture is moved.
    var isPart: Bool { load?.request.key.region != nil && !isUncut }

    /// Sees to it that the picture is there as the magnifier needs it, or in no size that is sharper.
    /// - Parameters:
    ///   - turns: Quarters clockwise, 0…3, by which the magnifier's picture is turned.
    ///   - request: Makes the request for a size, or for a part in the place of the picture in that size.
    func want(_ magnifier: Magnifier, turns: Int, request: (PixelSize, PictureRegion?) -> ImageRequest) {
        guard let size = PictureDetail.size(for: magnifier) else { return drop() }
        let upright = turns % 2 == 0 ? size : size.transposed
        let region = isUncut ? nil : PictureDetail.region(for: magnifier, turns: turns)
        if let key = load?.request.key {
            if isUncut || key.region == nil, region == nil, key.size == upright { return }
            if region != nil, let held = key.region,
                PictureDetail.suffices(held, for: magnifier, turns: turns, isThere: !isLoading)
            {
                return
            }
        }
        ask(for: request(upright, region))
    }

    private func ask(for request: ImageRequest) {
        let next = PhotoLoad(request, loader: loader, priority: .visible)
        load?.cancel()
        load = next
        // What fails leaves the picture as it is: it is only a closer look.
        next.onEvent = { [weak self, weak next] _ in
            if let picture = next?.picture { self?.show(picture) }
        }
        if let picture = next.picture { show(picture) }
    }

    private func show(_ picture: Texture) {
        guard let region = picture.region else {
            if load?.request.key.region != nil { isUncut = true }
            return tessera_photo_view_set_sharper(view, picture.pointer, nil)
        }
        var part = TesseraPhotoPart(
            x: Int32(region.x), y: Int32(region.y), width: Int32(region.size.width), height: Int32(region.size.height),
            whole_width: Int32(region.whole.width), whole_height: Int32(region.whole.height))
        tessera_photo_view_set_sharper(view, picture.pointer, &part)
    }

    /// Lets go of it.
    func drop() {
        load?.cancel()
        (load, isUncut) = (nil, false)
        tessera_photo_view_set_sharper(view, nil, nil)
    }
}
