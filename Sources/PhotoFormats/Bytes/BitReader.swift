// Bit-level reading of untrusted bytes.

/// A reader of consecutive bits. Past the end all bits are zero and `isPastEnd` is true.
struct BitReader {
    enum Order { case highestFirst, lowestFirst }

    private let bytes: [UInt8]
    private let order: Order
    private var position = 0
    var isPastEnd: Bool { position > 8 * bytes.count }

    package init(_ bytes: [UInt8], _ order: Order) {
        self.bytes = bytes
        self.order = order
    }

    mutating func bit() -> Bool { number(1) == 1 }

    /// Reads a number of `count` bits, at most 62.
    mutating func number(_ count: Int) -> Int {
        var value = 0
        for index in 0..<count {
            let (byte, bit) = (position / 8, position % 8)
            let isSet = byte < bytes.count && bytes[byte] >> (order == .highestFirst ? 7 - bit : bit) & 1 == 1
            position += 1
            switch order {
            case .highestFirst: value = value << 1 | (isSet ? 1 : 0)
            case .lowestFirst: value |= isSet ? 1 << index : 0
            }
        }
        return value
    }

    mutating func skip(_ count: Int) { position += count }

    /// Reads an unsigned exponential Golomb code: ue(v) of H.265, uvlc() of AV1.
    mutating func golomb() -> Int {
        var zeros = 0
        while !bit() {
            zeros += 1
            if zeros > 32 || isPastEnd { return .max }
        }
        return (1 << zeros) - 1 + number(zeros)
    }
}
