// The pipeline's steps of work on decoded pictures, done on the decoder's threads.
public import ImagePipeline
import Photos

/// Does what a `Processor` says to the pixels of a `Texture`, which it shares with the renderer: nothing is downloaded.
///
/// A step that changes nothing (a resize of what is small enough, a crop of everything, a sigma, radius
/// or amount of 0) gives the very same texture. It looks at the task's cancellation many times in a large picture.
public final class TextureProcessor: PixelProcessor {
    private let workers: WorkerPool

    /// - Parameter workers: the decoder's. Decodes and steps wait in one queue by priority, so that a step asked for
    ///   ahead starts after all visible decodes that wait; two pools would have twice as many threads as cores.
    public init(workers: WorkerPool) { self.workers = workers }

    /// - Throws: `LoadFailure` with stage `.process`: `.empty` when nothing of the picture lies in the part to crop,
    ///   `.corrupt` when there is no memory, or when `image` is no `Texture`; `CancellationError`.
    public func process(
        _ image: any DecodedImage, with processor: Processor, title: String, priority: LoadPriority
    ) async throws -> any DecodedImage {
        guard let texture = image as? Texture else { throw Self.failure(title, .corrupt("its pixels cannot be reached")) }
        let pixels = texture.pixels
        return try await workers.run(priority: priority) {
            let result = try Self.processed(pixels, by: processor, title: title)
            if result === pixels { return texture }
            // A smaller picture of the whole can be played as well; of anything else the first frame is all there is.
            if case .resize(_, .fit) = processor {
                return Texture(result, animation: texture.animation, original: texture.original)
            }
            return Texture(result)
        }
    }

    /// The same without textures, for tools: those need GTK's main loop to go away.
    public func processPixels(
        _ pixels: PixelBuffer, with processor: Processor, title: String, priority: LoadPriority = .visible
    ) async throws -> PixelBuffer {
        try await workers.run(priority: priority) { try Self.processed(pixels, by: processor, title: title) }
    }

    private static func processed(_ pixels: PixelBuffer, by processor: Processor, title: String) throws -> PixelBuffer {
        do {
            return try pixels.processed(by: processor)
        } catch PixelBuffer.StepFailure.nothingLeft {
            throw failure(title, .empty)
        } catch PixelBuffer.StepFailure.noMemory {
            throw failure(title, .corrupt("there is no memory for it"))
        }
    }

    private static func failure(_ title: String, _ reason: LoadFailure.Reason) -> LoadFailure {
        LoadFailure(stage: .process, culprit: title, reason: reason)
    }
}
