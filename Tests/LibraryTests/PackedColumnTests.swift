import Photos
import Testing

@testable import Library

/// Columns of numbers.
struct PackedColumnTests {
    /// Numbers as columns of a collection hold them, from those that are all the same to those that share nothing.
    private func number(_ random: inout SplitMix, kind: Int) -> UInt64 {
        switch kind {
        case 0: 7
        case 1: random.next() % 5 * 1_000_003
        case 2: 1 << 62 + random.next() % 1_000_000 * 1_000_000_000
        case 3: random.next() % (1 << 40)
        default: random.next() / 3 * 3 / 2
        }
    }

    @Test(arguments: 0..<10)
    func aColumnHoldsWhatWasSetLast(seed: UInt64) {
        var random = SplitMix(seed: seed)
        var column = PackedColumn()
        var model: [UInt32: UInt64] = [:]
        for _ in 0..<10 {
            let kind = Int(random.next() % 5)
            var slots: Set<UInt32> = []
            let first = UInt32(random.next() % 3000)
            for _ in 0..<Int(random.next() % 300) { slots.insert(first + UInt32(random.next() % 1500)) }
            let values = slots.sorted().map { slot in
                (slot: slot, value: random.next() % 10 == 0 ? PackedColumn.unknown : number(&random, kind: kind))
            }
            let before = column
            let old = model
            column.set(values)
            for entry in values { model[entry.slot] = entry.value }
            // A copy stays as it was.
            #expect((0..<4600).allSatisfy { before[$0] == old[$0] ?? PackedColumn.unknown })
        }
        #expect((0..<4600).allSatisfy { column[$0] == model[$0] ?? PackedColumn.unknown })
        let decoded = column.decoded(4600)
        #expect(decoded.count == 4600)
        #expect(decoded.indices.allSatisfy { decoded[$0] == column[UInt32($0)] })
        #expect(column.decoded(10) == ContiguousArray((0..<10).map { column[$0] }))
    }

    @Test func whatPhotosHaveInCommonTakesNoBytes() {
        func bytes(_ values: [UInt64]) -> Int {
            var column = PackedColumn()
            column.set(values.enumerated().map { (slot: UInt32($0), value: $1) })
            return column.byteCount
        }
        let header = bytes([1])
        #expect(bytes(Array(repeating: 9, count: 1024)) == header)
        // Ten sizes in a table, a byte each.
        #expect(bytes((0..<1024).map { UInt64($0 % 10) << 40 }) == header + 1024 + 32 + 80)
        // Whole seconds of a week in nanoseconds.
        #expect(
            bytes((0..<1024).map { 1_600_000_000_000_000_000 + UInt64($0) * 590 * 1_000_000_000 }) <= header + 3 * 1024)
    }

    @Test func profilesEndBeforeTheirNumbersDo() {
        var table = ProfileTable()
        let plain = table.number(kind: "JPEG", camera: nil, lens: nil)
        for number in 0..<70_000 { _ = table.number(kind: "JPEG", camera: "Camera \(number)", lens: nil) }
        #expect(table.profiles.count < 65_536)
        #expect(table.number(kind: "JPEG", camera: "One more", lens: nil) == plain)
        #expect(table.number(kind: "JPEG", camera: "Camera 5", lens: nil) != plain)
        #expect(table.number(kind: nil, camera: nil, lens: nil) == nil)
        var other = ProfileTable()
        _ = other.number(kind: nil, camera: String(repeating: "é", count: 10_000), lens: nil)
        #expect(other.profiles[0].camera?.utf8.count ?? 0 <= 120)
    }

    @Test func momentsAreThoseOfTheCalendar() throws {
        var random = SplitMix(seed: 5)
        var day = CivilDay(year: 1600, month: 1, day: 1).number
        #expect(day == 0)
        #expect(CivilDay.epoch == CivilDay(year: 1970, month: 1, day: 1))
        // 14 June 2023 was a Wednesday, 1 January 1800 too.
        #expect(CivilDay(year: 2023, month: 6, day: 14).weekday == 2)
        #expect(CivilDay(year: 1800, month: 1, day: 1).weekday == 2)
        for year in [1600, 1700, 1799, 1900, 2000, 2024, 2100, 2147] {
            for month in 1...12 {
                for date in 1...31 {
                    guard WallTime(year: year, month: month, day: date, hour: 0, minute: 0, second: 0) != nil else {
                        continue
                    }
                    day = CivilDay(year: year, month: month, day: date).number
                    #expect(CivilDay(number: day).date == (year, month, date))
                }
            }
        }
        for _ in 0..<1000 {
            func pick(_ numbers: ClosedRange<Int>) -> Int {
                numbers.lowerBound + Int(random.next() % UInt64(numbers.count))
            }
            let wall = WallTime(
                year: pick(1800...2147), month: pick(1...12), day: pick(1...28), hour: pick(0...23),
                minute: pick(0...59),
                second: pick(0...59))
            let time = try #require(wall)
            let taken = TakenTime(time, hundredths: Int(random.next() % 100), origin: .exif)
            let moment = try #require(LocalMoment(taken))
            #expect(moment.time == time)
            #expect(moment.hundredths == taken.hundredths)
            #expect(moment.code < 1 << 40)
        }
        for year in [1, 1799, 2148, 9999] {
            let wall = WallTime(year: year, month: 1, day: 1, hour: 0, minute: 0, second: 0)
            let time = try #require(wall)
            #expect(LocalMoment(TakenTime(time, origin: .exif)) == nil)
        }
    }

    @Test func aYearComesBeforeItsMonthsAndTheseBeforeTheirDays() throws {
        func moment(_ month: Int, _ day: Int, _ hour: Int, _ precision: TakenTime.Precision) throws -> LocalMoment {
            let wall = WallTime(year: 1975, month: month, day: day, hour: hour, minute: 0, second: 0)
            let time = try #require(wall)
            let moment = LocalMoment(TakenTime(time, hundredths: 1, precision: precision, origin: .exif))
            let kept = try #require(moment)
            #expect(kept.precision == precision)
            #expect(kept.time == wall?.beginning(of: precision))
            #expect(kept.hundredths == (precision == .exact ? 1 : 0))
            return kept
        }
        let order = [
            try moment(6, 7, 8, .year), try moment(1, 7, 8, .month), try moment(1, 1, 8, .day),
            try moment(1, 1, 0, .exact),
            try moment(1, 2, 8, .day), try moment(6, 7, 8, .month), try moment(6, 1, 0, .exact),
            try moment(6, 7, 8, .day),
            try moment(6, 7, 8, .exact), try moment(12, 31, 23, .exact),
        ]
        #expect(order == order.sorted() && Set(order).count == order.count)
        let wall = WallTime(year: 2147, month: 12, day: 31, hour: 23, minute: 59, second: 59)
        let last = try #require(wall)
        let end = try #require(LocalMoment(TakenTime(last, hundredths: 99, origin: .exif)))
        #expect(end.code < 1 << 40 && end.hundredths == 99)
    }

    @Test(arguments: [0, 1, 2, 9, 64, 1000])
    func anInverseOrderFindsEveryPlace(count: Int) {
        for seed in 0..<20 {
            var random = SplitMix(seed: UInt64(seed))
            var order = ContiguousArray((0..<UInt32(count)))
            // From the same order over some exchanges to none that is left.
            for _ in 0..<(count * seed / 8) where count > 1 {
                order.swapAt(Int(random.next() % UInt64(count)), Int(random.next() % UInt64(count)))
            }
            let inverse = InverseOrder(order)
            #expect(order.enumerated().allSatisfy { inverse.place(of: $1, in: order) == $0 })
        }
    }
}
