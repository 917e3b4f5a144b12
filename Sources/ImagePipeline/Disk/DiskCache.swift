// The disk cache of the original bytes of remote photos: bounded, and verified on every read.
public import FoundationEssentials
import Synchronization

/// A folder of encoded photos, one file for each `FetchKey`, and of partial photos whose transfer was interrupted.
///
/// What is stored can be read at once, from memory until it is on disk. A file is written under another name, flushed,
/// and renamed: a process that is killed at any instant loses at most what it had not finished writing, and everything
/// stored before a `flush` that has returned is on disk. A file that is incomplete, or not the one requested, is
/// deleted and never served. When the files exceed the budget, the least recently used ones are deleted, and partial
/// photos also when they exceed their share. Files not used for `timeToLive` are deleted, from the first write of a run
/// on: the budget bounds the space, but photos that were looked at once should not stay on the disk for years. Several
/// programs may use one folder, and the budget applies to all files in it. Only files with names of the cache's own
/// pattern are counted or deleted.
///
/// Isolation: callable from anywhere. Reads run one at a time on `executor`, the most urgent first, each file verified;
/// writes run on `writer`, so that no read waits for a flush. Both block on the disk and must not use threads of the
/// cooperative pool. Errors of the file system are not thrown: what cannot be read is a miss, and what cannot be
/// written is not stored.
public actor DiskCache: PartialStore {
    private typealias Read = @Sendable (isolated DiskCache) -> Void

    /// Seconds after which another use of a file is recorded on disk; far less than the time to live, and still rare.
    private static let noteInterval = 3600.0

    private nonisolated let executor: any SerialExecutor
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private nonisolated let files: any CacheFolder
    private nonisolated let folder: DiskFolder
    private nonisolated let staging: DiskStaging
    private nonisolated let now: @Sendable () -> Double
    /// Reads that wait, by priority.
    private nonisolated let waiting = Mutex(PriorityBuckets<Read>())
    /// The times at which uses were last recorded on disk.
    private var noted: [DiskFile: Double] = [:]

    /// Creates a disk cache; no file is touched yet.
    /// - Parameters:
    ///   - folder: holds the files; created by the first write.
    ///   - budget: bytes of files, headers included.
    ///   - partialBudget: bytes of partial photos, within `budget`; the newest stay.
    ///   - timeToLive: seconds without use; 30 days by default.
    ///   - writeBacklog: maximum bytes in memory that wait to be written; what exceeds it is not written.
    ///   - writer: the executor for writing and deleting; `executor` if nil.
    ///   - now: seconds since 1970.
    public init(
        folder files: any CacheFolder, budget: Int = 200 << 20, partialBudget: Int = 32 << 20,
        timeToLive: Int = 30 * 86_400,
        writeBacklog: Int = 16 << 20, executor: any SerialExecutor, writer: (any SerialExecutor)? = nil,
        now: @escaping @Sendable () -> Double = { Date.now.timeIntervalSince1970 }
    ) {
        self.files = files
        self.executor = executor
        self.now = now
        staging = DiskStaging(limit: writeBacklog)
        folder = DiskFolder(
            files: files,
            limits: .init(bytes: max(0, budget), partialBytes: max(0, partialBudget), timeToLive: Double(timeToLive)),
            staging: staging, executor: writer ?? executor, now: now)
    }

    // MARK: Photos

    /// Returns the photo stored under `key`, or nil.
    /// - Throws: `CancellationError` when the task is cancelled before the photo is read.
    public nonisolated func photo(for key: FetchKey, priority: LoadPriority) async throws -> StoredPhoto? {
        let (file, keyBytes) = Self.file(key, .photo)
        switch staging.intention(file) {
        case .store(let photo): return photo
        case .keep, .remove: return nil
        case .validate(let metadata, let stamp):
            guard let found = try await read(file, keyBytes, priority), found.isWhole else { return nil }
            let isSame = found.stamp == stamp
            return StoredPhoto(bytes: found.bytes, metadata: isSame ? metadata : found.metadata, stamp: found.stamp)
        case .verify, nil:
            guard let found = try await read(file, keyBytes, priority), found.isWhole else { return nil }
            return StoredPhoto(bytes: found.bytes, metadata: found.metadata, stamp: found.stamp)
        }
    }

    /// Stores a photo under `key`, replacing the previous one. One that exceeds the whole budget is not stored. Returns
    /// at once.
    public nonisolated func store(_ photo: StoredPhoto, for key: FetchKey) { stage(.store(photo), key, .photo) }

    /// Updates the metadata of a photo that was read from here, without writing its bytes again. Returns at once.
    public nonisolated func refresh(_ photo: StoredPhoto, for key: FetchKey) {
        if let stamp = photo.stamp {
            stage(.validate(photo.metadata, stamp: stamp), key, .photo)
        } else {
            store(photo, for: key)
        }
    }

    /// Deletes the photo stored under `key`. Returns at once.
    public nonisolated func remove(_ key: FetchKey) { stage(.remove, key, .photo) }

    // MARK: Partial photos

    /// Returns the partial photo stored under `key`, or nil.
    /// - Throws: `CancellationError` when the task is cancelled before it is read.
    public nonisolated func partial(for key: FetchKey, priority: LoadPriority) async throws -> PartialTransfer? {
        let (file, keyBytes) = Self.file(key, .partial)
        switch staging.intention(file) {
        case .keep(let partial): return partial
        case .store, .remove: return nil
        case .validate, .verify, nil:
            guard let found = try await read(file, keyBytes, priority), !found.isWhole else { return nil }
            return PartialTransfer(bytes: found.bytes, total: found.total, metadata: found.metadata)
        }
    }

    /// Stores a partial photo, replacing an earlier one. Returns at once.
    public nonisolated func keep(_ partial: PartialTransfer, for key: FetchKey) { stage(.keep(partial), key, .partial) }

    /// Deletes the partial photo of `key`. Returns at once.
    public nonisolated func removePartial(for key: FetchKey) { stage(.remove, key, .partial) }

    // MARK: The whole cache

    /// Bytes of all files in the folder now, including changes by other programs, without what waits to be written.
    public nonisolated var size: Int { get async { await folder.account.size } }

    /// Number of photos, complete or partial, without those that wait to be written.
    public nonisolated var count: Int { get async { await folder.account.count } }

    /// Changes the budget, and deletes what exceeds it.
    public nonisolated func setBudget(_ budget: Int) async { await folder.setLimit(bytes: max(0, budget)) }

    /// Deletes all photos, those that wait to be written as well.
    public nonisolated func clear() async {
        await flush()
        await folder.clear()
    }

    /// Returns when everything requested before is done on disk.
    public nonisolated func flush() async { await staging.untilEmpty() }

    private static func file(_ key: FetchKey, _ kind: DiskFile.Kind) -> (DiskFile, [UInt8]) {
        let bytes = DiskEntry.keyBytes(key)
        return (DiskFile(name: XXH64.name(bytes), kind: kind), bytes)
    }

    private nonisolated func stage(_ intention: DiskStaging.Intention, _ key: FetchKey, _ kind: DiskFile.Kind) {
        let (file, keyBytes) = Self.file(key, kind)
        stage(intention, file, keyBytes)
    }

    private nonisolated func stage(_ intention: DiskStaging.Intention, _ file: DiskFile, _ key: [UInt8]) {
        guard staging.add(intention, file, key: key) else { return }
        Task { [folder] in await folder.drain() }
    }

    // MARK: Reading

    /// The contents of an intact file.
    private struct Found: Sendable {
        let bytes: EncodedBytes
        let metadata: ResponseMetadata
        let total: Int?
        let stamp: UInt64
        let isWhole: Bool
    }

    /// Reads a file when no more urgent read waits. Has a damaged one deleted.
    /// - Returns: nil if it is missing or damaged.
    /// - Throws: `CancellationError` when the task is cancelled before its read starts; then nothing is read.
    private nonisolated func read(_ file: DiskFile, _ key: [UInt8], _ priority: LoadPriority) async throws -> Found? {
        final class Cancellation: Sendable { let isCancelled = Atomic(false) }
        let cancellation = Cancellation()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Found?, any Error>) in
                waiting.withLock { waiting in
                    _ = waiting.append(
                        { cache in
                            if cancellation.isCancelled.load(ordering: .relaxed) {
                                continuation.resume(throwing: CancellationError())
                            } else {
                                continuation.resume(returning: cache.read(file, key))
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
        let read = waiting.withLock { $0.popFirst() }
        read?(self)
    }

    private func read(_ file: DiskFile, _ key: [UInt8]) -> Found? {
        guard let data = file.contents(in: files) else { return nil }
        guard let entry = data.withUnsafeBytes({ DiskEntry($0, key: key) }) else {
            stage(.verify, file, key)
            return nil
        }
        var metadata = entry.metadata
        if file.kind == .photo, let validation = file.with(.validation).contents(in: files),
            let newer = validation.withUnsafeBytes({ DiskEntry.metadata(validation: $0, stamp: entry.stamp) })
        {
            metadata = newer
        }
        let time = now()
        if time - (noted[file] ?? 0) >= Self.noteInterval {
            noted[file] = time
            files.setModified(file.fileName, at: time)
        }
        staging.noteUse(file, at: time)
        return Found(
            bytes: EncodedBytes(FileBytes(data, entry.payload)), metadata: metadata, total: entry.total,
            stamp: entry.stamp, isWhole: entry.isWhole)
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
