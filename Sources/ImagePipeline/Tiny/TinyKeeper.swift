// The storage of tiny pictures once they are made: in memory, and on the disk.
import Photos

/// The tiny pictures of photos, in memory and on their way to the disk. Callable from any task.
struct TinyKeeper: Sendable {
    let memory: TinyMemory
    /// Nil where nothing is stored.
    let backlog: TinyBacklog?

    /// Keeps the tiny picture of a decoded image, if there is none yet, or one of a thumbnail. A processed image, or a
    /// region of one, does not show its photo and leaves none.
    func note(_ image: any DecodedImage, for request: ImageRequest) {
        guard let noted = memory.note(image, for: request.key) else { return }
        backlog?.add(noted.bytes, noted.form, of: request, replaces: noted.replaces)
    }

    /// Keeps what `TinyCodec.encode` has made.
    /// - Parameter replaces: Whether it takes the place of what is stored.
    func keep(_ bytes: EncodedBytes, _ form: TinyForm, of request: ImageRequest, replaces: Bool) {
        memory.insert(bytes, for: request.key, form)
        backlog?.add(bytes, form, of: request, replaces: replaces)
    }
}
