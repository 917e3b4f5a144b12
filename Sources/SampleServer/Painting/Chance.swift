// The dice of a scene: the same id always throws the same numbers.
import CShim

/// SplitMix64 (Steele, Lea, Flood 2014), seeded with FNV-1a of the id's UTF-8.
struct Chance {
    private var state: UInt64

    init(id: String) {
        state = id.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }

    mutating func seed() -> UInt32 { UInt32(truncatingIfNeeded: next()) }

    mutating func number(_ low: Float, _ high: Float) -> Float {
        low + (high - low) * Float(next() >> 40) * 0x1p-24
    }

    mutating func index(below count: Int) -> Int { Int(next() % UInt64(max(1, count))) }
    mutating func happens(_ probability: Float) -> Bool { number(0, 1) < probability }
    mutating func sign() -> Float { happens(0.5) ? 1 : -1 }
    mutating func one(of colours: [TesseraColour]) -> TesseraColour { colours[index(below: colours.count)] }

    /// A colour near `colour`: brighter or darker as a whole by up to `amount`, and by half of it in each channel.
    mutating func near(_ colour: TesseraColour, _ amount: Float = 0.18) -> TesseraColour {
        let all = number(1 - amount, 1 + amount)
        let half = amount / 2
        return TesseraColour(
            r: colour.r * all * number(1 - half, 1 + half), g: colour.g * all * number(1 - half, 1 + half),
            b: colour.b * all * number(1 - half, 1 + half))
    }
}

func rgb(_ r: Float, _ g: Float, _ b: Float) -> TesseraColour { TesseraColour(r: r, g: g, b: b) }
