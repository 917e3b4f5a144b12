// The pipeline's processing steps on decoded images, run on the decoder's threads.
public import Codecs
public import ImagePipeline
import Photos

/// The `Processor` steps on the pixels of a `Texture`. They are shared with the renderer, so nothing is downloaded from
/// it.
///
/// A step that changes nothing (a resize of what is small enough, a sigma or an amount of 0) returns the same texture.
/// Cancellation is checked many times in a large image.
public final class TextureProcessor: PixelProcessor {
    private let workers: WorkerPool

    /// - Parameter workers: the decoder's pool. Decodes and steps share one queue by priority, so that a step for a
    ///   photo ahead starts after all visible decodes that wait; two pools would have twice as many threads as there
    ///   are cores.
    public init(workers: WorkerPool) { self.workers = workers }

    /// - Throws: `LoadFailure` with stage `.process` and reason `.corrupt` when there is no memory;
    ///   `CancellationError`.
    public func process(
        _ texture: Texture, with processor: Processor, title: String, priority: LoadPriority
    ) async throws -> Texture {
        let pixels = texture.pixels
        return try await workers.run(priority: priority) {
            let result = try pixels.processed(by: processor, title: title)
            if result === pixels { return texture }
            // A reduced copy of the whole image can be played as well; any other result keeps only the first frame.
            if case .resize(_, .fit) = processor {
                return Texture(result, animation: texture.animation, original: texture.original)
            }
            return Texture(result, original: texture.knownOriginal, isAnimated: texture.isAnimated)
        }
    }

    /// Does the same without textures, for tools: releasing a texture needs GTK's main loop.
    public func processPixels(
        _ pixels: PixelBuffer, with processor: Processor, title: String, priority: LoadPriority = .visible
    ) async throws -> PixelBuffer {
        try await workers.run(priority: priority) { try pixels.processed(by: processor, title: title) }
    }
}
