// The folder of the disk cache: what is in it, what is written to it, and what goes when it is full.
//
// A file is written completely under another name, flushed, then renamed over the old one, so that a file under one of
// the cache's names is always complete, whenever the process ends. The rename itself is not flushed: after a power
// failure a file may be missing, but one that is there is complete, and where a file system does not keep this promise,
// the checksum shows it.
import FoundationEssentials

/// Carries out staged changes on the given executor, and keeps the folder within its limits.
///
/// The index is filled by a scan before the first write; reads find their file by its name alone. Several programs may
/// share the folder, and the budget applies to all of them: each has exclusive access while it writes, and scans again
/// when the folder has been changed by another program or by hand.
actor DiskFolder {
    /// The limits of the folder.
    struct Limits {
        /// Maximum bytes of all files, headers included.
        var bytes: Int
        /// Maximum bytes of partial photos, counted in `bytes` as well.
        var partialBytes: Int
        /// Seconds without use after which a file is deleted.
        var timeToLive: Double
    }

    private struct Entry {
        let file: DiskFile
        var size: Int
        /// Size of the validation file of a photo, or 0.
        var validationSize = 0
        var used: Double
    }

    /// Seconds after which an unfinished file counts as abandoned, and not as one that another process with the same
    /// folder is writing.
    private static let longestWrite = 600.0

    private nonisolated let executor: any SerialExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let files: any CacheFolder
    private var limits: Limits
    private let staging: DiskStaging
    private let now: @Sendable () -> Double

    private var slab = LinkedSlab<Entry>()
    private var slots: [DiskFile: LinkedSlab<Entry>.Slot] = [:]
    /// Least recently used first.
    private var photos = LinkedSlab<Entry>.List()
    /// Oldest first.
    private var partials = LinkedSlab<Entry>.List()
    private var partialTotal = 0
    /// Bytes of all files.
    private var total = 0

    init(
        files: any CacheFolder, limits: Limits, staging: DiskStaging, executor: any SerialExecutor,
        now: @escaping @Sendable () -> Double
    ) {
        self.files = files
        self.limits = limits
        self.staging = staging
        self.executor = executor
        self.now = now
    }

    /// Bytes of all files, and number of photos, complete or partial.
    var account: (size: Int, count: Int) {
        // Rarely needed, so the folder is scanned: other programs may have changed it.
        files.exclusively { _ in scan() }
        return (total, slots.count)
    }

    /// Changes the maximum bytes of all files, and deletes what exceeds it.
    func setLimit(bytes: Int) {
        guard bytes != limits.bytes else { return }
        let isSmaller = bytes < limits.bytes
        limits.bytes = bytes
        if isSmaller { files.exclusively { _ in scan() } }
    }

    /// Deletes all files of the cache.
    func clear() {
        files.exclusively { _ in
            scan()
            for file in Array(slots.keys) { delete(file) }
        }
    }

    // MARK: Changes

    /// Carries out staged changes until none is left.
    func drain() {
        while let item = staging.next() {
            files.exclusively { isChanged in
                if isChanged { scan() }
                for use in staging.takeUses() { note(use.file, usedAt: use.time) }
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
            let isIntact = item.file.contents(in: files)?.withUnsafeBytes { DiskEntry($0, key: item.key) != nil }
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
        guard files.replace(item.file.fileName, with: data) else { return delete(item.file) }
        let time = now()
        files.setModified(item.file.fileName, at: time)
        deleteValidation(of: item.file)
        insert(item.file, size: data.count, used: time)
    }

    private func validate(_ file: DiskFile, _ metadata: ResponseMetadata, _ stamp: UInt64) {
        guard slots[file] != nil else { return }
        let data = Data(DiskEntry.validation(metadata, stamp: stamp))
        guard files.replace(file.with(.validation).fileName, with: data) else { return }
        setValidation(of: file, size: data.count)
    }

    private func delete(_ file: DiskFile) {
        files.delete(file.fileName)
        deleteValidation(of: file)
        remove(file)
    }

    private func deleteValidation(of file: DiskFile) {
        if let slot = slots[file], slab[slot].validationSize > 0 { files.delete(file.with(.validation).fileName) }
    }

    // MARK: Limits

    /// Deletes the files that have not been used for too long, then partial photos beyond their share, then the least
    /// recently used files until all that is left is within the budget.
    private func trim() {
        let time = now()
        while let oldest = [photos.first, partials.first].compactMap({ $0.map { slab[$0] } })
            .min(by: { $0.used < $1.used })
        {
            if oldest.used < time - limits.timeToLive {
                delete(oldest.file)
            } else if partialTotal > limits.partialBytes, let first = partials.first {
                delete(slab[first].file)
            } else if total > limits.bytes {
                delete(oldest.file)
            } else {
                return
            }
        }
    }

    /// Indexes the files that are there, and brings them within the limits. Deletes those of interrupted writes; files
    /// that are not of the cache are not touched.
    private func scan() {
        let time = now()
        var found: [(file: DiskFile, size: Int, used: Double)] = []
        for there in files.files() {
            let modified = Double(there.modified) / 1e9
            if let file = DiskFile(fileName: there.name) {
                // A use in this process is recorded on disk only once an hour.
                found.append((file, there.size, max(modified, slots[file].map { slab[$0].used } ?? modified)))
            } else if DiskFile.isDraft(there.name), modified < time - Self.longestWrite {
                files.delete(there.name)
            }
        }
        (slab, slots, photos, partials, partialTotal, total) = (.init(), [:], .init(), .init(), 0, 0)
        for (file, size, used) in found.sorted(by: { $0.used < $1.used }) where file.kind != .validation {
            insert(file, size: size, used: used)
        }
        for (file, size, _) in found where file.kind == .validation {
            let photo = file.with(.photo)
            if slots[photo] != nil { setValidation(of: photo, size: size) } else { files.delete(file.fileName) }
        }
        trim()
    }

    // MARK: Index

    /// Adds or replaces a file as the most recently used one, without a validation.
    private func insert(_ file: DiskFile, size: Int, used: Double) {
        remove(file)
        let slot = slab.allocate(Entry(file: file, size: size, used: used))
        slots[file] = slot
        append(slot, file.kind)
        count(size, file.kind)
    }

    /// Sets the size of the validation file of the photo `file`.
    private func setValidation(of file: DiskFile, size: Int) {
        guard let slot = slots[file] else { return }
        total += size - slab[slot].validationSize
        slab[slot].validationSize = size
    }

    private func remove(_ file: DiskFile) {
        guard let slot = slots.removeValue(forKey: file) else { return }
        unlink(slot, file.kind)
        let entry = slab.release(slot)
        count(-entry.size, file.kind)
        total -= entry.validationSize
    }

    private func note(_ file: DiskFile, usedAt time: Double) {
        guard let slot = slots[file] else { return }
        unlink(slot, file.kind)
        append(slot, file.kind)
        slab[slot].used = time
    }

    private func append(_ slot: LinkedSlab<Entry>.Slot, _ kind: DiskFile.Kind) {
        if kind == .partial { slab.append(slot, to: &partials) } else { slab.append(slot, to: &photos) }
    }

    private func unlink(_ slot: LinkedSlab<Entry>.Slot, _ kind: DiskFile.Kind) {
        if kind == .partial { slab.unlink(slot, from: &partials) } else { slab.unlink(slot, from: &photos) }
    }

    private func count(_ size: Int, _ kind: DiskFile.Kind) {
        total += size
        if kind == .partial { partialTotal += size }
    }
}
