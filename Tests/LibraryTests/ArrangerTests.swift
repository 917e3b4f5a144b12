import Photos
import Synchronization
import Testing

@testable import Library

/// Arrangements under random changes, compared with naive ones.
struct ArrangerTests {
    private let rules = ArrangingRules(
        collation: LowercaseCollation(), clock: UTCClock(), words: EnglishSearchWords())

    private func check(_ made: Arrangement?, _ photos: [ModelPhoto], _ query: Query) throws {
        let arrangement = try #require(made)
        let expected = NaiveArrangement.sections(photos, query)
        let slots = (0..<arrangement.count).map { arrangement.slot(at: $0) }
        #expect(slots == expected.flatMap(\.slots), "\(query)")
        #expect(slots.indices.allSatisfy { arrangement.position(of: slots[$0]) == $0 })
        #expect(photos.allSatisfy { $0.isThere || arrangement.position(of: $0.slot) == nil })
        guard query.grouping != .none else { return #expect(arrangement.sections.isEmpty) }
        #expect(arrangement.sections.map(\.key) == expected.map(\.key), "\(query)")
        #expect(arrangement.sections.map(\.count) == expected.map(\.slots.count), "\(query)")
        for position in slots.indices {
            let section = arrangement.section(at: position)
            #expect(section.map { $0.start..<$0.start + $0.count }?.contains(position) == true)
        }
    }

    @Test(arguments: 0..<30)
    func anArrangementIsThatOfTheNaiveModel(seed: UInt64) throws {
        var make = ModelPhotos(seed: seed)
        var arranger = Arranger(rules)
        var store = PhotoStore()
        var photos: [ModelPhoto] = []
        for _ in 0..<8 {
            let new = (0..<make.pick([1, 3, 40])).map { make.photo(slot: UInt32(photos.count + $0)) }
            store.append(PackedPage(listed: new.map(\.listed)))
            store.columns.note(new.map { (slot: $0.slot, stamp: $0.stamp) })
            photos += new
            var learned: [(slot: UInt32, facts: PhotoFacts)] = []
            for slot in photos.indices where make.pick(3) == 0 {
                photos[slot].facts = make.facts()
                learned.append((UInt32(slot), photos[slot].facts))
            }
            store.columns.learn(learned)
            for slot in photos.indices where make.pick(12) == 0 { photos[slot].isThere = false }
            store.remove(photos.filter { !$0.isThere }.map(\.slot))
            let renamed = photos.indices.filter { _ in make.pick(20) == 0 }
            for slot in renamed { photos[slot].path = make.path() }
            store.replace(Dictionary(uniqueKeysWithValues: renamed.map { (UInt32($0), photos[$0].listed.photo) }))
            arranger.noteNames(of: renamed.map { UInt32($0) })
            arranger.noteChange()
            for _ in 0..<3 {
                let query = make.query()
                try check(arranger.arrangement(of: store, by: query) { false }, photos, query)
            }
        }
    }

    /// So many photos are alike that the order of all names is kept and mended.
    @Test func manyPhotosThatAreAlikeKeepTheOrderOfTheirNames() throws {
        var make = ModelPhotos(seed: 3)
        var arranger = Arranger(rules)
        var store = PhotoStore()
        var photos = (0..<3000).map { make.photo(slot: $0) }
        store.append(PackedPage(listed: photos.map(\.listed)))
        store.columns.note(photos.map { (slot: $0.slot, stamp: $0.stamp) })
        for step in 0..<3 {
            let queries = [
                Query(order: .size), Query(order: .size, isDescending: true), Query(order: .name, grouping: .folder),
            ]
            for query in queries {
                try check(arranger.arrangement(of: store, by: query) { false }, photos, query)
            }
            let more = (0..<5).map { make.photo(slot: UInt32(photos.count + $0)) }
            store.append(PackedPage(listed: more.map(\.listed)))
            store.columns.note(more.map { (slot: $0.slot, stamp: $0.stamp) })
            photos += more
            photos[step * 7].path = make.path()
            store.replace([UInt32(step * 7): photos[step * 7].listed.photo])
            arranger.noteNames(of: [UInt32(step * 7)])
            arranger.noteChange()
        }
    }

    @Test func anOutdatedArrangementIsGivenUp() {
        var make = ModelPhotos(seed: 1)
        var arranger = Arranger(rules)
        var store = PhotoStore()
        let photos = (0..<1000).map { make.photo(slot: $0) }
        store.append(PackedPage(listed: photos.map(\.listed)))
        for query in [Query(search: "img"), Query(order: .taken), Query(grouping: .folder)] {
            #expect(arranger.arrangement(of: store, by: query) { true } == nil)
        }
        let asked = Atomic(0)
        _ = arranger.arrangement(of: store, by: Query(search: "img")) {
            asked.add(1, ordering: .relaxed).newValue == 3
        }
        // A search looks after each block, so that one of a million photos ends in some microseconds.
        #expect(asked.load(ordering: .relaxed) == 3)
    }

    /// The memory of a person's photos, sorted by date and grouped by month. Columns have chunks of a thousand, so that
    /// a million take fifty times as much.
    @Test func photosByDateTakeFewBytesEach() {
        var random = SplitMix(seed: 9)
        var store = PhotoStore()
        let count = 20_480, batch = 4096
        let page = PackedPage((0..<batch).map { Photo(id: PhotoID("p\($0)"), title: "p\($0)") })
        var second: Int64 = 0
        for first in stride(from: 0, to: count, by: batch) {
            store.append(page)
            var stamps: [(slot: UInt32, stamp: FileStamp)] = []
            var facts: [(slot: UInt32, facts: PhotoFacts)] = []
            for slot in UInt32(first)..<UInt32(first + batch) {
                second += Int64(random.next() % 600)
                let length = Int64(2_000_000 + random.next() % 8_000_000)
                let modified = (1_300_000_000 + second) * 1_000_000_000 + Int64(random.next() % 1_000_000_000)
                stamps.append((slot, FileStamp(device: 1, inode: UInt64(slot), byteCount: length, modified: modified)))
                var known = PhotoFacts()
                let date = CivilDay(number: CivilDay.epoch.number + Int(second / 86_400)).date
                let wall = WallTime(
                    year: date.year, month: date.month, day: date.day, hour: Int(second / 3600 % 24),
                    minute: Int(second / 60 % 60), second: Int(second % 60))
                known.taken = wall.map { TakenTime($0, hundredths: Int(random.next() % 100), origin: .exif) }
                let isTall = random.next() % 4 == 0
                known.pixelSize = PixelSize(width: isTall ? 3000 : 4000, height: isTall ? 4000 : 3000)
                known.kind = "JPEG"
                known.camera = ["Canon EOS 5D", "NIKON Z 6", "Pixel 7"][Int(random.next() % 3)]
                known.shot.fNumber = [1.8, 2.8, 4, 5.6, 22][Int(random.next() % 5)]
                known.shot.sensitivity = 100 << Int(random.next() % 7)
                known.shot.exposureTime = 1 / Double(1 << Int(random.next() % 13))
                known.shot.focalLength = [24, 35, 50, 85, 200][Int(random.next() % 5)]
                if slot % 4 == 0 { known.marks = PhotoMarks(stars: 4, isFavourite: true) }
                facts.append((slot, known))
            }
            store.columns.note(stamps)
            store.columns.learn(facts)
        }
        var arranger = Arranger(rules)
        let made = arranger.arrangement(of: store, by: Query(order: .taken, grouping: .month)) { false }
        let bytes = Double(store.columns.byteTotal + (made?.byteCount ?? .max)) / Double(store.slotCount)
        #expect(bytes < 48, "\(bytes) bytes a photo")
        #expect(made?.sections.count ?? 0 > 2)
        #expect(arranger.keptBytes == 0)
    }
}
