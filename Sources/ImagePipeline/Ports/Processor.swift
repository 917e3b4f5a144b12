// Processing steps on a decoded image, as values, so that they can be part of a key.
public import Photos

/// One processing step. A request has a chain of them; their order matters, and equal steps are shared. Lengths are
/// device pixels of the step's input.
public enum Processor: Hashable, Sendable {
    /// Scaled and cropped as a decode for this box would be; never upscaled.
    case resize(PixelSize, Fit)
    /// Blurred as by a Gaussian with this standard deviation; edge pixels are repeated.
    case blur(sigma: Int)
    /// Mixed with a colour, 0xRRGGBB: `amount` of 255 parts are the colour's. Alpha is unchanged.
    case tint(rgb: UInt32, amount: UInt8)
}
