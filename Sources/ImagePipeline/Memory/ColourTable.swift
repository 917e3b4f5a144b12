// The average colours of a very large number of photos in a fixed amount of memory: the placeholder of last resort
// before plain grey.
//
// A two-way set-associative table of 8-byte entries: 16 bits of a photo's hash choose the set, the other 48 are
// compared, and the colour takes the remaining 16. So the memory does not depend on the size of the library, and a
// comparison confuses two photos with a probability of 2⁻⁴⁸.
import Photos
import Synchronization

/// A table of one colour per photo and version, in 5-6-5 bits: accurate to within 4 of 255.
///
/// Isolation: callable from any thread; each call holds one lock for some tens of nanoseconds. In a set, the entry
/// noted last replaces the one noted first.
public final class ColourTable: Sendable {
    /// 131,072 entries: 1 MB.
    public static let standardSets = 1 << 16

    /// Empty is 0. The two entries of a set are neighbours, the newer one first.
    private struct State: Sendable {
        var entries: [UInt64]
        /// Called at the next change; nil while a change waits to be saved.
        var onChange: (@Sendable () -> Void)?
    }
    private let state: Mutex<State>
    private let mask: UInt64

    /// Creates an empty table.
    /// - Parameter sets: sets of two entries each; rounded down to a power of two, at most `standardSets`.
    public init(sets: Int = standardSets) {
        let limited = min(max(1, sets), Self.standardSets)
        let rounded = 1 << (Int.bitWidth - 1 - limited.leadingZeroBitCount)
        mask = UInt64(rounded - 1)
        state = Mutex(State(entries: [UInt64](repeating: 0, count: rounded * 2)))
    }

    /// Returns the colour of the photo of `key`, whatever its size; nil when it is not known.
    public func colour(for key: ImageKey) -> AverageColour? {
        let photo = key.photoHash
        let (slot, tag) = (slot(of: photo), photo >> 16)
        return state.withLock { state in
            var entry = state.entries[slot]
            if entry >> 16 != tag { entry = state.entries[slot + 1] }
            guard entry >> 16 == tag, entry != 0 else { return nil }
            return AverageColour(packed: UInt16(truncatingIfNeeded: entry))
        }
    }

    /// Remembers a colour as the newest of its set.
    public func note(_ colour: AverageColour, for key: ImageKey) {
        let wake = state.withLock { state -> (@Sendable () -> Void)? in
            let record = ColourRecord(photo: key.photoHash, colour: colour.packed)
            guard put(record, in: &state.entries) else { return nil }
            defer { state.onChange = nil }
            return state.onChange
        }
        wake?()
    }

    /// Remembers the colour of a decoded image. A processed image, a region of one, or a later page does not have its
    /// photo's colour and is ignored.
    func note(_ image: any DecodedImage, for key: ImageKey) {
        guard key.isOfWholePhoto, let colour = image.averageColour else { return }
        note(colour, for: key)
    }

    /// Photos that are remembered.
    public var count: Int { state.withLock { $0.entries.count { $0 != 0 } } }

    /// Calls `body` once, at the next change, on the thread that makes it.
    func callOnChange(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.onChange = body } }

    // MARK: Saving and restoring

    /// Sets read or filled while the lock is held once, so that a look-up waits microseconds at most.
    private static let setsAtOnce = 1 << 10

    /// All entries, the newer ones of all sets first.
    var records: [ColourRecord] {
        var ways: [[ColourRecord]] = [[], []]
        let count = Int(mask + 1)
        for start in stride(from: 0, to: count, by: Self.setsAtOnce) {
            state.withLock { state in
                for set in start..<min(count, start + Self.setsAtOnce) {
                    for way in 0...1 where state.entries[set * 2 + way] != 0 {
                        let entry = state.entries[set * 2 + way]
                        let photo = entry & ~0xffff | UInt64(set)
                        ways[way].append(ColourRecord(photo: photo, colour: UInt16(truncatingIfNeeded: entry)))
                    }
                }
            }
        }
        return ways[0] + ways[1]
    }

    /// Restores saved entries, newest first, without replacing those noted since.
    func restore(_ records: [ColourRecord]) {
        for start in stride(from: 0, to: records.count, by: Self.setsAtOnce) {
            state.withLock { state in
                for record in records[start..<min(records.count, start + Self.setsAtOnce)] {
                    let slot = slot(of: record.photo)
                    guard record.entry != 0, state.entries[slot] >> 16 != record.photo >> 16 else { continue }
                    if state.entries[slot] == 0 {
                        state.entries[slot] = record.entry
                    } else if state.entries[slot + 1] == 0 {
                        state.entries[slot + 1] = record.entry
                    }
                }
            }
        }
    }

    /// Puts an entry into the table as the newest of its set.
    /// - Returns: whether anything has changed.
    private func put(_ record: ColourRecord, in entries: inout [UInt64]) -> Bool {
        let slot = slot(of: record.photo)
        let entry = record.entry
        // With a probability of 2⁻⁴⁸ a black photo has the value of an empty entry.
        guard entry != 0, entries[slot] != entry else { return false }
        if entries[slot] >> 16 != entry >> 16 { entries[slot + 1] = entries[slot] }
        entries[slot] = entry
        return true
    }

    private func slot(of photo: UInt64) -> Int { Int(photo & mask) * 2 }
}

extension ImageKey {
    /// A hash of source, photo and version that is the same in every run of the program, unlike Swift's own. Allocates
    /// nothing.
    var photoHash: UInt64 {
        var hash: UInt64 = 0
        Self.mix(source.text, into: &hash)
        Self.mix(photo.text, into: &hash)
        Self.mix(version, into: &hash)
        return hash
    }

    /// Mixes in the hash of a text. The multiplication, by 2⁶⁴ over the golden ratio, makes the order of the texts
    /// count.
    private static func mix(_ text: String, into hash: inout UInt64) {
        var text = text
        let next = text.withUTF8 { XXH64.checksum(UnsafeRawBufferPointer($0)) }
        hash = (hash ^ next) &* 0x9e37_79b9_7f4a_7c15
        hash ^= hash >> 32
    }
}

/// One entry of a `ColourTable`, as it is saved.
struct ColourRecord: Hashable, Sendable {
    /// The hash of source, photo and version.
    let photo: UInt64
    /// The colour in 5-6-5 bits.
    let colour: UInt16

    /// The entry in the table: the photo's hash without the bits that the set implies, and the colour.
    fileprivate var entry: UInt64 { photo & ~0xffff | UInt64(colour) }
}

extension AverageColour {
    /// The colour in 5 bits of red, 6 of green and 5 of blue, from the highest down.
    fileprivate var packed: UInt16 {
        func nearest(_ value: UInt8, of highest: UInt16) -> UInt16 { (UInt16(value) * highest + 127) / 255 }
        return nearest(red, of: 31) << 11 | nearest(green, of: 63) << 5 | nearest(blue, of: 31)
    }

    /// Unpacks a colour; the lowest bits repeat the highest ones, so that white stays white.
    fileprivate init(packed: UInt16) {
        let (red, green, blue) = (UInt8(packed >> 11), UInt8(packed >> 5 & 63), UInt8(packed & 31))
        self.init(red: red << 3 | red >> 2, green: green << 2 | green >> 4, blue: blue << 3 | blue >> 2)
    }
}
