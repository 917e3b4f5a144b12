// The writing side of the disk cache: carries out staged changes and keeps the folder within its limits.
import FoundationEssentials

/// A writer of files on the given executor, with the index of the folder.
actor DiskWriter {
    private nonisolated let executor: any SerialExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let folder: DiskFolder
    private var limits: DiskIndex.Limits
    private let staging: DiskStaging
    private let now: @Sendable () -> Double
    /// Filled by a scan before the first write; reads find their file by its name alone. Several programs may share the
    /// folder, and the budget applies to all of them: each has exclusive access while it writes, and scans again when
    /// the folder has been changed by another program or by hand.
    private var index = DiskIndex()

    init(
        folder: DiskFolder, limits: DiskIndex.Limits, staging: DiskStaging, executor: any SerialExecutor,
        now: @escaping @Sendable () -> Double
    ) {
        self.folder = folder
        self.limits = limits
        self.staging = staging
        self.executor = executor
        self.now = now
    }

    /// Bytes of all files, and number of photos, complete or partial.
    var account: (size: Int, count: Int) {
        // Rarely needed, so the folder is scanned: other programs may have changed it.
        folder.files.exclusively { _ in scan() }
        return (index.total, index.count)
    }

    /// Changes the maximum bytes of all files, and deletes what exceeds it.
    func setLimit(bytes: Int) {
        guard bytes != limits.bytes else { return }
        let isSmaller = bytes < limits.bytes
        limits.bytes = bytes
        if isSmaller { folder.files.exclusively { _ in scan() } }
    }

    /// Deletes all files of the cache.
    func clear() {
        folder.files.exclusively { _ in
            scan()
            for file in index.files { delete(file) }
        }
    }

    /// Removes other users' permissions from the files of the cache.
    func restrict() { folder.restrict() }

    /// Carries out staged changes until none is left.
    func drain() {
        while let item = staging.next() {
            folder.files.exclusively { isChanged in
                if isChanged { scan() }
                for use in staging.takeUses() { index.use(use.file, at: use.time) }
                perform(item)
                trim()
            }
            staging.finish(item)
        }
    }

    private func perform(_ item: DiskStaging.Item) {
        switch item.intention {
        case .store(let photo):
            write(item, photo.bytes, total: photo.bytes.count, photo.metadata, limit: limits.bytes)
        case .keep(let partial):
            let limit = min(limits.partialBytes, limits.bytes)
            write(item, partial.bytes, total: partial.total, partial.metadata, limit: limit)
        case .validate(let metadata, let stamp):
            validate(item.file, metadata, stamp)
        case .remove:
            delete(item.file)
        case .verify:
            let isIntact = folder.contents(item.file)?.withUnsafeBytes { DiskEntry($0, key: item.key) != nil }
            if isIntact == false { delete(item.file) }
        }
    }

    /// Writes a file. One that does not fit, or cannot be written, deletes the file that it was to replace.
    private func write(
        _ item: DiskStaging.Item, _ payload: EncodedBytes, total: Int?, _ metadata: ResponseMetadata, limit: Int
    ) {
        let head = DiskEntry.head(
            of: payload, total: total, metadata: metadata, stamp: .random(in: 0 ... .max), key: item.key)
        guard head.count + payload.count <= limit else { return delete(item.file) }
        var data = Data(capacity: head.count + payload.count)
        data.append(contentsOf: head)
        payload.storage.withBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            data.append(start.assumingMemoryBound(to: UInt8.self), count: bytes.count)
        }
        // With a full disk or without permission the photo is still shown; it is only not stored.
        guard folder.write(data, item.file) else { return delete(item.file) }
        let time = now()
        folder.setUsed(item.file, at: time)
        if index.hasValidation(item.file) { folder.delete(item.file.with(.validation)) }
        index.set(item.file, size: data.count, used: time)
    }

    private func validate(_ file: DiskFile, _ metadata: ResponseMetadata, _ stamp: UInt64) {
        guard index.contains(file) else { return }
        let data = Data(DiskEntry.validation(metadata, stamp: stamp))
        guard folder.write(data, file.with(.validation)) else { return }
        index.setValidation(of: file, size: data.count)
    }

    private func delete(_ file: DiskFile) {
        folder.delete(file)
        if index.hasValidation(file) { folder.delete(file.with(.validation)) }
        index.remove(file)
    }

    private func trim() {
        let time = now()
        while let file = index.next(limits: limits, now: time) { delete(file) }
    }

    /// Indexes the files that are there, and brings them within the limits.
    private func scan() {
        var found = folder.list(now: now())
        // A use in this process is recorded on disk only once an hour.
        for (file, facts) in found {
            if let used = index.used(file), used > facts.used { found[file] = (facts.size, used) }
        }
        index = DiskIndex()
        for (file, facts) in found.sorted(by: { $0.value.used < $1.value.used }) where file.kind != .validation {
            index.set(file, size: facts.size, used: facts.used)
        }
        for (file, facts) in found where file.kind == .validation {
            let photo = file.with(.photo)
            if index.contains(photo) { index.setValidation(of: photo, size: facts.size) } else { folder.delete(file) }
        }
        trim()
    }
}
