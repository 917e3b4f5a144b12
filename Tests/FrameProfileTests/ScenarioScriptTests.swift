import Browse
import Testing

@testable import FrameProfile

/// What the scenarios do, played on a list without a window.
struct ScenarioScriptTests {
    /// The scroll positions of a scenario at 60 frames a second, and how often it presses, lands and visits.
    private func play(_ scenario: Scenario, bottom: Double = 40_000) -> (path: [Double], counts: [String: Int]) {
        let list = ScrollExtent(bottom: bottom, page: 800)
        var path = [0.0], counts: [String: Int] = [:]
        for step in scenario.steps {
            switch step {
            case .move(let motion), .dragTimeline(let motion), .band(let motion):
                let start = path[path.count - 1]
                var frame = 0
                repeat {
                    frame += 1
                    path.append(motion.position(after: Double(frame) / 60, from: start, list))
                } while !motion.isOver(after: Double(frame) / 60, from: start, list)
            case .press(let key):
                path.append(key == .end ? bottom : 0)
                counts["press", default: 0] += 1
            case .land: counts["land", default: 0] += 1
            case .waitUntilIdle: counts["settle", default: 0] += 1
            case .revisit: counts["revisit", default: 0] += 1
            case .visit: counts["visit", default: 0] += 1
            case .resize: counts["resize", default: 0] += 1
            case .range: counts["range", default: 0] += 1
            case .leaveSelection: counts["leave", default: 0] += 1
            case .cull(let photos, _): counts["cull", default: 0] += photos
            case .compare(let photos, _): counts["compare", default: 0] += photos
            }
        }
        return (path, counts)
    }

    @Test(arguments: Scenario.allCases)
    func everyRunIsTheSameAndStaysInTheList(scenario: Scenario) {
        #expect(scenario.steps == scenario.steps)
        let path = play(scenario).path
        #expect(path == play(scenario).path)
        #expect(path.allSatisfy { (0...40_000).contains($0) })
    }

    @Test func aSweepGoesToTheEndAndBack() {
        let path = play(.sweep).path
        #expect(path.max() == 40_000 && path.last == 0)
    }

    @Test func aFlingTurnsAroundWhileTheListMovesAndEndsAtTheTop() {
        let path = play(.fling).path
        let steps = zip(path, path.dropFirst()).map { $1 - $0 }
        let turns = zip(steps, steps.dropFirst()).filter { $0 * $1 < 0 }
        // Down, two reversals of two turns each, and up.
        #expect(turns.count == 5)
        #expect(path.last == 0)
        // 10,000 px/s at the first frame.
        #expect(abs((steps.max() ?? 0) * 60 - 9680) < 10)
        #expect((path.max() ?? 0) > 20_000)
    }

    @Test func aJumpPressesEndAndHomeAndDragsToTwentyPlaces() {
        let (path, counts) = play(.jump)
        #expect(counts == ["press": 4, "land": 20])
        #expect(path[1] == 40_000 && path[2] == 0 && path.last == 0)
        let places = Scenario.places(20, seed: 0x7E55_E8A0)
        #expect(Set(places).count == 20 && places.allSatisfy { (0..<1).contains($0) })
        // Both halves of the list, and neither neighbourhood alone.
        #expect((6...14).contains(places.filter { $0 < 0.5 }.count))
        #expect(places != Scenario.places(20, seed: 1))
    }

    @Test func aTimelineIsDraggedThroughTheWholeListAndLetGoAtTwentyPlaces() {
        let (path, counts) = play(.timeline)
        #expect(counts == ["land": 20])
        // Four seconds down and four up, and never a jump
        #expect(path[240] == 40_000 && path[480] == 0)
        #expect(zip(path, path.dropFirst()).allSatisfy { abs($1 - $0) < 40_000 * 1.5 / 60 / 0.75 })
    }

    @Test func aRevisitStaysAStopAboveTheLowestPlaceOnItsLastWay() {
        let (path, counts) = play(.revisit)
        #expect(counts == ["settle": 5, "revisit": 1])
        #expect(path.max() == 3200 && path.last == 1600)
        let before = Scenario.revisit.steps.prefix { $0 != .revisit }
        let down = ScenarioStep.move(.screens(2, speed: 3000))
        #expect(before == [down, .waitUntilIdle, down, .waitUntilIdle])
    }

    @Test func aZoomVisitsPhotosThatEveryWindowShows() {
        #expect(play(.zoom).counts == ["visit": 8, "resize": 6] && play(.zoom).path == [0])
    }

    @Test func aZoomEndsWithTilesOfTheUsualSize() {
        var sizes = [GridMetrics.defaultTileSize]
        for case .resize(let size) in Scenario.zoom.steps {
            let last = sizes[sizes.count - 1]
            switch size {
            case .larger: sizes.append(GridMetrics.tileSize(last, steps: 1))
            case .smaller: sizes.append(GridMetrics.tileSize(last, steps: -1))
            case .usual: sizes.append(GridMetrics.defaultTileSize)
            }
        }
        #expect(sizes == [200, 256, 320, 256, 200, 160, 200])
    }
}
