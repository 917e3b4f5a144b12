// Animations whose frames are textures.
public import Codecs
public import Photos

/// The animation that a picture is the first frame of. Its frames are made over the decoded pixels, on the worker
/// thread that decoded them.
///
/// Isolation: callable from any thread; the work is done on the decoder's threads.
public final class TextureFrames: Sendable {
    private let file: AnimatedPicture

    init(_ file: AnimatedPicture) { self.file = file }

    /// Memory that it takes, in bytes: those of the encoded file.
    public var cost: Int { file.cost }
    /// Duration of each frame in milliseconds; at least two.
    public var durations: [Int] { file.durations }

    /// Prepares to play in frames of `size`; decodes none yet. Returns nil while other animations hold the memory for
    /// frames.
    /// - Throws: `LoadFailure` with stage `.decode`; `CancellationError`.
    public func open(at size: PixelSize) async throws -> Playback? { try await file.open(at: size).map(Playback.init) }

    /// An animation that is being played.
    public final class Playback: Sendable {
        private let animation: Animation
        fileprivate init(_ animation: Animation) { self.animation = animation }

        /// Decodes the next frame. The first call gives the second frame, because the still image shows the first;
        /// after the last frame comes the first again, as often as the file says. Returns nil when all is played, and
        /// permanently once a frame is damaged.
        /// - Throws: `CancellationError`, after which no usable frames follow.
        public func next() async throws -> AnimationFrame<Texture>? { try await animation.next { Texture($0) } }
    }
}
