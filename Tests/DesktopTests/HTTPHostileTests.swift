// Servers that mean harm: bodies without an end, lengths that cannot be, answers that drip or never come.
import Codecs
import Fixtures
import ImagePipeline
import PhotoSources
import Photos
import Synchronization
import Testing

@testable import Desktop

@Suite(.timeLimit(.minutes(5)))
struct HTTPHostileTests {
    private static let chunked = ScriptedServer.answer("200 OK", ["Transfer-Encoding: chunked"], length: nil)

    private func ticket(_ priority: LoadPriority = .visible) -> FetchTicket {
        FetchTicket(title: "Sea", priority: priority)
    }

    private func loader(_ change: (inout HTTPLoader.Configuration) -> Void = { _ in }) -> HTTPLoader {
        var configuration = HTTPLoader.Configuration()
        change(&configuration)
        return HTTPLoader(configuration: configuration)
    }

    private func outcome(
        _ server: ScriptedServer, _ loader: HTTPLoader = HTTPLoader(), limit: Int = 1 << 20, offset: Int = 0
    ) async -> (count: Int, reason: LoadFailure.Reason?) {
        do {
            let request = TransferRequest(url: server.url + "/p", byteLimit: limit, offset: offset)
            return (try await loader.transfer(request, ticket: ticket()).body.count, nil)
        } catch let interrupted as InterruptedTransfer {
            return (interrupted.received.count, (interrupted.cause as? LoadFailure)?.reason)
        } catch {
            return (0, (error as? LoadFailure)?.reason)
        }
    }

    // MARK: Chunks

    @Test(arguments: [
        ["3e8\r\n", nil, "\r\n"],  // between two chunks
        ["3e8\r\n", nil, ""],  // between a chunk and its end of line
        ["3e8\r\n", nil, "\r\n3"],  // within the next chunk's length
        ["3e8\r\n", nil, "\r\n0\r"],  // within the last chunk's
    ])
    func aChunkedBodyThatIsCutOffIsTruncatedWhereverItIsCut(parts: [String?]) async {
        let server = ScriptedServer { _ in
            [Self.chunked] + parts.map { part in part.map { .text($0) } ?? .zeros(1000) } + [.close]
        }
        let outcome = await outcome(server)
        #expect(outcome.reason == .truncated && outcome.count == 1000)
    }

    @Test func aChunkedBodyThatEndsIsWholeAndLeavesItsConnection() async {
        let server = ScriptedServer { _ in
            [Self.chunked, .text("3e8\r\n"), .zeros(1000), .text("\r\n5;x=y\r\nabcde\r\n0\r\n\r\n")]
        }
        let loader = HTTPLoader()
        for _ in 0..<3 {
            let outcome = await outcome(server, loader)
            #expect(outcome.reason == nil && outcome.count == 1005)
        }
        #expect(server.counts.connections == 1)
        let empty = ScriptedServer { _ in [Self.chunked, .text("0\r\n\r\n")] }
        #expect(await self.outcome(empty).reason == nil)
    }

    // MARK: Lengths

    @Test(arguments: ["-1", "18446744073709551615"])
    func aLengthThatNoBodyHasIsRefused(length: String) async {
        let server = ScriptedServer { _ in
            [
                ScriptedServer.answer("200 OK", ["Content-Length: \(length)", "ETag: \"1\""], length: nil), .zeros(10),
                .close,
            ]
        }
        #expect(await outcome(server).reason == .unreachable(Message("its answer has an impossible length")))
    }

    @Test func whatIsKeptCountsTowardsTheLimitOfARest() async {
        for length in [21, nil] {
            let fields = length == nil ? ["Connection: close"] : []
            let server = ScriptedServer { _ in
                [ScriptedServer.answer("206 Partial Content", fields, length: length), .zeros(21), .close]
            }
            #expect(await outcome(server, limit: 100, offset: 80).reason == .tooManyBytes(limit: 100))
            #expect(await outcome(server, limit: 101, offset: 80).count == 21)
        }
    }

    @Test func announcedBytesTakeNoMemoryBeforeTheyCome() throws {
        var buffer = ByteBuffer(expected: 1 << 50)
        for _ in 0..<3 {
            let room = try buffer.room(upTo: 1000)
            #expect((1...1000).contains(room.count))
            buffer.wrote(room.count)
        }
        var small = ByteBuffer(expected: 10)
        let first = try small.room(upTo: 1000).count
        small.wrote(10)
        let last = try small.room(upTo: 1000).count
        let count = small.take().count
        #expect(first == 11 && last == 1 && count == 10)
    }

    @Test func aLongBodyKeepsItsBytesWhileItGrows() throws {
        for length in [100_000, 1_000_000, 1 << 20, 5_000_001] {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 / 7) }
            var buffer = ByteBuffer(expected: nil)
            while buffer.count < length {
                let room = try buffer.room(upTo: 64 << 10)
                let part = min(room.count, length - buffer.count)
                room.copyBytes(from: bytes[buffer.count..<buffer.count + part])
                buffer.wrote(part)
            }
            let now = buffer.copier()
            #expect(Array(now.storage) == bytes)
            #expect(Array(buffer.take().storage) == bytes)
            #expect(buffer.count == 0)
            // It is used again.
            try buffer.room(upTo: 3).copyBytes(from: [1, 2, 3])
            buffer.wrote(3)
            #expect(Array(buffer.take().storage) == [1, 2, 3])
        }
    }

    // MARK: Without an end

    @Test func bodiesWithoutAnEndAreReadOneAfterTheOtherOnceTheyHoldTheBudget() async {
        let (limit, budget, count) = (2 << 20, 256 << 10, 12)
        let loader = loader { $0.receiveBudget = budget }
        let gone = (0..<count).map { _ in Gate() }
        let server = ScriptedServer { path in
            [
                ScriptedServer.answer("200 OK", ["Connection: close"], length: nil),
                .floodUntilGone(gone[Int(path.dropFirst())!]),
            ]
        }
        struct Held { var now = [Int: Int](), most = 0 }
        final class Holder: Sendable { let held = Mutex(Held()) }
        let holder = Holder()
        let tasks = (0..<count).map { number in
            Task {
                let ticket = FetchTicket(title: "Sea", priority: .visible) { progress, _ in
                    holder.held.withLock { held in
                        // In its last chunk it is as good as ended: another one may go on before its task hears of it.
                        let isEnding = progress.received > limit - HTTPExchange.chunk
                        held.now[number] = isEnding ? nil : progress.received
                        held.most = max(held.most, held.now.values.reduce(0, +))
                    }
                }
                defer { holder.held.withLock { $0.now[number] = nil } }
                _ = try await loader.transfer(
                    TransferRequest(url: "\(server.url)/\(number)", byteLimit: limit), ticket: ticket)
            }
        }
        for task in tasks {
            await #expect(throws: LoadFailure(stage: .fetch, culprit: "Sea", reason: .tooManyBytes(limit: limit))) {
                try await task.value
            }
        }
        for gate in gone { await gate.opened() }
        // The budget, a chunk of each that was in its last read, the one that goes on, and one that has ended while its
        // task has not heard of it.
        #expect(holder.held.withLock { $0.most } <= budget + count * HTTPExchange.chunk + 2 * limit)
    }

    @Test func oneThatWaitsForMemoryEndsWhenItIsCancelledAndReadsWhenItIsMoreUrgent() async throws {
        let loader = loader { $0.receiveBudget = 1000 }
        let never = Gate()
        defer { never.open() }
        let server = ScriptedServer { path in
            let body = ScriptedServer.answer("200 OK", ["Connection: close"], length: nil)
            return path == "/held" ? [body, .zeros(2000), .hold(never)] : [body, .zeros(500), .zeros(100), .close]
        }
        let full = Gate()
        let holding = FetchTicket(title: "Sea", priority: .ahead) { progress, _ in
            if progress.received == 2000 { full.open() }
        }
        let held = Task {
            try await loader.transfer(TransferRequest(url: server.url + "/held"), ticket: holding)
        }
        await full.opened()
        func begun(_ priority: LoadPriority) async -> (FetchTicket, Task<TransferAnswer, any Error>) {
            let headCame = Gate()
            let ticket = FetchTicket(title: "Sea", priority: priority) { _, _ in headCame.open() }
            let task = Task { try await loader.transfer(TransferRequest(url: server.url + "/other"), ticket: ticket) }
            await headCame.opened()
            return (ticket, task)
        }
        let (_, cancelled) = await begun(.behind)
        cancelled.cancel()
        await #expect(throws: InterruptedTransfer.self) { try await cancelled.value }
        let (raised, urgent) = await begun(.behind)
        raised.setPriority(.visible)
        #expect(try await urgent.value.body.count == 600)
        let (_, next) = await begun(.behind)
        held.cancel()
        _ = try? await held.value
        #expect(try await next.value.body.count == 600)
    }

    // MARK: Slow

    @Test func aBodyThatDripsIsGivenUp() async {
        let never = Gate()
        defer { never.open() }
        let server = ScriptedServer { _ in [ScriptedServer.answer("200 OK", length: 1000), .zeros(10), .hold(never)] }
        let impatient = loader { configuration in
            (configuration.pace.window, configuration.pace.bytes) = (.zero, 11)
        }
        let dripped = await outcome(server, impatient)
        #expect(dripped.reason == .timedOut(seconds: 0) && dripped.count == 10)
        let quick = ScriptedServer { _ in [ScriptedServer.answer("200 OK", length: 11), .zeros(11)] }
        #expect(await outcome(quick, impatient).count == 11)
    }

    @Test func aHeadThatDoesNotComeInTimeIsGivenUp() async {
        let never = Gate()
        defer { never.open() }
        let server = ScriptedServer { _ in [.text("HTTP/1.1 200 OK\r\nX"), .hold(never)] }
        let impatient = loader { $0.headTime = .milliseconds(1) }
        #expect(await outcome(server, impatient).reason == .timedOut(seconds: 0))
    }

    // MARK: Heads

    @Test func aHeadWithoutAnEndIsGivenUp() async {
        let gone = Gate()
        let server = ScriptedServer { _ in
            [.text("HTTP/1.1 200 OK\r\n"), .repeatUntilGone("X-Again: and again\r\n", gone)]
        }
        #expect(await outcome(server).reason != nil)
        await gone.opened()
    }

    @Test func interimAnswersWithoutAnEndAreGivenUp() async {
        let gone = Gate()
        let server = ScriptedServer { _ in [.repeatUntilGone("HTTP/1.1 100 Continue\r\n\r\n", gone)] }
        #expect(await outcome(server).reason == .unreachable(Message("it sends one interim answer after another")))
        await gone.opened()
        let honest = ScriptedServer { _ in
            [.text("HTTP/1.1 103 Early Hints\r\n\r\n"), ScriptedServer.answer("200 OK", length: 5), .zeros(5)]
        }
        #expect(await outcome(honest).count == 5)
    }

    @Test(arguments: [401, 407, 421])
    func anAnswerThatLibsoupWouldGatherIsRefusedByItsHeadUnlessItIsShort(status: Int) async {
        let gone = Gate()
        let endless = ScriptedServer { _ in
            [
                ScriptedServer.answer("\(status) No", ["WWW-Authenticate: Basic realm=\"x\""], length: nil),
                .floodUntilGone(gone),
            ]
        }
        #expect(await outcome(endless).reason == .httpStatus(status))
        await gone.opened()
        #expect(endless.counts.bodyBytes < 32 << 20)
        let short = ScriptedServer { _ in [ScriptedServer.answer("\(status) No", length: 5), .zeros(5)] }
        let answer = await outcome(short)
        #expect(answer.reason == nil && answer.count == 5)
    }

    // MARK: Listings

    private func listingReason(_ steps: ScriptedServer.Step...) async -> LoadFailure.Reason? {
        let server = ScriptedServer { _ in steps }
        do {
            _ = try await (HTTPLoader() as any ListingTransport).listing(at: server.url + "/list", title: "Picsum")
            return nil
        } catch {
            return (error as? LoadFailure)?.reason
        }
    }

    @Test func aGigabyteOfListingIsLeftAtItsLimit() async {
        let limit = HTTPLoader.listingLimit
        for length in [1 << 30, nil] {
            let gone = Gate()
            let reason = await listingReason(
                ScriptedServer.answer("200 OK", ["Content-Type: application/json"], length: length),
                .floodUntilGone(gone))
            #expect(reason == .tooManyBytes(limit: limit))
            await gone.opened()
        }
    }

    // MARK: Compression

    /// Nothing unpacks on the way: what was asked for plainly is counted, judged and handed on as it is on the wire.
    @Test(arguments: ["gzip", "deflate", "br", "zstd", "gzip, gzip"])
    func aBodyThatSaysItIsCompressedIsNotUnpacked(encoding: String) async {
        let packed = HostilePictures.deflatedZeros(64 << 20)
        let server = ScriptedServer { _ in
            [
                ScriptedServer.answer("200 OK", ["Content-Encoding: \(encoding)"], length: packed.count),
                .bytes(packed),
            ]
        }
        let outcome = await outcome(server, limit: packed.count)
        #expect(outcome.reason == nil && outcome.count == packed.count)
        #expect(server.counts.heads.allSatisfy { !$0.lowercased().contains("accept-encoding") })
    }
}
