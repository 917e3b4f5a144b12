// Unpacking of what a PNG keeps packed beside its pixels, in a module that may use no library. Sources: RFC 1950 and
// 1951.

/// Data of the zlib format, from untrusted bytes.
package enum Deflated {
    /// Returns the first `most` bytes, or fewer, of what `packed` holds; nil for what is no such data. Of data that are
    /// damaged or cut off, what comes before that is returned. The checksum is not read.
    package static func bytes(of packed: [UInt8], most: Int) -> [UInt8]? {
        guard packed.count > 2, packed[0] & 15 == 8, (Int(packed[0]) << 8 | Int(packed[1])) % 31 == 0,
            packed[1] & 32 == 0
        else { return nil }
        var stream = Stream(packed, at: 2, most: most)
        stream.read()
        return stream.output.isEmpty ? nil : stream.output
    }

    /// The codes of an alphabet by their lengths: how many there are of each, and their symbols in order.
    private struct Codes {
        private var counts = [Int](repeating: 0, count: 16)
        private var symbols: [Int] = []

        init(_ lengths: some Collection<Int>) {
            for length in lengths { counts[length] += 1 }
            counts[0] = 0
            let ordered = lengths.enumerated().filter { $0.element > 0 }
            symbols = (1...15).flatMap { length in ordered.lazy.filter { $0.element == length }.map(\.offset) }
        }

        /// Reads bit by bit: texts are short, and a table would have to be made for each of them.
        func symbol(in stream: inout Stream) -> Int? {
            var (code, first, index) = (0, 0, 0)
            for length in 1...15 {
                guard let bit = stream.number(1) else { return nil }
                code |= bit
                let count = counts[length]
                if code - count < first {
                    let place = index + code - first
                    return symbols.indices.contains(place) ? symbols[place] : nil
                }
                index += count
                first = (first + count) << 1
                code <<= 1
            }
            return nil
        }
    }

    private struct Stream {
        private let packed: [UInt8]
        private var place: Int
        private var (held, bits) = (0, 0)
        private let most: Int
        private(set) var output: [UInt8] = []

        init(_ packed: [UInt8], at place: Int, most: Int) {
            (self.packed, self.place, self.most) = (packed, place, most)
        }

        /// Reads blocks up to the last one, the end of the bytes, or the limit.
        mutating func read() {
            while let isLast = number(1), let kind = number(2) {
                let isWhole =
                    switch kind {
                    case 0: copyStored()
                    case 1: unpack(by: Self.fixed.symbols, Self.fixed.distances)
                    case 2: readCodes().map { unpack(by: $0.symbols, $0.distances) } ?? false
                    default: false
                    }
                if isLast == 1 || !isWhole { return }
            }
        }

        fileprivate mutating func number(_ count: Int) -> Int? {
            while bits < count {
                guard place < packed.count else { return nil }
                held |= Int(packed[place]) << bits
                (place, bits) = (place + 1, bits + 8)
            }
            defer { (held, bits) = (held >> count, bits - count) }
            return held & (1 << count - 1)
        }

        private mutating func append(_ byte: UInt8) -> Bool {
            guard output.count < most else { return false }
            output.append(byte)
            return true
        }

        private mutating func copyStored() -> Bool {
            (held, bits) = (0, 0)
            guard let length = number(16), number(16) != nil else { return false }
            for _ in 0..<length {
                guard let byte = number(8), append(UInt8(byte)) else { return false }
            }
            return true
        }

        private static let fixed = (
            symbols: Codes((0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }),
            distances: Codes((0..<30).map { _ in 5 })
        )
        /// The order in which the lengths of the lengths' own codes stand.
        private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

        private mutating func readCodes() -> (symbols: Codes, distances: Codes)? {
            guard let symbolCount = number(5).map({ $0 + 257 }), let distanceCount = number(5).map({ $0 + 1 }),
                let orderCount = number(4).map({ $0 + 4 }), symbolCount <= 286, distanceCount <= 30
            else { return nil }
            var own = [Int](repeating: 0, count: 19)
            for index in 0..<orderCount {
                guard let length = number(3) else { return nil }
                own[Self.order[index]] = length
            }
            let codes = Codes(own)
            var lengths: [Int] = []
            while lengths.count < symbolCount + distanceCount {
                guard let symbol = codes.symbol(in: &self) else { return nil }
                switch symbol {
                case ..<16: lengths.append(symbol)
                case 16:
                    guard let last = lengths.last, let extra = number(2) else { return nil }
                    lengths += repeatElement(last, count: 3 + extra)
                case 17:
                    guard let extra = number(3) else { return nil }
                    lengths += repeatElement(0, count: 3 + extra)
                default:
                    guard let extra = number(7) else { return nil }
                    lengths += repeatElement(0, count: 11 + extra)
                }
            }
            guard lengths.count == symbolCount + distanceCount else { return nil }
            return (Codes(lengths[..<symbolCount]), Codes(Array(lengths[symbolCount...])))
        }

        private static let lengths = [
            3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
            227, 258,
        ]
        private static let distances = [
            1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
            6145, 8193,
            12_289, 16_385, 24_577,
        ]

        private mutating func unpack(by symbols: Codes, _ distances: Codes) -> Bool {
            while let symbol = symbols.symbol(in: &self) {
                if symbol == 256 { return true }
                if symbol < 256 {
                    guard append(UInt8(symbol)) else { return false }
                    continue
                }
                let index = symbol - 257
                guard index < Self.lengths.count, let extra = number(index < 8 || index == 28 ? 0 : index / 4 - 1),
                    let far = distances.symbol(in: &self), far < Self.distances.count,
                    let more = number(far < 4 ? 0 : far / 2 - 1)
                else { return false }
                let distance = Self.distances[far] + more
                guard distance <= output.count else { return false }
                for _ in 0..<Self.lengths[index] + extra {
                    guard append(output[output.count - distance]) else { return false }
                }
            }
            return false
        }
    }
}
