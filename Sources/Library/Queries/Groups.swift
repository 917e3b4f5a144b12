// The division of a store's photos into groups.
import Photos

/// The group of each slot, as a number by whose order groups follow each other.
///
/// Groups of time go from the earliest to the latest, or back where the query is descending; photos without a time come
/// last in both cases. Photos of which only the year or the month is known are a group of their own in front of those
/// of its months or days. Folders come in the order of their names, level by level, and from the last to the first only
/// where a descending query orders by name or as listed: photos of one folder may well be wanted newest first without
/// their folders standing upside down.
struct Groups {
    /// The number of photos that have no time.
    private static let undated = UInt32.max

    /// By slot.
    private let numbers: ContiguousArray<UInt32>
    private let keys: Keys
    private let isFlipped: Bool

    private enum Keys {
        case days, months, years
        /// By number.
        case folders([FilePath])
    }

    /// Nil where photos are not grouped, or when `goesOn` has answered false.
    init?(_ store: PhotoStore, by query: Query, clock: any LocalClock, collation: any NameCollation, goesOn: () -> Bool)
    {
        switch query.grouping {
        case .none: return nil
        case .day: keys = .days
        case .month: keys = .months
        case .year: keys = .years
        case .folder:
            guard let folders = Folders(store, collation, goesOn: goesOn) else { return nil }
            numbers = folders.numbers
            keys = .folders(folders.paths)
            isFlipped = query.isDescending && (query.order == .name || query.order == .listing)
            return
        }
        isFlipped = query.isDescending
        let keys = keys
        if query.order == .modified {
            numbers = Self.numbers(store.columns.modified.numbers(store.slotCount), keys) {
                (Self.day(ofModified: $0, clock), .day)
            }
        } else {
            numbers = Self.numbers(store.columns.taken.numbers(store.slotCount), keys) {
                let moment = LocalMoment(code: $0)
                return (moment.day, min(moment.precision, .day))
            }
        }
    }

    private static func numbers(
        _ codes: ContiguousArray<UInt64>, _ keys: Keys, _ day: (UInt64) -> (CivilDay, TakenTime.Precision)
    ) -> ContiguousArray<UInt32> {
        var numbers: ContiguousArray<UInt32> = []
        numbers.reserveCapacity(codes.count)
        // Neighbours are often of one day.
        var last = (day: CivilDay(number: 0), precision: TakenTime.Precision.day, number: UInt32(0))
        last.number = number(last.day, last.precision, keys)
        for code in codes {
            guard code != Column.unknown else {
                numbers.append(undated)
                continue
            }
            let (day, precision) = day(code)
            if last.day != day || last.precision != precision { last = (day, precision, number(day, precision, keys)) }
            numbers.append(last.number)
        }
        return numbers
    }

    /// - Parameter precision: At most `.day`. Each unit of time has a number for what is in it and, before that, one
    ///   for each longer unit that begins with it.
    private static func number(_ day: CivilDay, _ precision: TakenTime.Precision, _ keys: Keys) -> UInt32 {
        switch keys {
        case .days: return UInt32(clamping: day.number * 3 + Int(precision.rawValue))
        case .months:
            let date = day.date
            return UInt32(clamping: (date.year * 12 + date.month - 1) * 2 + min(1, Int(precision.rawValue)))
        case .years, .folders: return UInt32(clamping: day.date.year)
        }
    }

    /// The day on the user's clock.
    private static func day(ofModified code: UInt64, _ clock: any LocalClock) -> CivilDay {
        let time = FactColumns.modified(of: code)
        let second = time / 1_000_000_000 - (time % 1_000_000_000 < 0 ? 1 : 0)
        let local = Int(second) + clock.secondsAhead(at: second)
        return CivilDay(number: CivilDay.epoch.number + (local >= 0 ? local : local - 86_399) / 86_400)
    }

    /// The number by which a slot is sorted: in the direction of the groups, those without a time last.
    func sortKey(of slot: UInt32) -> UInt64 {
        let number = numbers[Int(slot)]
        return UInt64(isFlipped && number != Self.undated ? Self.undated - 1 - number : number)
    }

    /// The sections of an order in which the photos of a group follow each other.
    func sections(of order: ContiguousArray<UInt32>) -> [ArrangedSection] {
        var sections: [ArrangedSection] = []
        var start = 0
        while start < order.count {
            let number = numbers[Int(order[start])]
            var end = start + 1
            while end < order.count, numbers[Int(order[end])] == number { end += 1 }
            sections.append(ArrangedSection(key: key(number), start: start, count: end - start))
            start = end
        }
        return sections
    }

    private func key(_ number: UInt32) -> SectionKey {
        switch keys {
        case .folders(let paths): return .folder(paths[Int(number)])
        case _ where number == Self.undated: return .undated
        case .days:
            let date = CivilDay(number: Int(number) / 3).date
            return switch number % 3 {
            case 0: .year(date.year)
            case 1: .month(year: date.year, month: date.month)
            default: .day(year: date.year, month: date.month, day: date.day)
            }
        case .months:
            let month = Int(number) / 2
            return number % 2 == 0 ? .year(month / 12) : .month(year: month / 12, month: month % 12 + 1)
        case .years: return .year(Int(number))
        }
    }
}

/// The folders of a store's photos: what precedes the last slash of their ids.
private struct Folders {
    /// By slot.
    var numbers: ContiguousArray<UInt32> = []
    /// By number; in order.
    var paths: [FilePath] = []

    /// Nil when `goesOn` has answered false.
    init?(_ store: PhotoStore, _ collation: any NameCollation, goesOn: () -> Bool) {
        var found: [ContiguousArray<UInt8>: UInt32] = [:]
        var last: (folder: ContiguousArray<UInt8>, number: UInt32)?
        var numbers: ContiguousArray<UInt32> = []
        numbers.reserveCapacity(store.slotCount)
        let isComplete = store.forEachName(
            { _, id, _, _ in
                let folder = id[..<(id.lastIndex(of: UInt8(ascii: "/")) ?? id.startIndex)]
                if last.map({ $0.folder.elementsEqual(folder) }) != true {
                    let key = ContiguousArray(folder)
                    let number = found[key] ?? UInt32(found.count)
                    found[key] = number
                    last = (key, number)
                }
                numbers.append(last?.number ?? 0)
            }, visits: { _ in goesOn() ? true : nil })
        guard isComplete else { return nil }
        let sorted = found.map { folder, number in
            let path = FilePath(String(decoding: folder, as: UTF8.self))
            // No key has a zero byte, so that the levels are compared one by one.
            let key = ContiguousArray(path.names.map { collation.key(for: $0.text) }.joined(separator: [0]))
            return (path: path, key: key, number: number)
        }.sorted { a, b in a.key == b.key ? a.path < b.path : a.key.lexicographicallyPrecedes(b.key) }
        var ranks = ContiguousArray(repeating: UInt32(0), count: found.count)
        for (rank, folder) in sorted.enumerated() { ranks[Int(folder.number)] = UInt32(rank) }
        self.numbers = ContiguousArray(numbers.lazy.map { ranks[Int($0)] })
        paths = sorted.map(\.path)
    }
}
