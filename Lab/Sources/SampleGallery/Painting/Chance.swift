// Random numbers of a scene, which depend on its id alone.
import CPainting
import Photos

/// Generator seeded with FNV-1a of the id's UTF-8.
struct Chance {
    private var numbers: SplitMix

    init(id: String) {
        numbers = SplitMix(seed: id.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 })
    }

    private mutating func next() -> UInt64 { numbers.next() }

    mutating func seed() -> UInt32 { UInt32(truncatingIfNeeded: next()) }

    mutating func number(_ low: Float, _ high: Float) -> Float {
        low + (high - low) * Float(next() >> 40) * 0x1p-24
    }

    mutating func index(below count: Int) -> Int { Int(next() % UInt64(max(1, count))) }
    mutating func happens(_ probability: Float) -> Bool { number(0, 1) < probability }
    mutating func sign() -> Float { happens(0.5) ? 1 : -1 }
    mutating func one(of colours: [TesseraColour]) -> TesseraColour { colours[index(below: colours.count)] }

    /// Returns a colour near `colour`: its brightness changed by up to `amount`, and each channel by up to half of it.
    mutating func near(_ colour: TesseraColour, _ amount: Float = 0.18) -> TesseraColour {
        let all = number(1 - amount, 1 + amount)
        let half = amount / 2
        return TesseraColour(
            r: colour.r * all * number(1 - half, 1 + half), g: colour.g * all * number(1 - half, 1 + half),
            b: colour.b * all * number(1 - half, 1 + half))
    }
}

func rgb(_ r: Float, _ g: Float, _ b: Float) -> TesseraColour { TesseraColour(r: r, g: g, b: b) }
