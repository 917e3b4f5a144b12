// Costs of requests to the loader, in real time, with bytes and images that are available at once.
import ImagePipeline
import Photos
import Synchronization

enum RequestCosts {
    static func section() async throws -> BenchReport.Section {
        BenchReport.Section(
            title: "Requests",
            conditions: "Scripted bytes and pictures that are there at once; the shut loader answers no fetch.",
            figures: [
                .init("begin and cancel a request", await beginAndCancel() / 1000, "µs"),
                .init("10,000 creations and cancels in one turn", await manyPairs() / 1e6, "ms"),
                .init("fetches that these started", Double(await startedByPairs()), "fetches"),
                .init("want 200 new pictures", await want() / 1000, "µs"),
                .init("want the same 200 with other priorities", await wantAgain() / 1000, "µs"),
                .init("5,000 concurrent requests", try await concurrent() / 1e6, "ms"),
            ])
    }

    /// Measures a request whose fetch begins, and its cancellation; both wait until the loader has acted.
    private static func beginAndCancel() async -> Double {
        let loader = loader(InstantBytes(isShut: true))
        let session = loader.makeSession {}
        let wanted = WantedImage(request: BenchPicture.request(1), priority: .visible)
        var count = 0
        return await Rounds.nanoseconds(repetitions: 2_000) {
            for _ in 0..<2_000 {
                count += 1
                session.want([wanted])
                while loader.counters.fetches < count { await Task.yield() }
                session.want([])
                while loader.counters.cancelled < count { await Task.yield() }
            }
        }
    }

    /// A fling: a session wants ten thousand pictures one after the other and never the one before.
    private static func manyPairs() async -> Double {
        await Rounds.nanoseconds(repetitions: 1) {
            let session = loader(InstantBytes(isShut: true)).makeSession {}
            fling(session)
            session.close()
        }
    }

    private static func startedByPairs() async -> Int {
        let bytes = InstantBytes(isShut: true)
        let loader = loader(bytes)
        loader.suspend()
        let session = loader.makeSession {}
        fling(session)
        session.want([])
        while loader.counters.requests > loader.counters.cancelled { await Task.yield() }
        loader.resume()
        // Once this arrives, the loader has started what it would.
        let marker = BenchPicture.request(-1)
        loader.memory.insert(BenchPicture(), for: marker.key)
        session.want([WantedImage(request: marker, priority: .visible)])
        while session.takeDeliveries(limit: 1).isEmpty { await Task.yield() }
        _ = await loader.activity
        return bytes.calls
    }

    private static func fling(_ session: ImageSession<BenchPicture>) {
        for number in 0..<10_000 {
            session.want([WantedImage(request: BenchPicture.request(number), priority: .visible)])
        }
    }

    private static func set(_ first: Int, _ priority: LoadPriority) -> [WantedImage] {
        (first..<first + 200).map { WantedImage(request: BenchPicture.request($0), priority: priority) }
    }

    /// Measures a wanted set that is disjoint from the previous one, until the loader has acted on it.
    private static func want() async -> Double {
        let loader = loader(InstantBytes(isShut: true))
        let session = loader.makeSession {}
        let sets = (0..<50).map { set(200 * $0, .ahead) }
        var requests = 0
        return await Rounds.nanoseconds(repetitions: sets.count) {
            for set in sets {
                requests += set.count
                session.want(set)
                while loader.counters.requests < requests { await Task.yield() }
            }
        }
    }

    private static func wantAgain() async -> Double {
        let loader = loader(InstantBytes(isShut: true))
        let session = loader.makeSession {}
        let sets = (0..<50).map { set(0, $0.isMultiple(of: 2) ? .ahead : .behind) }
        return await Rounds.nanoseconds(repetitions: sets.count) {
            for (number, set) in sets.enumerated() {
                let marker = WantedImage(request: BenchPicture.request(-number - 1), priority: .speculative)
                loader.memory.insert(BenchPicture(), for: marker.request.key)
                session.want(set + [marker])
                while session.takeDeliveries(limit: 1).isEmpty { await Task.yield() }
            }
        }
    }

    private static func concurrent() async throws -> Double {
        let requests = (0..<5_000).map(BenchPicture.request)
        return try await Rounds.nanoseconds(repetitions: 1) {
            let loader = loader(InstantBytes(isShut: false))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for request in requests {
                    group.addTask { _ = try await loader.image(for: request, priority: .visible) }
                }
                try await group.waitForAll()
            }
        }
    }

    private static func loader(_ bytes: InstantBytes) -> ImageLoader<BenchPicture> {
        ImageLoader(
            bytes: bytes, decoder: InstantDecoder(), memory: ImageCache(budget: 1 << 40),
            configuration: .init(decodeLimit: 2))
    }
}

/// Byte loader that answers at once, or only when it is cancelled.
private final class InstantBytes: ByteLoader {
    private let isShut: Bool
    private let count = Atomic<Int>(0)

    init(isShut: Bool) { self.isShut = isShut }

    var calls: Int { count.load(ordering: .relaxed) }

    func bytes(for key: FetchKey, ticket: FetchTicket) async throws -> FetchedBytes {
        count.add(1, ordering: .relaxed)
        if isShut { try await Task.sleep(for: .seconds(3600)) }
        return FetchedBytes(EncodedBytes([1]), from: .network)
    }
}

private struct InstantDecoder: PixelDecoder {
    func decode(
        _ bytes: EncodedBytes, for request: ImageRequest, priority: LoadPriority
    ) async throws -> BenchPicture { BenchPicture() }
}
