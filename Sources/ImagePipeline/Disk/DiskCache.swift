// Original bytes of remote photos on disk: bounded, verified on every read, and never in the way of the screen.
import FoundationEssentials

/// A folder of encoded pictures, one file a `FetchKey`.
///
/// A file is written beside its place and renamed into it, so a crash at any instant loses at most the entry that is
/// being written. A file that is not whole, or not the one asked for, is deleted and never served. When the files exceed
/// the budget, those that were used longest ago are deleted, in the call that exceeded it. Only files with names of the
/// cache's own pattern are counted or deleted, whatever else lies in the folder.
///
/// Isolation: runs on the executor that it is given, because its calls block on the disk; that must not be a thread of
/// the cooperative pool. Errors of the file system are not thrown: what cannot be read is a miss, what cannot be written
/// is not stored.
public actor DiskCache {
    private struct Entry {
        let name: String
        var size: Int
    }

    private static let suffix = ".photo"
    private static let partialSuffix = ".partial"

    private nonisolated let executor: any SerialExecutor
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let directory: String
    private let budget: Int
    private let files = FileManager.default
    /// Filled by a scan before the first write; reads find their file by its name alone.
    private var isScanned = false
    private var slab = LinkedSlab<Entry>()
    private var slots: [String: LinkedSlab<Entry>.Slot] = [:]
    /// Least recently used first.
    private var order = LinkedSlab<Entry>.List()
    private var total = 0
    /// Files whose time of modification, the order of use across starts, lies within this run: noted once is enough.
    private var noted: Set<String> = []

    /// - Parameters:
    ///   - directory: an absolute path; created, with its parents, by the first write.
    ///   - budget: bytes of files, headers included.
    public init(directory: String, budget: Int = 200 << 20, executor: any SerialExecutor) {
        self.directory = directory
        self.budget = max(0, budget)
        self.executor = executor
    }

    /// Bytes of files now.
    public var size: Int {
        scan()
        return total
    }

    /// Files now.
    public var count: Int {
        scan()
        return slots.count
    }

    /// The bytes stored under `key`, or nil.
    public func bytes(for key: FetchKey) -> EncodedBytes? {
        let keyBytes = DiskEntry.keyBytes(key)
        let name = FNV1a.name(keyBytes)
        guard let file = files.contents(atPath: path(name)) else { return nil }
        guard let range = file.withUnsafeBytes({ DiskEntry.payload(of: $0, key: keyBytes) }) else {
            delete(name)
            return nil
        }
        use(name)
        return EncodedBytes(StoredBytes(file: file, payload: range))
    }

    /// Stores bytes under `key`, replacing what was there. Bytes that exceed the whole budget are not stored.
    public func store(_ bytes: EncodedBytes, for key: FetchKey) {
        scan()
        let keyBytes = DiskEntry.keyBytes(key)
        guard DiskEntry.headerSize + keyBytes.count + bytes.count <= budget else { return }
        let file = DiskEntry.encode(bytes, key: keyBytes)
        let name = FNV1a.name(keyBytes)
        let partial = "\(directory)/\(name)-\(UInt64.random(in: 0 ... .max))\(Self.partialSuffix)"
        do {
            try files.createDirectory(atPath: directory, withIntermediateDirectories: true)
            try Data(file).write(to: URL(filePath: partial))
            delete(name)
            try files.moveItem(atPath: partial, toPath: path(name))
        } catch {
            // A full disk, a folder without permission: the picture is on the screen all the same.
            try? files.removeItem(atPath: partial)
            return
        }
        add(name, size: file.count)
        noted.insert(name)
        while total > budget, let oldest = order.first { delete(slab[oldest].name) }
    }

    /// Deletes what is stored under `key`.
    public func remove(_ key: FetchKey) { delete(FNV1a.name(DiskEntry.keyBytes(key))) }

    // MARK: Files

    private func path(_ name: String) -> String { "\(directory)/\(name)\(Self.suffix)" }

    private func delete(_ name: String) {
        try? files.removeItem(atPath: path(name))
        noted.remove(name)
        guard let slot = slots.removeValue(forKey: name) else { return }
        slab.unlink(slot, from: &order)
        total -= slab.release(slot).size
    }

    private func add(_ name: String, size: Int) {
        let slot = slab.allocate(Entry(name: name, size: size))
        slab.append(slot, to: &order)
        slots[name] = slot
        total += size
    }

    /// Notes a use: in memory always, on disk once a run.
    private func use(_ name: String) {
        if let slot = slots[name] {
            slab.unlink(slot, from: &order)
            slab.append(slot, to: &order)
        }
        if noted.insert(name).inserted {
            try? files.setAttributes([.modificationDate: Date.now], ofItemAtPath: path(name))
        }
    }

    /// Counts the files that are there, deletes what a crash left half-written, and brings the folder into its budget.
    private func scan() {
        guard !isScanned else { return }
        isScanned = true
        var found: [(name: String, size: Int, modified: Date)] = []
        for file in (try? files.contentsOfDirectory(atPath: directory)) ?? [] {
            if Self.isOwn(file, suffix: Self.partialSuffix) {
                try? files.removeItem(atPath: "\(directory)/\(file)")
            } else if Self.isOwn(file, suffix: Self.suffix),
                let attributes = try? files.attributesOfItem(atPath: "\(directory)/\(file)"),
                // A UInt, or an NSNumber once all of Foundation is in the process; its digits are the same.
                let size = attributes[.size].flatMap({ Int("\($0)") })
            {
                let modified = attributes[.modificationDate] as? Date ?? .distantPast
                found.append((String(file.dropLast(Self.suffix.count)), size, modified))
            }
        }
        for file in found.sorted(by: { $0.modified < $1.modified }) { add(file.name, size: file.size) }
        while total > budget, let oldest = order.first { delete(slab[oldest].name) }
    }

    /// Whether the name is one that this cache gives: 32 hexadecimal digits first, the suffix last.
    private static func isOwn(_ file: String, suffix: String) -> Bool {
        file.hasSuffix(suffix) && file.utf8.count >= 32 + suffix.utf8.count
            && file.prefix(32).allSatisfy { $0.isHexDigit && !$0.isUppercase }
    }

    /// A file's bytes without its header.
    private final class StoredBytes: EncodedStorage {
        private let file: Data
        private let payload: Range<Int>
        init(file: Data, payload: Range<Int>) {
            self.file = file
            self.payload = payload
        }
        var count: Int { payload.count }
        func withBytes(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
            try file.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[payload])) }
        }
    }
}
