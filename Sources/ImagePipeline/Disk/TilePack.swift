// Finished tiles on disk: thousands of small images in a few files, found by one look-up and read by one read.

/// A folder of pack files, each a sequence of records. Tiles are only appended, to the newest file; a full one is
/// sealed with an index, so that opening the pack reads little. When the files exceed the budget, whole files are
/// deleted, the least recently used one first. No record is ever moved.
///
/// A crash at any instant loses at most the record that is being written: an incomplete record at the end of a file is
/// cut off at the next start. Every read verifies a checksum and the whole key; a record that fails is withdrawn and
/// never served. Only files with names of the pack's own pattern are read, counted or deleted. Deletion of files or of
/// the folder by hand is noticed, and they are created again. When several programs open one folder, the first one
/// writes and the others only read.
///
/// Isolation: runs on the given executor, because its calls block on the disk; that must not be a thread of the
/// cooperative pool. Errors of the file system are not thrown: what cannot be read is a miss, and what cannot be
/// written is not stored.
public actor TilePack {
    /// The location of a record.
    private struct Location {
        let file: Int
        let entry: TileSegment.Entry
    }

    private nonisolated let executor: any SerialExecutor
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let folder: any PackFolder
    private var budget: Int
    /// Bytes of a file, its index included, at which the next one is started. Eviction deletes whole files, so one file
    /// is at most an eighth of the budget.
    private var fileSize: Int { min(4 << 20, budget / 8) }

    private var isOpen = false
    private var isWriter = false
    /// Locations by the hash of the key; the key itself is compared when the record is read.
    private var locations: [UInt64: Location] = [:]
    /// Bytes of each file, by its number.
    private var sizes: [Int: Int] = [:]
    private var total = 0
    /// The numbers of the files, least recently used first; only a handful.
    private var order: [Int] = []
    /// The file that takes the next record, and its records; nil before the first write after a seal.
    private var current: (number: Int, segment: TileSegment)?
    /// Files whose modification time, which keeps the order of use between runs, was set in this run; once is enough.
    private var noted: Set<Int> = []

    /// Creates a pack; nothing is read yet.
    /// - Parameters:
    ///   - budget: bytes of all files, their indices included.
    public init(folder: any PackFolder, budget: Int = 64 << 20, executor: any SerialExecutor) {
        self.folder = folder
        self.budget = max(0, budget)
        self.executor = executor
    }

    /// Bytes of all files now.
    public var size: Int {
        open()
        forgetMissingFiles()
        return total
    }

    /// Bytes of all files now; nil before the first look-up or store, because only those open the folder.
    public var sizeIfOpen: Int? { isOpen ? size : nil }

    /// Number of tiles that can be found now.
    var count: Int {
        open()
        return locations.count
    }

    /// Returns the bytes stored under `key`, or nil; also nil, without a read, when the caller's task is cancelled.
    public func bytes(for key: TileKey) -> EncodedBytes? {
        if Task.isCancelled { return nil }
        open()
        guard let location = locations[Self.hash(key)] else { return nil }
        let entry = location.entry
        let bytes = folder.read(
            TileSegment.name(location.file), at: Int(entry.offset), count: Int(entry.length))
        guard !bytes.isEmpty else {
            // The file was deleted by hand, or cannot be read now.
            locations[entry.hash] = nil
            forgetMissingFiles()
            return nil
        }
        return bytes.withUnsafeBytes { bytes in
            guard let record = TileRecord(bytes, at: 0), record.kind == .tile, record.isLive,
                record.length == bytes.count, let content = record.content(bytes, at: 0)
            else {
                withdraw(location)
                return nil
            }
            guard content.key.elementsEqual(key.bytes) else { return nil }
            use(location.file)
            return EncodedBytes(Array(content.payload))
        }
    }

    /// Returns the bytes stored under each of many keys, as `bytes(for:)` does; nil for none.
    func bytes(forAll keys: [TileKey?]) -> [EncodedBytes?] { keys.map { $0.flatMap(bytes(for:)) } }

    /// Returns whether the index has a tile under `key`.
    public func contains(_ key: TileKey) -> Bool {
        open()
        return locations[Self.hash(key)] != nil
    }

    /// Returns for each of many keys whether the index has no tile under it; false for none.
    func lacks(_ keys: [TileKey?]) -> [Bool] { keys.map { key in key.map { !contains($0) } ?? false } }

    /// Stores bytes under `key`, replacing the previous ones. Does not store tiles that exceed an eighth of the budget,
    /// nor any while another program has claimed the folder.
    public func store(_ bytes: EncodedBytes, for key: TileKey) {
        open()
        guard isWriter && folder.isClaimed || becomeWriter() else { return }
        var record: [UInt8] = []
        bytes.storage.withBytes { record = TileRecord.encode($0, key: key.bytes) }
        guard record.count + TileSegment.indexSize(1) <= fileSize else { return }
        append(Batch(record, for: key))
    }

    /// Stores bytes under `key`, but deletes nothing for them.
    /// - Returns: whether they are stored now: false where the budget would be exceeded, or another program writes.
    func storeWithinBudget(_ bytes: EncodedBytes, for key: TileKey) -> Bool {
        open()
        guard total + bytes.count + fileSize <= budget else { return contains(key) }
        store(bytes, for: key)
        return contains(key)
    }

    /// Stores many small tiles at once, with one write for some hundred of them.
    /// - Parameters:
    ///   - missing: Stored if there are none under their keys.
    ///   - replacing: Stored in place of what there is; the last one under a key counts.
    func store(
        missing tiles: [(key: TileKey, bytes: EncodedBytes)], replacing: [(key: TileKey, bytes: EncodedBytes)] = []
    ) {
        open()
        guard isWriter && folder.isClaimed || becomeWriter() else { return }
        var batch = Batch(), keys: Set<UInt64> = []
        let all = replacing.reversed() + tiles.filter { locations[Self.hash($0.key)] == nil }
        for (key, bytes) in all where keys.insert(Self.hash(key)).inserted {
            var record: [UInt8] = []
            bytes.storage.withBytes { record = TileRecord.encode($0, key: key.bytes) }
            guard record.count + TileSegment.indexSize(1) <= fileSize else { continue }
            // A fraction of a file, so that what is left free at the end of one is little.
            if !batch.entries.isEmpty, batch.bytes.count + record.count > fileSize / 8 {
                append(batch)
                batch = Batch()
            }
            batch.add(record, for: key)
        }
        if !batch.entries.isEmpty { append(batch) }
    }

    /// Records that are written at once.
    private struct Batch {
        private(set) var bytes: [UInt8] = []
        /// Their offsets are those within the batch.
        private(set) var entries: [TileSegment.Entry] = []

        init() {}
        init(_ record: [UInt8], for key: TileKey) { add(record, for: key) }

        mutating func add(_ record: [UInt8], for key: TileKey) {
            entries.append(
                TileSegment.Entry(hash: TilePack.hash(key), offset: UInt32(bytes.count), length: UInt32(record.count)))
            bytes += record
        }
    }

    /// Appends records that fit into one file.
    private func append(_ batch: Batch) {
        if write(batch) { return }
        // The current file may have been deleted by hand; then the records go into a new one.
        if forgetMissingFiles() { _ = write(batch) }
    }

    /// Appends records that fit into one file.
    /// - Returns: whether they were written.
    private func write(_ batch: Batch) -> Bool {
        if let current,
            current.segment.end + batch.bytes.count
                + TileSegment.indexSize(current.segment.entries.count + batch.entries.count) > fileSize
        {
            seal()
        }
        makeRoom(for: batch)
        var (number, segment) = current ?? ((sizes.keys.max() ?? 0) + 1, TileSegment())
        guard number <= TileSegment.lastNumber else { return false }
        guard folder.write(batch.bytes, to: TileSegment.name(number), at: segment.end) else {
            // With a full disk or without permission the image is still shown; it is only not stored.
            if current == nil {
                folder.delete(TileSegment.name(number))
            } else {
                _ = folder.truncate(TileSegment.name(number), to: segment.end)
            }
            return false
        }
        let entries = batch.entries.map {
            TileSegment.Entry(hash: $0.hash, offset: UInt32(segment.end) + $0.offset, length: $0.length)
        }
        segment.entries += entries
        segment.end += batch.bytes.count
        if current == nil { order.append(number) }
        current = (number, segment)
        resize(number, to: segment.end)
        for entry in entries {
            // After the new one is written, so that a crash in between leaves two records and not none.
            if let replaced = locations[entry.hash] { withdraw(replaced) }
            locations[entry.hash] = Location(file: number, entry: entry)
        }
        use(number)
        return true
    }

    /// Withdraws the tile stored under `key`.
    public func remove(_ key: TileKey) {
        open()
        if let location = locations[Self.hash(key)] { withdraw(location) }
    }

    /// Changes the budget, and deletes files that exceed it. Does not open the pack.
    public func setBudget(_ budget: Int) {
        self.budget = max(0, budget)
        if isOpen, isWriter, folder.isClaimed { makeRoom() }
    }

    /// Deletes all files, unless another program has claimed the folder.
    public func clear() {
        open()
        guard isWriter && folder.isClaimed || becomeWriter() else { return }
        for number in order { folder.delete(TileSegment.name(number)) }
        forget(Set(order))
    }

    // MARK: Opening

    private func open() {
        guard !isOpen else { return }
        isOpen = true
        isWriter = folder.claim()
        load()
    }

    /// Takes over the writing from a program that has ended meanwhile.
    private func becomeWriter() -> Bool {
        isWriter = folder.claim()
        if isWriter { load() }
        return isWriter
    }

    /// Loads the index of all tiles. Newer files come later, so that the newest record of a key is found.
    private func load() {
        (locations, sizes, total, order, current) = ([:], [:], 0, [], nil)
        let files = folder.files().compactMap { file in
            TileSegment.number(of: file.name).map { (number: $0, file: file) }
        }
        for (number, file) in files.sorted(by: { $0.number < $1.number }) {
            let segment = TileSegment(file, in: folder)
            for entry in segment.entries { locations[entry.hash] = Location(file: number, entry: entry) }
            resize(number, to: file.size)
            current = segment.isSealed ? nil : (number, segment)
        }
        order = files.sorted { ($0.file.modified, $0.number) < ($1.file.modified, $1.number) }.map(\.number)
        guard isWriter else { return }
        if let (number, segment) = current, segment.end < sizes[number, default: 0] {
            if folder.truncate(TileSegment.name(number), to: segment.end) {
                resize(number, to: segment.end)
            } else {
                current = nil
            }
        }
        makeRoom()
    }

    // MARK: Files

    private func seal() {
        guard let (number, segment) = current else { return }
        current = nil
        let index = segment.index
        // Without an index the next start reads the whole file; nothing else is lost.
        if folder.write(index, to: TileSegment.name(number), at: segment.end) {
            resize(number, to: segment.end + index.count)
        }
    }

    /// Deletes files until a batch, and the index of the newest file, fit.
    private func makeRoom(for batch: Batch = Batch()) {
        func need() -> Int {
            let entries = (current?.segment.entries.count ?? 0) + max(1, batch.entries.count)
            return total + batch.bytes.count + TileSegment.indexSize(entries)
        }
        while need() > budget, let oldest = order.first {
            folder.delete(TileSegment.name(oldest))
            forget([oldest])
        }
    }

    /// Removes files deleted by hand from the index, so that their tiles are stored again.
    /// - Returns: whether there were any.
    @discardableResult
    private func forgetMissingFiles() -> Bool {
        let there = Set(folder.files().map(\.name))
        let missing = Set(sizes.keys.filter { !there.contains(TileSegment.name($0)) })
        forget(missing)
        return !missing.isEmpty
    }

    private func forget(_ files: Set<Int>) {
        guard !files.isEmpty else { return }
        order.removeAll { files.contains($0) }
        for file in files { resize(file, to: nil) }
        noted.subtract(files)
        if let number = current?.number, files.contains(number) { current = nil }
        locations = locations.filter { !files.contains($0.value.file) }
    }

    private func resize(_ file: Int, to size: Int?) {
        total += (size ?? 0) - sizes[file, default: 0]
        sizes[file] = size
    }

    /// Records a use: in memory each time, on disk once per run.
    private func use(_ file: Int) {
        if order.last != file, let index = order.firstIndex(of: file) {
            order.remove(at: index)
            order.append(file)
        }
        if isWriter, noted.insert(file).inserted { folder.touch(TileSegment.name(file)) }
    }

    /// Removes a record from the index, and marks it on disk, because the index of a sealed file still contains it.
    private func withdraw(_ location: Location) {
        if locations[location.entry.hash]?.file == location.file { locations[location.entry.hash] = nil }
        // Not in a folder that another program has created anew: there the name belongs to another file.
        guard isWriter, folder.isClaimed else { return }
        let offset = Int(location.entry.offset) + TileRecord.stateOffset
        _ = folder.write([TileRecord.withdrawn], to: TileSegment.name(location.file), at: offset)
    }

    private static func hash(_ key: TileKey) -> UInt64 { key.bytes.withUnsafeBytes { XXH64.checksum($0) } }
}
