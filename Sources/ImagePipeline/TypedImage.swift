// The way back from an image of any type to the type that its loader was made for. The only cast of the pipeline.

extension DecodedImage {
    /// Returns this image with its type.
    ///
    /// The cast is not checked in optimised code. It cannot fail: a loader takes its decoder, its processor and its
    /// memory cache for one type, which the compiler checks, and no image comes from anywhere else.
    func typed<Image: DecodedImage>(as type: Image.Type = Image.self) -> Image { unsafeDowncast(self, to: type) }
}

extension Result where Success == any DecodedImage {
    /// Returns this result with the type of its image.
    func typed<Image: DecodedImage>() -> Result<Image, Failure> { map { $0.typed() } }
}

extension Delivery where Image == any DecodedImage {
    /// Returns this delivery with the type of its image.
    func typed<Typed: DecodedImage>() -> Delivery<Typed> {
        Delivery<Typed>(request: request, kind: kind, result: result.typed(), priority: priority)
    }
}
