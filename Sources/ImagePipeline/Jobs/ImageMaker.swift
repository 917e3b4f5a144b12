// The decoder and the processor as the loader's parts use them: without the type of their images.
import Photos

/// What makes images. Callable from any task.
protocol ImageMaker: Sendable {
    /// Whether there is a processor.
    var canProcess: Bool { get }

    /// As `PixelDecoder.decode`.
    func decode(_ bytes: EncodedBytes, for request: ImageRequest, priority: LoadPriority) async throws -> any DecodedImage

    /// As `PixelDecoder.preview`.
    func preview(
        _ bytes: EncodedBytes, for request: ImageRequest, beyond shown: PreviewDetail?, priority: LoadPriority
    ) async throws -> Preview<any DecodedImage>?

    /// As `PixelProcessor.process`, for an image of the same maker.
    /// - Throws: also when there is no processor.
    func process(
        _ image: any DecodedImage, with processor: Processor, title: String, priority: LoadPriority
    ) async throws -> any DecodedImage
}

/// A maker of images from ports of one type.
struct PortImageMaker<Image: DecodedImage>: ImageMaker {
    let decoder: any PixelDecoder<Image>
    let processor: (any PixelProcessor<Image>)?

    var canProcess: Bool { processor != nil }

    func decode(
        _ bytes: EncodedBytes, for request: ImageRequest, priority: LoadPriority
    ) async throws -> any DecodedImage {
        try await decoder.decode(bytes, for: request, priority: priority)
    }

    func preview(
        _ bytes: EncodedBytes, for request: ImageRequest, beyond shown: PreviewDetail?, priority: LoadPriority
    ) async throws -> Preview<any DecodedImage>? {
        let preview = try await decoder.preview(bytes, for: request, beyond: shown, priority: priority)
        return preview.map { Preview(image: $0.image, detail: $0.detail) }
    }

    func process(
        _ image: any DecodedImage, with step: Processor, title: String, priority: LoadPriority
    ) async throws -> any DecodedImage {
        guard let processor else {
            throw LoadFailure(stage: .process, culprit: title, reason: .unknownStep("\(step)"))
        }
        return try await processor.process(image.typed(as: Image.self), with: step, title: title, priority: priority)
    }
}
