import Browse
import Observation
import Photos
import Synchronization
import Testing

/// The stack of pages.
@MainActor
struct RouterTests {
    private let first = Route.detail(index: 3, photo: PhotoID("a"))
    private let second = Route.detail(index: 4, photo: PhotoID("b"))

    @Test func itStartsAtTheGridAndStaysThere() {
        let router = Router()
        #expect(router.current == .grid)
        #expect(!router.back())
        #expect(router.current == .grid)
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

    @Test func goingWhereOneIsWakesNobody() {
        let router = Router()
        let calls = Mutex(0)
        withObservationTracking {
            _ = router.current
        } onChange: {
            calls.withLock { $0 += 1 }
        }
        router.backToGrid()
        #expect(calls.withLock { $0 } == 0)
        router.navigate(to: first)
        #expect(calls.withLock { $0 } == 1)
    }
}
