// A column of numbers by slot, in as few bytes as the numbers of a neighbourhood need.

/// Numbers by slot, each of which may be unknown. A value: a copy is cheap and shares what is not changed afterwards.
///
/// Photos that are listed next to each other have much in common: camera, size, the week. So each chunk of 1,024 slots
/// has a code of its own, whichever is shorter: the difference from the least number of the chunk in units that all of
/// its numbers are multiples of, or the place in a table of the chunk's numbers. Where all are the same, a chunk takes
/// no bytes. Reading a number takes some ten nanoseconds, setting one some microseconds for its chunk, which is coded
/// anew.
struct PackedColumn: Sendable {
    static let chunkLength = 1024
    /// The number that says that nothing is known; no fact has that value.
    static let unknown = UInt64.max

    private var chunks: ContiguousArray<PackedChunk> = []

    /// The number of a slot; `unknown` where none was set.
    subscript(slot: UInt32) -> UInt64 {
        let (number, place) = Int(slot).quotientAndRemainder(dividingBy: Self.chunkLength)
        return number < chunks.count ? chunks[number][place] : Self.unknown
    }

    /// Sets numbers of slots, which are in ascending order. Each chunk that is touched is coded anew, once.
    mutating func set(_ values: some Sequence<(slot: UInt32, value: UInt64)>) {
        var open = -1
        var decoded: ContiguousArray<UInt64> = []
        func close() -> PackedChunk? { open < 0 ? nil : PackedChunk(decoded) }
        for (slot, value) in values {
            let (number, place) = Int(slot).quotientAndRemainder(dividingBy: Self.chunkLength)
            if number != open {
                if let closed = close() { chunks[open] = closed }
                while chunks.count <= number { chunks.append(PackedChunk()) }
                open = number
                decoded = chunks[number].decoded()
            }
            if place >= decoded.count {
                decoded += repeatElement(Self.unknown, count: place + 1 - decoded.count)
            }
            decoded[place] = value
        }
        if let closed = close() { chunks[open] = closed }
    }

    /// The numbers of the first `count` slots.
    func decoded(_ count: Int) -> ContiguousArray<UInt64> {
        var all: ContiguousArray<UInt64> = []
        all.reserveCapacity(count + Self.chunkLength)
        for (number, chunk) in chunks.enumerated() {
            // A chunk may be shorter than its slots, where nothing is known of the last ones.
            let start = number * Self.chunkLength
            if all.count < start { all += repeatElement(Self.unknown, count: start - all.count) }
            chunk.decode(into: &all)
        }
        if all.count < count { all += repeatElement(Self.unknown, count: count - all.count) }
        all.removeLast(all.count - count)
        return all
    }

    /// Chunks of which a number was set.
    var chunkCount: Int { chunks.count }

    /// The numbers of a chunk, without the unknown ones at its end.
    func decodedChunk(_ number: Int) -> ContiguousArray<UInt64> {
        number < chunks.count ? chunks[number].decoded() : []
    }

    /// Bytes of all chunks, their headers counted; tests and figures ask.
    var byteCount: Int { chunks.reduce(0) { $0 + $1.byteCount } }

    /// Whether no value was ever set.
    var isEmpty: Bool { chunks.isEmpty }
}

/// The numbers of up to 1,024 slots.
struct PackedChunk: Sendable {
    /// What numbers are multiples of, tried in this order: whole seconds in nanoseconds, microseconds, and so on.
    private static let units: [UInt64] = [1_000_000_000, 10_000_000, 1_000_000, 1_000, 100, 1]
    /// A table of more entries is not smaller than the numbers themselves.
    private static let longestTable = 200

    /// `width` bytes a slot, the lowest first: 0 for unknown, else one more than the code.
    private let codes: ContiguousArray<UInt8>
    /// The numbers by their code; empty where codes are differences.
    private let table: ContiguousArray<UInt64>
    /// The least number, and the unit of the differences from it. With a width of 0 the number of all slots.
    private let base: UInt64
    private let unit: UInt64
    private let width: Int
    private let count: Int

    /// No slots.
    init() { self.init([]) }

    init(_ values: ContiguousArray<UInt64>) {
        count = values.count
        let known = values.lazy.filter { $0 != PackedColumn.unknown }
        guard let least = known.min(), let most = known.max() else {
            (codes, table, base, unit, width) = ([], [], PackedColumn.unknown, 1, 0)
            return
        }
        if least == most, !values.contains(PackedColumn.unknown) {
            (codes, table, base, unit, width) = ([], [], least, 1, 0)
            return
        }
        let unit = Self.units.first { unit in known.allSatisfy { ($0 - least) % unit == 0 } } ?? 1
        let width = Self.bytes((most - least) / unit + 1)
        var places: [UInt64: UInt64] = [:]
        for value in known where places[value] == nil {
            places[value] = UInt64(places.count) + 1
            if places.count > Self.longestTable { break }
        }
        base = least
        if places.count <= Self.longestTable, values.count + 8 * places.count < values.count * width {
            table = places.reduce(into: ContiguousArray(repeating: 0, count: places.count)) { table, entry in
                table[Int(entry.value) - 1] = entry.key
            }
            (self.unit, self.width) = (1, 1)
            codes = Self.codes(values, width: 1) { places[$0] ?? 0 }
        } else {
            table = []
            (self.unit, self.width) = (unit, width)
            codes = Self.codes(values, width: width) { ($0 - least) / unit + 1 }
        }
    }

    private static func codes(
        _ values: ContiguousArray<UInt64>, width: Int, _ code: (UInt64) -> UInt64
    ) -> ContiguousArray<UInt8> {
        ContiguousArray(unsafeUninitializedCapacity: values.count * width) { bytes, count in
            for value in values {
                var rest = value == PackedColumn.unknown ? 0 : code(value)
                for _ in 0..<width {
                    bytes.initializeElement(at: count, to: UInt8(truncatingIfNeeded: rest))
                    count += 1
                    rest >>= 8
                }
            }
        }
    }

    private static func bytes(_ number: UInt64) -> Int { (64 - number.leadingZeroBitCount + 7) / 8 }

    subscript(place: Int) -> UInt64 {
        guard place < count else { return PackedColumn.unknown }
        guard width > 0 else { return base }
        var code: UInt64 = 0
        for byte in (place * width..<(place + 1) * width).reversed() { code = code << 8 | UInt64(codes[byte]) }
        return value(code)
    }

    private func value(_ code: UInt64) -> UInt64 {
        code == 0 ? PackedColumn.unknown : table.isEmpty ? base + (code - 1) * unit : table[Int(code) - 1]
    }

    func decoded() -> ContiguousArray<UInt64> {
        var values: ContiguousArray<UInt64> = []
        values.reserveCapacity(PackedColumn.chunkLength)
        decode(into: &values)
        return values
    }

    func decode(into values: inout ContiguousArray<UInt64>) {
        guard width > 0 else {
            values += repeatElement(base, count: count)
            return
        }
        codes.withUnsafeBufferPointer { codes in
            var next = 0
            for _ in 0..<count {
                var code: UInt64 = 0, shift: UInt64 = 0
                for _ in 0..<width {
                    code |= UInt64(codes[next]) << shift
                    next += 1
                    shift += 8
                }
                values.append(value(code))
            }
        }
    }

    var byteCount: Int { MemoryLayout<Self>.stride + 32 + codes.count + (table.isEmpty ? 0 : 32 + 8 * table.count) }
}
