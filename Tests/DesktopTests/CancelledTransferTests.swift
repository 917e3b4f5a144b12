// What had arrived of a photo when its transfer was cancelled, over the real wire.
import Codecs
import Fixtures
import ImagePipeline
import Library
import Photos
import Testing

@testable import Desktop

@Suite(.timeLimit(.minutes(5)))
struct CancelledTransferTests {
    private let scratch = ScratchFolder()

    private func cache() -> DiskCache {
        DiskCache(folder: FileCacheFolder(path: scratch.path + "/photos"), executor: LoopExecutor(name: "disk"))
    }

    @Test func whatHadArrivedOfACancelledTransferIsNotAskedForAgain() async throws {
        let never = Gate()
        defer { never.open() }
        let asked = Monitor(0)
        let fields = ["Content-Type: image/jpeg", "ETag: \"e1\"", "Accept-Ranges: bytes"]
        let server = ScriptedServer { _ in
            let number = asked.withLock {
                $0 += 1
                return $0
            }
            return number == 1
                ? [ScriptedServer.answer("200 OK", fields, length: 10), .text("01234567"), .hold(never)]
                : [
                    ScriptedServer.answer("206 Partial Content", fields + ["Content-Range: bytes 8-9/10"], length: 2),
                    .text("89"),
                ]
        }
        let key = FetchKey(
            source: SourceID("s"), photo: PhotoID("1"), version: "", location: .remote(server.url + "/p"))
        let arrived = Gate()
        let first = FetchTicket(title: "Sea", priority: .visible) { progress, _ in
            if progress.received == 8 { arrived.open() }
        }
        let disk = cache()
        let task = Task {
            try await RemoteByteLoader(transport: HTTPLoader(), disk: disk).bytes(for: key, ticket: first)
        }
        await arrived.opened()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await disk.flush()
        let resumed = try await RemoteByteLoader(transport: HTTPLoader(), disk: cache()).bytes(
            for: key, ticket: FetchTicket(title: "Sea", priority: .visible)
        ).bytes
        resumed.storage.withBytes { #expect($0.elementsEqual("0123456789".utf8)) }
        let head = try #require(server.counts.heads.last)
        #expect(head.contains("\r\nRange: bytes=8-\r\n") && head.contains("\r\nIf-Range: \"e1\"\r\n"))
    }
}
