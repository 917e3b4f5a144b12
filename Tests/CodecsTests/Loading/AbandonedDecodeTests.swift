// A decode that takes no notice of its cancel does not hold up the next folder.
import Fixtures
import ImagePipeline
import Photos
import Testing

@testable import Codecs

@Suite(.timeLimit(.minutes(5)))
struct AbandonedDecodeTests {
    /// Bytes that a decode waits for on its thread until the gate opens, whatever becomes of its task.
    private final class StuckBytes: EncodedStorage {
        let started = Gate(), gate = Gate()
        private let bytes = Painting.quarters(20, 20).encoded("png")
        var count: Int { bytes.count }
        func withBytes(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows { try bytes.withUnsafeBytes(body) }
        func inMemory() throws -> any EncodedStorage {
            started.open()
            gate.block()
            return self
        }
    }

    private struct Bytes: ByteLoader {
        let stuck: StuckBytes
        func bytes(for key: FetchKey, ticket: FetchTicket) async throws -> FetchedBytes {
            let bytes = EncodedBytes(Painting.quarters(20, 20).encoded("png"))
            return FetchedBytes(key.photo == PhotoID("stuck") ? EncodedBytes(stuck) : bytes, from: .network)
        }
    }

    private func request(_ name: String) -> ImageRequest {
        ImageRequest(
            source: SourceID("test"), photo: Photo(id: PhotoID(name), title: name),
            location: .remote("http://test/\(name)"),
            size: PixelSize(square: 10), fit: .fill)
    }

    @Test func theNextPictureIsDecodedWhileACancelledDecodeRunsOn() async throws {
        let stuck = StuckBytes()
        let decoder = PixbufDecoder(width: 1)
        let loader = ImageLoader(
            bytes: Bytes(stuck: stuck), decoder: decoder, memory: ImageCache(budget: 1 << 20),
            configuration: .init(decodeLimit: 1))
        let first = Task { try await loader.image(for: request("stuck"), priority: .visible) }
        await stuck.started.opened()
        first.cancel()
        await #expect(throws: CancellationError.self) { _ = try await first.value }
        for name in ["a", "b", "c"] {
            #expect(try await loader.image(for: request(name), priority: .visible).size == PixelSize(square: 10))
        }
        #expect(await loader.activity.decodes == 0)
        #expect(decoder.workers.census == (2, 1))
        stuck.gate.open()
        while decoder.workers.census != (1, 0) { _ = try await decoder.workers.run(priority: .visible) {} }
        // What came of it is nobody's.
        #expect(loader.memory.image(for: request("stuck").key) == nil)
        #expect(loader.counters.decoded == 3)
    }

    @Test func aLeftDecodeKeepsItsMemoryCountedUntilItEnds() async throws {
        let budget = ByteBudget(limit: 1 << 20)
        let pool = WorkerPool(name: "left", width: 1, niceness: 0)
        let (taken, gate) = (Gate(), Gate())
        let work = Task {
            try await pool.run(priority: .visible, cancelled: .abandons) {
                budget.acquire(1000)
                defer { budget.release(1000) }
                taken.open()
                gate.block()
            }
        }
        await taken.opened()
        work.cancel()
        await #expect(throws: CancellationError.self) { try await work.value }
        #expect(budget.used == 1000)
        gate.open()
        pool.finish()
        #expect(budget.used == 0)
    }
}
