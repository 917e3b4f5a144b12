// Cropping and fitting an image to a box.

/// The way an image is placed in a box of another aspect ratio.
public enum Fit: String, Hashable, Sendable, Codable {
    /// Covers the box; the excess is cropped evenly on both sides.
    case fill
    /// Lies wholly inside the box; two sides of the box may stay empty.
    case fit
}
