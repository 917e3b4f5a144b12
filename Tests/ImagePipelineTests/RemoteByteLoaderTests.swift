// What the remote loader takes for a photo, under which key it keeps it, and how a transfer that was cut short goes on.
import FoundationEssentials
import Photos
import Testing

@testable import ImagePipeline

@Suite(.timeLimit(.minutes(1))) struct RemoteByteLoaderTests {
    private let bench = RemoteBench()
    private let origin: ScriptedOrigin

    init() { origin = bench.origin }

    private func expect(_ reason: LoadFailure.Reason, _ bench: RemoteBench? = nil) async {
        await #expect(throws: LoadFailure(stage: .fetch, culprit: "photo 1", reason: reason)) {
            try await (bench ?? self.bench).fetch()
        }
    }

    private func answer(_ status: Int, _ headers: [String: String] = [:], _ body: [UInt8] = [1]) {
        origin.change {
            $0.fixed = TransferAnswer(head: TransferHead(status: status, headers: headers), body: EncodedBytes(body))
        }
    }

    // MARK: Answers

    @Test func anAnswerThatIsNoPictureIsRefusedByStatusTypeAndLength() async throws {
        answer(404, ["content-type": "text/html"])
        await expect(.httpStatus(404))
        answer(429, ["retry-after": "7"])
        await expect(.slowDown(retryAfterSeconds: 7))
        answer(200, ["content-type": "text/html; charset=utf-8"])
        await expect(.notAnImage(found: "text/html"))
        answer(200, [:], [])
        await expect(.empty)
        answer(200, ["content-length": "2"], [1])
        await expect(.truncated)
        answer(304)
        await expect(.httpStatus(304))
        answer(206, ["content-range": "bytes 0-0/1"])
        await expect(.httpStatus(206))
        answer(416)
        await expect(.httpStatus(416))
        await bench.disk?.flush()
        #expect(bench.scratch.files.isEmpty)
    }

    @Test func aFileIsRefusedBeforeTheWireAndTheDiskAreAsked() async throws {
        let key = FetchKey(source: sampleSource, photo: PhotoID("1"), version: "", location: .file("/a.jpg"))
        let ticket = FetchTicket(title: "a", priority: .visible)
        await #expect(throws: LoadFailure.self) { try await bench.loader.bytes(for: key, ticket: ticket) }
        #expect(origin.requests.isEmpty && bench.scratch.files.isEmpty)
    }

    @Test func aPhotoIsKeptUnderTheKeyThatWasAskedFor() async throws {
        _ = try await bench.fetch()
        #expect(origin.requests == [TransferRequest(url: "http://test/1")])
        #expect(try await bench.disk?.photo(for: photoKey(1), priority: .visible)?.bytes.count == 100)
    }

    @Test func bytesThatCannotBeDecodedAreFetchedAnew() async throws {
        _ = try await bench.fetch()
        await bench.loader.discard(photoKey(1))
        #expect(try await bench.fetch().origin == .network)
        #expect(origin.requests.count == 2)
    }

    @Test func storedBytesThatCannotBeDecodedAreFetchedAnewForTheSameRequest() async throws {
        await bench.disk?.put([0], 1)
        let decodes = Probe(0)
        let decoder = ScriptedDecoder { _ in
            decodes.change { $0 += 1 }
            return decodes.state == 1
        }
        let loader = ImageLoader(bytes: bench.loader, decoder: decoder, memory: MemoryCache(budget: 0))
        _ = try await loader.image(for: sampleRequest(1), priority: .visible)
        #expect(origin.requests.map(\.headers) == [[:]] && decodes.state == 2 && loader.counters.failures == 0)
    }

    @Test func fetchedBytesThatCannotBeDecodedFailAndAreNotKept() async throws {
        await bench.disk?.put([0], 1)
        let loader = ImageLoader(
            bytes: bench.loader, decoder: ScriptedDecoder { _ in true }, memory: MemoryCache(budget: 0))
        await #expect(throws: LoadFailure.self) { try await loader.image(for: sampleRequest(1), priority: .visible) }
        #expect(origin.requests.count == 1 && loader.counters.failures == 1)
        await eventually { await bench.disk?.get(1) == nil }
    }

    @Test func aReloadAsksUnconditionallyAndStoresAnew() async throws {
        origin.change { $0.headers["cache-control"] = "max-age=60" }
        _ = try await bench.fetch()
        origin.change { $0.body = [1, 2] }
        let ticket = FetchTicket(title: "photo 1", priority: .visible, isReload: true)
        #expect(try await bench.fetch(ticket: ticket).bytes.array == [1, 2])
        #expect(origin.requests.last?.headers == [:])
        #expect(try await bench.fetch().bytes.array == [1, 2])
        #expect(origin.requests.count == 2)
    }

    @Test func aDamagedFileIsFetchedAnew() async throws {
        _ = try await bench.fetch()
        await bench.disk?.flush()
        let file = try #require(bench.scratch.files.first)
        var bent = try #require(bench.scratch.contents(file))
        bent[bent.count - 1] ^= 1
        try bench.scratch.write(bent, file)
        let again = try await bench.fetch(await bench.restarted())
        #expect(again.origin == .network && again.bytes.array == Array(0..<100))
    }

    @Test func withoutADiskEveryLookIsARequest() async throws {
        let bench = RemoteBench(hasDisk: false)
        for _ in 0..<2 { #expect(try await bench.fetch().origin == .network) }
        #expect(bench.origin.requests.count == 2)
    }

    @Test func throughTheImageLoaderAPhotoIsFetchedOnceAndThenComesFromDisk() async throws {
        let loader = ImageLoader(bytes: bench.loader, decoder: ScriptedDecoder(), memory: MemoryCache(budget: 0))
        for _ in 0..<2 { _ = try await loader.image(for: sampleRequest(1), priority: .visible) }
        #expect(origin.requests.count == 1 && loader.counters.bytesFetched == 100)
        #expect(loader.counters.diskHits == 1 && loader.counters.fetches == 1)
    }

    // MARK: Resuming

    @Test func aTransferThatIsLeftAtFourFifthsComesBackAfterARestartForTheLastFifth() async throws {
        bench.cut(after: 80)
        await #expect(throws: CancellationError.self) { try await bench.fetch() }
        bench.cut(after: nil)
        let whole = try await bench.fetch(await bench.restarted())
        #expect(whole.bytes.array == Array(0..<100) && origin.bytesSent == 100)
        #expect(origin.requests.last?.headers == ["Range": "bytes=80-", "If-Range": "\"1\""])
        #expect(origin.requests.last?.offset == 80)
    }

    @Test func aLostConnectionResumesToo() async throws {
        for cause in [LoadFailure.Reason.truncated, .unreachable("reset")] {
            let bench = RemoteBench()
            bench.cut(after: 30, cause: failure(cause))
            await #expect(throws: failure(cause)) { try await bench.fetch() }
            bench.cut(after: nil)
            #expect(try await bench.fetch().bytes.array == Array(0..<100))
            #expect(bench.origin.bytesSent == 100)
        }
    }

    @Test func aTransferResumesAsOftenAsItIsCut() async throws {
        for _ in 0..<4 {
            bench.cut(after: 20)
            await #expect(throws: CancellationError.self) { try await bench.fetch(await bench.restarted()) }
        }
        bench.cut(after: nil)
        #expect(try await bench.fetch().bytes.array == Array(0..<100))
        #expect(origin.bytesSent == 100 && origin.requests.map(\.offset) == [0, 20, 40, 60, 80])
    }

    @Test func aCompletedResumeLeavesNothingButThePhoto() async throws {
        bench.cut(after: 80)
        _ = try? await bench.fetch()
        await bench.disk?.flush()
        #expect(bench.scratch.files.map { $0.hasSuffix(".part2") } == [true])
        bench.cut(after: nil)
        _ = try await bench.fetch()
        await bench.disk?.flush()
        #expect(bench.scratch.files.map { $0.hasSuffix(".photo2") } == [true])
    }

    @Test func whatIsCancelledBeforeAnyAnswerKeepsWhatWasThere() async throws {
        bench.cut(after: 80)
        _ = try? await bench.fetch()
        origin.change { $0.failure = CancellationError() }
        await #expect(throws: CancellationError.self) { try await bench.fetch() }
        origin.change { $0.failure = failure(.unreachable("down")) }
        await #expect(throws: LoadFailure.self) { try await bench.fetch() }
        origin.change { state in (state.failure, state.cut) = (nil, nil) }
        #expect(try await bench.fetch().bytes.array == Array(0..<100))
        #expect(origin.bytesSent == 100)
    }

    @Test func progressGoesOnFromWhatIsKeptAndShowsTheBodyFromItsStart() async throws {
        final class Heard: Sendable {
            let reports = Probe<[FetchTicket.Progress]>([])
            let bodies = Probe<[[UInt8]]>([])
        }
        func listen(_ heard: Heard) -> FetchTicket {
            FetchTicket(title: "photo 1", priority: .visible) { progress, body in
                let bytes = body?().array
                heard.reports.change { $0.append(progress) }
                heard.bodies.change { if let bytes { $0.append(bytes) } }
            }
        }
        let (first, second) = (Heard(), Heard())
        bench.cut(after: 60)
        _ = try? await bench.fetch(ticket: listen(first))
        #expect(first.reports.state.map(\.received) == [0, 60])
        #expect(first.reports.state.first?.isResumable == true)  // told with the head, before any of the body
        bench.cut(after: 25)
        _ = try? await bench.fetch(ticket: listen(second))
        #expect(second.reports.state.map(\.received) == [60, 85] && second.reports.state.map(\.total) == [100, 100])
        #expect(second.bodies.state == [Array(0..<85)])
    }

    @Test func aServerThatStartsOverIsShownFromTheStartAgain() async throws {
        bench.cut(after: 60)
        _ = try? await bench.fetch()
        origin.change { $0.sendsRanges = false }
        bench.cut(after: nil)
        let bodies = Probe<[[UInt8]]>([])
        let ticket = FetchTicket(title: "photo 1", priority: .visible) { _, body in
            let bytes = body?().array
            bodies.change { if let bytes { $0.append(bytes) } }
        }
        #expect(try await bench.fetch(ticket: ticket).bytes.array == Array(0..<100))
        #expect(bodies.state == [Array(0..<100)] && origin.bytesSent == 160)
    }

    @Test func thePriorityReachesAResumedTransfer() async throws {
        bench.cut(after: 60)
        _ = try? await bench.fetch()
        bench.cut(after: nil)
        origin.gate.close()
        let ticket = FetchTicket(title: "photo 1", priority: .behind)
        let task = Task { try await bench.fetch(ticket: ticket) }
        await origin.gate.untilStarted(2)
        #expect(origin.gate.calls.last?.priority == .behind)
        ticket.setPriority(.visible)
        #expect(origin.tickets.state.last?.priority == .visible)
        origin.gate.open()
        _ = try await task.value
    }

    @Test func aPhotoThatChangedMeanwhileIsFetchedWhole() async throws {
        bench.cut(after: 80)
        _ = try? await bench.fetch()
        bench.cut(after: nil)
        origin.change { state in
            state.body = Array(100..<200)
            state.headers["etag"] = "\"2\""
        }
        #expect(try await bench.fetch().bytes.array == Array(100..<200))
        #expect(origin.requests.count == 2)
    }

    @Test func aRangeThatDoesNotFitStartsOver() async throws {
        for (range, tag) in [("bytes 70-99/100", "\"1\""), ("bytes 80-98/100", "\"1\""), ("bytes 80-99/101", "\"1\""),
            ("bytes 80-99/100", "\"2\""), ("bytes 80-99/*x", "\"1\"")]
        {
            let bench = RemoteBench()
            bench.cut(after: 80)
            _ = try? await bench.fetch()
            bench.cut(after: nil)
            let wrong = TransferAnswer(
                head: TransferHead(status: 206, headers: ["content-range": range, "etag": tag]),
                body: EncodedBytes(Array(80..<100)))
            bench.origin.change { $0.ranged = wrong }
            #expect(try await bench.fetch().bytes.array == Array(0..<100), "\(range) \(tag)")
            #expect(bench.origin.requests.map(\.offset) == [0, 80, 0], "\(range) \(tag)")
        }
    }

    @Test func aRangeBeyondTheEndStartsOver() async throws {
        bench.cut(after: 80)
        _ = try? await bench.fetch()
        bench.cut(after: nil)
        origin.change { $0.body = Array(0..<50) }
        #expect(try await bench.fetch().bytes.array == Array(0..<50))
        #expect(origin.requests.map(\.offset) == [0, 80, 0])
    }

    @Test func withoutAStrongValidatorNothingIsKept() async throws {
        let modified = "Sun, 06 Nov 1994 08:49:37 GMT"
        let weak = [["etag": "W/\"1\""], [:], ["last-modified": modified], ["etag": "\"1\"", "cache-control": "no-store"]]
        for headers in weak {
            let bench = RemoteBench(ScriptedOrigin(Array(0..<100), headers))
            bench.cut(after: 80)
            _ = try? await bench.fetch()
            await bench.disk?.flush()
            #expect(bench.scratch.files.isEmpty)
        }
        let dated = ["last-modified": modified, "date": "Sun, 06 Nov 1994 08:49:39 GMT"]
        let bench = RemoteBench(ScriptedOrigin(Array(0..<100), dated))
        bench.cut(after: 80)
        _ = try? await bench.fetch()
        bench.cut(after: nil)
        #expect(try await bench.fetch().bytes.count == 100)
        #expect(bench.origin.requests.last?.headers["If-Range"] == modified && bench.origin.bytesSent == 100)
    }

    @Test func theBeginningOfAnErrorPageIsNotKept() async throws {
        origin.change { $0.headers["content-type"] = "text/html" }
        bench.cut(after: 80)
        _ = try? await bench.fetch()
        await bench.disk?.flush()
        #expect(bench.scratch.files.isEmpty)
    }

    @Test func aBodyShorterThanAnnouncedResumes() async throws {
        answer(200, ["content-length": "100", "etag": "\"1\""], Array(0..<40))
        await expect(.truncated)
        origin.change { $0.fixed = nil }
        #expect(try await bench.fetch().bytes.array == Array(0..<100))
        #expect(origin.requests.last?.offset == 40)
    }

    @Test func withoutADiskBeginningsAreKeptInMemory() async throws {
        let bench = RemoteBench(hasDisk: false)
        bench.cut(after: 80)
        _ = try? await bench.fetch()
        bench.cut(after: nil)
        #expect(try await bench.fetch().bytes.array == Array(0..<100))
        #expect(bench.origin.bytesSent == 100)
    }

    @Test func theBeginningOfANewVersionIsResumedBesideTheStoredOldOne() async throws {
        origin.change { $0.headers["cache-control"] = "no-cache" }
        _ = try await bench.fetch()
        origin.change { state in
            state.body = Array(100..<200)
            state.headers["etag"] = "\"2\""
        }
        bench.cut(after: 80)
        await #expect(throws: CancellationError.self) { try await bench.fetch() }
        bench.cut(after: nil)
        #expect(try await bench.fetch().bytes.array == Array(100..<200))
        #expect(origin.bytesSent == 200)
        let last = ["If-None-Match": "\"1\"", "Range": "bytes=80-", "If-Range": "\"2\""]
        #expect(origin.requests.last?.headers == last)
    }

    @Test func aChangeThatWasTakenBackEndsTheBeginning() async throws {
        origin.change { $0.headers["cache-control"] = "no-cache" }
        _ = try await bench.fetch()
        origin.change { $0.headers["etag"] = "\"2\"" }
        bench.cut(after: 80)
        _ = try? await bench.fetch()
        bench.cut(after: nil)
        origin.change { $0.headers["etag"] = "\"1\"" }
        #expect(try await bench.fetch().origin == .disk)
        await bench.disk?.flush()
        #expect(!bench.scratch.files.contains { $0.hasSuffix(".part2") })
    }
}
