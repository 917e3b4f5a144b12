// Part of the original's frame that a request shows, and the resolution at which it is painted.
import CPainting
import Photos

/// Centre crop of the original's frame for a request.
struct Frame {
    private let size: PixelSize
    private let original: PixelSize

    /// Number of pixels of the result up to which each is painted. Above it, structure is painted at a lower resolution
    /// and scaled up: the number of painted pixels grows with the power 0.4 of the area, so twelve megapixels cost
    /// three times this instead of fourteen times.
    private static let paintedOneByOne: Float = 720_000

    init(of request: PictureRequest) {
        size = request.size
        original = request.original
    }

    /// Returns the view in metric units. The crop covers the request's box: the scale is the larger of the two sides'
    /// scales, and the excess is cropped evenly.
    func view(for composition: Composition) -> TesseraView {
        let width = Float(size.width), height = Float(size.height)
        let metric = min(2 * composition.halfWidth / width, 2 * composition.halfHeight / height)
        // The areas' ratio to the power 0.6, so the sides' to 0.3, computed by square roots: 0.3 ≈ 1/4 + 1/16.
        let excess = max(1, width * height / Self.paintedOneByOne).squareRoot().squareRoot()
        let shrink = excess * excess.squareRoot().squareRoot()
        var view = TesseraView()
        view.width = Int32((width / shrink).rounded(.up))
        view.height = Int32((height / shrink).rounded(.up))
        let exact = width / Float(view.width)
        view.pitch = metric * exact
        view.left = -metric * width / 2 + view.pitch / 2
        view.top = -metric * height / 2 + view.pitch / 2
        view.halfWidth = composition.halfWidth
        view.halfHeight = composition.halfHeight
        if composition.scene.water {
            let hidden = (composition.halfHeight + view.top) / view.pitch
            view.above = Int32(max(0, min(hidden.rounded(.down), Float(view.height))))
            view.height += view.above
            view.top -= Float(view.above) * view.pitch
        }
        return view
    }

    /// Returns the strength of grain at a size, relative to the original's: scaling down averages it away.
    static func grain(for size: PixelSize) -> Float {
        let pixels = Float(size.area)
        return min(1.5, max(0.75, (pixels / 1_000_000).squareRoot().squareRoot()))
    }
}
