// Bytes of photos on shares: stored by version, small files read once, videos never.
import Fixtures
import ImagePipeline
import Library
import Photos
import Testing

@testable import Desktop

struct ShareByteLoaderTests {
    private func key(_ name: String, version: String = "1") -> FetchKey {
        FetchKey(
            source: SourceID("s"), photo: PhotoID(name), version: version,
            location: .remote(ScriptedShare.root.appending(path: FilePath(name)).text))
    }

    private func loader(_ share: ScriptedShare) -> ShareByteLoader {
        ShareByteLoader(share, stored: RemoteByteLoader(transport: ShareTransport(share, others: NoTransport())))
    }

    /// Fails what is not for shares.
    private struct NoTransport: HTTPTransport {
        func transfer(_ request: TransferRequest, ticket: FetchTicket) async throws -> TransferAnswer {
            throw LoadFailure(stage: .fetch, culprit: ticket.title, reason: .notFound)
        }
    }

    @Test func aSmallFileIsReadOnceForItsPreviewAndItsPicture() async throws {
        let share = ScriptedShare()
        await share.set([1, 2, 3], of: "a.jpg")
        let loader = loader(share)
        #expect(try await loader.prefix(of: key("a.jpg"), count: 1 << 20).map { Array($0.storage) } == [1, 2, 3])
        let ticket = FetchTicket(title: "a", priority: .visible)
        #expect(Array(try await loader.bytes(for: key("a.jpg"), ticket: ticket).bytes.storage) == [1, 2, 3])
        #expect(await share.reads == ["a.jpg"])
        // Another version is another file.
        await share.set([4], of: "a.jpg")
        #expect(Array(try await loader.bytes(for: key("a.jpg", version: "2"), ticket: ticket).bytes.storage) == [4])
    }

    @Test func aSmallFileOfAListedLengthHasNoPreviewAndIsReadWhole() async throws {
        let share = ScriptedShare()
        await share.set([1, 2, 3], of: "a.jpg")
        share.note([ShareEntry(name: FileName("a.jpg"), byteCount: 3)], of: ScriptedShare.root)
        let loader = loader(share)
        #expect(try await loader.prefix(of: key("a.jpg"), count: 1 << 20) == nil)
        let ticket = FetchTicket(title: "a", priority: .visible)
        #expect(Array(try await loader.bytes(for: key("a.jpg"), ticket: ticket).bytes.storage) == [1, 2, 3])
        #expect(await share.reads == ["a.jpg"])
    }

    @Test func whatWasListedLastTimeIsKnownBeforeTheShareHasAnswered() async throws {
        let share = ScriptedShare(["": ["b.jpg"]]), listings = KeptListings()
        await listings.keep(
            [ShareFolder("", [ShareEntry(name: FileName("a.jpg"), byteCount: 30)])], of: ScriptedShare.root)
        await share.fail(.notFound, in: "")
        let source = ShareSource(ScriptedShare.root, shares: share, listings: listings)
        let changes = source.changes().makeAsyncIterator()
        _ = try await changes.next()
        #expect(share.length(of: ScriptedShare.root.appending(path: "a.jpg")) == 30)
    }

    @Test func aSmallFileIsStoredAsAnyOther() async throws {
        let share = ScriptedShare(), scratch = ScratchFolder()
        await share.set([1, 2, 3], of: "a.jpg")
        let disk = DiskCache(
            folder: FileCacheFolder(path: scratch.path + "/photos"), executor: LoopExecutor(name: "disk"))
        let transport = ShareTransport(share, others: NoTransport())
        let loader = ShareByteLoader(share, stored: RemoteByteLoader(transport: transport, disk: disk), disk: disk)
        _ = try await loader.prefix(of: key("a.jpg"), count: 1 << 20)
        let ticket = FetchTicket(title: "a", priority: .visible)
        for _ in 0..<2 {
            #expect(Array(try await loader.bytes(for: key("a.jpg"), ticket: ticket).bytes.storage) == [1, 2, 3])
        }
        #expect(await share.reads == ["a.jpg"])
    }

    @Test func ofALargeFileTheBeginningIsOneSegment() async throws {
        let share = ScriptedShare()
        await share.set(Array(repeating: 7, count: 200_000), of: "a.jpg")
        let loader = loader(share)
        #expect(try await loader.prefix(of: key("a.jpg"), count: 1 << 20)?.count == ShareByteLoader.beginning)
        let ticket = FetchTicket(title: "a", priority: .visible)
        #expect(try await loader.bytes(for: key("a.jpg"), ticket: ticket).bytes.count == 200_000)
        #expect(await share.reads == ["a.jpg", "a.jpg"])
    }

    @Test func aVideoIsNotReadForAThumbnail() async throws {
        let share = ScriptedShare()
        await share.set([1], of: "a.mp4")
        let loader = loader(share)
        #expect(try await loader.prefix(of: key("a.mp4"), count: 100) == nil)
        await #expect(throws: LoadFailure(stage: .fetch, culprit: "a", reason: .noThumbnail)) {
            try await loader.bytes(for: key("a.mp4"), ticket: FetchTicket(title: "a", priority: .visible))
        }
        #expect(await share.reads.isEmpty)
    }

    @Test func whatIsThereIsFreshForItsVersion() async throws {
        let share = ScriptedShare()
        await share.set([1], of: "a.jpg")
        let answer = try await ShareTransport(share, others: NoTransport()).transfer(
            TransferRequest(url: ScriptedShare.root.appending(path: "a.jpg").text),
            ticket: FetchTicket(title: "a", priority: .visible))
        #expect(answer.head.headers["cache-control"]?.contains("immutable") == true && answer.head.status == 200)
    }
}
