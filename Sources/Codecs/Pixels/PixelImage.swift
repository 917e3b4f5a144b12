// Images whose pixels lie in memory, whatever draws them.
public import ImagePipeline
public import Photos

/// An image of the pipeline that has its pixels in memory, where any thread may read them.
public protocol PixelImage: DecodedImage {
    var pixels: PixelBuffer { get }
}

/// A decoded image, with what else its file holds. Independent of any toolkit: code that draws it makes a texture over
/// `pixels`. Immutable.
public final class DecodedPicture: PixelImage {
    public let pixels: PixelBuffer
    /// The region of the image if this shows no more than that; nil for the whole.
    public let region: PictureRegion?
    /// The rest of the animation whose first frame this is; nil for a still image.
    public let animation: AnimatedPicture?
    /// Whether the file holds an animation, kept here or not.
    public let isAnimated: Bool

    init(
        _ pixels: PixelBuffer, region: PictureRegion? = nil, animation: AnimatedPicture? = nil, isAnimated: Bool = false
    ) {
        self.isAnimated = isAnimated || animation != nil
        self.pixels = pixels
        self.region = region
        self.animation = animation
    }

    /// Size in pixels.
    public var size: PixelSize { pixels.size }
    /// Memory in bytes: stride × height, and the file of an animation.
    public var cost: Int { pixels.cost + (animation?.cost ?? 0) }
    public var averageColour: AverageColour? { pixels.averageColour }
}
