// The index of the disk cache: its files, their sizes, and the order in which they are deleted.

/// The index of the folder. Exact: it follows every file that is written or deleted.
struct DiskIndex {
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

    private var slab = LinkedSlab<Entry>()
    private var slots: [DiskFile: LinkedSlab<Entry>.Slot] = [:]
    /// Least recently used first.
    private var photos = LinkedSlab<Entry>.List()
    /// Oldest first.
    private var partials = LinkedSlab<Entry>.List()
    private(set) var partialTotal = 0
    /// Bytes of all files.
    private(set) var total = 0

    /// Number of photos, complete or partial.
    var count: Int { slots.count }

    /// The photos, complete or partial, in no order.
    var files: [DiskFile] { Array(slots.keys) }

    func contains(_ file: DiskFile) -> Bool { slots[file] != nil }

    /// Returns the time of the file's last use; nil when there is no such file.
    func used(_ file: DiskFile) -> Double? { slots[file].map { slab[$0].used } }

    func hasValidation(_ file: DiskFile) -> Bool { slots[file].map { slab[$0].validationSize > 0 } ?? false }

    /// Adds or replaces a file as the most recently used one, without a validation.
    mutating func set(_ file: DiskFile, size: Int, used: Double) {
        remove(file)
        let slot = slab.allocate(Entry(file: file, size: size, used: used))
        slots[file] = slot
        append(slot, file.kind)
        count(size, file.kind)
    }

    /// Sets the size of the validation file of the photo `file`.
    mutating func setValidation(of file: DiskFile, size: Int) {
        guard let slot = slots[file] else { return }
        total += size - slab[slot].validationSize
        slab[slot].validationSize = size
    }

    mutating func remove(_ file: DiskFile) {
        guard let slot = slots.removeValue(forKey: file) else { return }
        unlink(slot, file.kind)
        let entry = slab.release(slot)
        count(-entry.size, file.kind)
        total -= entry.validationSize
    }

    mutating func use(_ file: DiskFile, at time: Double) {
        guard let slot = slots[file] else { return }
        unlink(slot, file.kind)
        append(slot, file.kind)
        slab[slot].used = time
    }

    /// Returns the file to delete first, or nil when all may stay: files that have not been used for too long, then
    /// partial photos beyond their share, then the least recently used file.
    func next(limits: Limits, now: Double) -> DiskFile? {
        let heads = [photos.first, partials.first].compactMap { $0.map { slab[$0] } }
        guard let oldest = heads.min(by: { $0.used < $1.used }) else { return nil }
        if oldest.used < now - limits.timeToLive { return oldest.file }
        if partialTotal > limits.partialBytes, let first = partials.first { return slab[first].file }
        return total > limits.bytes ? oldest.file : nil
    }

    private mutating func append(_ slot: LinkedSlab<Entry>.Slot, _ kind: DiskFile.Kind) {
        if kind == .partial { slab.append(slot, to: &partials) } else { slab.append(slot, to: &photos) }
    }

    private mutating func unlink(_ slot: LinkedSlab<Entry>.Slot, _ kind: DiskFile.Kind) {
        if kind == .partial { slab.unlink(slot, from: &partials) } else { slab.unlink(slot, from: &photos) }
    }

    private mutating func count(_ size: Int, _ kind: DiskFile.Kind) {
        total += size
        if kind == .partial { partialTotal += size }
    }
}
