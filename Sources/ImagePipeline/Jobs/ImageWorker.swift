// The work on images that runs outside of the loader's actor: decodes, processing steps and previews.
import Photos

/// One piece of work that holds a decode slot.
enum DecodeStep: Sendable {
    case decodeTile(EncodedBytes)
    case decode(EncodedBytes)
    case process(any DecodedImage, Processor)

    var stage: LoadFailure.Stage { if case .process = self { .process } else { .decode } }
}

/// The ports that turn bytes into images. Callable from any task.
struct ImageWorker: Sendable {
    /// Bytes from the beginning of a file within which an embedded thumbnail lies: a JPEG segment holds 64 KB at most,
    /// and the one with the thumbnail is among the first two.
    static let previewPrefix = 128 << 10

    let bytes: any ByteLoader
    let maker: any ImageMaker
    let tiles: (any TileStore)?
    let memory: MemoryCache
    let colours: ColourTable?
    /// An image that costs more is handed over and not stored in memory.
    let storedLimit: Int

    /// Makes an image, notes its colour, and stores it in memory if it is to be kept there. What turns out damaged is
    /// removed from the store that it came from.
    func make(
        _ step: DecodeStep, _ request: ImageRequest, _ priority: LoadPriority, isKept: Bool
    ) async -> Result<any DecodedImage, LoadFailure> {
        do {
            let image = try await image(step, request, priority)
            // Stored on this thread rather than on the actor, so that eviction frees its pixels here.
            if isKept { store(image, for: request.key) }
            colours?.note(image, for: request.key)
            return .success(image)
        } catch {
            let failure = LoadFailure.from(error, stage: step.stage, culprit: request.title)
            if !failure.isTransient { await discardSource(of: step, request) }
            return .failure(failure)
        }
    }

    func store(_ image: any DecodedImage, for key: ImageKey) {
        if key.region == nil, image.cost <= storedLimit { memory.store(image, for: key) }
    }

    /// Makes a preview of a body that is still coming in, or of the beginning of the file when there is none.
    /// - Returns: nil when there is none that shows more than `shown`.
    func preview(
        _ request: ImageRequest, of body: EncodedBytes?, beyond shown: PreviewDetail?, _ priority: LoadPriority
    ) async throws -> Preview<any DecodedImage>? {
        var encoded = body
        if encoded == nil { encoded = try await bytes.prefix(of: FetchKey(request), count: Self.previewPrefix) }
        let plain = ImageRequest(request, processors: [])
        guard let encoded,
            let preview = try await maker.preview(encoded, for: plain, beyond: shown, priority: priority)
        else { return nil }
        var image = preview.image
        for step in request.key.processors {
            guard maker.canProcess else { return nil }
            image = try await maker.process(image, with: step, title: request.title, priority: priority)
        }
        // In a fling a preview is often all that is ever seen of a photo.
        colours?.note(image, for: request.key)
        return Preview(image: image, detail: preview.detail)
    }

    private func image(
        _ step: DecodeStep, _ request: ImageRequest, _ priority: LoadPriority
    ) async throws -> any DecodedImage {
        switch step {
        case .decodeTile(let bytes):
            return try await maker.decode(bytes, for: request, priority: priority)
        case .decode(let bytes):
            guard bytes.count > 0 else { throw LoadFailure(stage: .fetch, culprit: request.title, reason: .empty) }
            return try await maker.decode(bytes, for: request, priority: priority)
        case .process(let image, let step):
            return try await maker.process(image, with: step, title: request.title, priority: priority)
        }
    }

    private func discardSource(of step: DecodeStep, _ request: ImageRequest) async {
        switch step {
        case .decodeTile: await tiles?.discard(request)
        case .decode: await bytes.discard(FetchKey(request))
        case .process: break
        }
    }
}

extension LoadFailure {
    /// Converts an error of a port to the failure that the port has promised. A transfer that was cancelled from
    /// elsewhere counts as transient: it is retried if it is still wanted.
    static func from(_ error: any Error, stage: Stage, culprit: String) -> LoadFailure {
        if let failure = error as? LoadFailure { return failure }
        if error is CancellationError {
            return LoadFailure(stage: stage, culprit: culprit, reason: .unreachable("the work was cancelled"))
        }
        return LoadFailure(stage: stage, culprit: culprit, reason: .unreadable("\(error)"))
    }
}
