// Doubles for what comes after a decode: steps of work, and the store of finished tiles.
import ImagePipeline
import Photos

/// Writes the steps into the picture's title: "photo 1 blur(sigma: 2)".
final class ScriptedProcessor: PixelProcessor {
    let gate: Gate
    private let fails: @Sendable (Processor) -> Bool

    init(isOpen: Bool = true, fails: @escaping @Sendable (Processor) -> Bool = { _ in false }) {
        gate = Gate(isOpen: isOpen)
        self.fails = fails
    }

    func process(
        _ image: TestImage, with processor: Processor, title: String, priority: LoadPriority
    ) async throws -> TestImage {
        _ = try await gate.pass(Call(title: "\(processor)", location: .file(""), size: image.size, priority: priority))
        if fails(processor) {
            throw LoadFailure(stage: .process, culprit: title, reason: .corrupt(Message("as scripted")))
        }
        let size = if case .resize(let size, _) = processor { size } else { image.size }
        return TestImage(size: size, title: "\(image.title) \(processor)")
    }

    /// The steps taken, in order, with the size of what they were given.
    var steps: [String] { gate.calls.map(\.title) }
}

/// Keeps tiles by request, as a byte each.
final class ScriptedTiles: TileStore {
    struct State: Sendable {
        var tiles: [ImageRequest: [UInt8]] = [:]
        var kept: [ImageRequest] = []
        var discarded: [ImageRequest] = []
    }
    let probe = Probe(State())
    let gate: Gate

    init(isOpen: Bool = true, _ requests: [ImageRequest] = []) {
        gate = Gate(isOpen: isOpen)
        probe.change { state in for request in requests { state.tiles[request] = [9] } }
    }

    func tile(for request: ImageRequest) async -> EncodedBytes? {
        let call = Call(title: request.title, location: request.location, size: request.key.size, priority: .visible)
        guard (try? await gate.pass(call)) != nil else { return nil }
        return probe.state.tiles[request].map { EncodedBytes($0) }
    }

    func keep(_ image: any DecodedImage, for request: ImageRequest) async { probe.change { $0.kept.append(request) } }
    func discard(_ request: ImageRequest) async { probe.change { $0.discarded.append(request) } }
}

extension Bench {
    /// The picture of a photo after some steps.
    func image(_ id: Int, _ processors: [Processor] = [], side: Int = 10) async throws -> TestImage? {
        try await loader.image(for: ImageRequest(sampleRequest(id, side), processors: processors), priority: .visible)
    }
}
