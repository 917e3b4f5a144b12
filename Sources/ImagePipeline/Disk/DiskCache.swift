// Original bytes of remote photos on disk: bounded, verified on every read, and never in the way of the screen.
public import FoundationEssentials

/// A folder of encoded pictures, one file a `FetchKey`, and of the beginnings of pictures whose transfer was cut short.
///
/// What is stored can be read at once, from memory until it is on disk. A file is written beside its place, flushed,
/// and renamed into it: a process that is killed at any instant loses at most what it had not finished writing, and what
/// `flush` has returned for is finished. A file that is not whole, or not the one asked for, is deleted and never
/// served. When the files exceed the budget, those that were used longest ago are deleted; beginnings also when they
/// exceed their share. Files that nobody has used for `timeToLive` are deleted with the first write of a start and
/// from then on: the budget bounds the room they take, but photos that someone looked at once should not lie on a disk
/// for years. Several programs may use one folder, and the budget holds for all that is in it. Only files with names of the cache's own pattern are counted or deleted, whatever else lies there.
///
/// Isolation: callable from anywhere. Reads run one at a time on `executor`, the most urgent first; writes on `writer`,
/// so that no read waits for a disk to flush. Both block on the disk and must not be threads of the cooperative pool.
/// Errors of the file system are not thrown: what cannot be read is a miss, what cannot be written is not stored.
public final class DiskCache: PartialStore {
    private let staging: DiskStaging
    private let reader: DiskReader
    private let writer: DiskWriter
    private let now: @Sendable () -> Double

    /// - Parameters:
    ///   - folder: holds the files; created by the first write.
    ///   - budget: bytes of files, headers included.
    ///   - partialBudget: bytes of beginnings, within `budget`; the newest stay.
    ///   - timeToLive: seconds without use; 30 days by default.
    ///   - writeBacklog: bytes that wait for the disk in memory at most; what comes beyond is not written.
    ///   - writer: where files are written and deleted; `executor` if nil.
    ///   - now: seconds since 1970.
    public init(
        folder files: any CacheFolder, budget: Int = 200 << 20, partialBudget: Int = 32 << 20, timeToLive: Int = 30 * 86_400,
        writeBacklog: Int = 16 << 20, executor: any SerialExecutor, writer: (any SerialExecutor)? = nil,
        now: @escaping @Sendable () -> Double = { Date.now.timeIntervalSince1970 }
    ) {
        let folder = DiskFolder(files: files)
        let limits = DiskIndex.Limits(
            bytes: max(0, budget), partialBytes: max(0, partialBudget), timeToLive: Double(timeToLive))
        staging = DiskStaging(limit: writeBacklog)
        reader = DiskReader(folder: folder, executor: executor)
        self.writer = DiskWriter(
            folder: folder, limits: limits, staging: staging, executor: writer ?? executor, now: now)
        self.now = now
    }

    // MARK: Photos

    /// What is stored under `key`, or nil.
    /// - Throws: `CancellationError` when the task is cancelled before it is read.
    public func photo(for key: FetchKey, priority: LoadPriority) async throws -> StoredPhoto? {
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

    /// Stores a photo under `key`, replacing what was there. One that exceeds the whole budget is not stored.
    /// Returns at once.
    public func store(_ photo: StoredPhoto, for key: FetchKey) { stage(.store(photo), key, .photo) }

    /// `photo` was read from here, and its metadata is newer since: only that is written. Returns
    /// at once.
    public func refresh(_ photo: StoredPhoto, for key: FetchKey) {
        if let stamp = photo.stamp {
            stage(.validate(photo.metadata, stamp: stamp), key, .photo)
        } else {
            store(photo, for: key)
        }
    }

    /// Deletes what is stored under `key`. Returns at once.
    public func remove(_ key: FetchKey) { stage(.remove, key, .photo) }

    // MARK: Beginnings of photos

    /// The beginning that is kept of the photo `key`, or nil.
    /// - Throws: `CancellationError` when the task is cancelled before it is read.
    public func partial(for key: FetchKey, priority: LoadPriority) async throws -> PartialTransfer? {
        let (file, keyBytes) = Self.file(key, .partial)
        switch staging.intention(file) {
        case .keep(let partial): return partial
        case .store, .remove: return nil
        case .validate, .verify, nil:
            guard let found = try await read(file, keyBytes, priority), !found.isWhole else { return nil }
            return PartialTransfer(bytes: found.bytes, total: found.total, metadata: found.metadata)
        }
    }

    /// Keeps the beginning of a photo, replacing an earlier one. Returns at once.
    public func keep(_ partial: PartialTransfer, for key: FetchKey) { stage(.keep(partial), key, .partial) }

    /// Deletes the beginning of the photo `key`. Returns at once.
    public func removePartial(for key: FetchKey) { stage(.remove, key, .partial) }

    // MARK: The whole

    /// Bytes of files now, whoever has written or deleted some of them, without what waits to be written.
    public var size: Int { get async { await writer.account.size } }

    /// Photos, whole or not, without those that wait to be written.
    public var count: Int { get async { await writer.account.count } }

    /// Takes the permissions of other users from files that earlier versions have left.
    public func restrict() async { await writer.restrict() }

    /// Returns when everything that was asked for before is done on disk.
    public func flush() async { await staging.untilEmpty() }

    private static func file(_ key: FetchKey, _ kind: DiskFile.Kind) -> (DiskFile, [UInt8]) {
        let bytes = DiskEntry.keyBytes(key)
        return (DiskFile(name: FNV1a.name(bytes), kind: kind), bytes)
    }

    private func stage(_ intention: DiskStaging.Intention, _ key: FetchKey, _ kind: DiskFile.Kind) {
        let (file, keyBytes) = Self.file(key, kind)
        stage(intention, file, keyBytes)
    }

    private func stage(_ intention: DiskStaging.Intention, _ file: DiskFile, _ key: [UInt8]) {
        guard staging.add(intention, file, key: key) else { return }
        Task { [writer] in await writer.drain() }
    }

    private func read(_ file: DiskFile, _ key: [UInt8], _ priority: LoadPriority) async throws -> DiskReader.Found? {
        let time = now()
        switch try await reader.read(file, key: key, priority: priority, now: time) {
        case .missing: return nil
        case .damaged:
            stage(.verify, file, key)
            return nil
        case .found(let found):
            staging.noteUse(file, at: time)
            return found
        }
    }
}
