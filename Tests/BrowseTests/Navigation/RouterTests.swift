import Library
import Observation
import Photos
import Synchronization
import Testing

@testable import Browse

/// The stack of pages.
@MainActor
struct RouterTests {
    private static let collection = PhotoRef.Collection.next()
    private let first = Route.detail(PhotoRef(collection, slot: 3))
    private let second = Route.detail(PhotoRef(collection, slot: 4))

    @Test func itStartsAtTheGridAndStaysThere() {
        let router = Router()
        #expect(router.current == .grid)
        #expect(!router.back())
        #expect(!router.escape())
        #expect(router.current == .grid)
    }

    @Test func aStepLeadsFromTheOpenedPhotoToAnotherOfItsCollection() async {
        let model = GalleryModel(
            source: ScriptedSource(.page(["a", "b", "c"], next: nil)), collation: PlainCollation())
        model.loadMore()
        await model.waitUntilIdle()
        let router = Router()
        #expect(!router.step(.next, on: PhotoCourse(), in: model))
        router.navigate(to: first)
        #expect(
            !router.step(.next, on: PhotoCourse(), in: model) && router.current == first,
            "a photo of another collection")
        router.replace(with: .detail(model.ref(at: 0)))
        #expect(!router.step(.previous, on: PhotoCourse(), in: model))
        #expect(router.step(.next, on: PhotoCourse(), in: model) && router.path == [.detail(model.ref(at: 1))])
        #expect(router.step(.last, on: PhotoCourse(), in: model) && router.path == [.detail(model.ref(at: 2))])
        #expect(!router.step(.last, on: PhotoCourse(), in: model))
    }

    @Test func noStepLeadsFromAPhotoWhosePlaceIsNotKnown() async {
        let model = GalleryModel(
            source: ScriptedSource(.page(["a"], next: "2"), .page(["b", "c"], next: nil)),
            opened: ListedPhoto(Photo(id: PhotoID("b"), title: "T")), collation: PlainCollation())
        let router = Router(), opened = Route.detail(model.ref(at: 0))
        router.navigate(to: opened)
        model.loadMore()
        await model.waitUntilIdle()
        #expect(model.count == 2)
        for step in PhotoStep.allCases { #expect(!router.step(step, on: PhotoCourse(), in: model)) }
        #expect(router.current == opened)
        model.loadMore()
        await model.waitUntilIdle()
        #expect(
            router.step(.next, on: PhotoCourse(), in: model) || router.step(.previous, on: PhotoCourse(), in: model))
    }

    @Test func backUndoesNavigate() {
        let router = Router()
        router.navigate(to: first)
        router.navigate(to: second)
        #expect(router.path == [first, second])
        #expect(router.back())
        #expect(router.current == first)
        #expect(router.back())
        #expect(router.current == .grid)
    }

    @Test func forwardReturnsToWhatBackHasLeft() {
        let router = Router()
        router.navigate(to: first)
        router.replace(with: second)
        #expect(!router.forward { _ in true }, "nothing was left")
        router.present(.info)
        router.back()
        #expect(router.forward { _ in true } && router.path == [second] && router.panel == nil)
        router.back()
        #expect(!router.forward { $0 == first } && router.current == .grid, "the photo is gone")
        #expect(!router.forward { _ in true })
    }

    @Test func aPageThatIsNavigatedToEndsTheWayForward() {
        let router = Router()
        router.navigate(to: first)
        router.back()
        router.navigate(to: second)
        router.back()
        #expect(router.forward { _ in true } && router.path == [second])
        #expect(!router.forward { _ in true })
        router.backToGrid()
        #expect(!router.forward { _ in true }, "another source")
    }

    @Test func theShownPageIsNotShownAgain() {
        let router = Router()
        router.navigate(to: first)
        router.navigate(to: first)
        #expect(router.path == [first])
    }

    @Test func theGridIsTheRootAndNeverStacked() {
        let router = Router()
        router.navigate(to: first)
        router.navigate(to: second)
        router.navigate(to: .grid)
        #expect(router.path == [])
        #expect(router.current == .grid)
    }

    @Test func theNextPhotoTakesThePlaceOfTheShownOne() {
        let router = Router()
        router.navigate(to: first)
        router.replace(with: second)
        #expect(router.path == [second])
        #expect(router.back())
        #expect(router.current == .grid)
    }

    @Test func theGridIsNotReplaced() {
        let router = Router()
        router.replace(with: first)
        #expect(router.path == [])
    }

    @Test func thePanelStaysWhileThePhotoChangesAndGoesWithThePage() {
        let router = Router()
        router.navigate(to: first)
        router.present(.info)
        router.replace(with: second)
        #expect(router.panel == .info)
        router.back()
        #expect(router.panel == nil && router.current == .grid)
    }

    @Test func theGridHasNoPanel() {
        let router = Router()
        router.present(.info)
        #expect(router.panel == nil)
        #expect(!router.dismiss())
    }

    @Test func escapeTakesThePanelAwayBeforeThePage() {
        let router = Router()
        router.navigate(to: first)
        router.present(.info)
        #expect(router.escape())
        #expect(router.panel == nil && router.current == first)
        #expect(router.escape())
        #expect(router.current == .grid)
    }

    @Test func goingWhereOneIsWakesNobody() {
        let router = Router()
        let calls = Mutex(0)
        withObservationTracking {
            _ = router.current
            _ = router.panel
        } onChange: {
            calls.withLock { $0 += 1 }
        }
        router.backToGrid()
        router.replace(with: .grid)
        router.dismiss()
        #expect(calls.withLock { $0 } == 0)
        router.navigate(to: first)
        #expect(calls.withLock { $0 } == 1)
    }

    // MARK: Every state

    /// Everything that can be told to a router.
    private enum Call: CaseIterable {
        case first, second, grid, replaceFirst, replaceSecond, replaceGrid, back, backToGrid, present, dismiss, escape
    }

    /// What a router holds, and what it has answered.
    private struct Expected: Equatable {
        var path: [Route] = []
        var panel: Panel?
        var answer: Bool?
    }

    /// Every sequence of five calls leaves what the rules say, written here as a table of their effects.
    @Test func everySequenceOfCallsFollowsTheRules() {
        var sequences: [[Call]] = [[]]
        for _ in 0..<5 { sequences = sequences.flatMap { before in Call.allCases.map { before + [$0] } } }
        var wrong: [[Call]] = []
        for calls in sequences {
            let router = Router()
            var expected = Expected()
            for call in calls {
                let answer = tell(router, call)
                expected = after(call, expected)
                guard expected == Expected(path: router.path, panel: router.panel, answer: answer) else {
                    wrong.append(calls)
                    break
                }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.count) sequences, among them \(wrong.first ?? [])")
    }

    private func tell(_ router: Router, _ call: Call) -> Bool? {
        switch call {
        case .first: router.navigate(to: first)
        case .second: router.navigate(to: second)
        case .grid: router.navigate(to: .grid)
        case .replaceFirst: router.replace(with: first)
        case .replaceSecond: router.replace(with: second)
        case .replaceGrid: router.replace(with: .grid)
        case .backToGrid: router.backToGrid()
        case .present: router.present(.info)
        case .back: return router.back()
        case .dismiss: return router.dismiss()
        case .escape: return router.escape()
        }
        return nil
    }

    private func after(_ call: Call, _ before: Expected) -> Expected {
        let path = before.path, panel = before.panel
        func pushed(_ route: Route) -> Expected {
            path.last == route ? Expected(path: path, panel: panel) : Expected(path: path + [route])
        }
        func replaced(_ route: Route) -> Expected {
            if path.isEmpty || path.last == route { return Expected(path: path, panel: panel) }
            let below = Array(path.dropLast())
            return Expected(path: below.last == route ? below : below + [route], panel: panel)
        }
        return switch call {
        case .first: pushed(first)
        case .second: pushed(second)
        case .replaceFirst: replaced(first)
        case .replaceSecond: replaced(second)
        case .grid, .replaceGrid, .backToGrid: Expected()
        case .present: Expected(path: path, panel: path.isEmpty ? nil : .info)
        case .back: Expected(path: Array(path.dropLast()), answer: !path.isEmpty)
        case .dismiss: Expected(path: path, answer: panel != nil)
        case .escape:
            Expected(path: panel != nil ? path : Array(path.dropLast()), answer: !path.isEmpty)
        }
    }
}
