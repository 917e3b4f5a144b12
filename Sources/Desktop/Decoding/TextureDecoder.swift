// The pipeline's decoder for GTK: decoded pixels as textures.
public import Codecs
public import ImagePipeline

/// A decoder whose images are of type `Texture`. Each is made over the decoded pixels, which are not copied, on the
/// worker thread that decoded them.
public struct TextureDecoder: PixelDecoder {
    private let decoder: PixbufDecoder

    /// - Parameter decoder: the decoder of the pixels.
    public init(_ decoder: PixbufDecoder) {
        TypeRegistration.desktop
        self.decoder = decoder
    }

    public func decode(
        _ bytes: EncodedBytes, for request: ImageRequest, priority: LoadPriority
    ) async throws -> Texture {
        try await decoder.decode(bytes, for: request, priority: priority) { decode in
            let mark = RecorderMark("decode")
            defer { mark.end() }
            return Texture(try decode())
        }
    }

    public func preview(
        _ bytes: EncodedBytes, for request: ImageRequest, beyond shown: PreviewDetail?, priority: LoadPriority
    ) async throws -> Preview<Texture>? {
        try await decoder.previewPixels(bytes, for: request, beyond: shown, priority: priority)
            .map { Preview(image: Texture($0.pixels), detail: $0.detail) }
    }
}
