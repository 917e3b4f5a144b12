// Counters, and what happens when a peer leaves.
import Testing

@testable import PicsumConformance
@testable import SampleGallery

extension WireTests {
    @Test func countersTellRoutesAndDuplicates() async throws {
        let painter = BlobPainter()
        let server = try await start(SampleConfiguration(), painter)
        for _ in 0..<3 { #expect(try picture(Self.link, server).body.count == 1_000) }
        _ = try picture("/seed/x/10?grayscale", server)
        let counters = await server.counters { $0.inFlight == 0 && $0.image.completed == 4 }
        #expect(counters.api.requests == ["photo": 3, "seed": 1])
        #expect(counters.image.requests == ["image": 4])
        #expect(counters.pictures["/id/1/200/120.jpg"] == 3)
        #expect(counters.duplicatePictureRequests == 2)
        #expect(counters.painted == 2)
        #expect(counters.cacheHits == 2)
        #expect(counters.image.bytesSent == 4_000)
        #expect(painter.painted.count == 2)
        await server.stop()
    }

    @Test func bytesStopWhenThePeerLeavesInTheMiddle() async throws {
        let size = 40 << 20
        let server = try await start(SampleConfiguration(), BlobPainter(byteCount: size))
        let connection = try RawConnection(to: server.imageBaseURL)
        connection.get(try target(Self.link, server))
        #expect(connection.read(100_000).count == 100_000)
        connection.close()
        let counters = await server.counters { $0.image.cancelledByPeer == 1 }
        #expect(counters.image.inFlight == 0)
        #expect(counters.image.completed == 0)
        // What the kernel buffers of both sides hold is all that can be wasted.
        #expect(counters.image.bytesSent < 1 << 20)
        #expect(server.counters.image.bytesSent == counters.image.bytesSent)
        await server.stop()
    }

    @Test func dripStopsWhenThePeerLeaves() async throws {
        let server = try await start(SampleConfiguration(), BlobPainter(byteCount: 1 << 20))
        let connection = try RawConnection(to: server.imageBaseURL)
        let path = try target(Self.link, server)
        server.faults = try Faults(spec: "image:drip=10000")
        connection.get(path)
        #expect(!connection.read(400).isEmpty)
        connection.close()
        let counters = await server.counters { $0.image.cancelledByPeer == 1 }
        #expect(counters.image.bytesSent < 4_000)
        await server.stop()
    }

    @Test func peerThatLeavesDuringTheLatencyIsCounted() async throws {
        let server = try await start()
        server.faults = try Faults(spec: "latency=3600000")
        let connection = try RawConnection(to: server.baseURL)
        connection.get("/v2/list")
        _ = await server.counters { $0.api.inFlight == 1 }
        connection.close()
        let counters = await server.counters { $0.api.cancelledByPeer == 1 }
        #expect(counters.api.inFlight == 0)
        #expect(counters.api.bytesSent == 0)
        await server.stop()
    }

    @Test func pictureIsNotPaintedWhenItsPeerHasGone() async throws {
        let gate = Gate()
        let painter = BlobPainter(gate: gate)
        let server = try await start(SampleConfiguration(painterThreads: 1), painter)
        let first = try RawConnection(to: server.imageBaseURL)
        first.get(try target("/id/1/10", server))
        gate.waitForArrival()
        let second = try RawConnection(to: server.imageBaseURL)
        second.get(try target("/id/2/10", server))
        _ = await server.counters { $0.image.inFlight == 2 }
        second.close()
        _ = await server.counters { $0.image.cancelledByPeer == 1 }
        gate.open()
        _ = await server.counters { $0.droppedBeforePainting == 1 && $0.image.completed == 1 }
        #expect(painter.painted.map(\.id) == ["1"])
        await server.stop()
    }

    @Test func serverAnswersWhileItPaints() async throws {
        let gate = Gate()
        let server = try await start(SampleConfiguration(), BlobPainter(gate: gate))
        let connection = try RawConnection(to: server.imageBaseURL)
        connection.get(try target(Self.link, server))
        gate.waitForArrival()
        #expect(try ProbeClient(timeoutSeconds: 5).send("GET", server.baseURL + "/v2/list").status == 200)
        gate.open()
        #expect(connection.read(1_000).count == 1_000)
        await server.stop()
    }

    @Test func failureOfThePainterIsAnError500() async throws {
        let server = try await start()
        let answer = try picture("/id/1/13", server)
        #expect(answer.status == 500)
        #expect(answer.text == "Something went wrong\n")
        await server.stop()
    }

    @Test func connectionIsKeptForTheNextRequestAndClosedWithItsPeer() async throws {
        let server = try await start()
        let connection = try RawConnection(to: server.baseURL)
        connection.send("GET /asdf HTTP/1.1\r\nHost: t\r\n\r\nGET /asdf HTTP/1.1\r\nHost: t\r\n\r\n")
        _ = await server.counters { $0.api.completed == 2 }
        #expect(server.counters.api.connectionsOpen == 1)
        connection.close()
        let counters = await server.counters { $0.api.connectionsOpen == 0 }
        #expect(counters.api.connectionsOpened == 1)
        #expect(counters.cancelledByPeer == 0)
        await server.stop()
    }
}
