import Photos
import Testing

@testable import Library

/// How a source is walked.
struct PageReaderTests {
    private func photos(_ change: SourceChange?) -> [Photo]? {
        if case .added(let page, _) = change { Array(page.photos) } else { nil }
    }

    private func ids(_ change: SourceChange?) -> [String]? { photos(change)?.map(\.id.text) }

    private func isLast(_ change: SourceChange?) -> Bool? {
        if case .added(_, let isLast) = change { isLast } else { nil }
    }

    @Test func pagesComeInOrderAndEndOnce() async throws {
        let source = ScriptedSource([.page(["a", "b"], next: "2"), .page(["c"], next: nil)])
        let pager = PageReader(source)
        #expect(ids(try await pager.next()) == ["a", "b"])
        let last = try await pager.next()
        #expect(ids(last) == ["c"])
        #expect(isLast(last) == true)
        #expect(try await pager.next() == nil)
        #expect(source.cursors == [nil, PageCursor("2")])
    }

    @Test func anEmptyPageEndsWhateverItsCursorSays() async throws {
        let source = ScriptedSource([.page([], next: "2")])
        let pager = PageReader(source)
        #expect(isLast(try await pager.next()) == true)
        _ = try await pager.next()
        #expect(source.cursors.count == 1)
    }

    @Test func aPhotoListedTwiceComesOnce() async throws {
        let pager = PageReader(ScriptedSource([.page(["a", "a", "b"], next: "2"), .page(["b", "c"], next: nil)]))
        #expect(ids(try await pager.next()) == ["a", "b"])
        #expect(ids(try await pager.next()) == ["c"])
    }

    @Test func whatCameTenThousandPhotosAgoIsForgotten() async throws {
        let many = (1...PageReader.remembered).map { "\($0)" }
        let source = ScriptedSource([
            .page(["a", "b"], next: "2"), .page(many, next: "3"), .page(["a", many[5_000], "c"], next: nil),
        ])
        let pager = PageReader(source)
        _ = try await pager.next()
        #expect(photos(try await pager.next())?.count == many.count)
        #expect(ids(try await pager.next()) == ["a", "c"])
    }

    @Test func aPageOfKnownPhotosIsPassedOver() async throws {
        let source = ScriptedSource([.page(["a"], next: "2"), .page(["a"], next: "3"), .page(["b"], next: "4")])
        let pager = PageReader(source)
        _ = try await pager.next()
        #expect(try await pager.next() == .added(PackedPage([Photo(id: PhotoID("b"), title: "T")]), isLast: false))
    }

    @Test func aSourceThatRepeatsItselfForEverEnds() async throws {
        let source = ScriptedSource(Array(repeating: .page(["a"], next: "2"), count: 100))
        let pager = PageReader(source)
        _ = try await pager.next()
        #expect(try await pager.next() == .added(PackedPage([]), isLast: true))
        #expect(source.cursors.count == 5)
    }

    @Test func aFailedPageIsAskedForAgain() async throws {
        let failure = LoadFailure(stage: .listing, culprit: "Scripted", reason: .timedOut(seconds: 15))
        let source = ScriptedSource([.page(["a"], next: "2"), .failure(failure), .page(["b"], next: nil)])
        let pager = PageReader(source)
        _ = try await pager.next()
        await #expect(throws: failure) { try await pager.next() }
        #expect(ids(try await pager.next()) == ["b"])
        #expect(source.cursors == [nil, PageCursor("2"), PageCursor("2")])
    }

    @Test(arguments: [
        ScriptedSource.Step.untilCancelled, .pageAfterCancellation(["a"], next: "2"),
    ])
    func aCancelledPageIsNotLost(step: ScriptedSource.Step) async throws {
        let source = ScriptedSource([step, .page(["a"], next: nil)])
        let pager = PageReader(source)
        let task = Task { try await pager.next() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(ids(try await pager.next()) == ["a"])
        #expect(source.cursors == [nil, nil])
    }
}
