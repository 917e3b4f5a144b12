// HTTP as the pipeline's wire: header fields out, any answer back whole, what arrived of a broken one, live priority.
import CGLib
import CLoop
import Fixtures
import ImagePipeline
import Photos
import Synchronization
import Testing

@testable import Desktop

@Suite(.timeLimit(.minutes(5)))
struct HTTPTransferTests {
    private let transport = HTTPLoader()

    private func request(
        _ server: ScriptedServer, _ path: String = "/p", headers: [String: String] = [:]
    ) -> TransferRequest {
        TransferRequest(url: server.url + path, headers: headers)
    }

    private func ticket(_ priority: LoadPriority = .ahead) -> FetchTicket {
        FetchTicket(title: "Sea", priority: priority)
    }

    private func interruption(
        of task: Task<TransferAnswer, any Error>, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> InterruptedTransfer {
        let error = await #expect(throws: InterruptedTransfer.self, sourceLocation: sourceLocation) {
            try await task.value
        }
        return try #require(error, sourceLocation: sourceLocation)
    }

    @Test func headerFieldsGoOutWithEveryHop() async throws {
        let server = ScriptedServer { path in
            path == "/a"
                ? [ScriptedServer.answer("302 Found", ["Location: /b"])] : [ScriptedServer.answer("304 Not Modified")]
        }
        let headers = ["If-None-Match": "\"e1\"", "Range": "bytes=7-", "If-Range": "\"e1\""]
        _ = try await transport.transfer(request(server, "/a", headers: headers), ticket: ticket())
        #expect(server.counts.heads.count == 2)
        for head in server.counts.heads {
            for (name, value) in headers { #expect(head.contains("\r\n\(name): \(value)\r\n")) }
        }
    }

    @Test func anAnswerOfAnyStatusComesWhole() async throws {
        let server = ScriptedServer { path in
            let fields = ["ETag: \"e1\"", "Via: a", "Via: b"]
            return [ScriptedServer.answer("\(path.dropFirst()) Such", fields, length: 5), .text("words")]
        }
        for status in [200, 206, 404, 416, 503] {
            let answer = try await transport.transfer(request(server, "/\(status)"), ticket: ticket())
            #expect(answer.head.status == status)
            #expect(answer.head.headers["etag"] == "\"e1\"")
            #expect(answer.head.headers["via"] == "a, b")
            #expect(!answer.head.isMultiplexed)
            answer.body.storage.withBytes { #expect($0.elementsEqual("words".utf8)) }
        }
        #expect(server.counts.connections == 1)
    }

    @Test func anUnmodifiedAnswerHasNoBodyWhateverLengthItNames() async throws {
        let server = ScriptedServer { _ in [ScriptedServer.answer("304 Not Modified", length: 5000)] }
        for _ in 0..<2 {
            let answer = try await transport.transfer(request(server), ticket: ticket())
            #expect(answer.head.status == 304)
            #expect(answer.body.count == 0)
        }
        #expect(server.counts.connections == 1)
    }

    /// A transport whose cancelled transfers run to their end for so long, when little is left and the body has not
    /// been silent for longer than it may.
    private func patient(
        _ time: Duration = .seconds(3600), silence: Duration = .seconds(3600)
    ) -> HTTPLoader {
        var configuration = HTTPLoader.Configuration()
        (configuration.cancelled.timeLimit, configuration.cancelled.silenceLimit) = (time, silence)
        return HTTPLoader(configuration: configuration)
    }

    /// Cancels the transfer once so many bytes are there, and returns when the cancel has been acted on.
    private func cancelled(
        _ transport: HTTPLoader, _ request: TransferRequest, at count: Int
    ) async -> Task<TransferAnswer, any Error> {
        let arrived = Gate()
        let ticket = FetchTicket(title: "Sea", priority: .visible) { progress, _ in
            if progress.received >= count { arrived.open() }
        }
        let task = Task { try await transport.transfer(request, ticket: ticket) }
        await arrived.opened()
        task.cancel()
        await transport.turn()
        return task
    }

    @Test(arguments: [
        (32 << 10) + 7,  // one byte too many is left
        nil,  // nobody knows how many are
    ])
    func aTransferCancelledMidwayHandsOverWhatArrived(length: Int?) async throws {
        let never = Gate()
        defer { never.open() }
        let fields = ["ETag: \"e1\""] + (length == nil ? ["Connection: close"] : [])
        let server = ScriptedServer { _ in
            [ScriptedServer.answer("200 OK", fields, length: length), .text("abcdef"), .hold(never)]
        }
        let task = await cancelled(patient(), request(server), at: 6)
        let interrupted = try await interruption(of: task)
        #expect(interrupted.cause is CancellationError)
        #expect(interrupted.head.status == 200 && interrupted.head.headers["etag"] == "\"e1\"")
        interrupted.received.storage.withBytes { #expect($0.elementsEqual("abcdef".utf8)) }
    }

    @Test func aTransferCancelledShortlyBeforeItsEndIsReadOutAndKeepsItsConnection() async throws {
        let (transport, count) = (patient(), 5)
        let gates = (0..<count).map { _ in Gate() }
        let server = ScriptedServer { path in
            let gate = gates[Int(path.dropFirst())!]
            return [ScriptedServer.answer("200 OK", length: (32 << 10) + 6), .zeros(6), .hold(gate), .zeros(32 << 10)]
        }
        for (number, gate) in gates.enumerated() {
            let task = await cancelled(transport, request(server, "/\(number)"), at: 6)
            gate.open()
            #expect(try await task.value.body.count == (32 << 10) + 6)
        }
        #expect(server.counts.connections == 1)
    }

    /// A stream of HTTP/2: its connection outlives it. No server of these tests speaks that.
    @Test(arguments: [true, false])
    func whatSharesItsConnectionIsStoppedAtOnceHoweverLittleIsLeft(isMultiplexed: Bool) async {
        var rule = CancelledTransfer()
        (rule.timeLimit, rule.silenceLimit) = (.seconds(3600), .seconds(3600))
        let cancelling = HTTPCancelling(rule)
        let executor = LoopExecutor(name: "stream")
        let isStopped = await withCheckedContinuation { continuation in
            executor.post {
                cancelling.bodyMoved(left: 1, isMultiplexed: isMultiplexed)
                cancelling.cancel()
                let cancellable = cancelling.cancellable.pointer.assumingMemoryBound(to: GCancellable.self)
                continuation.resume(returning: g_cancellable_is_cancelled(cancellable) != 0)
                cancelling.bodyEnded()
            }
        }
        #expect(isStopped == isMultiplexed)
    }

    @Test func aCancelledTransferThatStallsIsStopped() async throws {
        let never = Gate()
        defer { never.open() }
        let server = ScriptedServer { _ in [ScriptedServer.answer("200 OK", length: 7), .text("abcdef"), .hold(never)] }
        // When its time is up; and at once, because it has stalled before.
        for transport in [patient(.zero), patient(silence: .seconds(-1))] {
            let interrupted = try await interruption(of: await cancelled(transport, request(server), at: 6))
            #expect(interrupted.cause is CancellationError)
            #expect(interrupted.received.count == 6)
        }
    }

    @Test(arguments: [
        ScriptedServer.answer("200 OK", length: 5000),
        ScriptedServer.answer("200 OK", ["Transfer-Encoding: chunked"], length: nil),
    ])
    func aBodyThatEndsEarlyHandsOverWhatArrived(head: ScriptedServer.Step) async throws {
        let isChunked = if case .text(let text) = head { text.contains("chunked") } else { false }
        let server = ScriptedServer { _ in
            [head] + (isChunked ? [.text("1388\r\n"), .zeros(4000)] : [.zeros(4000)]) + [.close]
        }
        let task = Task { try await transport.transfer(request(server), ticket: ticket()) }
        let interrupted = try await interruption(of: task)
        #expect(interrupted.cause as? LoadFailure == LoadFailure(stage: .fetch, culprit: "Sea", reason: .truncated))
        #expect(interrupted.received.count == 4000)
    }

    @Test func silenceInTheMiddleHandsOverWhatArrived() async throws {
        let never = Gate()
        defer { never.open() }
        let server = ScriptedServer { _ in [ScriptedServer.answer("200 OK", length: 10), .zeros(3), .hold(never)] }
        var configuration = HTTPLoader.Configuration()
        configuration.timeoutSeconds = 1
        let impatient = HTTPLoader(configuration: configuration)
        let task = Task { try await impatient.transfer(request(server), ticket: ticket()) }
        let interrupted = try await interruption(of: task)
        #expect((interrupted.cause as? LoadFailure)?.reason == .timedOut(seconds: 1))
        #expect(interrupted.received.count == 3)
    }

    @Test func beforeTheHeadersThereIsNothingToHandOver() async throws {
        let asked = Gate()
        let never = Gate()
        defer { never.open() }
        let server = ScriptedServer { path in path == "/gone" ? [.close] : [.tell(asked), .hold(never)] }
        let task = Task { try await transport.transfer(request(server), ticket: ticket()) }
        await asked.opened()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await #expect(throws: LoadFailure.self) {
            try await transport.transfer(request(server, "/gone"), ticket: ticket())
        }
    }

    @Test func aBodyAboveTheLimitIsNotHandedOver() async throws {
        let server = ScriptedServer { path in
            path == "/counted"
                ? [ScriptedServer.answer("200 OK", ["Connection: close"], length: nil), .zeros(101), .close]
                : [ScriptedServer.answer("200 OK", length: 101), .zeros(101)]
        }
        for path in ["/counted", "/announced"] {
            var request = request(server, path)
            request.byteLimit = 100
            await #expect(throws: LoadFailure(stage: .fetch, culprit: "Sea", reason: .tooManyBytes(limit: 100))) {
                try await transport.transfer(request, ticket: ticket())
            }
            request.byteLimit = 101
            #expect(try await transport.transfer(request, ticket: ticket()).body.count == 101)
        }
    }

    @Test func progressGoesOnFromTheOffsetIfTheServerDoes() async throws {
        let server = ScriptedServer { path in
            switch path {
            case "/part": [ScriptedServer.answer("206 Partial Content", ["ETag: \"e1\""], length: 20), .zeros(20)]
            case "/all":
                [
                    ScriptedServer.answer("200 OK", ["ETag: W/\"e1\"", "Accept-Ranges: bytes"], length: 100),
                    .zeros(100),
                ]
            case "/strong":
                [ScriptedServer.answer("200 OK", ["ETag: \"e1\"", "Accept-Ranges: bytes"], length: 100), .zeros(100)]
            default: [ScriptedServer.answer("404 Not Found", length: 7), .zeros(7)]
            }
        }
        func last(_ path: String) async throws -> FetchTicket.Progress {
            let ticket = ticket()
            _ = try await transport.transfer(
                TransferRequest(url: server.url + path, headers: ["Range": "bytes=80-"], offset: 80), ticket: ticket)
            return ticket.progress
        }
        let part = try await last("/part")
        #expect(part.received == 100 && part.total == 100 && part.isResumable && !part.isMultiplexed)
        let all = try await last("/all")
        #expect(all.received == 100 && all.total == 100 && !all.isResumable)
        let strong = try await last("/strong")
        #expect(strong.isResumable)
        let error = try await last("/error")
        #expect(error.received == 0 && error.total == nil)
    }

    @Test func aTransferThatHasEndedIsForgotten() async throws {
        final class Trace: Sendable {
            let gone: Gate
            init(_ gone: Gate) { self.gone = gone }
            deinit { gone.open() }
        }
        let server = ScriptedServer { path in
            path == "/a"
                ? [ScriptedServer.answer("302 Found", ["Location: /b"])]
                : [ScriptedServer.answer("200 OK", length: 10), .zeros(path == "/cut" ? 5 : 10), .close]
        }
        for path in ["/a", "/cut"] {
            let gone = Gate()
            do {
                let trace = Trace(gone)
                let ticket = FetchTicket(title: "Sea", priority: .visible) { _, _ in withExtendedLifetime(trace) {} }
                _ = try? await transport.transfer(request(server, path), ticket: ticket)
            }
            await gone.opened()
        }
    }

    @Test func theBodySoFarCanBeLookedAtWhileItComes() async throws {
        let more = Gate()
        let server = ScriptedServer { _ in
            [ScriptedServer.answer("200 OK", length: 6), .text("abc"), .hold(more), .text("def")]
        }
        let seen = Mutex<[EncodedBytes]>([])
        let ticket = FetchTicket(title: "Sea", priority: .visible) { progress, body in
            if let body { seen.withLock { $0.append(body()) } }
            if progress.received == 3 { more.open() }
        }
        let answer = try await transport.transfer(request(server), ticket: ticket)
        let texts = seen.withLock { $0 }.map { bytes in
            var text = ""
            bytes.storage.withBytes { text = String(decoding: $0, as: UTF8.self) }
            return text
        }
        #expect(texts.first == "abc" && texts.last == "abcdef")
        #expect(answer.body.count == 6)
    }

    @Test(arguments: LoadPriority.allCases)
    func ofThoseThatWaitTheRaisedGoesFirstAndTheLoweredLast(behind held: LoadPriority) async throws {
        let asked = Gate()
        let free = Gate()
        let answer = ScriptedServer.answer("200 OK", length: 1)
        let server = ScriptedServer { path in
            path == "/holder" ? [.tell(asked), .hold(free), answer, .zeros(1)] : [answer, .zeros(1)]
        }
        var configuration = HTTPLoader.Configuration()
        configuration.connectionsPerHost = 1
        let transport = HTTPLoader(configuration: configuration)
        let queued = await transport.queued()
        var turns = queued.makeAsyncIterator()
        var tasks = [Task { try await transport.transfer(request(server, "/holder"), ticket: ticket(held)) }]
        await turns.next()
        await asked.opened()
        let (ahead, raised, lowered) = (ticket(), ticket(.speculative), ticket(.visible))
        for (path, ticket) in [("/lowered", lowered), ("/ahead", ahead), ("/raised", raised)] {
            tasks.append(Task { try await transport.transfer(request(server, path), ticket: ticket) })
            await turns.next()
        }
        raised.setPriority(.visible)
        lowered.setPriority(.behind)
        await transport.turn()
        free.open()
        for task in tasks { _ = try await task.value }
        let paths = server.counts.heads.map { $0.split(separator: " ")[1] }
        #expect(paths == ["/holder", "/raised", "/ahead", "/lowered"])
    }
}

extension HTTPLoader {
    /// Returns once the room's thread has run all that was posted there before.
    fileprivate func turn() {}

    /// A turn each time the session has taken a message into its queue, from now on.
    fileprivate func queued() -> AsyncStream<Void> {
        final class Box: Sendable {
            let turn: AsyncStream<Void>.Continuation
            init(_ turn: AsyncStream<Void>.Continuation) { self.turn = turn }
        }
        let (stream, turn) = AsyncStream<Void>.makeStream()
        typealias Pointer = UnsafeMutableRawPointer?
        let heard: @convention(c) (Pointer, Pointer, Pointer) -> Void = { _, _, context in
            _ = Unmanaged<Box>.fromOpaque(context!).takeUnretainedValue().turn.yield()
        }
        tessera_signal_connect(
            UnsafeMutableRawPointer(loopbackSession), "request-queued", unsafeBitCast(heard, to: GCallback.self),
            Unmanaged.passRetained(Box(turn)).toOpaque(),
            { context, _ in Unmanaged<Box>.fromOpaque(context!).release() })
        return stream
    }
}
