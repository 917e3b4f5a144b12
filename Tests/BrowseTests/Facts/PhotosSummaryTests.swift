import Photos
import Testing

@testable import Browse
@testable import Library

/// What the info panel says of several photos.
struct PhotosSummaryTests {
    private static let names = ["a.jpg", "b.jpg", "c.png", "d.mp4"]

    /// Photos with what is known of their files.
    private func collection(_ facts: [PhotoFacts?]) async throws -> CollectionSnapshot {
        let source = ScriptedSource(.page(Self.names, next: nil), isLocal: true)
        let collection = PhotoCollection(source, collation: PlainCollation())
        while try await collection.readChange() {}
        await collection.learn(facts.enumerated().compactMap { slot, facts in facts.map { (UInt32(slot), $0) } })
        while try await collection.readChange() {}
        return try #require(collection.takeUpdates().last?.snapshot)
    }

    private func facts(
        _ day: (Int, Int, Int)?, camera: String? = nil, bytes: Int64? = nil, kind: String = "JPEG"
    ) -> PhotoFacts {
        var facts = PhotoFacts()
        facts.taken = day.flatMap { WallTime(year: $0.0, month: $0.1, day: $0.2, hour: 12, minute: 0, second: 0) }
            .map { TakenTime($0, origin: .exif) }
        (facts.camera, facts.byteCount, facts.kind) = (camera, bytes, kind)
        return facts
    }

    private func words(_ groups: [PhotoFactGroup]) -> [String] {
        groups.flatMap { group in
            [group.title.description] + group.facts.map { "\($0.name.description): \($0.value.description)" }
        }
    }

    private func words(of snapshot: CollectionSnapshot, _ positions: [Int]) -> [String] {
        words(InfoRows.groups(of: PhotosSummary(of: positions.map(snapshot.ref(at:)), in: snapshot.store)))
    }

    @Test func itAddsUpWhatIsKnown() async throws {
        let snapshot = try await collection([
            facts((2021, 6, 5), camera: "X100", bytes: 2_000_000),
            facts((2023, 1, 9), camera: "X100", bytes: 1_500_000),
            facts((2022, 3, 4), camera: "D750", bytes: 500_000, kind: "PNG"), nil,
        ])
        let words = words(of: snapshot, [0, 1, 2])
        #expect(words.first == "3 photos")
        #expect(words.contains("File Size: 4 MB"))
        #expect(
            words.contains {
                $0.hasPrefix("Taken: ") && $0.contains("2021") && $0.contains(" to ") && $0.contains("2023")
            })
        #expect(words.suffix(6) == ["Cameras", "X100: 2", "D750: 1", "Formats", "JPEG: 2", "PNG: 1"])
    }

    @Test func aSingleDayIsSaidOnceAndWhatIsNotKnownHasNoRow() async throws {
        let snapshot = try await collection([facts((2021, 6, 5), bytes: 1000), facts((2021, 6, 5)), nil, nil])
        let words = words(of: snapshot, [0, 1])
        #expect(words.contains("File Size: More than 1 kB"))
        #expect(words.contains { $0.hasPrefix("Taken: ") && !$0.contains(" to ") })
        #expect(!words.contains("Cameras"))
    }

    @Test func videosAreCountedApart() {
        var store = PhotoStore()
        store.append(
            PackedPage(
                Self.names.map {
                    let isVideo = $0.hasSuffix("mp4")
                    return Photo(id: PhotoID($0), title: $0, badge: isVideo ? .video(seconds: nil) : nil)
                }))
        let collection = PhotoRef.Collection.next()
        func words(_ slots: [UInt32]) -> [String] {
            let refs = slots.map { PhotoRef(collection, slot: $0) }
            return self.words(InfoRows.groups(of: PhotosSummary(of: refs, in: store)))
        }
        #expect(words([0, 1, 2, 3]) == ["3 photos and 1 video"])
        #expect(words([3]) == ["1 video"])
        #expect(words([]) == ["0 photos"])
    }

    @Test func manyCamerasAreCountedTogether() async throws {
        let shares = (1...9).map { PhotosSummary.Share(name: "camera \($0)", count: 10 - $0) }
        let rows = InfoRows.rows(shares).map { "\($0.name.description) \($0.value.description)" }
        #expect(rows == ["camera 1 9", "camera 2 8", "camera 3 7", "camera 4 6", "Others 15"])
        #expect(InfoRows.rows(Array(shares.prefix(5))).count == 5)
    }
}
