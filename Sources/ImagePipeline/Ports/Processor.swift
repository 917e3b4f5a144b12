// What can be done to a decoded picture: values that say what, not how, and so can be part of a key.
public import Photos

/// One step of work on a picture. A request has a chain of them; their order matters, and equal steps are shared.
/// Lengths are device pixels of the picture that the step is given.
public enum Processor: Hashable, Sendable {
    /// Scaled and cropped as a decode for this box would be; never up.
    case resize(PixelSize, Fit)
    /// The part with this origin and size, cut to what there is of it.
    case crop(x: Int, y: Int, PixelSize)
    /// Corners made transparent outside of a quarter circle, at most half of the shorter side.
    case roundedCorners(radius: Int)
    /// Blurred as by a Gaussian with this standard deviation; edges repeat.
    case blur(sigma: Int)
    /// Mixed with a colour, 0xRRGGBB: `amount` of 255 parts are the colour's. Transparency stays.
    case tint(rgb: UInt32, amount: UInt8)
    /// Luminance alone, by Rec. 709.
    case greyscale
}
