// The order and the search of a gallery: a newer one overtakes an older one, and no hits are no empty folder.
import Library
import Photos
import Synchronization
import Testing

@testable import Browse

// One after another: a sort that is held keeps a thread of the pool.
@Suite(.serialized) @MainActor
struct ArrangingModelTests {
    /// Names in the order of their bytes. Counts how often photos are sorted, and holds each sort until it is let go.
    private final class GatedCollation: NameCollation {
        private let counts = Mutex((keys: 0, isHeld: false))

        var keys: Int { counts.withLock { $0.keys } }
        func hold(_ isHeld: Bool) { counts.withLock { $0.isHeld = isHeld } }

        func key(for name: String) -> ContiguousArray<UInt8> {
            counts.withLock { $0.keys += 1 }
            while counts.withLock({ $0.isHeld }) {}
            return ContiguousArray(name.utf8)
        }
    }

    private func listed(_ names: String..., collation: GatedCollation = .init()) async -> GalleryModel {
        let model = GalleryModel(source: TitledSource(names), collation: collation)
        model.loadMore()
        await model.waitUntilIdle()
        return model
    }

    private func titles(_ model: GalleryModel) -> [String] {
        (0..<model.count).map { model.photo(model.ref(at: $0)).title }
    }

    @Test func theOrderIsThatOfTheLastCallAndNoneBeforeItIsShown() async {
        let collation = GatedCollation()
        let model = await listed("b", "a", "c", collation: collation)
        var updates = 0
        model.onUpdate = { _, _ in updates += 1 }
        collation.hold(true)
        let first = Task { await model.arrange(by: Query(order: .name)) }
        while collation.keys == 0 { await Task.yield() }
        // While the first is being made: two that nobody will see, and the one that counts.
        let last = Query(order: .name, isDescending: true)
        let later = [Query(order: .name, search: "x"), Query(order: .name, search: "y"), last]
            .map { query in Task { await model.arrange(by: query) } }
        for _ in 0..<20 { await Task.yield() }
        collation.hold(false)
        for task in [first] + later { await task.value }
        #expect(titles(model) == ["c", "b", "a"])
        #expect(model.query == last)
        #expect(updates == 1)
    }

    @Test func askingForTheShownOrderDoesNothing() async {
        let model = await listed("b", "a")
        var updates = 0
        model.onUpdate = { _, _ in updates += 1 }
        await model.arrange(by: Query())
        #expect(updates == 0 && titles(model) == ["b", "a"])
    }

    @Test func goingBackWhileTheOtherOrderIsMadeEndsWhereItBegan() async {
        let collation = GatedCollation()
        let model = await listed("b", "a", collation: collation)
        collation.hold(true)
        let there = Task { await model.arrange(by: Query(order: .name)) }
        while collation.keys == 0 { await Task.yield() }
        let back = Task { await model.arrange(by: Query()) }
        for _ in 0..<20 { await Task.yield() }
        collation.hold(false)
        await there.value
        await back.value
        #expect(titles(model) == ["b", "a"] && model.query == Query())
    }

    @Test func aSearchWithoutHitsIsNoEmptyFolder() async {
        let model = await listed("b", "a")
        await model.arrange(by: Query(search: "nothing like it"))
        #expect(model.count == 0 && model.total == 2)
        #expect(model.phase == .loaded(end: true))
        await model.arrange(by: Query())
        #expect(titles(model) == ["b", "a"] && model.phase == .loaded(end: true))
    }

    @Test func aSearchFromTheStartWithoutHitsIsNoEmptyFolderEither() async {
        let model = GalleryModel(
            source: TitledSource(["b", "a"]), by: Query(search: "nothing like it"), collation: GatedCollation())
        model.loadMore()
        await model.waitUntilIdle()
        #expect(model.count == 0 && model.total == 2 && model.phase == .loaded(end: true))
    }

    @Test func aFolderWithoutPhotosIsEmptyWhateverIsSearchedFor() async {
        let model = GalleryModel(source: TitledSource([]), by: Query(search: "a"), collation: GatedCollation())
        model.loadMore()
        await model.waitUntilIdle()
        #expect(model.phase == .empty && model.total == 0)
    }

    @Test func aServiceIsAskedForMoreWhileTheSearchHasTooFewHits() async {
        let source = ScriptedSource(.page(["a"], next: "2"), .page(["b"], next: nil))
        let model = GalleryModel(source: source, by: Query(search: "nothing like it"), collation: GatedCollation())
        model.loadMore()
        await model.waitUntilIdle()
        #expect(model.count == 0 && model.phase == .loaded(end: false))
        model.loadIfNeeded(lastVisible: -1, perScreen: 0)
        #expect(model.phase == .loadingMore)
        await model.waitUntilIdle()
        #expect(model.count == 0 && model.phase == .loaded(end: true) && source.cursors.count == 2)
    }

}

/// A folder of photos with these titles.
private struct TitledSource: PagedPhotoSource {
    let titles: [String]
    let identity = SourceID("titled")
    let title = "Titled"
    let isLocal = true

    init(_ titles: [String]) { self.titles = titles }

    func page(after cursor: PageCursor?) async throws -> Page {
        Page(photos: titles.map { Photo(id: PhotoID($0), title: $0) }, next: nil)
    }

    func location(of photo: Photo, atLeast size: PixelSize, fit: Fit) -> ImageLocation { .file("/\(photo.id)") }
    func original(of photo: Photo) -> ImageLocation { .file("/\(photo.id)") }
}
