// The pipeline's port to the frames of an animation. Adapters are in Codecs and Desktop.
public import Photos

/// The animation that a decoded image is the first frame of. Opened through this port and not by its kind, so that its
/// frames may be decoded wherever the image was.
///
/// Isolation: callable from any thread; the work is done on the decoder's threads.
public protocol FrameSource<Image>: AnyObject, Sendable {
    associatedtype Image: Sendable

    /// Memory that it takes, in bytes: those of the encoded file.
    var cost: Int { get }
    /// Duration of each frame in milliseconds; at least two.
    var durations: [Int] { get }

    /// Prepares to play in frames of `size`; decodes none yet. Returns nil while other animations hold the memory for
    /// frames.
    /// - Throws: `LoadFailure` with stage `.decode`; `CancellationError`.
    func open(at size: PixelSize) async throws -> (any FrameSequence<Image>)?
}

/// An animation that is being played.
public protocol FrameSequence<Image>: AnyObject, Sendable {
    associatedtype Image: Sendable

    /// Decodes the next frame. The first call gives the second frame, because the still image shows the first; after
    /// the last frame comes the first again, as often as the file says. Returns nil when all is played, and permanently
    /// once a frame is damaged.
    /// - Throws: `CancellationError`, after which no more usable frames come.
    func next() async throws -> AnimationFrame<Image>?
}

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
