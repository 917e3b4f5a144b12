// Random arrangements and rooms for tests of layouts, the same ones in each run.
import Browse
import Library

/// A generator of numbers that begins where its seed says (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: Int) { state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Photos in sections, and what they are laid out in.
struct LayoutCase {
    var count: Int
    var sections: [ArrangedSection]
    var room: GridLayout.Room
    /// Width ÷ height of each photo; 0 and what no photo has among them.
    var proportions: [Float] = []

    var layout: GridLayout { GridLayout(count: count, sections: sections, proportions: proportions, in: room) }

    var plain: PlainLayout {
        guard room.margin > 0 else { return plain(in: room) }
        let inset = room.margin - GridMetrics.gap(of: room.tileSize) / 2
        let inner = GridLayout.Room(
            kind: room.kind, width: room.width - 2 * inset, scale: room.scale, tileSize: room.tileSize,
            headingHeight: room.headingHeight, headingWidth: room.headingWidth, captionHeight: room.wantedCaptionHeight)
        return plain(in: inner).placed(in: room, hasHeadings: !sections.isEmpty)
    }

    private func plain(in room: GridLayout.Room) -> PlainLayout {
        room.kind == .justified
            ? PlainLayout(justified: proportions, sections, room)
            : PlainLayout(squares: count, sections, room)
    }

    /// The case of a number: small and large, with and without sections.
    init(_ number: Int) {
        var numbers = SeededNumbers(number)
        count = [0, 1, 2, 7, 40, 150].randomElement(using: &numbers) ?? 0
        sections = []
        if Bool.random(using: &numbers) {
            let longest = [1, 5, 60].randomElement(using: &numbers) ?? 1
            var start = 0
            while start < count {
                let length = min(count - start, Int.random(in: 1...longest, using: &numbers))
                sections.append(ArrangedSection(key: .year(3000 - sections.count), start: start, count: length))
                start += length
            }
        }
        room = LayoutCase.room(using: &numbers)
        // A window of a pixel has no margin.
        if room.width > 24, Bool.random(using: &numbers) {
            room = GridLayout.Room(
                kind: room.kind, width: room.width, scale: room.scale, tileSize: room.tileSize, margin: 12,
                headingHeight: room.headingHeight, headingWidth: room.headingWidth,
                captionHeight: room.wantedCaptionHeight)
        }
        proportions = (0..<count).map { _ in
            [1.5, 1.5, 0.75, 0.667, 1.778, 1, 0, 12, 0.05, 3.3, .nan, -1].randomElement(using: &numbers) ?? 1
        }
    }

    static func room(
        kinds: [LayoutKind] = LayoutKind.allCases, captions: [Int] = [0, 31, 44], using numbers: inout SeededNumbers
    ) -> GridLayout.Room {
        GridLayout.Room(
            kind: kinds.randomElement(using: &numbers) ?? .squares,
            width: [1, 90, 360, 799, 1280, 3840].randomElement(using: &numbers) ?? 1,
            scale: [1, 1.25, 2].randomElement(using: &numbers) ?? 1,
            tileSize: [24, 31, 48, 64, 128, 200, 512].randomElement(using: &numbers) ?? 200,
            headingHeight: [0, 37, 48].randomElement(using: &numbers) ?? 0,
            headingWidth: [0, 0, 1, 150].randomElement(using: &numbers) ?? 0,
            captionHeight: captions.randomElement(using: &numbers) ?? 0)
    }
}
