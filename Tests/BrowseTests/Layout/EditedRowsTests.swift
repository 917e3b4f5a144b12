import Photos
import Testing

@testable import Browse
@testable import Library

/// Justified rows of a list that is edited under the eyes of its user.
struct EditedRowsTests {
    /// A list of photos in sections, of which snapshots are taken.
    private struct EditedList {
        private let collection = PhotoRef.Collection.next()
        private var store = PhotoStore()
        /// Slots in order, section by section.
        var sections: [[UInt32]] = []
        private let isGrouped: Bool

        init(_ lengths: [Int], isGrouped: Bool, _ numbers: inout SeededNumbers) {
            self.isGrouped = isGrouped
            for length in lengths { sections.append((0..<length).map { _ in add(&numbers) }) }
        }

        var count: Int { sections.reduce(0) { $0 + $1.count } }

        private static func size(_ numbers: inout SeededNumbers) -> PixelSize {
            let sides = [
                (900, 600), (900, 600), (800, 600), (600, 800), (600, 900), (960, 540), (600, 600), (1_500, 600),
            ]
            let (width, height) = sides.randomElement(using: &numbers) ?? (900, 600)
            return PixelSize(width: width, height: height)
        }

        mutating func add(_ numbers: inout SeededNumbers) -> UInt32 {
            let slot = store.slotCount
            store.append(
                PackedPage([Photo(id: PhotoID("\(slot)"), title: "\(slot)", size: Self.size(&numbers), version: "")]))
            return UInt32(slot)
        }

        /// Gives a photo another shape.
        mutating func turn(_ slot: UInt32, _ numbers: inout SeededNumbers) {
            let photo = Photo(id: PhotoID("\(slot)"), title: "\(slot)", size: Self.size(&numbers), version: "")
            store.replace([slot: photo])
        }

        /// One edit at a position: photos come, go or change their shape.
        mutating func edit(at position: Int, _ numbers: inout SeededNumbers) {
            var section = 0, place = min(max(0, position), count)
            while section < sections.count - 1, place > sections[section].count {
                place -= sections[section].count
                section += 1
            }
            switch Int.random(in: 0..<5, using: &numbers) {
            case 0, 1:
                for _ in 0..<[1, 1, 1, 2, 7].randomElement(using: &numbers)! {
                    sections[section].insert(add(&numbers), at: min(place, sections[section].count))
                }
            case 2, 3:
                for _ in 0..<[1, 1, 1, 2, 7].randomElement(using: &numbers)! where sections[section].count > 1 {
                    sections[section].remove(at: min(place, sections[section].count - 1))
                }
            default:
                turn(sections[section][min(place, sections[section].count - 1)], &numbers)
            }
        }

        var snapshot: CollectionSnapshot {
            var arranged: [ArrangedSection] = [], start = 0
            for (number, slots) in sections.enumerated() {
                arranged.append(ArrangedSection(key: .year(3_000 - number), start: start, count: slots.count))
                start += slots.count
            }
            let order = Arrangement(
                ContiguousArray(sections.flatMap { $0 }), slots: store.slotCount, sections: isGrouped ? arranged : [])
            return CollectionSnapshot(collection, store: store, arrangement: order)
        }
    }

    private let page = 800.0

    /// The rows of a layout but for their heights: the positions at which they begin.
    private func firsts(_ layout: GridLayout) -> [Int] {
        (0..<layout.rowCount).map { layout.indices(ofRow: $0).lowerBound }
    }

    /// Rows that end before the edge of the grid and are not the last ones of their sections.
    private func holes(_ layout: GridLayout) -> [Int] {
        let ends = Set(layout.sections.map { $0.start + $0.count } + [layout.count])
        return (0..<layout.rowCount).filter { number in
            let row = layout.indices(ofRow: number)
            return !ends.contains(row.upperBound)
                && layout.cell(of: row.upperBound - 1).maxX != Double(layout.room.width)
        }
    }

    @Test func aPhotoBetweenTwoVisibleRowsTakesItsPlaceInOneOfThem() throws {
        var numbers = SeededNumbers(1)
        var list = EditedList([400], isGrouped: false, &numbers)
        let room = GridLayout.Room(kind: .justified, width: 1_280, scale: 1, tileSize: 200)
        let before = list.snapshot, layout = GridLayout(before, in: room)
        let visible = layout.visible(scroll: 3_000, pageHeight: page), top = layout.row(of: visible.lowerBound)
        let between = layout.indices(ofRow: top + 2).lowerBound
        list.sections[0].insert(list.add(&numbers), at: between)
        let next = GridLayout(list.snapshot, in: room, keeping: visible, of: layout, around: visible.lowerBound)
        #expect(holes(next) == [])
        #expect((0...1).allSatisfy { next.indices(ofRow: top + $0) == layout.indices(ofRow: top + $0) })
        // The rows that end where they did
        let ends = Set((top...top + 4).map { layout.indices(ofRow: $0).upperBound + ($0 > top + 1 ? 1 : 0) })
        let kept = (top...top + 5).count { ends.contains(next.indices(ofRow: $0).upperBound) }
        #expect(kept >= 4)
    }

    @Test(arguments: 0..<60) func anyEditsLeaveRowsWithoutHolesAndTheAnchorInItsPlace(number: Int) throws {
        var numbers = SeededNumbers(number)
        let isGrouped = number % 2 == 0
        let lengths = isGrouped ? (0..<9).map { _ in Int.random(in: 1...90, using: &numbers) } : [400]
        var list = EditedList(lengths, isGrouped: isGrouped, &numbers)
        let room = GridLayout.Room(
            kind: .justified, width: [700, 1_280, 1_900].randomElement(using: &numbers)!, scale: 1,
            tileSize: [64, 128, 200, 256].randomElement(using: &numbers)!, headingHeight: isGrouped ? 48 : 0)
        var before = list.snapshot
        var layout = GridLayout(before, in: room)
        var scroll = Double.random(in: 0...max(0, layout.height - page), using: &numbers).rounded()
        var untouched = 0, held = 0
        for _ in 0..<40 {
            let visible = layout.visible(scroll: scroll, pageHeight: page)
            let anchor = ScrollAnchor(scroll: scroll, pageHeight: page, layout: layout)
            let photo = before.ref(at: anchor.index)
            for _ in 0..<[1, 1, 3].randomElement(using: &numbers)! {
                let places = [0, list.count, visible.lowerBound, visible.upperBound, anchor.index, anchor.index + 1]
                let place =
                    Bool.random(using: &numbers)
                    ? places.randomElement(using: &numbers)! : Int.random(in: 0...list.count, using: &numbers)
                list.edit(at: place, &numbers)
            }
            let snapshot = list.snapshot
            let successor = try #require(before.successor(of: photo, in: snapshot).flatMap(snapshot.position(of:)))
            let next = GridLayout(snapshot, in: room, keeping: visible, of: layout, around: successor)
            let fresh = GridLayout(snapshot, in: room)
            #expect(holes(next) == [])
            for row in 0..<next.rowCount {
                let height = next.cell(of: next.indices(ofRow: row).lowerBound).height - Double(room.gap)
                #expect(height <= 1.5 * Double(room.tileSize) + 2 && height >= 0.5 * Double(room.tileSize))
            }
            // The rows are those of a layout made anew but for some about those that were kept.
            let others = Set(firsts(next)).symmetricDifference(firsts(fresh))
            #expect(others.allSatisfy { next.unsettled.contains($0) })
            // Past them nothing is left of that.
            let away = next.unsettled.upperBound < next.count ? next.count - 1..<next.count : 0..<1
            if !away.overlaps(next.unsettled) {
                let later = GridLayout(snapshot, in: room, keeping: away, of: next)
                #expect(later.unsettled.isEmpty && firsts(later) == firsts(fresh))
            }
            // The point of the anchor is at the height at which it was.
            let moved = anchor.moved(to: successor), after = moved.scroll(layout: next, pageHeight: page)
            if snapshot.position(of: photo) != nil, after > 0, after < next.height - page, scroll > 0 {
                let one = layout.cell(of: anchor.index), other = next.cell(of: successor)
                if one.height == other.height { #expect(one.y - scroll == other.y - after) }
                let row = layout.indices(ofRow: layout.row(of: anchor.index))
                let isUntouched = row.allSatisfy { index in
                    snapshot.position(of: before.ref(at: index)) == successor + index - anchor.index
                        && snapshot.proportion(at: successor + index - anchor.index) == before.proportion(at: index)
                }
                if isUntouched {
                    let rows = (one.moved(x: 0, y: -scroll), other.moved(x: 0, y: -after))
                    untouched += 1
                    held += rows.0 == rows.1 ? 1 : 0
                }
            }
            (before, layout, scroll) = (snapshot, next, after)
            if Bool.random(using: &numbers) {
                scroll = Double.random(in: 0...max(0, layout.height - page), using: &numbers).rounded()
            }
        }
        // To the pixel, but where a hole would be beside it.
        #expect(untouched - held <= 1)
    }
}
