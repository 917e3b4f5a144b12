import Library
import Testing

@testable import Browse

/// What is shown and said of indexing, by a virtual clock.
struct IndexingNoticeTests {
    private func progress(_ done: Int) -> IndexingProgress { IndexingProgress(done: done, total: 100) }

    @Test func nothingIsShownBeforeItHasLastedForASecond() {
        var notice = IndexingNotice()
        #expect(notice.take(progress(1), at: 5_000_000) == nil)
        #expect(notice.take(progress(40), at: 5_999_999) == nil)
        #expect(notice.take(progress(50), at: 6_000_000) == progress(50))
        #expect(notice.take(nil, at: 6_100_000) == nil)
        #expect(notice.take(progress(1), at: 6_200_000) == nil)
    }

    @Test func theScreenIsSaidFourTimesASecondAtMostAndEachOneOnce() {
        var focus = IndexingFocus()
        #expect(focus.take(0..<10, at: 0) == 0..<10)
        #expect(focus.take(0..<10, at: 1_000_000) == nil)
        #expect(focus.take(5..<15, at: 1_000_000) == 5..<15)
        #expect(focus.take(6..<16, at: 1_100_000) == nil)
        #expect(focus.take(7..<17, at: 1_250_000) == 7..<17)
    }

    @Test func whereTheGridRestsIsSaidAtOnce() {
        var focus = IndexingFocus()
        #expect(focus.take(0..<10, at: 0) == 0..<10)
        #expect(focus.take(5..<15, at: 1, isAtRest: true) == 5..<15)
        #expect(focus.take(5..<15, at: 2, isAtRest: true) == nil)
        focus.reset()
        #expect(focus.take(5..<15, at: 3, isAtRest: true) == 5..<15)
    }
}
