import Photos

@testable import Library

/// A photo as the naive models of these tests hold it.
struct ModelPhoto {
    var slot: UInt32
    var path: String
    var stamp: FileStamp
    var facts = PhotoFacts()
    var isThere = true

    var name: String { FilePath.name(of: path) }
    var folder: String { path.contains("/") ? String(path.dropLast(name.count + 1)) : "" }

    /// The stamp's facts, which learned ones replace.
    var modified: Int64 { facts.modified ?? stamp.modified }
    var byteCount: Int64 { facts.byteCount ?? stamp.byteCount }
    var taken: TakenTime? { facts.taken.flatMap { LocalMoment($0) == nil ? nil : $0 } }

    var listed: ListedPhoto {
        let badge: PhotoBadge? = CameraRaw.isName(FileName(name)) ? .raw : nil
        return ListedPhoto(Photo(id: PhotoID(path), title: FilePath.shown(name), badge: badge), stamp: stamp)
    }
}

/// Photos with everything that is arranged by, and with much in common.
struct ModelPhotos {
    var random: SplitMix
    private var made = 0

    init(seed: UInt64) { random = SplitMix(seed: seed) }

    mutating func pick(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[pick(elements.count)] }

    mutating func path() -> String {
        made += 1
        let folder = pick(["", "", "a/", "a/b/", "Urlaub Süd/", "z/"])
        return folder + pick(["IMG_", "img_", "Été ", "x", "b\u{301}"]) + "\(pick(40))_\(made)"
            + pick([".jpg", ".CR2", ".png", ""])
    }

    mutating func stamp() -> FileStamp {
        FileStamp(
            device: 1, inode: random.next() % 50, byteCount: Int64(pick([0, 10, 100_000, 5_000_001, 7_000_000])),
            modified: Int64(pick([0, 1_686_767_400, 1_686_767_400, 4_000_000_000, -5_000_000_000])) * 1_000_000_000
                + Int64(pick(3)))
    }

    mutating func photo(slot: UInt32) -> ModelPhoto { ModelPhoto(slot: slot, path: path(), stamp: stamp()) }

    mutating func facts() -> PhotoFacts {
        var facts = PhotoFacts()
        if pick(4) > 0 {
            let wall = WallTime(
                year: pick([1, 1799, 1800, 2022, 2023, 2023, 2147, 9999]), month: pick([1, 6, 12]),
                day: pick([1, 14, 31]),
                hour: pick(2), minute: 0, second: 0)
            facts.taken = wall.map {
                TakenTime(
                    $0, hundredths: pick(3), precision: pick([.year, .month, .day, .exact, .exact, .exact]),
                    origin: .exif)
            }
        }
        if pick(2) > 0 {
            facts.pixelSize = PixelSize(width: pick([100, 200, 65_535]), height: pick([100, 200, 65_535]))
        }
        if pick(2) > 0 { facts.kind = pick(["JPEG", "PNG"]) }
        if pick(2) > 0 { facts.camera = pick(["Canon EOS 5D", "NIKON Z 6"]) }
        if pick(3) == 0 { facts.lens = "50mm f/1.8" }
        return facts
    }

    mutating func query(search: String = "") -> Query {
        Query(
            order: pick(Query.Order.allCases), isDescending: pick(2) == 0, grouping: pick(Query.Grouping.allCases),
            search: search)
    }
}

/// The arrangement by comparing photos and their groups one by one.
enum NaiveArrangement {
    static func sections(_ photos: [ModelPhoto], _ query: Query) -> [(key: SectionKey, slots: [UInt32])] {
        let order = ordered(photos.filter(\.isThere), query)
        guard query.grouping != .none else { return [(.undated, order.map(\.slot))] }
        var groups: [(key: SectionKey, slots: [UInt32])] = []
        for photo in order {
            let key = key(photo, query)
            if let place = groups.firstIndex(where: { $0.key == key }) {
                groups[place].slots.append(photo.slot)
            } else {
                groups.append((key, [photo.slot]))
            }
        }
        let foldersTurn = query.order == .name || query.order == .listing
        return groups.sorted { a, b in
            let (first, second) = (rank(a.key), rank(b.key))
            if a.key == .undated || b.key == .undated { return b.key == .undated && a.key != .undated }
            let turns = query.isDescending && (query.grouping != .folder || foldersTurn)
            return turns ? second.lexicographicallyPrecedes(first) : first.lexicographicallyPrecedes(second)
        }
    }

    private static func ordered(_ photos: [ModelPhoto], _ query: Query) -> [ModelPhoto] {
        /// What is compared one after the other; nil is not known.
        func value(_ photo: ModelPhoto) -> Int64? {
            switch query.order {
            case .listing, .name: 0
            case .modified: photo.modified
            case .size: photo.byteCount
            case .taken:
                photo.taken.map { taken in
                    let time = taken.time
                    let hour = ((time.year * 12 + time.month) * 31 + time.day) * 24 + time.hour
                    return Int64((hour * 100 + taken.hundredths) * 4 + Int(taken.precision.rawValue))
                }
            }
        }
        typealias Compared = (photo: ModelPhoto, value: Int64?, name: [UInt8])
        func isBefore(_ a: Compared, _ b: Compared) -> Bool {
            if query.order != .listing, a.name != b.name { return a.name.lexicographicallyPrecedes(b.name) }
            return a.photo.slot < b.photo.slot
        }
        let compared: [Compared] = photos.map { ($0, value($0), Array($0.name.lowercased().utf8)) }
        return compared.sorted { a, b in
            switch (a.value, b.value) {
            case (let first?, let second?) where first != second: query.isDescending ? second < first : first < second
            case (nil, .some): false
            case (.some, nil): true
            default: query.isDescending ? isBefore(b, a) : isBefore(a, b)
            }
        }.map(\.photo)
    }

    private static func key(_ photo: ModelPhoto, _ query: Query) -> SectionKey {
        if query.grouping == .folder { return .folder(FilePath(photo.folder)) }
        var date = photo.taken.map { (year: $0.time.year, month: $0.time.month, day: $0.time.day) }
        if query.order == .modified {
            let seconds = Double(photo.modified) / 1e9
            date = CivilDay(number: CivilDay.epoch.number + Int((seconds / 86_400).rounded(.down))).date
        }
        guard let date else { return .undated }
        if query.order != .modified, let precision = photo.taken?.precision {
            if precision == .year { return .year(date.year) }
            if precision == .month, query.grouping == .day { return .month(year: date.year, month: date.month) }
        }
        switch query.grouping {
        case .day: return .day(year: date.year, month: date.month, day: date.day)
        case .month: return .month(year: date.year, month: date.month)
        default: return .year(date.year)
        }
    }

    private static func rank(_ key: SectionKey) -> [Int] {
        switch key {
        case .day(let year, let month, let day): [year, month, day]
        case .month(let year, let month): [year, month]
        case .year(let year): [year]
        case .folder(let path):
            path.text.split(separator: "/").flatMap { $0.lowercased().utf8.map { Int($0) + 1 } + [0] }
        case .undated: []
        }
    }
}
