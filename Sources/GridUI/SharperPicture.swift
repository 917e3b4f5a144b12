// The shown photo in more pixels than fit the view: asked for when it is magnified, let go when it is seen whole again.
import Browse
import CDesktop
import CShim
import Desktop
import ImagePipeline
import Photos

/// Keeps at most one picture that is sharper than the fitted one, which stays in its place until the sharper one is there.
/// Large ones are not in the memory cache, where they would push out hundreds of tiles: letting go frees them.
final class SharperPicture {
    private let view: OpaquePointer
    private let loader: ImageLoader
    private var load: PhotoLoad?

    /// - Parameter view: borrowed.
    init(for view: OpaquePointer, loader: ImageLoader) {
        self.view = view
        self.loader = loader
    }

    /// Whether a sharper picture is on its way.
    var isLoading: Bool { load?.isLoading ?? false }

    /// Sees to it that the picture is there in this size, or in none that is sharper.
    func want(_ size: PixelSize?, request: (PixelSize) -> ImageRequest) {
        guard let size else { return drop() }
        let request = request(size)
        guard load?.request != request else { return }
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
        tessera_photo_view_set_sharper(view, picture.pointer)
    }

    /// Lets go of it.
    func drop() {
        load?.cancel()
        load = nil
        tessera_photo_view_set_sharper(view, nil)
    }
}
