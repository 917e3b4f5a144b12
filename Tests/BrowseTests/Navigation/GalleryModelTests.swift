import Library
import Photos
import Testing

@testable import Browse

/// Every state of the gallery, asserted whole.
@MainActor
struct GalleryModelTests {
    private let failure = LoadFailure(stage: .listing, culprit: "Scripted", reason: .timedOut(seconds: 15))

    private struct State: Equatable {
        var photos: [String]
        var phase: GalleryPhase
    }

    private func state(_ model: GalleryModel) -> State {
        State(photos: (0..<model.count).map { model.photo(model.ref(at: $0)).id.text }, phase: model.phase)
    }

    private func model(_ source: any PhotoSource) -> GalleryModel {
        GalleryModel(source: source, collation: PlainCollation())
    }

    @Test func nothingIsAskedForBeforeSomebodyWantsIt() async {
        let source = ScriptedSource()
        let model = self.model(source)
        await model.waitUntilIdle()
        #expect(state(model) == State(photos: [], phase: .idle))
        #expect(source.cursors == [])
    }

    private func opened(_ source: any PhotoSource) -> GalleryModel {
        GalleryModel(
            source: source, opened: ListedPhoto(Photo(id: PhotoID("b"), title: "T")), collation: PlainCollation())
    }

    @Test func aPhotoThatWasOpenedIsThereBeforeAnythingIsAskedFor() async {
        let source = ScriptedSource(.page(["a", "b"], next: nil))
        let model = opened(source)
        let ref = model.ref(at: 0)
        #expect(state(model) == State(photos: ["b"], phase: .idle) && model.total == 1)
        #expect(model.position(of: ref) == 0 && model.listedPosition(of: ref) == nil)
        #expect(PhotoCourse().neighbours(of: ref, in: model) == [] && PhotoCourse().ref(0, from: ref, in: model) == nil)
        #expect(source.cursors == [])
        model.loadMore()
        #expect(model.phase == .loadingMore)
        await model.waitUntilIdle()
        #expect(model.count == 2 && model.phase == .loaded(end: true))
        #expect(model.listedPosition(of: ref) != nil && PhotoCourse().neighbours(of: ref, in: model).count == 1)
    }

    @Test func aPhotoThatWasOpenedStaysWhereItsSourceCannotBeListed() async {
        let model = opened(ScriptedSource(.failure(failure)))
        model.loadMore()
        await model.waitUntilIdle()
        #expect(state(model) == State(photos: ["b"], phase: .failed(failure, atStart: false)))
        #expect(model.listedPosition(of: model.ref(at: 0)) == nil)
    }

    @Test func pagesAreAppendedUntilTheEnd() async {
        let source = ScriptedSource(.page(["a", "b"], next: "2"), .page(["c"], next: nil))
        let model = self.model(source)
        model.loadMore()
        #expect(state(model) == State(photos: [], phase: .loadingFirst))
        await model.waitUntilIdle()
        #expect(state(model) == State(photos: ["a", "b"], phase: .loaded(end: false)))
        model.loadMore()
        #expect(state(model) == State(photos: ["a", "b"], phase: .loadingMore))
        await model.waitUntilIdle()
        #expect(state(model) == State(photos: ["a", "b", "c"], phase: .loaded(end: true)))
        model.loadMore()
        await model.waitUntilIdle()
        #expect(state(model) == State(photos: ["a", "b", "c"], phase: .loaded(end: true)))
        #expect(source.cursors == [nil, PageCursor("2")])
    }

    @Test func aLocalSourceIsListedToItsEndByItself() async {
        let source = ScriptedSource(
            .page(["a"], next: "2"), .page(["b"], next: "3"), .page(["c"], next: nil), isLocal: true)
        let model = self.model(source)
        model.loadMore()
        await model.waitUntilIdle()
        #expect(state(model) == State(photos: ["a", "b", "c"], phase: .loaded(end: true)))
        #expect(source.cursors == [nil, PageCursor("2"), PageCursor("3")])
    }

    @Test func askingTwiceIsAskingOnce() async {
        let source = ScriptedSource(.page(["a"], next: "2"), .page(["b"], next: nil))
        let model = self.model(source)
        model.loadMore()
        model.loadMore()
        model.loadIfNeeded(lastVisible: 0, perScreen: 20)
        await model.waitUntilIdle()
        #expect(state(model) == State(photos: ["a"], phase: .loaded(end: false)))
        #expect(source.cursors == [nil])
    }

    @Test func aSourceWithoutPhotosIsEmpty() async {
        let model = self.model(ScriptedSource(.page([], next: nil)))
        model.loadMore()
        await model.waitUntilIdle()
        #expect(state(model) == State(photos: [], phase: .empty))
        model.loadMore()
        model.retry()
        #expect(state(model) == State(photos: [], phase: .empty))
    }

    @Test func aFailureAtTheStartIsAStateWithAWayOut() async {
        let source = ScriptedSource(.failure(failure), .page(["a"], next: nil))
        let model = self.model(source)
        model.loadMore()
        await model.waitUntilIdle()
        #expect(state(model) == State(photos: [], phase: .failed(failure, atStart: true)))
        model.loadMore()
        #expect(state(model) == State(photos: [], phase: .failed(failure, atStart: true)))
        model.retry()
        #expect(state(model) == State(photos: [], phase: .loadingFirst))
        await model.waitUntilIdle()
        #expect(state(model) == State(photos: ["a"], phase: .loaded(end: true)))
        #expect(source.cursors == [nil, nil])
    }

    @Test func aLaterFailureKeepsThePhotosAndThePlace() async {
        let source = ScriptedSource(.page(["a"], next: "2"), .failure(failure), .page(["b"], next: nil))
        let model = self.model(source)
        model.loadMore()
        await model.waitUntilIdle()
        model.loadMore()
        await model.waitUntilIdle()
        #expect(state(model) == State(photos: ["a"], phase: .failed(failure, atStart: false)))
        model.loadIfNeeded(lastVisible: 0, perScreen: 20)
        #expect(state(model) == State(photos: ["a"], phase: .failed(failure, atStart: false)))
        model.retry()
        #expect(state(model) == State(photos: ["a"], phase: .loadingMore))
        await model.waitUntilIdle()
        #expect(state(model) == State(photos: ["a", "b"], phase: .loaded(end: true)))
        #expect(source.cursors == [nil, PageCursor("2"), PageCursor("2")])
    }

    @Test func anErrorOfAnotherKindNamesTheSource() async {
        struct Odd: Error {}
        let model = self.model(ScriptedSource(.failure(Odd())))
        model.loadMore()
        await model.waitUntilIdle()
        let expected = LoadFailure(stage: .listing, culprit: "Scripted", reason: .unreadable(.verbatim("Odd()")))
        #expect(state(model) == State(photos: [], phase: .failed(expected, atStart: true)))
    }

    @Test func cancellingGoesBackAndLosesNothing() async {
        let source = ScriptedSource(.untilCancelled, .page(["a"], next: nil))
        let model = self.model(source)
        model.loadMore()
        while source.cursors.isEmpty { await Task.yield() }
        model.cancel()
        #expect(state(model) == State(photos: [], phase: .idle))
        await model.waitUntilIdle()
        #expect(state(model) == State(photos: [], phase: .idle))
        model.loadMore()
        await model.waitUntilIdle()
        #expect(state(model) == State(photos: ["a"], phase: .loaded(end: true)))
        #expect(source.cursors == [nil, nil])
    }

    @Test func aLoadCancelledBeforeItStartedAsksForNothing() async {
        let source = ScriptedSource(.page(["a"], next: nil))
        let model = self.model(source)
        model.loadMore()
        model.cancel()
        await model.waitUntilIdle()
        #expect(state(model) == State(photos: [], phase: .idle))
        #expect(source.cursors == [])
    }

    @Test func aLateFailureOfACancelledLoadIsNotShown() async {
        let source = ScriptedSource(
            .page(["a"], next: "2"), .failureAfterCancellation(failure), .page(["b"], next: nil))
        let model = self.model(source)
        model.loadMore()
        await model.waitUntilIdle()
        model.loadMore()
        while source.cursors.count < 2 { await Task.yield() }
        model.cancel()
        #expect(state(model) == State(photos: ["a"], phase: .loaded(end: false)))
        model.loadMore()
        #expect(state(model) == State(photos: ["a"], phase: .loadingMore))
        await model.waitUntilIdle()
        #expect(state(model) == State(photos: ["a", "b"], phase: .loaded(end: true)))
        #expect(source.cursors == [nil, PageCursor("2"), PageCursor("2")])
    }

    @Test func theNextPageIsAskedForNearTheEndOnly() async {
        let ids = (0..<100).map(String.init)
        let source = ScriptedSource(.page(ids, next: "2"), .page(["x"], next: nil))
        let model = self.model(source)
        model.loadIfNeeded(lastVisible: 0, perScreen: 20)
        #expect(model.phase == .idle)
        model.loadMore()
        await model.waitUntilIdle()
        model.loadIfNeeded(lastVisible: 39, perScreen: 20)
        #expect(model.phase == .loaded(end: false))
        model.loadIfNeeded(lastVisible: 40, perScreen: 20)
        #expect(model.phase == .loadingMore)
        await model.waitUntilIdle()
        #expect(state(model) == State(photos: ids + ["x"], phase: .loaded(end: true)))
    }

    @Test func droppingTheModelCancelsItsPage() async {
        let source = ScriptedSource(.untilCancelled)
        var model: GalleryModel? = self.model(source)
        model?.loadMore()
        while source.cursors.isEmpty { await Task.yield() }
        model = nil
        while source.cancellations == 0 { await Task.yield() }
        #expect(source.cursors == [nil])
    }
}
