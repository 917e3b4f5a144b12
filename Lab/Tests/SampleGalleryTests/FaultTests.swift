// Each fault, as a client meets it.
import Testing

@testable import PicsumConformance
@testable import SampleGallery

extension WireTests {
    @Test func statusFaultHitsEveryNthRequestAndCarriesRetryAfter() async throws {
        let server = try await start()
        server.faults = try Faults(spec: "api:status=429/7@3")
        let client = ProbeClient(timeoutSeconds: 5)
        let answers = try (1...6).map { _ in try client.send("GET", server.baseURL + "/v2/list?limit=1") }
        #expect(answers.map(\.status) == [200, 200, 429, 200, 200, 429])
        #expect(answers[2]["Retry-After"] == "7")
        #expect(server.faults.rules.count == 1)
        await server.stop()
    }

    @Test func resetClosesWithoutAnAnswer() async throws {
        let server = try await start()
        server.faults = try Faults(spec: "api:reset@#1")
        let connection = try RawConnection(to: server.baseURL)
        connection.get("/v2/list")
        let (bytes, wasReset) = connection.readToEnd()
        #expect(bytes.isEmpty)
        #expect(wasReset)
        #expect(server.counters.api.cutByServer == 1)
        #expect(try ProbeClient(timeoutSeconds: 5).send("GET", server.baseURL + "/v2/list").status == 200)
        await server.stop()
    }

    @Test func wrongTypeIsAPageUnderStatus200() async throws {
        let server = try await start()
        server.faults = try Faults(spec: "image:type")
        let answer = try picture(Self.link, server)
        #expect(answer.status == 200)
        #expect(answer["Content-Type"] == "text/html; charset=utf-8")
        await server.stop()
    }

    @Test(arguments: [("truncate", 500), ("truncate=100", 100), ("truncate=0", 0), ("length=+200", 1_000)])
    func shortBodyEndsWithTheConnection(spec: String, sent: Int) async throws {
        let server = try await start()
        let path = try target(Self.link, server)
        server.faults = try Faults(spec: "image:" + spec)
        let connection = try RawConnection(to: server.imageBaseURL)
        connection.get(path)
        let text = String(decoding: connection.readToEnd().bytes, as: UTF8.self)
        let parts = text.split(separator: "\r\n\r\n", omittingEmptySubsequences: false)
        #expect(text.contains("Content-Length: \(spec == "length=+200" ? 1_200 : 1_000)\r\n"))
        #expect(parts.last?.unicodeScalars.count ?? 0 <= sent)
        #expect(server.counters.image.bytesSent == sent)
        #expect(server.counters.image.cutByServer == 1)
        #expect(server.counters.image.cancelledByPeer == 0)
        await server.stop()
    }

    @Test func lengthThatIsTooSmallCutsTheBodyAndKeepsTheConnection() async throws {
        let server = try await start()
        let path = try target(Self.link, server)
        server.faults = try Faults(spec: "image:length=-200@#1")
        let client = ProbeClient(timeoutSeconds: 5)
        #expect(try client.send("GET", server.imageBaseURL + path).body.count == 800)
        #expect(try client.send("GET", server.imageBaseURL + path).body.count == 1_000)
        #expect(server.counters.image.connectionsOpened == 1)
        await server.stop()
    }

    @Test func redirectFaultsLeadInCirclesAndNowhere() async throws {
        let server = try await start()
        let client = ProbeClient(timeoutSeconds: 5)
        server.faults = try Faults(spec: "api:loop@#1,api:dead@#2")
        let loop = try client.send("GET", server.baseURL + Self.link + "?blur")
        #expect(loop.status == 302)
        #expect(loop["Location"] == server.baseURL + Self.link + "?blur")
        let dead = try client.send("GET", server.baseURL + Self.link)
        #expect(throws: ConformanceFailure.self) { try client.send("GET", dead["Location"] ?? "") }
        await server.stop()
    }

    @Test func rotatedSecretRefusesOldLinksOnly() async throws {
        let server = try await start()
        let old = try target(Self.link, server)
        let client = ProbeClient(timeoutSeconds: 5)
        #expect(try client.send("GET", server.imageBaseURL + old).status == 200)
        server.rotateSecret()
        #expect(try client.send("GET", server.imageBaseURL + old).text == "Invalid parameters\n")
        #expect(try picture(Self.link, server).status == 200)
        server.faults = try Faults(spec: "api:rotate@#1")
        #expect(try picture(Self.link, server).status == 400)
        #expect(try picture(Self.link, server).status == 200)
        await server.stop()
    }

    @Test func shiftedListRepeatsPhotosAcrossPages() async throws {
        let server = try await start()
        server.faults = try Faults(spec: "shift=2")
        let client = ProbeClient(timeoutSeconds: 5)
        let pages = try (1...2).map { page in
            try #require(
                ListedPhoto.list(in: client.send("GET", server.baseURL + "/v2/list?limit=5&page=\(page)").body))
        }
        #expect(Array(pages[0].suffix(2)) == Array(pages[1].prefix(2)))
        await server.stop()
    }

    @Test func latencyAndDripTakeTheirTime() async throws {
        let server = try await start(SampleConfiguration(), BlobPainter(byteCount: 2_000))
        let path = try target(Self.link, server)
        let client = ProbeClient(timeoutSeconds: 5)
        server.faults = try Faults(spec: "image:latency=40")
        let clock = ContinuousClock()
        #expect(try clock.measure { _ = try client.send("GET", server.imageBaseURL + path) } >= .milliseconds(40))
        // 2,000 bytes at 20,000 a second: 400 at once, then four times 20 ms.
        server.faults = try Faults(spec: "image:drip=20000")
        var body = 0
        #expect(
            try clock.measure { body = try client.send("GET", server.imageBaseURL + path).body.count }
                >= .milliseconds(70))
        #expect(body == 2_000)
        await server.stop()
    }

    @Test func controlPathIsThereOnlyWhenAskedFor() async throws {
        let client = ProbeClient(timeoutSeconds: 5)
        let closed = try await start()
        #expect(try client.send("GET", closed.baseURL + "/_control/counters").status == 404)
        await closed.stop()
        let open = try await start(SampleConfiguration(hasControlPath: true))
        #expect(try client.send("GET", open.baseURL + "/_control/faults?spec=status%3D500").status == 204)
        #expect(try client.send("GET", open.baseURL + "/v2/list").status == 500)
        #expect(try client.send("GET", open.baseURL + "/_control/faults?spec=nope").status == 400)
        #expect(try client.send("GET", open.baseURL + "/_control/faults").status == 204)
        #expect(try client.send("GET", open.baseURL + "/v2/list").status == 200)
        #expect(
            try client.send("GET", open.baseURL + "/_control/counters").text.hasPrefix(
                "{\"api\":{\"requests\":{\"control\":3,\"list\":2}"))
        await open.stop()
    }
}
