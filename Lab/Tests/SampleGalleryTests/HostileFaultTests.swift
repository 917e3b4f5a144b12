// Faults of a service that means harm, as a client meets them.
import Testing

@testable import PicsumConformance
@testable import SampleGallery

extension WireTests {
    private func wire(_ spec: String, _ headers: String = "", limit: Int = 64_000) async throws -> String {
        let server = try await start()
        let path = try target(Self.link, server)
        server.faults = try Faults(spec: spec)
        let connection = try RawConnection(to: server.imageBaseURL)
        connection.send("GET \(path) HTTP/1.1\r\nHost: test\r\n\(headers)\r\n")
        let text = String(decoding: connection.read(limit), as: UTF8.self)
        connection.close()
        await server.stop()
        return text
    }

    @Test func aRedirectLeavesTheWeb() async throws {
        let server = try await start()
        server.faults = try Faults(spec: "api:scheme=file")
        let answer = try ProbeClient(timeoutSeconds: 5).send("GET", server.baseURL + "/v2/list")
        #expect(answer.status == 302)
        #expect(answer["Location"] == "file" + server.baseURL.dropFirst(4) + "/v2/list")
        await server.stop()
    }

    @Test func aLengthIsNegative() async throws {
        let text = try await wire("image:negative")
        #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n") && text.contains("\r\nContent-Length: -1\r\nETag: "))
    }

    @Test func chunksEndInOrderWithoutTheLast() async throws {
        let text = try await wire("image:chunks")
        #expect(text.contains("\r\nTransfer-Encoding: chunked\r\n"))
        // 500 of 1,000 bytes.
        #expect(text.contains("\r\n\r\n1f4\r\n") && text.hasSuffix("\r\n") && !text.hasSuffix("0\r\n\r\n"))
    }

    @Test(arguments: ["image:endless", "image:headers", "image:overrun"])
    func someAnswersDoNotEnd(spec: String) async throws {
        let server = try await start()
        let path = try target(Self.link, server)
        server.faults = try Faults(spec: spec)
        let connection = try RawConnection(to: server.imageBaseURL)
        connection.send("GET \(path) HTTP/1.1\r\nHost: test\r\nRange: bytes=10-\r\n\r\n")
        #expect(connection.read(8 << 20).count == 8 << 20)
        connection.close()
        let counters = await server.counters { $0.image.inFlight == 0 && $0.image.connectionsOpen == 0 }
        #expect(counters.image.cancelledByPeer == 1)
        await server.stop()
    }

    @Test func anEndlessAnswerDripsAndEndsWithTheServer() async throws {
        let server = try await start()
        let path = try target(Self.link, server)
        server.faults = try Faults(spec: "image:endless,image:drip=1k")
        let connection = try RawConnection(to: server.imageBaseURL)
        connection.get(path)
        #expect(connection.read(100).count == 100)
        await server.stop()
        #expect(connection.readToEnd().bytes.count < 64_000)
    }

    @Test func anOverrunBreaksOffAtFirst() async throws {
        let server = try await start()
        let path = try target(Self.link, server)
        server.faults = try Faults(spec: "image:overrun")
        let connection = try RawConnection(to: server.imageBaseURL)
        connection.get(path)
        #expect(connection.readToEnd().bytes.count > 64_000)
        connection.close()
        let rest = try await wire("image:overrun", "Range: bytes=4096-\r\n")
        #expect(
            rest.contains("206 Partial Content\r\n")
                && rest.contains("\r\nContent-Range: bytes 4096-1099511627775/1099511627776\r\n"))
        await server.stop()
    }

    @Test(arguments: CraftedPicture.allCases)
    func aPictureIsCrafted(picture: CraftedPicture) async throws {
        let server = try await start()
        let path = try target(Self.link, server)
        server.faults = try Faults(spec: "image:bomb=\(picture.rawValue)")
        let answer = try ProbeClient(timeoutSeconds: 5).send("GET", server.imageBaseURL + path)
        #expect(answer.status == 200 && answer.body == picture.bytes)
        #expect(answer.body.count < 2 << 20)
        await server.stop()
    }

    @Test func aListingIsOdd() async throws {
        let server = try await start()
        let client = ProbeClient(timeoutSeconds: 5)
        server.faults = try Faults(spec: "author=100000,sides=2305843009213693952,controls")
        let text = try client.send("GET", server.baseURL + "/v2/list?limit=2").text
        #expect(
            text.contains(String(repeating: "A", count: 100_000))
                && !text.contains(String(repeating: "A", count: 100_001)))
        #expect(text.contains("\"width\":2305843009213693952,\"height\":2305843009213693952"))
        #expect(text.contains("\\u001b[2J"))
        server.faults = try Faults(spec: "objects=3000")
        let objects = try client.send("GET", server.baseURL + "/v2/list?limit=2").body
        #expect(objects.count == 3_005 && objects.starts(with: Array("[{},{}".utf8)))
        await server.stop()
    }

    /// Nothing of a request's body is kept, and a large one is not even read.
    @Test(arguments: ["Content-Length: 10000000000", "Content-Length: 65537"])
    func aLargeRequestIsRefusedBeforeItIsSent(header: String) async throws {
        let server = try await start()
        let connection = try RawConnection(to: server.baseURL)
        connection.send("POST /v2/list HTTP/1.1\r\nHost: test\r\n\(header)\r\n\r\n")
        let text = String(decoding: connection.readToEnd().bytes, as: UTF8.self)
        #expect(text.hasPrefix("HTTP/1.1 413 ") && text.contains("\r\nConnection: close\r\n"))
        #expect(try ProbeClient(timeoutSeconds: 5).send("GET", server.baseURL + "/v2/list").status == 200)
        await server.stop()
    }

    @Test func chunksWithoutEndAreRefused() async throws {
        let server = try await start()
        let connection = try RawConnection(to: server.baseURL)
        connection.send("POST /v2/list HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n")
        let chunk = "1000\r\n" + String(repeating: "x", count: 4096) + "\r\n"
        // As much as is taken: the connection is closed long before.
        for _ in 0..<64 { connection.send(chunk) }
        _ = connection.readToEnd()
        #expect(try ProbeClient(timeoutSeconds: 5).send("GET", server.baseURL + "/v2/list").status == 200)
        await server.stop()
    }

    @Test func aSmallRequestIsAnswered() async throws {
        let server = try await start()
        let connection = try RawConnection(to: server.baseURL)
        connection.send("POST /v2/list HTTP/1.1\r\nHost: test\r\nContent-Length: 3\r\n\r\nabc")
        #expect(String(decoding: connection.read(12), as: UTF8.self) == "HTTP/1.1 405")
        connection.close()
        await server.stop()
    }
}
