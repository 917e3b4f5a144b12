// Animations whose frames are textures.
import Codecs
public import ImagePipeline
public import Photos

/// An animation whose frames are made over the decoded pixels, on the worker thread that decoded them.
public final class TextureFrames: FrameSource {
    private let file: AnimatedPicture

    init(_ file: AnimatedPicture) { self.file = file }

    public var cost: Int { file.cost }
    public var durations: [Int] { file.durations }

    public func open(at size: PixelSize) async throws -> (any FrameSequence<Texture>)? {
        try await file.open(at: size).map(Sequence.init)
    }

    private final class Sequence: FrameSequence {
        private let animation: Animation
        init(_ animation: Animation) { self.animation = animation }
        func next() async throws -> AnimationFrame<Texture>? { try await animation.next { Texture($0) } }
    }
}
