// Every event in every stage of the opened photo's picture.
import Browse
import ImagePipeline
import Photos
import Testing

@MainActor
struct DetailStateTests {
    typealias Stage = DetailState.Stage

    private static let photo = Photo(id: PhotoID("a"), title: "A", version: "2")
    private static let failure = LoadFailure(stage: .decode, culprit: "A", reason: .truncated)
    private static let other = LoadFailure(stage: .fetch, culprit: "A", reason: .notFound)
    private static let small = request(100), large = request(200)

    private static func request(_ side: Int) -> ImageRequest {
        ImageRequest(
            source: SourceID("s"), photo: photo, location: .file("/a"), size: PixelSize(square: side), fit: .fit)
    }

    /// A state in each stage, over each ground, as it comes about.
    private static func states() -> [DetailState] {
        DetailState.Ground.allCases.flatMap { ground in
            @MainActor func made(_ change: (DetailState) -> Void) -> DetailState {
                let state = DetailState(photo: photo, over: ground, drawnVersion: "1")
                change(state)
                return state
            }
            return [
                made { _ in },
                made { $0.requested(small) },
                made {
                    $0.requested(small)
                    $0.failed(failure)
                },
                made {
                    $0.requested(small)
                    $0.arrived(lack: .end)
                },
            ]
        }
    }

    private func expect(_ change: (DetailState) -> Void, leadsTo expected: (Stage) -> Stage) {
        for state in Self.states() {
            let before = state.stage
            change(state)
            #expect(state.stage == expected(before), "from \(before)")
        }
    }

    @Test func theStagesAreThoseThatAreMeant() {
        for (ground, states) in zip(DetailState.Ground.allCases, 0..<3).map({ ($0, Self.states()[$1 * 4..<$1 * 4 + 4]) }
        ) {
            #expect(
                states.map(\.stage) == [
                    .waiting(over: ground), .loading(Self.small, over: ground),
                    .failed(Self.failure, Self.small, over: ground), .shown(Self.small),
                ])
        }
    }

    @Test func aRequestBeginsTheLoadingAndLeavesWhatIsSaidOfAnEarlierOne() {
        expect({ $0.requested(Self.large) }) { stage in
            switch stage {
            case .waiting(let ground), .loading(_, let ground): .loading(Self.large, over: ground)
            case .failed(let failure, _, let ground): .failed(failure, Self.large, over: ground)
            case .shown: .shown(Self.large)
            }
        }
    }

    @Test func aPreviewIsDrawnWhileThePictureIsOnItsWayAndNoFormerPictureStays() {
        expect({ $0.previewed() }) { stage in
            switch stage {
            case .waiting(.nothing), .waiting(.preview): .waiting(over: .preview)
            case .loading(let request, .nothing), .loading(let request, .preview): .loading(request, over: .preview)
            case .waiting(.former), .loading(_, .former), .failed, .shown: stage
            }
        }
    }

    @Test func aPictureThatWasRequestedIsShownWhateverHasComeBefore() {
        expect({ $0.arrived() }) { stage in
            switch stage {
            case .waiting: stage
            case .loading(let request, _), .failed(_, let request, _), .shown(let request): .shown(request)
            }
        }
    }

    @Test func aFailureIsSaidUnlessThePictureIsShown() {
        expect({ $0.failed(Self.other) }) { stage in
            switch stage {
            case .waiting, .shown: stage
            case .loading(let request, let ground), .failed(_, let request, let ground):
                .failed(Self.other, request, over: ground)
            }
        }
    }

    @Test func onlyAFailureIsRetried() {
        for state in Self.states() {
            let before = state.stage
            if case .failed(_, let request, let ground) = before {
                #expect(state.retry() && state.stage == .loading(request, over: ground))
            } else {
                #expect(!state.retry() && state.stage == before)
            }
        }
    }

    @Test func whatTheUserIsToldFollowsFromTheStage() {
        for state in Self.states() {
            switch state.stage {
            case .waiting(let ground), .loading(_, let ground):
                #expect(state.full == .loading && state.ground == ground)
                #expect(state.showsSpinner == (ground == .nothing))
                #expect(state.takesPreviews == (ground != .former))
            case .failed(let failure, _, let ground):
                #expect(state.full == .failed(failure) && state.ground == ground)
                #expect(!state.showsSpinner && !state.takesPreviews)
            case .shown:
                #expect(state.full == .shown && state.ground == nil && state.lack == .end)
                #expect(!state.showsSpinner && !state.takesPreviews)
            }
            #expect(state.request == (state.stage == .waiting(over: state.ground ?? .nothing) ? nil : Self.small))
        }
    }

    @Test func theVersionThatIsDrawnIsTheFormerOneUntilThePictureComes() {
        for state in Self.states() {
            #expect(state.drawnVersion == (state.full == .shown ? "2" : "1"))
            state.requested(Self.large)
            state.arrived()
            #expect(state.drawnVersion == "2")
        }
        #expect(DetailState(photo: Self.photo, over: .nothing).drawnVersion == "2")
    }
}
