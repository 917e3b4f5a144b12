// Simulation of a grid: how long its visible cells wait, with and without prefetching.
import ImagePipeline
import Photos

/// Simulation of one grid with one loader in a `SimulatedWorld`.
struct GridSimulation {
    /// Prefetching besides the visible cells.
    enum Prefetch: String, CaseIterable {
        case off = "prefetch off"
        case plain = "prefetch on, no pre-emption"
        case preempting = "prefetch on, pre-emption"
    }

    /// State of the grid at one time.
    struct Frame {
        var time: Double
        var viewport: Viewport
    }

    struct Outcome {
        /// Seconds from a cell's appearance to its picture, zero if that was in memory; for a cell that left without
        /// one, the time that it was visible.
        var waits: [Double] = []
        /// Number of pictures that arrived while they were not visible.
        var ahead = 0
        /// Bytes received for the background during the frames.
        var backgroundBytes = 0.0
        /// Bytes of all bodies received during the frames, including unfinished ones.
        var allBytes = 0.0
        var preempted = 0
        var resumedBytes = 0.0
    }

    let prefetch: Prefetch
    let world: SimulatedWorld
    let connections: Int
    /// Pictures that another client wants at the lowest priority throughout, as a detail page does its neighbours.
    var background: [ImageRequest] = []

    private static let decodes = 2

    func run(_ frames: [Frame]) async -> Outcome {
        let memory = ImageCache<BenchPicture>(budget: 1 << 40)
        let loader = ImageLoader(
            bytes: world, decoder: world, memory: memory,
            configuration: .init(
                fetchLimit: 24, hostLimit: connections,
                preemptionLimit: prefetch == .preempting ? LoaderConfiguration().preemptionLimit : nil,
                decodeLimit: Self.decodes))
        let grid = Session(loader, memory, connections)
        let other = Session(loader, memory, connections)
        var outcome = Outcome()
        var cells = Cells()
        if prefetch != .off, !background.isEmpty {
            _ = await other.want(background.map { WantedImage(request: $0, priority: .speculative) })
        }
        for frame in frames {
            await advance(to: frame.time, loader) { cells.take(grid.arrived(), at: world.now, &outcome) }
            cells.show(frame.viewport.visible, at: world.now, memory, &outcome)
            let plan = PrefetchPlanner.plan(viewport: frame.viewport).filter {
                prefetch != .off || $0.priority == .visible
            }
            let arrived = await grid.want(
                plan.map { WantedImage(request: BenchPicture.request($0.index), priority: $0.priority) })
            cells.take(arrived, at: world.now, &outcome)
        }
        outcome.backgroundBytes = world.received(Self.isBackground)
        outcome.allBytes = world.received { _ in true }
        // Remaining waits count in full.
        var end = world.now
        while !cells.since.isEmpty, end < (frames.last?.time ?? 0) + 60 {
            end += 1
            await advance(to: end, loader) { cells.take(grid.arrived(), at: world.now, &outcome) }
        }
        outcome.preempted = loader.counters.preempted
        outcome.resumedBytes = world.resumedBytes
        grid.session.close()
        other.session.close()
        await waitUntilIdle(loader)
        return outcome
    }

    /// Number from which on photos belong to the background.
    static let firstBackground = 1_000_000
    static func isBackground(_ photo: PhotoID) -> Bool { Int(photo.text).map { $0 >= firstBackground } ?? false }

    private func advance(to time: Double, _ loader: ImageLoader<BenchPicture>, _ ended: () -> Void) async {
        await waitUntilIdle(loader)
        while world.advance(to: time) {
            await waitUntilIdle(loader)
            ended()
        }
    }

    /// Runs the loader until each of its calls waits for the simulated world.
    private func waitUntilIdle(_ loader: ImageLoader<BenchPicture>) async {
        var calm = 0
        while calm < 4 {
            // By the slots that are held: a job counts as in flight no sooner than its own task has begun.
            let activity = await loader.activity, waiting = world.waiting
            let fetches = activity.fetches.values.reduce(0, +) + activity.endingFetches
            calm = fetches == waiting.fetches && activity.decodes == waiting.decodes ? calm + 1 : 0
            await Task.yield()
        }
    }

    /// Visible cells.
    private struct Cells {
        private(set) var visible = 0..<0
        /// Time of appearance of the cells whose pictures are missing.
        private(set) var since: [PhotoID: Double] = [:]

        mutating func show(_ range: Range<Int>, at now: Double, _ memory: MemoryCache, _ outcome: inout Outcome) {
            for index in visible where !range.contains(index) {
                if let start = since.removeValue(forKey: BenchPicture.request(index).key.photo) {
                    outcome.waits.append(now - start)
                }
            }
            for index in range where !visible.contains(index) {
                let key = BenchPicture.request(index).key
                if memory.contains(key) { outcome.waits.append(0) } else { since[key.photo] = now }
            }
            visible = range
        }

        mutating func take(_ photos: [PhotoID], at now: Double, _ outcome: inout Outcome) {
            for photo in photos {
                if let start = since.removeValue(forKey: photo) {
                    outcome.waits.append(now - start)
                } else {
                    outcome.ahead += 1
                }
            }
        }
    }

    /// A session whose wishes are known to have been acted on.
    private final class Session {
        let session: ImageSession<BenchPicture>
        private let loader: ImageLoader<BenchPicture>
        private let memory: ImageCache<BenchPicture>
        private let connections: Int
        private var wishes = 0

        init(_ loader: ImageLoader<BenchPicture>, _ memory: ImageCache<BenchPicture>, _ connections: Int) {
            (self.loader, self.memory, self.connections) = (loader, memory, connections)
            session = loader.makeSession {}
        }

        /// Sets the wanted set together with a picture that is in memory: when that is delivered, the loader has read
        /// the set.
        /// - Returns: the other photos that have arrived by then.
        func want(_ wanted: [WantedImage]) async -> [PhotoID] {
            wishes -= 1
            let marker = BenchPicture.request(wishes)
            memory.insert(BenchPicture(), for: marker.key)
            // Only what is missing: the grid shows the rest from memory, and would not request it.
            let missing = wanted.filter { !memory.contains($0.request.key) }
            session.want(missing + [WantedImage(request: marker, priority: .speculative)])
            var arrived: [PhotoID] = []
            while !arrived.contains(marker.key.photo) {
                arrived += self.arrived()
                await Task.yield()
            }
            // This call runs on the actor after the one that delivered the marker.
            _ = await loader.activity
            memory.remove(marker.key)
            return arrived.filter { $0 != marker.key.photo }
        }

        func arrived() -> [PhotoID] { session.takeDeliveries(limit: .max).map(\.request.key.photo) }
    }
}
