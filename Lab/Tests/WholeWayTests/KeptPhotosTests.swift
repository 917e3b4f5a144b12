// What is kept of remote photos, over the real wire: confirmed, swapped, resumed, and read without a server. The
// server's own counters say what was sent.
import Codecs
import Fixtures
import ImagePipeline
import Library
import PhotoSources
import Photos
import SampleGallery
import Synchronization
import Testing

@testable import Desktop

@Suite(.timeLimit(.minutes(5)))
struct KeptPhotosTests {
    /// Four coloured quarters; blue all over in every edition but the first.
    private struct EditionPainter: PicturePainting {
        static let canEncodeWebP = false
        func encodedPicture(for request: PictureRequest, isCancelled: () -> Bool) throws -> [UInt8] {
            let (width, height) = (request.size.width, request.size.height)
            return request.id.contains("edition")
                ? Painting(width, height) { _, _ in .blue }.encoded("jpeg")
                : Painting.quarters(width, height).encoded("jpeg")
        }
    }

    /// A picture that does not compress, so that it is long.
    private struct NoisePainter: PicturePainting {
        static let canEncodeWebP = false
        func encodedPicture(for request: PictureRequest, isCancelled: () -> Bool) throws -> [UInt8] {
            Painting(request.size.width, request.size.height) { x, y in
                let noise = UInt8(truncatingIfNeeded: (x &* 7919 &+ y &* 104_729) &* 2_654_435_761 >> 9)
                return Colour(r: noise, g: noise, b: noise)
            }.encoded("jpeg")
        }
    }

    /// A byte loader whose first fetch can be watched.
    private final class WatchedByteLoader: ByteLoader {
        private let inner: any ByteLoader
        private let first = Mutex<FetchTicket?>(nil)
        init(_ inner: any ByteLoader) { self.inner = inner }

        /// Bytes that the first fetch has received.
        var received: Int { first.withLock { $0?.progress.received ?? 0 } }

        func bytes(for key: FetchKey, ticket: FetchTicket) async throws -> FetchedBytes {
            first.withLock { if $0 == nil { $0 = ticket } }
            return try await inner.bytes(for: key, ticket: ticket)
        }
    }

    private let scratch = ScratchFolder()
    private let size = PixelSize(square: 200)

    private func cache() -> DiskCache {
        DiskCache(folder: FileCacheFolder(path: scratch.path + "/photos"), executor: LoopExecutor(name: "disk"))
    }

    /// A loader of a program that has just been started.
    private func started(_ disk: DiskCache?) -> RemoteByteLoader {
        RemoteByteLoader(transport: HTTPLoader(), disk: disk)
    }

    /// A request for each of the first photos.
    private func requests(_ count: Int, of server: SampleServer) async throws -> [ImageRequest] {
        let source = try PicsumSource(base: server.baseURL, title: "Sample", transport: HTTPLoader())
        return try await source.page(after: nil).photos.prefix(count).map { photo in
            ImageRequest(
                source: source.identity, photo: photo, location: source.location(of: photo, atLeast: size, fit: .fill),
                size: size, fit: .fill)
        }
    }

    /// The counters once nothing is under way: the last bytes are counted after the client has them.
    private func settled(_ server: SampleServer) async -> ServerCounters {
        await server.counters { $0.inFlight == 0 }
    }

    private func ticket() -> FetchTicket { FetchTicket(title: "Sea", priority: .visible) }

    @Test func aPhotoIsSentOnceAndConfirmedFromThenOn() async throws {
        let server = try await SampleServer.start(painter: EditionPainter())
        server.faults = try Faults(spec: "validators,max-age=0")
        let key = FetchKey(try await requests(1, of: server)[0])
        let disk = cache()
        let first = try await started(disk).bytes(for: key, ticket: ticket())
        #expect(first.origin == .network && !first.isStale)
        await disk.flush()
        for _ in 0..<3 {
            let again = try await started(cache()).bytes(for: key, ticket: ticket())
            #expect(again.origin == .disk && !again.isStale)
            #expect(again.bytes.count == first.bytes.count)
        }
        let counters = await settled(server)
        #expect(counters.image.statuses == [200: 1, 304: 3])
        #expect(counters.image.bytesSent == first.bytes.count)
        await server.stop()
    }

    @Test func aChangedPhotoIsShownAsItWasAndThenSwapped() async throws {
        let server = try await SampleServer.start(painter: EditionPainter())
        server.faults = try Faults(spec: "validators,max-age=0,stale=600")
        let request = try await requests(1, of: server)[0]
        let disk = cache()
        _ = try await started(disk).bytes(for: FetchKey(request), ticket: ticket())
        server.faults = try Faults(spec: "validators,max-age=0,stale=600,edition=1")
        let loader = ImageLoader(
            bytes: SystemByteLoader(remote: started(disk)),
            decoder: TextureDecoder(PixbufDecoder(width: 2, processes: nil)),
            memory: ImageCache(budget: 1 << 20))
        let (arrivals, continuation) = AsyncStream<Void>.makeStream()
        let session = loader.makeSession { continuation.yield() }
        session.want([WantedImage(request: request, priority: .visible)])
        var seen: [Colour] = []
        arrivals: for await _ in arrivals {
            for delivery in session.takeDeliveries(limit: 9) where delivery.kind != .preview {
                seen.append(try delivery.result.get().pixels.colour(50, 50))
                if delivery.kind == .refreshed { break arrivals }
            }
        }
        #expect(seen.count == 2)
        #expect(seen.first?.isNear(.red) == true && seen.last?.isNear(.blue) == true)
        // Confirmations of the new one may have come besides.
        #expect(server.counters.image.statuses[200] == 2)
        await server.stop()
    }

    @Test func aTransferThatWasCutGoesOnAfterARestart() async throws {
        let server = try await SampleServer.start(painter: NoisePainter())
        server.faults = try Faults(spec: "validators")
        let requests = try await requests(1, of: server)
        let key = FetchKey(requests[0])
        let whole = try await started(nil).bytes(for: key, ticket: ticket()).bytes
        let kept = whole.count * 4 / 5
        server.faults = try Faults(spec: "validators,image:truncate=\(kept)@#1")
        let disk = cache()
        await #expect(throws: LoadFailure(stage: .fetch, culprit: "Sea", reason: .truncated)) {
            try await started(disk).bytes(for: key, ticket: ticket())
        }
        await disk.flush()
        let before = await settled(server).image.bytesSent
        let again = ticket()
        let resumed = try await started(cache()).bytes(for: key, ticket: again).bytes
        let counters = await settled(server)
        #expect(counters.image.bytesSent - before == whole.count - kept)
        #expect(counters.image.statuses == [200: 2, 206: 1])
        #expect(again.progress.received == whole.count && again.progress.total == whole.count)
        whole.storage.withBytes { expected in resumed.storage.withBytes { #expect($0.elementsEqual(expected)) } }
        await server.stop()
    }

    @Test func withoutItsServerAPhotoIsReadFromDisk() async throws {
        let server = try await SampleServer.start(painter: EditionPainter())
        server.faults = try Faults(spec: "validators,max-age=0")
        let keys = try await requests(2, of: server).map(FetchKey.init)
        let disk = cache()
        _ = try await started(disk).bytes(for: keys[0], ticket: ticket())
        await disk.flush()
        await server.stop()
        let offline = started(cache())
        let kept = try await offline.bytes(for: keys[0], ticket: ticket())
        #expect(kept.origin == .disk && kept.isStale)
        do {
            _ = try await offline.bytes(for: keys[1], ticket: ticket())
            Issue.record("what was never fetched cannot be there")
        } catch let failure as LoadFailure {
            guard case .unreachable = failure.reason else {
                Issue.record(failure)
                return
            }
        }
    }

    @Test func aFetchThatMadeRoomGoesOnWhereItWas() async throws {
        let server = try await SampleServer.start(painter: NoisePainter())
        let requests = try await requests(2, of: server)
        // Slow enough that it is not nearly done when the other comes.
        server.faults = try Faults(spec: "validators,image:drip=1000")
        let bytes = WatchedByteLoader(SystemByteLoader(remote: started(nil)))
        let loader = ImageLoader(
            bytes: bytes, decoder: TextureDecoder(PixbufDecoder(width: 2, processes: nil)),
            memory: ImageCache(budget: 1 << 20),
            configuration: .init(fetchLimit: 1))
        let neighbour = Task { [request = requests[0]] in try await loader.image(for: request, priority: .speculative) }
        while bytes.received == 0 { await Task.yield() }
        server.faults = try Faults(spec: "validators")
        _ = try await loader.image(for: requests[1], priority: .visible)
        _ = try await neighbour.value
        #expect(loader.counters.preempted == 1)
        let counters = await settled(server)
        #expect(counters.image.statuses == [200: 2, 206: 1])
        #expect(counters.image.cancelledByPeer == 1)
        await server.stop()
    }

    @Test func transfersThatAreCancelledWithLittleLeftCostNoConnectionAndAreKeptWhole() async throws {
        let server = try await SampleServer.start(painter: EditionPainter())
        let keys = try await requests(6, of: server).map(FetchKey.init)
        // Slow enough that each is cancelled on its way.
        server.faults = try Faults(spec: "validators,max-age=600,image:drip=20000")
        var configuration = HTTPLoader.Configuration()
        (configuration.cancelled.timeLimit, configuration.cancelled.silenceLimit) = (.seconds(3600), .seconds(3600))
        let disk = cache()
        let loader = RemoteByteLoader(transport: HTTPLoader(configuration: configuration), disk: disk)
        for key in keys {
            let ticket = FetchTicket(title: "Sea", priority: .ahead) { progress, _ in
                if progress.received > 0 { withUnsafeCurrentTask { $0?.cancel() } }
            }
            let fetched = try await Task { try await loader.bytes(for: key, ticket: ticket) }.value
            #expect(fetched.origin == .network && fetched.bytes.count < 32 << 10)
        }
        let counters = await settled(server)
        #expect(counters.image.completed == 6 && counters.image.cancelledByPeer == 0)
        #expect(counters.image.connectionsOpened == 1)
        await disk.flush()
        for key in keys { #expect(try await started(cache()).bytes(for: key, ticket: ticket()).origin == .disk) }
        #expect(server.counters.image.requestCount == 6)
        await server.stop()
    }

    @Test func aServerThatStallsDoesNotKeepACancelledTransfer() async throws {
        let server = try await SampleServer.start(painter: EditionPainter())
        let key = FetchKey(try await requests(1, of: server)[0])
        // A byte every 20 ms, of thousands.
        server.faults = try Faults(spec: "validators,image:drip=1")
        let task = Task {
            let ticket = FetchTicket(title: "Sea", priority: .ahead) { progress, _ in
                if progress.received > 0 { withUnsafeCurrentTask { $0?.cancel() } }
            }
            return try await started(nil).bytes(for: key, ticket: ticket)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        let counters = await server.counters { $0.image.cancelledByPeer == 1 }
        #expect(counters.image.completed == 0)
        await server.stop()
    }
}
