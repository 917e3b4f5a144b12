// The work on images that runs outside of the loader's actor: decodes, processing steps and previews.
import Photos
import Synchronization

/// One piece of work that holds a decode slot.
enum DecodeStep: Sendable {
    case decodeTile(EncodedBytes)
    case decode(EncodedBytes)
    case process(any DecodedImage, Processor)

    var stage: LoadFailure.Stage { if case .process = self { .process } else { .decode } }
}

/// Counters of what an `ImageWorker` does outside of the loader's stages. Callable from any thread.
final class WorkerExtras: Sendable {
    let bytesOfBeginnings = Atomic<Int>(0)
    let tinyMade = Atomic<Int>(0)
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
    /// What keeps the tiny pictures of what is decoded; nil where none are made.
    let tiny: TinyKeeper?
    /// What is read and made beside the loader's stages.
    let extras = WorkerExtras()
    /// An image that costs more than one part in so many of the memory's limit is handed over and not stored in memory.
    let storedPart: Int?

    /// Makes an image, notes its colour, and stores it in memory if it is to be kept there. What turns out damaged is
    /// removed from the store that it came from.
    @concurrent
    func make(
        _ step: DecodeStep, _ request: ImageRequest, _ priority: LoadPriority, isKept: Bool
    ) async -> Result<any DecodedImage, LoadFailure> {
        do {
            let image = try await image(step, request, priority)
            // Stored on this thread rather than on the actor, so that eviction frees its pixels here.
            if isKept { store(image, for: request.key) }
            colours?.note(image, for: request.key)
            tiny?.note(image, for: request)
            return .success(image)
        } catch {
            let failure = LoadFailure.from(error, stage: step.stage, culprit: request.title)
            if !failure.isTransient { await discardSource(of: step, request) }
            return .failure(failure)
        }
    }

    func store(_ image: any DecodedImage, for key: ImageKey) {
        if key.region == nil, image.cost <= storedPart.map({ memory.limit / max(1, $0) }) ?? .max {
            memory.store(image, for: key)
        }
    }

    /// Fetches bytes.
    @concurrent
    func fetch(_ key: FetchKey, _ ticket: FetchTicket) async -> Result<FetchedBytes, LoadFailure> {
        do {
            return .success(try await bytes.bytes(for: key, ticket: ticket))
        } catch {
            return .failure(.from(error, stage: .fetch, culprit: ticket.title))
        }
    }

    /// Asks the store of tiles.
    @concurrent
    func tile(for request: ImageRequest) async -> EncodedBytes? { await tiles?.tile(for: request) }

    /// Reads the beginning of a file, in which an embedded thumbnail lies.
    /// - Returns: nil if the file is read whole at once.
    @concurrent
    func beginning(of request: ImageRequest) async throws -> EncodedBytes? {
        let bytes = try await bytes.prefix(of: FetchKey(request), count: Self.previewPrefix)
        extras.bytesOfBeginnings.add(bytes?.count ?? 0, ordering: .relaxed)
        return bytes
    }

    /// Makes a preview of the beginning of a file, or of a body that is still coming in.
    /// - Returns: nil if there is none that shows more than `shown`.
    @concurrent
    func preview(
        _ request: ImageRequest, of encoded: EncodedBytes, beyond shown: PreviewDetail?, _ priority: LoadPriority
    ) async throws -> Preview<any DecodedImage>? {
        let plain = ImageRequest(request, processors: [])
        guard let preview = try await maker.preview(encoded, for: plain, beyond: shown, priority: priority) else {
            return nil
        }
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
            return LoadFailure(stage: stage, culprit: culprit, reason: .unreachable(Message("the work was cancelled")))
        }
        return LoadFailure(stage: stage, culprit: culprit, reason: .unreadable(.verbatim("\(error)")))
    }
}

/// What makes images. Callable from any task.
protocol ImageMaker: Sendable {
    /// Whether there is a processor.
    var canProcess: Bool { get }

    /// As `PixelDecoder.decode`.
    func decode(
        _ bytes: EncodedBytes, for request: ImageRequest, priority: LoadPriority
    ) async throws -> any DecodedImage

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
