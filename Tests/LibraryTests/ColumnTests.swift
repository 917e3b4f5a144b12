import Photos
import Testing

@testable import Library

/// Columns of numbers.
struct ColumnTests {
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
        var column = Column()
        var model: [UInt32: UInt64] = [:]
        for _ in 0..<10 {
            let kind = Int(random.next() % 5)
            var slots: Set<UInt32> = []
            let first = UInt32(random.next() % 3000)
            for _ in 0..<Int(random.next() % 300) { slots.insert(first + UInt32(random.next() % 1500)) }
            let values = slots.sorted().map { slot in
                (slot: slot, value: random.next() % 10 == 0 ? nil : number(&random, kind: kind))
            }
            let before = column
            let old = model
            column.set(values)
            for entry in values { model[entry.slot] = entry.value }
            // A copy stays as it was.
            #expect((0..<4600).allSatisfy { before[$0] == old[$0] })
        }
        #expect((0..<4600).allSatisfy { column[$0] == model[$0] })
        let numbers = column.numbers(6000)
        #expect(numbers.count == 6000)
        #expect(numbers.indices.allSatisfy { numbers[$0] == column[UInt32($0)] ?? Column.unknown })
        var known: [UInt32: UInt64] = [:]
        column.forEach { known[UInt32($0)] = $1 }
        #expect(known == model)
        #expect(column.numbers(10).elementsEqual(numbers.prefix(10)))
    }

    @Test func aChunkIsAsWideAsItsGreatestNumberNeeds() {
        func bytes(_ values: [UInt32: UInt64?]) -> Int {
            var column = Column()
            column.set(values.sorted { $0.key < $1.key }.map { (slot: $0.key, value: $0.value) })
            #expect(values.allSatisfy { column[$0.key] == $0.value })
            return column.byteCount
        }
        #expect(bytes([0: nil, 5000: nil]) == 0)
        let narrow = bytes([0: 254])
        for (number, width) in [
            (255, 2), (65_534, 2), (65_535, 4), (1 << 32 - 2, 4), (1 << 32 - 1, 8), (UInt64.max - 1, 8),
        ] {
            #expect(bytes([0: 254, 1: number, 2: nil, 1023: 0]) == narrow + 1024 * (width - 1), "\(number)")
        }
        // The chunks before one that is set take no more than their headers.
        #expect(bytes([4096: 1]) < narrow + 200)
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
}
