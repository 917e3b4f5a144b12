import Testing

@testable import FrameProfile

/// Where a movement has the list at a time.
struct ScrollMotionTests {
    private let list = ScrollExtent(bottom: 100_000, page: 800)

    @Test func aSteadyMovementIsItsSpeedTimesTheTime() {
        let motion = ScrollMotion.steady(velocity: 3000, seconds: 15)
        #expect(motion.position(after: 0, from: 500, list) == 500)
        #expect(motion.position(after: 2, from: 500, list) == 6500)
        #expect(!motion.isOver(after: 14.9, from: 500, list) && motion.isOver(after: 15, from: 500, list))
        #expect(motion.position(after: 16, from: 500, list) == 45_500)
    }

    @Test func aSteadyMovementEndsAtEitherEndOfTheList() {
        let short = ScrollExtent(bottom: 1000, page: 800)
        let down = ScrollMotion.steady(velocity: 3000, seconds: 15)
        let up = ScrollMotion.steady(velocity: -3000, seconds: 15)
        #expect(down.position(after: 1, from: 0, short) == 1000 && down.isOver(after: 1, from: 0, short))
        #expect(up.position(after: 1, from: 1000, short) == 0 && up.isOver(after: 1, from: 1000, short))
        #expect(!up.isOver(after: 0.1, from: 1000, short))
    }

    @Test func theEndOfAListThatGrowsIsWaitedAt() {
        let growing = ScrollExtent(bottom: 1000, page: 800, isListComplete: false)
        let motion = ScrollMotion.steady(velocity: 3000, seconds: 15)
        #expect(!motion.isOver(after: 1, from: 0, growing))
        #expect(motion.position(after: 1, from: 0, growing) == 1000)
        #expect(motion.position(after: 1, from: 0, list) == 3000)
        #expect(motion.isOver(after: 15, from: 0, growing))
    }

    /// v ÷ f · (1 − e^−ft); after 0.5 s with f = 4 the list has gone 86.5 % of its way, at 13.5 % of its speed.
    @Test func aFlickDecaysAsGTKLetsItDecay() {
        let flick = ScrollMotion.kinetic(velocity: 10_000, seconds: 3)
        #expect(abs(flick.position(after: 0.5, from: 100, list) - 2261.661792) < 1e-5)
        #expect(abs(flick.position(after: 3, from: 0, list) - 2499.984639) < 1e-5)
        let step = flick.position(after: 0.501, from: 0, list) - flick.position(after: 0.5, from: 0, list)
        #expect(abs(step - 1.3507) < 1e-3)
        #expect(flick.position(after: 9, from: 0, list) == flick.position(after: 3, from: 0, list))
        #expect(!flick.isOver(after: 2.9, from: 0, list) && flick.isOver(after: 3, from: 0, list))
    }

    @Test func aFlickStopsAtTheTop() {
        let flick = ScrollMotion.kinetic(velocity: -10_000, seconds: 3)
        #expect(flick.position(after: 1, from: 1000, list) == 0 && flick.isOver(after: 1, from: 1000, list))
    }

    @Test func aDragMovesThroughManyFramesAndArrivesExactly() {
        let drag = ScrollMotion.drag(to: 0.3)
        let path = (0...15).map { drag.position(after: Double($0) / 60, from: 80_000, list) }
        #expect(path.first == 80_000 && path.last == 30_000)
        #expect(zip(path, path.dropFirst()).allSatisfy { $0 > $1 })
        #expect(!drag.isOver(after: 0.24, from: 80_000, list) && drag.isOver(after: 0.25, from: 80_000, list))
    }

    @Test func screensAreThoseOfTheWindow() {
        let down = ScrollMotion.screens(2, speed: 3200), up = ScrollMotion.screens(-2, speed: 3200)
        #expect(down.position(after: 0.25, from: 100, list) == 900)
        #expect(down.position(after: 1, from: 100, list) == 1700 && up.position(after: 1, from: 1700, list) == 100)
        #expect(down.position(after: 1, from: 0, ScrollExtent(bottom: 900, page: 800)) == 900)
        #expect(!down.isOver(after: 0.49, from: 100, list) && down.isOver(after: 0.5, from: 100, list))
        #expect(up.isOver(after: 0.5, from: 1700, list))
    }

    @Test func aListThatFitsThePageDoesNotMove() {
        let page = ScrollExtent(bottom: -300, page: 800)
        for motion in [ScrollMotion.steady(velocity: 3000, seconds: 15), .drag(to: 1), .screens(2, speed: 3000)] {
            #expect(motion.position(after: 1, from: 0, page) == 0)
        }
    }
}
