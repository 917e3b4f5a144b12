// One frame of an animation that is being played.

/// A frame and its duration.
public struct AnimationFrame<Image: Sendable>: Sendable {
    /// The whole image, composed with the frames before it.
    public let image: Image
    /// Duration of the frame.
    public let milliseconds: Int

    public init(image: Image, milliseconds: Int) {
        self.image = image
        self.milliseconds = milliseconds
    }
}
