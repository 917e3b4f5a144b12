// A column of numbers by slot, in plain arrays as wide as their numbers need.

/// Numbers by slot, each of which may be unknown. A value: a copy is cheap and shares what is not changed afterwards.
///
/// A chunk of 1,024 slots takes one, two, four or eight bytes a slot, as its greatest number needs, and none while no
/// number of it was ever set.
struct Column: Sendable {
    static let chunkLength = 1024
    /// What `numbers` has for a slot whose number is unknown; no fact has that value.
    static let unknown = UInt64.max

    private var chunks: ContiguousArray<Chunk> = []

    /// The number of a slot; nil if it is unknown.
    subscript(slot: UInt32) -> UInt64? {
        let (chunk, place) = Int(slot).quotientAndRemainder(dividingBy: Self.chunkLength)
        return chunk < chunks.count ? chunks[chunk][place] : nil
    }

    /// Sets the numbers of slots; nil makes one unknown. Copies the chunks that it touches where they are shared.
    mutating func set(_ values: some Sequence<(slot: UInt32, value: UInt64?)>) {
        var open: (number: Int, chunk: Chunk)?
        for (slot, value) in values {
            let (number, place) = Int(slot).quotientAndRemainder(dividingBy: Self.chunkLength)
            if open?.number != number {
                if number >= chunks.count {
                    guard value != nil else { continue }
                    chunks += repeatElement(Chunk(), count: number + 1 - chunks.count)
                }
                if let open { chunks[open.number] = open.chunk }
                // Nothing else may hold the chunk while it changes, or it would be copied.
                open = (number, chunks[number])
                chunks[number] = Chunk()
            }
            open?.chunk.set(place, to: value)
        }
        if let open { chunks[open.number] = open.chunk }
    }

    /// The numbers of the first `count` slots.
    func numbers(_ count: Int) -> ContiguousArray<UInt64> {
        var numbers = ContiguousArray<UInt64>()
        numbers.reserveCapacity(max(count, chunks.count * Self.chunkLength))
        for chunk in chunks { chunk.append(to: &numbers) }
        numbers.removeLast(max(0, numbers.count - count))
        numbers += repeatElement(Self.unknown, count: count - numbers.count)
        return numbers
    }

    /// Calls `body` with the known numbers in the order of their slots.
    func forEach(_ body: (_ slot: Int, _ number: UInt64) -> Void) {
        var numbers = ContiguousArray<UInt64>()
        for (place, chunk) in chunks.enumerated() {
            numbers.removeAll(keepingCapacity: true)
            chunk.append(to: &numbers)
            for (offset, number) in numbers.enumerated() where number != Self.unknown {
                body(place * Self.chunkLength + offset, number)
            }
        }
    }

    /// Whether no number was ever set.
    var isEmpty: Bool { chunks.isEmpty }

    /// Bytes of all chunks, their headers counted; tests and figures ask.
    var byteCount: Int { chunks.reduce(0) { $0 + $1.byteCount } }
}

/// The numbers of 1,024 slots.
private struct Chunk: Sendable {
    /// `width` bytes for each slot, all of them ones where the number is unknown. Empty with a width of 0.
    private var bytes: ContiguousArray<UInt8> = []
    private var width = 0

    subscript(place: Int) -> UInt64? {
        let number = bytes.withUnsafeBytes { bytes in
            switch width {
            case 0: Column.unknown
            case 1: Self.number(bytes[place])
            case 2: Self.number(bytes.load(fromByteOffset: 2 * place, as: UInt16.self))
            case 4: Self.number(bytes.load(fromByteOffset: 4 * place, as: UInt32.self))
            default: bytes.load(fromByteOffset: 8 * place, as: UInt64.self)
            }
        }
        return number == Column.unknown ? nil : number
    }

    private static func number<Stored: FixedWidthInteger & UnsignedInteger>(_ stored: Stored) -> UInt64 {
        stored == .max ? Column.unknown : UInt64(stored)
    }

    mutating func set(_ place: Int, to value: UInt64?) {
        if let value { widen(to: value < 0xFF ? 1 : value < 0xFFFF ? 2 : value < 0xFFFF_FFFF ? 4 : 8) }
        store(value ?? Column.unknown, at: place)
    }

    private mutating func widen(to needed: Int) {
        guard needed > width else { return }
        let narrow = self
        width = needed
        bytes = ContiguousArray(repeating: 0xFF, count: Column.chunkLength * needed)
        guard narrow.width > 0 else { return }
        for place in 0..<Column.chunkLength { store(narrow[place] ?? Column.unknown, at: place) }
    }

    private mutating func store(_ number: UInt64, at place: Int) {
        bytes.withUnsafeMutableBytes { [width] bytes in
            switch width {
            case 0: break
            case 1: bytes[place] = UInt8(truncatingIfNeeded: number)
            case 2: bytes.storeBytes(of: UInt16(truncatingIfNeeded: number), toByteOffset: 2 * place, as: UInt16.self)
            case 4: bytes.storeBytes(of: UInt32(truncatingIfNeeded: number), toByteOffset: 4 * place, as: UInt32.self)
            default: bytes.storeBytes(of: number, toByteOffset: 8 * place, as: UInt64.self)
            }
        }
    }

    func append(to numbers: inout ContiguousArray<UInt64>) {
        bytes.withUnsafeBytes { bytes in
            switch width {
            case 0: numbers += repeatElement(Column.unknown, count: Column.chunkLength)
            case 1: numbers += bytes.lazy.map(Self.number)
            case 2: numbers += bytes.assumingMemoryBound(to: UInt16.self).lazy.map(Self.number)
            case 4: numbers += bytes.assumingMemoryBound(to: UInt32.self).lazy.map(Self.number)
            default: numbers += bytes.assumingMemoryBound(to: UInt64.self)
            }
        }
    }

    var byteCount: Int { MemoryLayout<Self>.stride + (width == 0 ? 0 : 32 + bytes.count) }
}
