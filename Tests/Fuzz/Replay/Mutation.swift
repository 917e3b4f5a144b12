// Deterministic mutations of known inputs, for a short pass without libFuzzer.
import Photos

/// Makes inputs out of seeds: the same ones in every run.
struct Mutation {
    private var random: SplitMix
    private let seeds: [[UInt8]]

    /// Longest input in bytes.
    private static let longest = 8 << 10
    /// Numbers at which parsers change their mind: limits of lengths, signs and counts.
    private static let numbers: [UInt64] = [
        0, 1, 2, 7, 8, 16, 127, 128, 255, 256, 4096, 0x7FFF, 0x8000, 0xFFFF, 0x1_0000, 0x7FFF_FFFF, 0x8000_0000,
        0xFFFF_FFF0, 0xFFFF_FFFF, 0x7FFF_FFFF_FFFF_FFFF, .max,
    ]

    /// - Parameter seeds: At least one; an empty one counts.
    init(of seeds: [[UInt8]], seed: UInt64) {
        self.seeds = seeds
        random = SplitMix(seed: seed)
    }

    mutating func next() -> [UInt8] {
        var bytes = seeds[below(seeds.count)]
        for _ in 0...below(5) {
            change(&bytes)
            bytes = Array(bytes.prefix(Self.longest))
        }
        return bytes
    }

    private mutating func below(_ limit: Int) -> Int { limit > 1 ? Int(random.next() % UInt64(limit)) : 0 }

    /// A part of some bytes, short ones more often than long ones.
    private mutating func part(of count: Int) -> Range<Int> {
        let start = below(count + 1), length = below(min(count - start, 1 << below(12)) + 1)
        return start..<start + length
    }

    private mutating func change(_ bytes: inout [UInt8]) {
        switch below(9) {
        case 0 where !bytes.isEmpty: bytes[below(bytes.count)] ^= 1 << UInt8(below(8))
        case 1 where !bytes.isEmpty: bytes[below(bytes.count)] = UInt8(truncatingIfNeeded: random.next())
        case 2, 3: setNumber(&bytes)
        case 4: bytes.removeSubrange(part(of: bytes.count))
        case 5: bytes.removeLast(below(bytes.count + 1))
        case 6:
            // A chunk once more, or very often.
            let chunk = bytes[part(of: bytes.count)], count = below(4) == 0 ? below(500) : 1
            guard chunk.count * count <= Self.longest else { return }
            let place = below(bytes.count + 1)
            bytes.insert(contentsOf: (0..<count).flatMap { _ in chunk }, at: place)
        case 7:
            // The beginning of one input and the end of another one.
            let other = seeds[below(seeds.count)]
            bytes = Array(bytes.prefix(below(bytes.count + 1)) + other.suffix(below(other.count + 1)))
        default:
            let other = seeds[below(seeds.count)]
            bytes.replaceSubrange(part(of: bytes.count), with: other[part(of: other.count)])
        }
    }

    /// Writes a number that means something, or changes the one that is there by a little, in either byte order.
    private mutating func setNumber(_ bytes: inout [UInt8]) {
        let length = 1 << below(4), isBig = below(2) == 0
        guard bytes.count >= length else { return }
        let place = below(bytes.count - length + 1)
        var number = Self.numbers[below(Self.numbers.count)]
        if below(3) == 0 {
            let there = (0..<length).reduce(UInt64(0)) {
                $0 << 8 | UInt64(bytes[place + (isBig ? $1 : length - 1 - $1)])
            }
            number = there &+ UInt64(below(33)) &- 16
        }
        for index in 0..<length {
            bytes[place + (isBig ? length - 1 - index : index)] = UInt8(truncatingIfNeeded: number >> UInt64(8 * index))
        }
    }
}
