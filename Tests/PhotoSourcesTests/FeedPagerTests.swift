import Photos
import Testing

@testable import PhotoSources

/// How a source is walked.
struct FeedPagerTests {
    private func ids(_ batch: FeedPager.Batch?) -> [String]? { batch?.photos.photos.map(\.id.text) }

    @Test func pagesComeInOrderAndEndOnce() async throws {
        let source = ScriptedSource([.page(["a", "b"], next: "2"), .page(["c"], next: nil)])
        let pager = FeedPager(source)
        #expect(ids(try await pager.next()) == ["a", "b"])
        let last = try await pager.next()
        #expect(ids(last) == ["c"])
        #expect(last?.isLast == true)
        #expect(try await pager.next() == FeedPager.Batch(photos: [], isLast: true))
        #expect(source.cursors == [nil, PageCursor("2")])
    }

    @Test func anEmptyPageEndsWhateverItsCursorSays() async throws {
        let source = ScriptedSource([.page([], next: "2")])
        let pager = FeedPager(source)
        #expect(try await pager.next()?.isLast == true)
        _ = try await pager.next()
        #expect(source.cursors.count == 1)
    }

    @Test func aPhotoListedTwiceComesOnce() async throws {
        let pager = FeedPager(ScriptedSource([.page(["a", "a", "b"], next: "2"), .page(["b", "c"], next: nil)]))
        #expect(ids(try await pager.next()) == ["a", "b"])
        #expect(ids(try await pager.next()) == ["c"])
    }

    @Test func whatCameTenThousandPhotosAgoIsForgotten() async throws {
        let many = (1...FeedPager.remembered).map { "\($0)" }
        let source = ScriptedSource([
            .page(["a", "b"], next: "2"), .page(many, next: "3"), .page(["a", many[5_000], "c"], next: nil),
        ])
        let pager = FeedPager(source)
        _ = try await pager.next()
        #expect(try await pager.next()?.photos.count == many.count)
        #expect(ids(try await pager.next()) == ["a", "c"])
    }

    @Test func aPageOfKnownPhotosIsPassedOver() async throws {
        let source = ScriptedSource([.page(["a"], next: "2"), .page(["a"], next: "3"), .page(["b"], next: "4")])
        let pager = FeedPager(source)
        _ = try await pager.next()
        #expect(try await pager.next() == FeedPager.Batch(photos: [Photo(id: PhotoID("b"), title: "T")], isLast: false))
    }

    @Test func aSourceThatRepeatsItselfForEverEnds() async throws {
        let source = ScriptedSource(Array(repeating: .page(["a"], next: "2"), count: 100))
        let pager = FeedPager(source)
        _ = try await pager.next()
        #expect(try await pager.next() == FeedPager.Batch(photos: [], isLast: true))
        #expect(source.cursors.count == 5)
    }

    @Test func aFailedPageIsAskedForAgain() async throws {
        let failure = LoadFailure(stage: .listing, culprit: "Scripted", reason: .timedOut(seconds: 15))
        let source = ScriptedSource([.page(["a"], next: "2"), .failure(failure), .page(["b"], next: nil)])
        let pager = FeedPager(source)
        _ = try await pager.next()
        await #expect(throws: failure) { try await pager.next() }
        #expect(ids(try await pager.next()) == ["b"])
        #expect(source.cursors == [nil, PageCursor("2"), PageCursor("2")])
    }

    @Test func onlyOnePageIsInFlight() async throws {
        let gate = Gate()
        let source = ScriptedSource([.gated(gate, ["a"], next: "2")])
        let pager = FeedPager(source)
        async let first = pager.next()
        await gate.reached()
        #expect(try await pager.next() == nil)
        #expect(source.cursors.count == 1)
        await gate.open()
        #expect(ids(try await first) == ["a"])
    }

    @Test(arguments: [
        ScriptedSource.Step.untilCancelled, .pageAfterCancellation(["a"], next: "2"),
    ])
    func aCancelledPageIsNotLost(step: ScriptedSource.Step) async throws {
        let source = ScriptedSource([step, .page(["a"], next: nil)])
        let pager = FeedPager(source)
        let task = Task { try await pager.next() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(ids(try await pager.next()) == ["a"])
        #expect(source.cursors == [nil, nil])
    }
}
