// Planner, memory budget and eviction together, as the grid uses them, on screens from 1280×800 to 8K: counted over an
// even sweep and over recorded scrolling. Without pixels, threads or time.
import Foundation
import Photos
import Testing

@testable import ImagePipeline

@Suite struct ScreenPolicyTests {
    /// A screen full of square tiles.
    struct Screen: CustomTestStringConvertible {
        let width: Int, height: Int
        var scale = 1
        var tile = 200
        var testDescription: String { "\(width)×\(height) at \(scale), tiles of \(tile)" }

        var columns: Int { width / (tile + 6) }
        var cell: Int { width / columns }
        var cost: Int { (cell - 6) * scale * (cell - 6) * scale * 4 }
        var rows: Int { (height + cell - 1) / cell }
        /// As `GridLayout.Room.pictureBytes(ofScreen:)`.
        var bytes: Int { width * scale * ((height - 1) / cell + 2) * cell * scale * 4 }
    }

    static let screens = [
        Screen(width: 1280, height: 800), Screen(width: 1920, height: 1080), Screen(width: 2560, height: 1440),
        Screen(width: 1280, height: 720, scale: 2), Screen(width: 1920, height: 1080, tile: 512),
        Screen(width: 3840, height: 2160), Screen(width: 3840, height: 2160, tile: 96),
        Screen(width: 3840, height: 2160, scale: 2),
    ]

    private final class Picture: DecodedImage {
        let size = PixelSize(square: 1)
        let cost: Int
        init(cost: Int) { self.cost = cost }
    }

    /// What a grid does in a frame, and what becomes of it.
    private struct Grid {
        let screen: Screen
        let count: Int
        private let memory: ImageCache<Picture>
        private let keys: [ImageKey]
        private let viewer = Viewer()
        private var leased: Set<Int> = []
        /// Loaded and planned without a break since.
        private var kept: Set<Int> = []
        private(set) var decodes: [Int: Int] = [:]
        private(set) var evictionsOfVisible = 0
        private(set) var evictionsOfPlanned = 0
        private(set) var blanks = 0, tiles = 0
        private(set) var mostOverLimit = 0

        private final class Viewer {}

        init(_ screen: Screen, rows: Int, machine: Int = 8 << 30) {
            (self.screen, count) = (screen, rows * screen.columns)
            keys = (0..<count).map { index in
                ImageKey(
                    source: SourceID("s"), photo: PhotoID("\(index)"), version: "",
                    size: PixelSize(square: screen.cell - 6), fit: .fill)
            }
            memory = ImageCache(budget: CacheBudget(least: 32 << 20, most: machine / 8))
            memory.show(screen.bytes, for: viewer)
        }

        private func key(_ index: Int) -> ImageKey { keys[index] }

        /// - Parameter decodes: Pictures that are finished until the next frame.
        mutating func frame(_ viewport: Viewport, decodes room: Int) {
            let plan = PrefetchPlanner.fitting(
                PrefetchPlanner.plan(viewport: viewport), visible: viewport.visible, budget: memory.share(for: viewer)
            ) { _ in screen.cost }.map(\.index)
            let visible = Set(viewport.visible)
            memory.lease(visible.subtracting(leased).map(key))
            memory.release(leased.subtracting(visible).map(key))
            leased = visible
            let isHere = memory.plan(plan.map(key))
            kept.formIntersection(plan)
            evictionsOfPlanned += kept.count { !memory.contains(key($0)) }
            kept = kept.filter { memory.contains(key($0)) }
            evictionsOfVisible += visible.count { kept.contains($0) && !memory.contains(key($0)) }
            for index in zip(plan, isHere).lazy.filter({ !$1 }).map(\.0).prefix(room) {
                decodes[index, default: 0] += 1
                memory.insert(Picture(cost: screen.cost), for: key(index))
                kept.insert(index)
            }
            tiles += visible.count
            blanks += visible.count { !memory.contains(key($0)) }
            mostOverLimit = max(mostOverLimit, memory.bytes - memory.limit)
        }
    }

    @Test(arguments: screens) func aSweepDecodesEachPictureOnceAndEvictsNothingThatIsWanted(screen: Screen) {
        var grid = Grid(screen, rows: 150)
        let way = 3000.0 / 60 / Double(screen.cell)
        var row = 0.0
        while row + Double(screen.rows) < 150 {
            let last = min(150, Int((row + Double(screen.height) / Double(screen.cell)).rounded(.up)))
            grid.frame(
                Viewport(
                    visible: Int(row) * screen.columns..<last * screen.columns, columns: screen.columns,
                    count: grid.count, velocity: row == 0 ? 0 : way * 60),
                // A third more than pass.
                decodes: row == 0 ? .max : Int((way * Double(screen.columns) * 1.34).rounded(.up)))
            row += way
        }
        #expect(grid.decodes.values.allSatisfy { $0 == 1 })
        #expect(grid.evictionsOfVisible == 0 && grid.evictionsOfPlanned == 0)
        #expect(grid.blanks == 0 && grid.tiles > 0)
        #expect(grid.mostOverLimit <= 0)
    }

    @Test(arguments: [screens[0], screens[2], screens[3], screens[5]], ["sweep", "fling", "revisit", "jumps"])
    func recordedScrollingEvictsNothingThatIsWanted(screen: Screen, trace: String) throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Lab/Sources/tessera-lab/Traces/\(trace).trace")
        var grid: Grid?
        var factor = 1.0
        for line in try String(contentsOf: path, encoding: .utf8).split(separator: "\n").prefix(500) {
            let numbers = line.split(separator: " ").compactMap { Int($0) }
            if line.hasPrefix("grid"), numbers.count == 2, grid == nil {
                // Recorded at 1280×800, with six columns and four rows: the same way in screens.
                factor = Double(screen.rows + 1) / 4
                grid = Grid(screen, rows: Int(3000.0 / 6 * factor) + screen.rows)
            }
            guard numbers.count == 4, let count = grid?.count else { continue }
            let first = min(max(0, Int(Double(numbers[1]) * factor) * screen.columns), count - screen.columns)
            let last = min(count, first + (screen.rows + 1) * screen.columns)
            grid?.frame(
                Viewport(
                    visible: first..<last, columns: screen.columns, count: count,
                    velocity: Double(numbers[3]) * factor),
                decodes: max(1, numbers[0] * screen.columns * screen.rows * 3 / 1000))
        }
        let played = try #require(grid)
        #expect(played.tiles > 0 && played.evictionsOfVisible == 0 && played.evictionsOfPlanned == 0)
        #expect(played.mostOverLimit <= 0)
    }

    @Test func onAMachineWithLittleMemoryTheScreenStaysAndLessIsPlanned() {
        let screen = Screen(width: 3840, height: 2160)
        // An eighth is a screen and a half.
        var grid = Grid(screen, rows: 100, machine: 12 * screen.bytes)
        let visible = 10 * screen.columns..<(10 + screen.rows) * screen.columns
        for _ in 0..<10 {
            grid.frame(
                Viewport(visible: visible, columns: screen.columns, count: grid.count, velocity: 0), decodes: 100)
        }
        #expect(grid.decodes.values.allSatisfy { $0 == 1 } && grid.decodes.count > visible.count)
        #expect(visible.allSatisfy { grid.decodes[$0] == 1 })
        #expect(grid.evictionsOfVisible == 0 && grid.evictionsOfPlanned == 0 && grid.mostOverLimit <= 0)
    }
}
