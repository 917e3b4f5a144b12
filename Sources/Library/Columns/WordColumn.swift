// The texts of each photo, as numbers in a table.

/// Sets of numbers by slot. A value: a copy is cheap and shares what is not changed afterwards.
///
/// Neighbours have much in common, so each chunk of 1,024 slots has each of its sets once: how many, then the numbers
/// in ascending order, each as its distance from the one before, in groups of seven bits. A slot has the place of its
/// set.
/// Where no photo has words, a chunk takes no bytes.
struct WordColumn: Sendable {
    static let chunkLength = 1024

    private var chunks: ContiguousArray<WordChunk> = []

    /// Whether no photo has any.
    var isEmpty: Bool { chunks.allSatisfy(\.isEmpty) }

    /// The numbers of a slot, in ascending order.
    subscript(slot: UInt32) -> ContiguousArray<UInt32> {
        let (number, place) = Int(slot).quotientAndRemainder(dividingBy: Self.chunkLength)
        return number < chunks.count ? chunks[number][place] : []
    }

    /// Sets the numbers of slots, which are in ascending order. Each chunk that is touched is coded anew, once.
    mutating func set(_ values: some Sequence<(slot: UInt32, numbers: ContiguousArray<UInt32>)>) {
        var open = -1
        var sets: ContiguousArray<ContiguousArray<UInt32>> = []
        for (slot, numbers) in values {
            let (number, place) = Int(slot).quotientAndRemainder(dividingBy: Self.chunkLength)
            if number != open {
                if open >= 0 { chunks[open] = WordChunk(sets) }
                while chunks.count <= number { chunks.append(WordChunk()) }
                open = number
                sets = chunks[number].decoded()
            }
            while sets.count <= place { sets.append([]) }
            sets[place] = numbers
        }
        if open >= 0 { chunks[open] = WordChunk(sets) }
    }

    /// Calls `body` with the numbers of a slot, in ascending order.
    func forEach(of slot: UInt32, _ body: (UInt32) -> Void) {
        let (number, place) = Int(slot).quotientAndRemainder(dividingBy: Self.chunkLength)
        if number < chunks.count { chunks[number].forEach(at: place, body) }
    }

    /// A chunk of slots; nil where none of them has words.
    func chunk(_ number: Int) -> WordChunk? {
        number < chunks.count && !chunks[number].isEmpty ? chunks[number] : nil
    }

    /// Bytes of all chunks, their headers counted; tests and figures ask.
    var byteCount: Int { chunks.reduce(0) { $0 + $1.byteCount } }
}

/// The sets of up to 1,024 slots.
struct WordChunk: Sendable {
    /// The sets one behind the other.
    private let codes: ContiguousArray<UInt8>
    /// Where the set of each slot begins, counted from one, in `width` bytes, the lowest first; 0 for an empty one.
    private let places: ContiguousArray<UInt8>
    private let width: Int

    /// No slots.
    init() { (codes, places, width) = ([], [], 0) }

    init(_ sets: ContiguousArray<ContiguousArray<UInt32>>) {
        var codes: ContiguousArray<UInt8> = []
        var starts: ContiguousArray<UInt32> = []
        var known: [ContiguousArray<UInt32>: UInt32] = [:]
        for set in sets {
            if set.isEmpty {
                starts.append(0)
            } else if let start = known[set] {
                starts.append(start)
            } else {
                let start = UInt32(codes.count) + 1
                known[set] = start
                starts.append(start)
                Self.write(UInt32(set.count), to: &codes)
                var last: UInt32 = 0
                for number in set {
                    Self.write(number - last, to: &codes)
                    last = number
                }
            }
        }
        let width = codes.isEmpty ? 0 : codes.count < 0xFF ? 1 : codes.count < 0xFFFF ? 2 : 4
        (self.codes, self.width) = (codes, width)
        places = ContiguousArray(
            starts.lazy.flatMap { start in (0..<width).lazy.map { UInt8(truncatingIfNeeded: start >> (8 * UInt32($0))) }
            })
    }

    var isEmpty: Bool { codes.isEmpty }
    private var count: Int { width == 0 ? 0 : places.count / width }

    private static func write(_ number: UInt32, to codes: inout ContiguousArray<UInt8>) {
        var rest = number
        while rest >= 0x80 {
            codes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        codes.append(UInt8(rest))
    }

    private func start(_ place: Int) -> Int {
        guard place < count else { return 0 }
        var start = 0
        for byte in (place * width..<(place + 1) * width).reversed() { start = start << 8 | Int(places[byte]) }
        return start
    }

    subscript(place: Int) -> ContiguousArray<UInt32> {
        var numbers: ContiguousArray<UInt32> = []
        forEach(at: place) { numbers.append($0) }
        return numbers
    }

    func forEach(at place: Int, _ body: (UInt32) -> Void) {
        let start = start(place)
        guard start > 0 else { return }
        var reader = Reader(codes, at: start - 1)
        reader.readSet(body)
    }

    func decoded() -> ContiguousArray<ContiguousArray<UInt32>> { ContiguousArray((0..<count).lazy.map { self[$0] }) }

    /// Puts together, for each slot, the marks that the numbers of its set have.
    func gather(_ marks: ContiguousArray<UInt64>, into gathered: inout ContiguousArray<UInt64>) {
        gathered.removeAll(keepingCapacity: true)
        // By the place of a set; one is looked at once.
        var known = ContiguousArray<UInt64>(repeating: 0, count: codes.count + 1)
        var reader = Reader(codes, at: 0)
        while reader.offset < codes.count {
            let start = reader.offset + 1
            var sum: UInt64 = 0
            reader.readSet { sum |= marks[Int($0)] }
            known[start] = sum
        }
        for place in 0..<count { gathered.append(known[start(place)]) }
    }

    private struct Reader {
        private let codes: ContiguousArray<UInt8>
        private(set) var offset: Int

        init(_ codes: ContiguousArray<UInt8>, at offset: Int) { (self.codes, self.offset) = (codes, offset) }

        private mutating func number() -> UInt32 {
            var number: UInt32 = 0, shift: UInt32 = 0
            while true {
                let byte = codes[offset]
                offset += 1
                number |= UInt32(byte & 0x7F) << shift
                guard byte & 0x80 != 0 else { return number }
                shift += 7
            }
        }

        mutating func readSet(_ body: (UInt32) -> Void) {
            var last: UInt32 = 0
            for _ in 0..<number() {
                last += number()
                body(last)
            }
        }
    }

    var byteCount: Int { MemoryLayout<Self>.stride + (isEmpty ? 0 : 64 + codes.count + places.count) }
}
