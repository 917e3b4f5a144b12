// The average colours of very many photos in a fixed piece of memory: the last rung above a grey square.
//
// A two-way set-associative table of 8-byte entries: 16 bits of a photo's hash choose the set, the other 48 are compared,
// and the colour takes the 16 that are left. So the memory does not depend on the library, and a photo is taken for
// another once in 2⁴⁸ comparisons.
import Photos
import Synchronization

/// Remembers one colour a photo and version, in 5-6-5 bits: to within 4 of 255.
///
/// Isolation: callable from any thread; each call holds one lock for some tens of nanoseconds. In a set, the photo noted
/// last pushes out the one noted first.
public final class ColourTable: Sendable {
    /// 131,072 entries: 1 MB.
    public static let standardSets = 1 << 16

    /// Empty is 0. The two entries of a set are neighbours, the newer one first.
    private struct Book: Sendable {
        var entries: [UInt64]
        /// What to call at the next change; nil while a change waits to be kept.
        var onChange: (@Sendable () -> Void)?
    }
    private let book: Mutex<Book>
    private let mask: UInt64

    /// - Parameter sets: Two entries each; a power of two up to `standardSets`, which others are rounded down to.
    public init(sets: Int = standardSets) {
        let limited = min(max(1, sets), Self.standardSets)
        let rounded = 1 << (Int.bitWidth - 1 - limited.leadingZeroBitCount)
        mask = UInt64(rounded - 1)
        book = Mutex(Book(entries: [UInt64](repeating: 0, count: rounded * 2)))
    }

    /// The colour of the photo that `key` is a picture of, whatever its size.
    public func colour(for key: ImageKey) -> AverageColour? {
        let photo = Self.hash(key)
        let (slot, tag) = (slot(of: photo), photo >> 16)
        return book.withLock { book in
            var entry = book.entries[slot]
            if entry >> 16 != tag { entry = book.entries[slot + 1] }
            guard entry >> 16 == tag, entry != 0 else { return nil }
            return AverageColour(packed: UInt16(truncatingIfNeeded: entry))
        }
    }

    /// Remembers a colour as the newest of its set.
    public func note(_ colour: AverageColour, for key: ImageKey) {
        let wake = book.withLock { book -> (@Sendable () -> Void)? in
            guard put(ColourRecord(photo: Self.hash(key), colour: colour.packed), in: &book.entries) else { return nil }
            defer { book.onChange = nil }
            return book.onChange
        }
        wake?()
    }

    /// Remembers what a decoded picture looks like. A picture that was worked on, or a part of one, does not have its
    /// photo's colour.
    func note(_ image: any DecodedImage, for key: ImageKey) {
        guard key.processors.isEmpty, key.region == nil, let colour = image.averageColour else { return }
        note(colour, for: key)
    }

    /// Photos that are remembered.
    public var count: Int { book.withLock { $0.entries.count { $0 != 0 } } }

    /// Calls `body` once, at the next change, on the thread that makes it.
    func callOnChange(_ body: @escaping @Sendable () -> Void) { book.withLock { $0.onChange = body } }

    // MARK: As a whole

    /// Sets that are read or filled while the lock is held once: a look-up waits microseconds at most.
    private static let setsAtOnce = 1 << 10

    /// All that is remembered, the newer ones of the sets first.
    var records: [ColourRecord] {
        var ways: [[ColourRecord]] = [[], []]
        let count = Int(mask + 1)
        for start in stride(from: 0, to: count, by: Self.setsAtOnce) {
            book.withLock { book in
                for set in start..<min(count, start + Self.setsAtOnce) {
                    for way in 0...1 where book.entries[set * 2 + way] != 0 {
                        let entry = book.entries[set * 2 + way]
                        let photo = entry & ~0xffff | UInt64(set)
                        ways[way].append(ColourRecord(photo: photo, colour: UInt16(truncatingIfNeeded: entry)))
                    }
                }
            }
        }
        return ways[0] + ways[1]
    }

    /// Takes over what was remembered earlier, newest first, where there is room beside what was noted since.
    func restore(_ records: [ColourRecord]) {
        for start in stride(from: 0, to: records.count, by: Self.setsAtOnce) {
            book.withLock { book in
                for record in records[start..<min(records.count, start + Self.setsAtOnce)] {
                    let slot = slot(of: record.photo)
                    guard record.entry != 0, book.entries[slot] >> 16 != record.photo >> 16 else { continue }
                    if book.entries[slot] == 0 {
                        book.entries[slot] = record.entry
                    } else if book.entries[slot + 1] == 0 {
                        book.entries[slot + 1] = record.entry
                    }
                }
            }
        }
    }

    /// - Returns: whether anything has changed.
    private func put(_ record: ColourRecord, in entries: inout [UInt64]) -> Bool {
        let slot = slot(of: record.photo)
        let entry = record.entry
        // One photo in 2⁴⁸ has a black that looks like an empty place.
        guard entry != 0, entries[slot] != entry else { return false }
        if entries[slot] >> 16 != entry >> 16 { entries[slot + 1] = entries[slot] }
        entries[slot] = entry
        return true
    }

    private func slot(of photo: UInt64) -> Int { Int(photo & mask) * 2 }

    /// The same in every start of the program, unlike Swift's own hashes. Nothing is allocated.
    private static func hash(_ key: ImageKey) -> UInt64 {
        var hash: UInt64 = 0
        mix(key.source.text, into: &hash)
        mix(key.source.account, into: &hash)
        mix(key.photo.text, into: &hash)
        mix(key.version, into: &hash)
        return hash
    }

    /// Multiplies, so that the order of the texts counts, by 2⁶⁴ over the golden ratio.
    private static func mix(_ text: String, into hash: inout UInt64) {
        var text = text
        let next = text.withUTF8 { XXH64.checksum(UnsafeRawBufferPointer($0)) }
        hash = (hash ^ next) &* 0x9e37_79b9_7f4a_7c15
        hash ^= hash >> 32
    }
}

/// One photo of a `ColourTable`, as it is kept.
struct ColourRecord: Hashable, Sendable {
    /// The hash of source, photo and version.
    let photo: UInt64
    /// 5-6-5 bits.
    let colour: UInt16

    /// Without the bits that the place in the table says.
    fileprivate var entry: UInt64 { photo & ~0xffff | UInt64(colour) }
}

extension AverageColour {
    /// 5 bits of red above 6 of green and 5 of blue.
    fileprivate var packed: UInt16 {
        func nearest(_ value: UInt8, of highest: UInt16) -> UInt16 { (UInt16(value) * highest + 127) / 255 }
        return nearest(red, of: 31) << 11 | nearest(green, of: 63) << 5 | nearest(blue, of: 31)
    }

    /// The highest bits again below the lowest, so that white is white.
    fileprivate init(packed: UInt16) {
        let (red, green, blue) = (UInt8(packed >> 11), UInt8(packed >> 5 & 63), UInt8(packed & 31))
        self.init(red: red << 3 | red >> 2, green: green << 2 | green >> 4, blue: blue << 3 | blue >> 2)
    }
}
