// Which photos are compared, and which of them is acted on.
import Library
import Photos
import Testing

@testable import Browse

@MainActor
struct ComparedPhotosTests {
    /// A list of photos named by letters, and one after some of them are gone.
    private func snapshots(_ names: [String], without gone: Set<String> = []) async -> (
        before: CollectionSnapshot, after: CollectionSnapshot, refs: [PhotoRef]
    ) {
        let model = GalleryModel(source: ScriptedSource(.page(names, next: nil)), collation: PlainCollation())
        model.loadMore()
        await model.waitUntilIdle()
        let before = model.snapshot, refs = names.indices.map(before.ref(at:))
        var after = before
        if !gone.isEmpty {
            let hidden = Set(names.indices.filter { gone.contains(names[$0]) }.map { refs[$0] })
            after = await Self.leavingOut(hidden, of: model)
        }
        return (before, after, refs)
    }

    /// Rejects photos, and narrows the list to those that are not rejected.
    private static func leavingOut(_ refs: Set<PhotoRef>, of model: GalleryModel) async -> CollectionSnapshot {
        await model.mark(refs.map { ($0, PhotoMarks(stars: -1)) })
        var query = model.query
        query.filter.rejected = .hidden
        await model.arrange(by: query)
        await model.waitUntilIdle()
        return model.snapshot
    }

    @Test func twoToSixAreComparedEachOnce() async {
        let refs = await snapshots(["a", "b", "c", "d", "e", "f", "g"]).refs
        for count in 0...7 {
            #expect((ComparedPhotos(Array(refs.prefix(count))) != nil) == (2...6).contains(count))
        }
        #expect(ComparedPhotos([refs[0], refs[1], refs[0]]) == nil)
        #expect(ComparedPhotos([refs[0], refs[1]], active: refs[1])?.active == refs[1])
        #expect(ComparedPhotos([refs[0], refs[1]], active: refs[4])?.active == refs[0])
    }

    @Test func theActiveOneGoesRound() async throws {
        let refs = await snapshots(["a", "b", "c"]).refs
        var compared = try #require(ComparedPhotos(refs))
        compared.move(by: 1)
        #expect(compared.index == 1)
        compared.move(by: 2)
        #expect(compared.index == 0)
        compared.move(by: -1)
        #expect(compared.index == 2)
        compared.activate(refs[1])
        #expect(compared.index == 1)
    }

    @Test func theNeighbourIsTheNextOneThatIsNotCompared() async throws {
        let (list, _, refs) = await snapshots(["a", "b", "c", "d", "e", "f"])
        var compared = try #require(ComparedPhotos([refs[1], refs[2], refs[4]]))
        #expect(compared.neighbour(isForward: true, in: list) == refs[3])
        #expect(compared.neighbour(isForward: false, in: list) == refs[0])
        compared.activate(refs[4])
        #expect(compared.neighbour(isForward: true, in: list) == refs[5])
        #expect(compared.neighbour(isForward: false, in: list) == refs[3])
        compared.replaceActive(with: refs[5])
        #expect(compared.photos == [refs[1], refs[2], refs[5]] && compared.active == refs[5])
        #expect(compared.neighbour(isForward: true, in: list) == nil)
        // One that is compared stays where it is.
        compared.replaceActive(with: refs[1])
        #expect(compared.photos == [refs[1], refs[2], refs[5]])
    }

    @Test func aPhotoThatIsGoneGivesWayToTheNextOneThatIsNotCompared() async throws {
        let (before, after, refs) = await snapshots(["a", "b", "c", "d", "e"], without: ["b"])
        var compared = try #require(ComparedPhotos([refs[1], refs[2]]))
        let goesOn = compared.collectionChanged(to: after, from: before)
        #expect(goesOn)
        #expect(compared.photos == [refs[3], refs[2]] && compared.index == 0)
    }

    @Test func atTheEndOfTheListTheOneBeforeTakesItsPlace() async throws {
        let (before, after, refs) = await snapshots(["a", "b", "c", "d"], without: ["d"])
        var compared = try #require(ComparedPhotos([refs[2], refs[3]], active: refs[3]))
        let goesOn = compared.collectionChanged(to: after, from: before)
        #expect(goesOn)
        #expect(compared.photos == [refs[2], refs[1]] && compared.active == refs[1])
    }

    @Test func whereNoneIsLeftItsPlaceGoesAndWithOneTheComparisonEnds() async throws {
        let (before, after, refs) = await snapshots(["a", "b", "c"], without: ["a"])
        var compared = try #require(ComparedPhotos(refs, active: refs[2]))
        let goesOn = compared.collectionChanged(to: after, from: before)
        #expect(goesOn)
        #expect(compared.photos == [refs[1], refs[2]] && compared.active == refs[2])
        let rest = await snapshots(["a", "b", "c"], without: ["a", "c"])
        var other = try #require(ComparedPhotos(rest.refs, active: rest.refs[2]))
        let ends = !other.collectionChanged(to: rest.after, from: rest.before)
        #expect(ends)
        #expect(other.photos == [rest.refs[1]] && other.active == rest.refs[1])
    }

    @Test func ofAnyThatAreGoneTheOthersStayInOrderAndNoneIsThereTwice() async throws {
        let names = ["a", "b", "c", "d", "e", "f"]
        for gone in 1..<63 {
            let away = Set(names.indices.filter { gone >> $0 & 1 == 1 }.map { names[$0] })
            let (before, after, refs) = await snapshots(names, without: away)
            var compared = try #require(ComparedPhotos([refs[0], refs[2], refs[3], refs[5]], active: refs[3]))
            let goesOn = compared.collectionChanged(to: after, from: before)
            #expect(Set(compared.photos).count == compared.photos.count, "\(away)")
            #expect(compared.photos.allSatisfy { after.position(of: $0) != nil }, "\(away)")
            #expect(compared.photos.count == min(4, names.count - away.count), "\(away)")
            #expect(goesOn == (compared.photos.count >= 2))
            #expect(compared.photos.indices.contains(compared.index))
            if !away.contains("d") { #expect(compared.active == refs[3], "\(away)") }
        }
    }
}
