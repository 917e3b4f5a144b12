// Files: whole bytes, and a typed reason for each way a file can fail.
import Glibc
import ImagePipeline
import Photos
import Testing

@testable import Desktop

@Suite(.timeLimit(.minutes(1)))
struct FileByteLoaderTests {
    private let scratch = ScratchFolder()

    private func reason(_ path: String, limit: Int = 1 << 20) async -> LoadFailure.Reason? {
        do {
            _ = try await FileByteLoader(byteLimit: limit).bytes(at: .file(path), title: "Sea", priority: .visible)
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
        let bytes = try await SystemByteLoader().bytes(at: .file(path), title: "Sea", priority: .ahead)
        bytes.storage.withBytes { #expect($0.elementsEqual(content)) }
    }

    @Test func eachFailureHasItsReason() async {
        #expect(await reason(scratch.path + "/missing.jpg") == .notFound)
        #expect(await reason(scratch.write("zero.jpg", [])) == .empty)
        #expect(await reason(scratch.write("big.jpg", [1, 2, 3]), limit: 2) == .tooManyBytes(limit: 2))
        #expect(await reason(scratch.path) == .unreadable("it is not a regular file"))
        mkfifo(scratch.path + "/pipe.jpg", 0o600)
        #expect(await reason(scratch.path + "/pipe.jpg") == .unreadable("it is not a regular file"))
    }

    @Test func aCancelledReadThrows() async {
        let path = scratch.write("a.jpg", [1])
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await FileByteLoader().bytes(at: .file(path), title: "Sea", priority: .visible)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
