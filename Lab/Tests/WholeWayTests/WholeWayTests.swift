// From a listing to pixels over the real wire: source, HTTP room, decoder, and the server's own counters.
import Codecs
import Fixtures
import ImagePipeline
import Library
import PhotoSources
import Photos
import SampleGallery
import Testing

@testable import Desktop

@Suite(.timeLimit(.minutes(5)))
struct WholeWayTests {
    /// Four coloured quarters at the size that is asked for.
    private struct QuarterPainter: PicturePainting {
        static let canEncodeWebP = false
        func encodedPicture(for request: PictureRequest, isCancelled: () -> Bool) throws -> [UInt8] {
            Painting.quarters(request.size.width, request.size.height).encoded("jpeg")
        }
    }

    private let http = HTTPLoader()
    private var remote: RemoteByteLoader { RemoteByteLoader(transport: http) }

    private func first(_ count: Int, of server: SampleServer) async throws -> (PicsumSource, [Photo]) {
        let source = try PicsumSource(base: server.baseURL, title: "Sample", transport: http)
        let page = try await source.page(after: nil)
        return (source, Array(page.photos.prefix(count)))
    }

    @Test func aListingsPhotosBecomeExactTiles() async throws {
        let server = try await SampleServer.start(painter: QuarterPainter())
        let (source, photos) = try await first(8, of: server)
        let decoder = PixbufDecoder(width: 2, processes: nil)
        let size = PixelSize(square: 200)
        for photo in photos {
            let bytes = try await remote.bytes(
                at: source.location(of: photo, atLeast: size, fit: .fill), title: photo.title, priority: .visible)
            let pixels = try await decoder.decodePixels(bytes, title: photo.title, size: size, fit: .fill)
            #expect(pixels.size == size)
            #expect(pixels.colour(50, 50).isNear(.red) && pixels.colour(150, 150).isNear(.white))
        }
        let counters = server.counters
        #expect(counters.image.requestCount == 8)
        #expect(counters.api.connectionsOpened == 1 && counters.image.connectionsOpened == 1)
        await server.stop()
    }

    @Test func theServersFaultsHaveTheirReasons() async throws {
        let server = try await SampleServer.start(painter: QuarterPainter())
        let (source, photos) = try await first(1, of: server)
        let location = source.location(of: photos[0], atLeast: PixelSize(square: 100), fit: .fill)
        func reason(_ effect: Faults.Effect) async -> LoadFailure.Reason? {
            server.faults = Faults(rules: [Faults.Rule(effect, .always, host: .image)])
            do {
                _ = try await remote.bytes(at: location, title: "Sea", priority: .visible)
                return nil
            } catch {
                return (error as? LoadFailure)?.reason
            }
        }
        #expect(await reason(.status(503, retryAfterSeconds: 2)) == .slowDown(retryAfterSeconds: 2))
        #expect(await reason(.status(500, retryAfterSeconds: nil)) == .httpStatus(500))
        #expect(await reason(.wrongType) == .notAnImage(found: .verbatim("text/html")))
        #expect(await reason(.truncate(bytes: 100)) == .truncated)
        #expect(
            await reason(.redirectLoop)
                == .unreachable(
                    Message(
                        "it redirects more than {count} time", many: "it redirects more than {count} times", count: 5)))
        for effect in [Faults.Effect.reset, .deadRedirect] {
            guard case .unreachable? = await reason(effect) else {
                Issue.record("expected unreachable after \(effect)")
                continue
            }
        }
        // All is well again without a new loader.
        server.faults = Faults()
        #expect(try await remote.bytes(at: location, title: "Sea", priority: .visible).count > 0)
        await server.stop()
        guard case .unreachable? = await reason(.reset) else {
            Issue.record("expected unreachable of a server that is gone")
            return
        }
    }

    @Test func cancellingStopsTheServersBytes() async throws {
        let server = try await SampleServer.start(painter: QuarterPainter())
        let (source, photos) = try await first(1, of: server)
        server.faults = Faults(bytesPerSecond: [.image: 1000])
        let location = source.location(of: photos[0], atLeast: PixelSize(square: 1000), fit: .fill)
        let task = Task { try await remote.bytes(at: location, title: "Sea", priority: .visible) }
        _ = await server.counters { $0.image.bytesSent > 0 }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        let counters = await server.counters { $0.image.cancelledByPeer == 1 && $0.inFlight == 0 }
        #expect(counters.image.completed == 0)
        await server.stop()
    }
}
