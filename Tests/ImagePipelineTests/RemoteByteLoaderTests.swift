// What the remote loader takes for a photo, and under which key it keeps it.
import FoundationEssentials
import Photos
import Testing

@testable import ImagePipeline

@Suite(.timeLimit(.minutes(5))) struct RemoteByteLoaderTests {
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
        await expect(.notAnImage(found: .verbatim("text/html")))
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
        let loader = ImageLoader(bytes: bench.loader, decoder: decoder, memory: TestCache(budget: 0))
        _ = try await loader.image(for: sampleRequest(1), priority: .visible)
        #expect(origin.requests.map(\.headers) == [[:]] && decodes.state == 2 && loader.counters.failures == 0)
    }

    @Test func fetchedBytesThatCannotBeDecodedFailAndAreNotKept() async throws {
        await bench.disk?.put([0], 1)
        let loader = ImageLoader(
            bytes: bench.loader, decoder: ScriptedDecoder { _ in true }, memory: TestCache(budget: 0))
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
        let loader = ImageLoader(bytes: bench.loader, decoder: ScriptedDecoder(), memory: TestCache(budget: 0))
        for _ in 0..<2 { _ = try await loader.image(for: sampleRequest(1), priority: .visible) }
        #expect(origin.requests.count == 1 && loader.counters.bytesFetched == 100)
        #expect(loader.counters.diskHits == 1 && loader.counters.fetches == 1)
    }
}
