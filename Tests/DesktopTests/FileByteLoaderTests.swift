// Files: whole bytes, and a typed reason for each way a file can fail.
import Fixtures
import Glibc
import ImagePipeline
import Photos
import Testing

@testable import Desktop

@Suite(.timeLimit(.minutes(5)))
struct FileByteLoaderTests {
    private let scratch = ScratchFolder()

    private func reason(_ path: String, limit: Int = 1 << 20, memoryLimit: Int) async -> LoadFailure.Reason? {
        do {
            _ = try await FileByteLoader(byteLimit: limit, memoryLimit: memoryLimit)
                .bytes(at: .file(FilePath(path)), title: "Sea", priority: .visible)
            return nil
        } catch let failure as LoadFailure {
            #expect(failure.stage == .fetch && failure.culprit == "Sea")
            return failure.reason
        } catch {
            Issue.record(error)
            return nil
        }
    }

    @Test func aFileArrivesByteForByte() async throws {
        let content = (0..<3_000_001).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let path = scratch.write("a.jpg", content)
        let bytes = try await SystemByteLoader(remote: RemoteByteLoader(transport: HTTPLoader())).bytes(
            at: .file(FilePath(path)), title: "Sea", priority: .ahead)
        bytes.storage.withBytes { #expect($0.elementsEqual(content)) }
    }

    private func key(_ path: String) -> FetchKey {
        FetchKey(source: SourceID("folder"), photo: PhotoID(path), version: "", location: .file(FilePath(path)))
    }

    @Test func aBeginningIsTheFirstBytesOrAllThereAre() async throws {
        let content = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let path = scratch.write("a.jpg", content)
        let files = SystemByteLoader(remote: RemoteByteLoader(transport: HTTPLoader()))
        // What is no JPEG has no thumbnail that more than a block of it would show.
        for (count, expected) in [(1, 1), (4000, 4000), (65_536, 4096), (1 << 30, 4096)] {
            let bytes = try #require(try await files.prefix(of: key(path), count: count))
            bytes.storage.withBytes { #expect($0.elementsEqual(content.prefix(expected))) }
        }
        #expect(try await files.prefix(of: key(path), count: 0) == nil)
        let missing = LoadFailure(stage: .fetch, culprit: "missing.jpg", reason: .notFound)
        await #expect(throws: missing) { try await files.prefix(of: key(scratch.path + "/missing.jpg"), count: 9) }
        let empty = LoadFailure(stage: .fetch, culprit: "empty.jpg", reason: .empty)
        await #expect(throws: empty) { try await files.prefix(of: key(scratch.write("empty.jpg", [])), count: 9) }
    }

    @Test func aBeginningGoesAsFarAsTheSegmentsBeforeThePicture() async throws {
        let segment: [UInt8] = [0xFF, 0xE1, 0x80, 0x00] + [UInt8](repeating: 1, count: 0x7FFE)
        let frame: [UInt8] = [0xFF, 0xC0, 0, 11, 8, 0, 9, 0, 9, 1, 1, 0x11, 0]
        let content = [0xFF, 0xD8] + segment + frame + [UInt8](repeating: 5, count: 200_000)
        let path = scratch.write("a.jpg", content)
        let bytes = try #require(try await FileByteLoader().prefix(of: key(path), count: 128 << 10))
        #expect(bytes.count >= 2 + segment.count + frame.count && bytes.count < 2 * segment.count)
        bytes.storage.withBytes { #expect($0.elementsEqual(content.prefix(bytes.count))) }
    }

    @Test func aBeginningWaitsForNoWholeFile() async throws {
        let loader = FileByteLoader(width: 1)
        let path = scratch.write("a.jpg", [1, 2, 3])
        try await loader.withSlowDisk { slowDisk async throws in
            async let whole = loader.bytes(at: .file(FilePath(path)), title: "Sea", priority: .visible)
            #expect(try await loader.prefix(of: key(path), count: 2)?.count == 2)
            slowDisk.open()
            #expect(try await whole.count == 3)
        }
    }

    @Test(arguments: [0, .max]) func eachFailureHasItsReason(memoryLimit: Int) async {
        func reason(_ path: String, limit: Int = 1 << 20) async -> LoadFailure.Reason? {
            await self.reason(path, limit: limit, memoryLimit: memoryLimit)
        }
        #expect(await reason(scratch.path + "/missing.jpg") == .notFound)
        #expect(await reason(scratch.write("zero.jpg", [])) == .empty)
        #expect(await reason(scratch.write("big.jpg", [1, 2, 3]), limit: 2) == .tooManyBytes(limit: 2))
        #expect(await reason(scratch.path) == .unreadable(Message("it is not a regular file")))
        mkfifo(scratch.path + "/pipe.jpg", 0o600)
        #expect(await reason(scratch.path + "/pipe.jpg") == .unreadable(Message("it is not a regular file")))
    }

    @Test func aCancelledReadThrows() async {
        let path = scratch.write("a.jpg", [1])
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await FileByteLoader().bytes(at: .file(FilePath(path)), title: "Sea", priority: .visible)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
