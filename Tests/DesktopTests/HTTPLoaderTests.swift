// HTTP: what counts as a picture, how failures are named, and that cancelling stops the bytes.
import Fixtures
import ImagePipeline
import PhotoSources
import Photos
import Synchronization
import Testing

@testable import Desktop

@Suite(.timeLimit(.minutes(5)))
struct HTTPLoaderTests {
    static let picture = ["Content-Type: image/jpeg"]

    private func reason(
        _ steps: ScriptedServer.Step..., loader: HTTPLoader = HTTPLoader()
    ) async -> LoadFailure.Reason? {
        let server = ScriptedServer { _ in steps }
        return await failure(loader, server.url + "/p")
    }

    private func failure(_ loader: HTTPLoader, _ url: String) async -> LoadFailure.Reason? {
        do {
            _ = try await RemoteByteLoader(transport: loader).bytes(at: .remote(url), title: "Sea", priority: .visible)
            return nil
        } catch let failure as LoadFailure {
            #expect(failure.stage == .fetch)
            #expect(failure.culprit == "Sea")
            return failure.reason
        } catch {
            Issue.record(error)
            return nil
        }
    }

    @Test func aPictureArrivesWholeAndItsConnectionIsUsedAgain() async throws {
        let server = ScriptedServer { _ in
            [ScriptedServer.answer("200 OK", Self.picture, length: 300_000), .zeros(300_000)]
        }
        let loader = RemoteByteLoader(transport: HTTPLoader())
        for _ in 0..<3 {
            let bytes = try await loader.bytes(at: .remote(server.url + "/p"), title: "Sea", priority: .ahead)
            #expect(bytes.count == 300_000)
        }
        #expect(server.counts.connections == 1)
        let head = try #require(server.counts.heads.first)
        #expect(head.contains("User-Agent: Tessera/"))
        #expect(!head.contains("Referer"))
        #expect(!head.contains("Accept-Encoding"))
    }

    @Test func aBodyWithoutLengthIsReadToItsEnd() async throws {
        let server = ScriptedServer { _ in
            [
                ScriptedServer.answer("200 OK", Self.picture + ["Connection: close"], length: nil), .zeros(200_001),
                .close,
            ]
        }
        let bytes = try await RemoteByteLoader(transport: HTTPLoader()).bytes(
            at: .remote(server.url + "/p"), title: "Sea", priority: .ahead)
        #expect(bytes.count == 200_001)
    }

    @Test func statusIsJudgedBeforeTypeAndLength() async {
        let text = ["Content-Type: text/plain"]
        #expect(
            await reason(ScriptedServer.answer("404 Not Found", text, length: 3), .text("no\n")) == .httpStatus(404))
        #expect(await reason(ScriptedServer.answer("500 Oh", text)) == .httpStatus(500))
        #expect(await reason(ScriptedServer.answer("503 Later", text)) == .httpStatus(503))
        #expect(
            await reason(ScriptedServer.answer("503 Later", ["Retry-After: 7"])) == .slowDown(retryAfterSeconds: 7))
        #expect(await reason(ScriptedServer.answer("429 Slow", [])) == .slowDown(retryAfterSeconds: nil))
        #expect(
            await reason(ScriptedServer.answer("403 No", ["Retry-After: Wed, 01 Jan 2020 00:00:00 GMT"]))
                == .slowDown(retryAfterSeconds: 0))
    }

    @Test func aPageOfTextIsNotAPicture() async {
        let portal = ScriptedServer.answer("200 OK", ["Content-Type: text/html; charset=utf-8"], length: 6)
        #expect(await reason(portal, .text("<html>")) == .notAnImage(found: .verbatim("text/html")))
    }

    @Test func aBodyThatEndsEarlyIsTruncated() async {
        #expect(
            await reason(ScriptedServer.answer("200 OK", Self.picture, length: 5000), .zeros(4000), .close)
                == .truncated)
    }

    @Test func anEmptyBodyIsEmpty() async {
        #expect(await reason(ScriptedServer.answer("200 OK", Self.picture, length: 0)) == .empty)
    }

    @Test func anAnswerAboveTheByteLimitEndsItsConnection() async {
        let loader = HTTPLoader()
        for length in [100_001, nil] {
            let gone = Gate()
            let server = ScriptedServer { _ in
                [ScriptedServer.answer("200 OK", Self.picture, length: length), .floodUntilGone(gone)]
            }
            await #expect(throws: LoadFailure(stage: .fetch, culprit: "Sea", reason: .tooManyBytes(limit: 100_000))) {
                try await loader.transfer(
                    TransferRequest(url: server.url, byteLimit: 100_000),
                    ticket: FetchTicket(title: "Sea", priority: .visible))
            }
            await gone.opened()
        }
    }

    @Test func nobodyListeningIsUnreachable() async {
        let port = ScriptedServer { _ in [] }.port
        guard case .unreachable(let text)? = await failure(HTTPLoader(), "http://127.0.0.1:\(port)/p") else {
            Issue.record("expected unreachable")
            return
        }
        #expect(!text.description.isEmpty)
    }

    @Test func nonsenseForAURLIsUnreachable() async {
        guard case .unreachable? = await failure(HTTPLoader(), "not a url") else {
            Issue.record("expected unreachable")
            return
        }
    }

    @Test func silenceTimesOut() async {
        var configuration = HTTPLoader.Configuration()
        configuration.timeoutSeconds = 1
        let never = Gate()
        defer { never.open() }
        #expect(await reason(.hold(never), loader: HTTPLoader(configuration: configuration)) == .timedOut(seconds: 1))
    }

    @Test func redirectsAreFollowedAFewTimes() async throws {
        let server = ScriptedServer { path in
            path == "/5"
                ? [ScriptedServer.answer("200 OK", Self.picture, length: 10), .zeros(10)]
                : [ScriptedServer.answer("302 Found", ["Location: /\(Int(path.dropFirst())! + 1)"])]
        }
        let loader = HTTPLoader()
        let bytes = try await RemoteByteLoader(transport: loader).bytes(
            at: .remote(server.url + "/0"), title: "Sea", priority: .visible)
        #expect(bytes.count == 10)
        #expect(server.counts.heads.count == 6)
        #expect(server.counts.connections == 1)
        #expect(
            await failure(loader, server.url + "/-1")
                == .unreachable(
                    Message(
                        "it redirects more than {count} time", many: "it redirects more than {count} times", count: 5)))
    }

    @Test func aSourceGetsBodyAndLinkAndATypedFailure() async throws {
        let server = ScriptedServer { path in
            path == "/list"
                ? [ScriptedServer.answer("200 OK", ["Link: <a>", "Link: <b>; rel=\"next\""], length: 2), .text("[]")]
                : [ScriptedServer.answer("429 Slow", ["Retry-After: 3"])]
        }
        let transport: any ListingTransport = HTTPLoader()
        let answer = try await transport.listing(at: server.url + "/list", title: "Picsum")
        #expect(answer.body == Array("[]".utf8))
        #expect(answer.link == "<a>, <b>; rel=\"next\"")
        #expect(server.counts.heads[0].contains("Accept: application/json\r\n"))
        await #expect(
            throws: LoadFailure(stage: .listing, culprit: "Picsum", reason: .slowDown(retryAfterSeconds: 3))
        ) { _ = try await transport.listing(at: server.url + "/busy", title: "Picsum") }
    }

    @Test func cancellingStopsTheBytes() async throws {
        let flowing = Gate()
        let gone = Gate()
        let server = ScriptedServer { _ in
            [
                ScriptedServer.answer("200 OK", Self.picture, length: 100 << 20), .zeros(64 << 10), .tell(flowing),
                .floodUntilGone(gone),
            ]
        }
        let loader = RemoteByteLoader(transport: HTTPLoader())
        let task = Task { try await loader.bytes(at: .remote(server.url + "/p"), title: "Sea", priority: .visible) }
        await flowing.opened()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await gone.opened()
        #expect(server.counts.bodyBytes < 100 << 20)
    }

    @Test func cancellingAHeldRequestDoesNotWaitForTheServer() async throws {
        let asked = Gate()
        let never = Gate()
        defer { never.open() }
        let server = ScriptedServer { _ in [.tell(asked), .hold(never)] }
        let loader = RemoteByteLoader(transport: HTTPLoader())
        let task = Task { try await loader.bytes(at: .remote(server.url + "/p"), title: "Sea", priority: .visible) }
        await asked.opened()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func twoHundredCancelsFromForeignThreadsAllThrow() async throws {
        let never = Gate()
        defer { never.open() }
        let server = ScriptedServer { _ in [.hold(never)] }
        let loader = RemoteByteLoader(transport: HTTPLoader())
        let tasks = (0..<200).map { number in
            Task { try await loader.bytes(at: .remote(server.url + "/\(number)"), title: "Sea", priority: .ahead) }
        }
        for start in stride(from: 0, to: tasks.count, by: 50) {
            ScriptedServer.thread { for task in tasks[start..<start + 50] { task.cancel() } }
        }
        for task in tasks {
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test func twelveConnectionsToOneHostAreUsed() async throws {
        let open = Gate()
        let all = Gate()
        final class Counter: Sendable { let value = Atomic<Int>(0) }
        let asked = Counter()
        let server = ScriptedServer { _ in
            if asked.value.add(1, ordering: .relaxed).newValue == 12 { all.open() }
            return [.hold(open), ScriptedServer.answer("200 OK", Self.picture, length: 1), .zeros(1)]
        }
        let loader = RemoteByteLoader(transport: HTTPLoader())
        let tasks = (0..<24).map { number in
            Task { try await loader.bytes(at: .remote(server.url + "/\(number)"), title: "Sea", priority: .ahead) }
        }
        await all.opened()
        open.open()
        for task in tasks { #expect(try await task.value.count == 1) }
        #expect(server.counts.connections == 12)
    }

    @Test func theActorLivesOnItsOwnThread() async throws {
        let executor = LoopExecutor(name: "probe")
        let ran = Gate()
        #expect(!executor.isCurrent)
        executor.post {
            #expect(executor.isCurrent)
            ran.open()
        }
        await ran.opened()
    }
}
