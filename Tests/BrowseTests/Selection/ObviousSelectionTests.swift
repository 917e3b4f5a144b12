import Photos
import Testing

@testable import Browse
@testable import Library

/// The selection against a slow and obvious one, over random steps and changes.
struct ObviousSelectionTests {
    /// The same rules, with a set of numbers and an array.
    private struct Obvious {
        var order: [Int]
        var selected: Set<Int> = []
        var cursor: Int?
        var anchor: Int?
        var base: Set<Int> = []
        var band: (before: Set<Int>, outside: Set<Int>, toggles: Bool)?

        mutating func toggle(_ photo: Int) {
            guard order.contains(photo) else { return }
            selected.formSymmetricDifference([photo])
            (anchor, base, cursor) = (photo, selected, photo)
        }

        mutating func extend(to photo: Int, adding: Bool) {
            guard let end = order.firstIndex(of: photo) else { return }
            if anchor.flatMap(order.firstIndex(of:)) == nil {
                anchor = cursor.flatMap { order.contains($0) ? $0 : nil } ?? photo
                base = selected
            }
            let begin = order.firstIndex { $0 == anchor } ?? end
            let range = order[min(begin, end)...max(begin, end)]
            selected = (adding ? selected : base).union(range)
            if adding { base = selected }
            cursor = photo
        }

        mutating func band(_ ranges: [Range<Int>]) {
            guard let band else { return }
            let covered = Set(ranges.flatMap { order[$0] })
            selected = band.toggles ? band.outside.symmetricDifference(covered) : band.outside.union(covered)
        }

        mutating func remove(_ gone: Set<Int>) {
            order.removeAll(where: gone.contains)
            selected.subtract(gone)
            base.subtract(gone)
            if let held = band {
                band = (held.before.subtracting(gone), held.outside.subtracting(gone), held.toggles)
            }
            if cursor.map(gone.contains) == true { cursor = nil }
            if anchor.map(gone.contains) == true { anchor = nil }
        }
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func everyStepDoesWhatItSays(seed: UInt64) {
        var random = SplitMix(seed: seed)
        func number(_ limit: Int) -> Int { Int(random.next() % UInt64(max(1, limit))) }
        var gallery = SelectedGallery(90)
        var obvious = Obvious(order: Array(0..<90)), left = Array(0..<90)
        for _ in 0..<120 {
            let photo = number(90)
            switch number(14) {
            case 0, 1:
                obvious.toggle(photo)
                gallery.apply(.click(gallery.ref(photo), .toggle))
            case 2, 3, 4:
                let adds = number(3) == 0
                obvious.extend(to: photo, adding: adds)
                gallery.apply(.click(gallery.ref(photo), adds ? [.extend, .toggle] : .extend))
            case 5:
                obvious.selected.formUnion(obvious.order)
                obvious.anchor = nil
                gallery.apply(.all)
            case 6:
                obvious.selected.formSymmetricDifference(obvious.order)
                obvious.anchor = nil
                gallery.apply(.inversion)
            case 7:
                obvious.selected = []
                (obvious.anchor, obvious.band) = (nil, nil)
                gallery.apply(.none)
            case 8:
                let keys = [[], .extend, .toggle][number(3)] as SelectionKeys
                let outside = keys.isEmpty ? obvious.selected.subtracting(obvious.order) : obvious.selected
                obvious.band = (obvious.selected, outside, keys == .toggle)
                obvious.selected = outside
                gallery.apply(.beginBand(keys))
            case 9, 10:
                let rows = (0..<number(4)).map { row in
                    (row * 20 + number(9)..<row * 20 + 9 + number(9)).clamped(to: 0..<obvious.order.count)
                }
                obvious.band(rows)
                gallery.apply(.band(rows))
            case 11:
                if number(2) == 0 {
                    if let band = obvious.band { obvious.selected = band.before }
                    gallery.apply(.cancelBand)
                } else {
                    if obvious.band != nil { obvious.anchor = nil }
                    gallery.apply(.endBand(nil))
                }
                obvious.band = nil
            case 12:
                obvious.order = left.filter { _ in number(5) > 0 }
                if number(2) == 0 { obvious.order.reverse() }
                gallery.show(obvious.order.map(UInt32.init))
            default:
                let gone = Set((0..<number(4)).map { _ in number(90) }).intersection(left)
                left.removeAll(where: gone.contains)
                obvious.remove(gone)
                gallery.remove(gone.map(UInt32.init))
            }
            #expect(gallery.selected == obvious.selected.sorted())
            #expect(
                gallery.selection.shown(in: gallery.snapshot).count
                    == obvious.selected.intersection(obvious.order).count)
        }
    }

    @Test func theDifferenceOfRangesIsThatOfTheirNumbers() {
        var random = SplitMix(seed: 5)
        func ranges() -> [Range<Int>] {
            var start = 0
            return (0..<Int(random.next() % 6)).map { _ in
                let begin = start + Int(random.next() % 8)
                start = begin + Int(random.next() % 9)
                return begin..<start
            }
        }
        for _ in 0..<500 {
            let one = ranges(), other = ranges()
            let parts = SelectionBand.difference(one, without: other)
            #expect(parts.flatMap { $0 } == Set(one.flatMap { $0 }).subtracting(other.flatMap { $0 }).sorted())
        }
    }
}
