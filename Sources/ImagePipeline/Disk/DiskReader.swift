// The reading side of the disk cache: one read at a time, the most urgent first, each file verified.
import FoundationEssentials
import Synchronization

/// A reader of files on the given executor, which it shares with the writer only where the cache was given no other.
actor DiskReader {
    /// The contents of an intact file.
    struct Found: Sendable {
        let bytes: EncodedBytes
        let metadata: ResponseMetadata
        let total: Int?
        let stamp: UInt64
        let isWhole: Bool
    }

    enum Answer: Sendable { case missing, damaged, found(Found) }

    /// Seconds after which another use of a file is recorded on disk; far less than the time to live, and still rare.
    private static let noteInterval = 3600.0

    private typealias Step = @Sendable (isolated DiskReader) -> Void

    private nonisolated let executor: any SerialExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let folder: DiskFolder
    /// Reads that wait, by priority.
    private nonisolated let waiting = Mutex(PriorityBuckets<Step>())
    /// The times at which uses were last recorded on disk.
    private var noted: [DiskFile: Double] = [:]

    init(folder: DiskFolder, executor: any SerialExecutor) {
        self.folder = folder
        self.executor = executor
    }

    /// Reads a file.
    /// - Throws: `CancellationError` when the task is cancelled before its read starts; then nothing is read.
    nonisolated func read(
        _ file: DiskFile, key: [UInt8], priority: LoadPriority, now: Double
    ) async throws -> Answer {
        final class Cancellation: Sendable { let isCancelled = Atomic(false) }
        let cancellation = Cancellation()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Answer, any Error>) in
                waiting.withLock { waiting in
                    _ = waiting.append(
                        { reader in
                            if cancellation.isCancelled.load(ordering: .relaxed) {
                                continuation.resume(throwing: CancellationError())
                            } else {
                                continuation.resume(returning: reader.read(file, key, now))
                            }
                        }, at: priority)
                }
                // There are as many calls as waiting reads; each runs the most urgent read, which may be another
                // caller's.
                Task { await self.runNext() }
            }
        } onCancel: {
            cancellation.isCancelled.store(true, ordering: .relaxed)
        }
    }

    private func runNext() {
        let step = waiting.withLock { $0.popFirst() }
        step?(self)
    }

    private func read(_ file: DiskFile, _ key: [UInt8], _ now: Double) -> Answer {
        guard let data = folder.contents(file) else { return .missing }
        guard let entry = data.withUnsafeBytes({ DiskEntry($0, key: key) }) else { return .damaged }
        var metadata = entry.metadata
        if file.kind == .photo, let validation = folder.contents(file.with(.validation)),
            let newer = validation.withUnsafeBytes({ DiskEntry.metadata(validation: $0, stamp: entry.stamp) })
        {
            metadata = newer
        }
        if now - (noted[file] ?? 0) >= Self.noteInterval {
            noted[file] = now
            folder.setUsed(file, at: now)
        }
        return .found(
            Found(
                bytes: EncodedBytes(FileBytes(data, entry.payload)), metadata: metadata, total: entry.total,
                stamp: entry.stamp, isWhole: entry.isWhole))
    }

    /// The bytes of a file without its header.
    private final class FileBytes: EncodedStorage {
        private let file: Data
        private let payload: Range<Int>
        init(_ file: Data, _ payload: Range<Int>) {
            self.file = file
            self.payload = payload
        }
        var count: Int { payload.count }
        func withBytes(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
            try file.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[payload])) }
        }
    }
}
