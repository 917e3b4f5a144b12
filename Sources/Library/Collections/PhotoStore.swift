// The photos of one collection by slot.
public import Photos

/// All photos that a collection has ever listed, in blocks of bytes, in the order in which they came. Slots are only
/// ever added: a photo that is gone leaves a tombstone. A value: a copy is cheap, and stays as it is while the original
/// grows.
///
/// Memory: six bytes for a photo in a file, and what of its path it has not in common with the photos beside it: seven
/// bytes more where files are numbered, eleven where they are named by their time.
public struct PhotoStore: Sendable {
    private var blocks: ContiguousArray<PhotoBlock> = []
    /// The photos behind the last full block.
    private var tail: ContiguousArray<Photo> = []
    /// The slots of photos that are gone.
    public private(set) var tombstones = SlotSet()
    /// The slots of videos, those that are gone among them.
    private var videos = SlotSet()
    /// Photos that are there and are videos.
    public private(set) var videoCount = 0

    /// An empty store.
    public init() {}

    /// Slots in use, those of tombstones among them.
    public var slotCount: Int { blocks.count * PhotoBlock.capacity + tail.count }
    /// Photos that are there.
    public var count: Int { slotCount - tombstones.count }

    /// What is known of the photos beside their names.
    var columns = FactColumns()

    /// What is known of the photo in a slot.
    public func facts(_ slot: UInt32) -> KnownFacts { columns[slot] }

    /// Whether the photo in a slot is a video.
    public func isVideo(_ slot: UInt32) -> Bool { videos.contains(slot) }

    /// Stars and favourite of the photo in a slot.
    public func marks(_ slot: UInt32) -> PhotoMarks { FactColumns.marks(of: columns.marks[slot]) }

    /// The keywords of the photo in a slot, in no order that means anything.
    public func keywords(_ slot: UInt32) -> [String] { columns.words[slot].compactMap(columns.wordTable.keyword) }

    /// The keywords that all of some photos have, sorted; none for no photos. Takes about a microsecond for each.
    public func commonKeywords(of slots: some Sequence<UInt32>) -> [String] {
        var common: ContiguousArray<UInt32>?
        for slot in slots {
            let numbers = columns.words[slot]
            common = common.map { common in common.filter(numbers.contains) } ?? numbers
            if common?.isEmpty == true { break }
        }
        return (common ?? []).compactMap(columns.wordTable.keyword).sorted()
    }

    /// How many photos have each keyword, those that are gone left out. Takes about 50 ns a photo.
    public func keywordCounts() -> [String: Int] {
        var counts = ContiguousArray(repeating: 0, count: columns.wordTable.count)
        guard !counts.isEmpty else { return [:] }
        for slot in 0..<UInt32(slotCount) where !tombstones.contains(slot) {
            columns.words.forEach(of: slot) { counts[Int($0)] += 1 }
        }
        var keywords: [String: Int] = [:]
        for (number, count) in counts.enumerated() where count > 0 {
            if let keyword = columns.wordTable.keyword(UInt32(number)) { keywords[keyword] = count }
        }
        return keywords
    }

    /// Whether photos have the same title, or caption, but for case and accents.
    /// - Returns: The slot of one photo that has it; nil where none has one, or where they differ.
    public func common(_ kind: PhotoWord.Kind, of slots: some Sequence<UInt32>) -> (slot: UInt32?, differs: Bool) {
        var common: (slot: UInt32, number: UInt32?)?
        for slot in slots {
            let number = columns.words[slot].first { columns.wordTable.kind($0) == kind }
            guard let known = common else {
                common = (slot, number)
                continue
            }
            if known.number != number { return (nil, true) }
        }
        return (common.flatMap { $0.number == nil ? nil : $0.slot }, false)
    }

    /// Whether a photo has marks, or has had some. Takes no time.
    public var hasMarks: Bool { !columns.marks.isEmpty }

    /// Returns whether a slot holds another photo, or another version of it, than in an earlier state of this store.
    /// Takes nanoseconds where nothing around it has changed.
    public func isOther(_ slot: UInt32, than earlier: PhotoStore) -> Bool {
        let (number, place) = Int(slot).quotientAndRemainder(dividingBy: PhotoBlock.capacity)
        guard Int(slot) < min(slotCount, earlier.slotCount) else { return true }
        let (now, before) = (block(number), earlier.block(number))
        // Equal blocks share their storage, which the comparison looks at first.
        if now != nil, now == before { return false }
        return (now?.photos()[place] ?? tailPhoto(place)) != (before?.photos()[place] ?? earlier.tailPhoto(place))
    }

    /// Bytes of the files of some photos together, sparse ones of whatever length; nil where the length of one is not
    /// known. Takes some 10 ns for each.
    public func byteTotal(of slots: SlotSet) -> Int64? {
        var total: Int64? = 0
        slots.forEach { slot in
            total = columns.byteCount[slot].flatMap { length in total?.addingSaturating(Int64(clamping: length)) }
        }
        return total
    }

    /// Adds the photos of `page` behind the others. Takes microseconds where the store and all pages before this one
    /// have whole blocks, as those of a folder have; else blocks are made of its photos anew, a microsecond each.
    mutating func append(_ page: PackedPage) {
        if !page.videos.isEmpty {
            let first = UInt32(slotCount)
            videos.insert(page.videos.map { first + $0 })
            videoCount += page.videos.count
        }
        columns.note(
            listedSizes: zip(UInt32(slotCount)..., page.sizes).lazy.compactMap { slot, size in size.map { (slot, $0) } }
        )
        if tail.isEmpty {
            blocks += page.blocks
            tail += page.rest
        } else {
            for photo in page.photos { append(photo) }
        }
    }

    private mutating func append(_ photo: Photo) {
        tail.append(photo)
        guard tail.count == PhotoBlock.capacity else { return }
        blocks.append(PhotoBlock(tail))
        tail.removeAll(keepingCapacity: true)
    }

    /// Lays tombstones. Takes time in proportion to a 64th of the slots.
    mutating func remove(_ slots: [UInt32]) {
        if !videos.isEmpty { videoCount -= slots.count { videos.contains($0) && !tombstones.contains($0) } }
        tombstones.insert(slots)
    }

    /// Puts other photos into slots that are in use. Blocks that are touched are made anew, each once.
    mutating func replace(_ photos: [UInt32: Photo]) {
        for (slot, photo) in photos where photo.isVideo != videos.contains(slot) {
            if photo.isVideo { videos.insert([slot]) } else { videos.remove([slot]) }
            if !tombstones.contains(slot) { videoCount += photo.isVideo ? 1 : -1 }
        }
        columns.note(
            listedSizes: photos.sorted { $0.key < $1.key }.compactMap { slot, photo in photo.size.map { (slot, $0) } })
        for (block, changes) in Dictionary(grouping: photos, by: { Int($0.key) / PhotoBlock.capacity }) {
            var photos = photosOfBlock(block)
            for (slot, photo) in changes { photos[Int(slot) % PhotoBlock.capacity] = photo }
            if block < blocks.count { blocks[block] = PhotoBlock(photos) } else { tail = photos }
        }
    }

    /// The block with this number; nil for the one that is not full yet.
    func block(_ number: Int) -> PhotoBlock? { number < blocks.count ? blocks[number] : nil }

    /// A photo behind the last full block.
    func tailPhoto(_ place: Int) -> Photo { tail[place] }

    /// The photos of a block, or of the part of one at the end.
    func photosOfBlock(_ number: Int) -> ContiguousArray<Photo> { block(number)?.photos() ?? tail }

    /// Calls `body` with slot, id, title and badge of photos, those that are gone among them, in the order of slots.
    /// The bytes are valid during the call.
    /// - Parameters:
    ///   - blocks: those that are read; nil for all.
    ///   - visits: asked for one block of slots after the other, whether its photos are wanted; nil ends the reading.
    /// - Returns: whether the end was reached.
    @discardableResult
    func forEachName(
        in blocks: Range<Int>? = nil,
        _ body: (
            _ slot: UInt32, _ id: UnsafeBufferPointer<UInt8>, _ title: UnsafeBufferPointer<UInt8>, _ badge: PhotoBadge?
        ) -> Void,
        visits: (_ slots: Range<UInt32>) -> Bool? = { _ in true }
    ) -> Bool {
        for number in blocks ?? 0..<blockCount {
            var slot = UInt32(number * PhotoBlock.capacity)
            let slots = slot..<min(slot + UInt32(PhotoBlock.capacity), UInt32(slotCount))
            guard let isWanted = visits(slots) else { return false }
            guard isWanted else { continue }
            if let block = block(number) {
                block.forEachName { id, title, badge in
                    body(slot, id, title, badge)
                    slot += 1
                    return true
                }
            } else {
                for photo in tail {
                    Self.withBytes(of: photo) { body(slot, $0, $1, photo.badge) }
                    slot += 1
                }
            }
        }
        return true
    }

    /// Calls `body` with id and title of the photo in a slot, in some microseconds.
    func withName<Result>(
        of slot: UInt32, _ body: (_ id: UnsafeBufferPointer<UInt8>, _ title: UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result? {
        let (number, place) = Int(slot).quotientAndRemainder(dividingBy: PhotoBlock.capacity)
        var result: Result?
        if number < blocks.count {
            var left = place
            blocks[number].forEachName { id, title, _ in
                if left == 0 { result = body(id, title) }
                left -= 1
                return left >= 0
            }
        } else if place < tail.count {
            Self.withBytes(of: tail[place]) { result = body($0, $1) }
        }
        return result
    }

    private static func withBytes(
        of photo: Photo, _ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Void
    ) {
        ContiguousArray(photo.id.text.utf8).withUnsafeBufferPointer { id in
            ContiguousArray(photo.title.utf8).withUnsafeBufferPointer { title in body(id, title) }
        }
    }

    /// Blocks, the part of one at the end counted.
    var blockCount: Int { blocks.count + (tail.isEmpty ? 0 : 1) }

    /// Bytes of all packed photos; tests and figures ask.
    var packedBytes: Int { blocks.reduce(0) { $0 + $1.byteCount } }
}
