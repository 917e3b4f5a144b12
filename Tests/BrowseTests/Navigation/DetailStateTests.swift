import Browse
import Photos
import Testing

/// The detail page's picture.
@MainActor
struct DetailStateTests {
    private let photo = Photo(id: PhotoID("a"), title: "A")
    private let failure = LoadFailure(stage: .decode, culprit: "A", reason: .truncated)

    @Test func aPreviewTakesTheSpinnersPlace() {
        #expect(DetailState(photo: photo, hasPreview: false).showsSpinner)
        #expect(!DetailState(photo: photo, hasPreview: true).showsSpinner)
    }

    @Test func somethingThatCameOnTheWayTakesTheSpinnersPlaceToo() {
        let state = DetailState(photo: photo, hasPreview: false)
        state.previewed()
        #expect(!state.showsSpinner)
        #expect(state.full == .loading)
    }

    @Test func theFullPictureStaysOnceShown() {
        let state = DetailState(photo: photo, hasPreview: true)
        state.finished(attempt: 1)
        #expect(state.full == .shown)
        state.finished(attempt: 1, failure: failure)
        #expect(state.full == .shown)
        #expect(state.retry() == nil)
    }

    @Test func aRetryIgnoresWhatTheEarlierAttemptSays() {
        let state = DetailState(photo: photo, hasPreview: false)
        state.finished(attempt: 1, failure: failure)
        #expect(state.full == .failed(failure) && !state.showsSpinner)
        #expect(state.retry() == 2)
        #expect(state.full == .loading)
        state.finished(attempt: 1, failure: failure)
        #expect(state.full == .loading)
        state.finished(attempt: 2)
        #expect(state.full == .shown)
    }
}
