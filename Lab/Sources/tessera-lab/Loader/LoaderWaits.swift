// Waiting times of visible cells while other pictures load: the same scripts with and without prefetching.
import ImagePipeline
import Photos

enum LoaderWaits {
    /// Scripted use of a grid.
    private struct Script {
        let name: String
        let frames: [GridSimulation.Frame]
        var background = 0
    }

    private static let (columns, rows, photos) = (6, 4, 100_000)
    private static let framesPerSecond = 60.0
    private static let seeds: [UInt64] = [1, 2, 3, 4, 5]
    private static let backgroundLength = 200e3

    /// Connection to the host.
    private struct Link {
        let name: String
        let connections: Int
        var isMultiplexed = false
    }

    private static let links = [
        Link(name: "HTTP/1, 6 connections", connections: 6), Link(name: "HTTP/1, 12 connections", connections: 12),
        Link(name: "HTTP/2", connections: 12, isMultiplexed: true),
    ]

    static func sections() async -> [BenchReport.Section] {
        var sections: [BenchReport.Section] = []
        for (size, length, rate) in [("thumbnails of 20 KB", 20e3, 2.5e6), ("pictures of 300 KB", 300e3, 6.25e6)] {
            for link in links {
                var section = BenchReport.Section(
                    title: "Visible wait: \(size), \(link.name), \(Int(rate * 8 / 1e6)) Mbit/s",
                    conditions: "Simulated time, \(seeds.count) runs. What was loaded ahead is a mean of these.")
                for script in [open, pages, scroll, beside] {
                    section.grids.append(await grid(script, length, rate, link))
                }
                sections.append(section)
            }
        }
        return sections
    }

    private static func grid(
        _ script: Script, _ length: Double, _ rate: Double, _ link: Link
    ) async -> BenchReport.Grid {
        var grid = BenchReport.Grid(
            unit: script.name,
            columns: ["mean ms", "p50", "p95", "KB ahead", "KB beside", "KB in all", "set aside", "KB kept"])
        for prefetch in GridSimulation.Prefetch.allCases {
            var all = GridSimulation.Outcome()
            for seed in seeds {
                let one = await outcome(script, prefetch, length, rate, link, seed)
                all.waits += one.waits
                all.ahead += one.ahead
                all.backgroundBytes += one.backgroundBytes
                all.allBytes += one.allBytes
                all.preempted += one.preempted
                all.resumedBytes += one.resumedBytes
            }
            let waits = all.waits.sorted()
            func percentile(_ share: Double) -> Double { waits[min(waits.count - 1, Int(Double(waits.count) * share))] }
            let rounds = Double(seeds.count)
            let values = [
                1000 * waits.reduce(0, +) / Double(waits.count), 1000 * percentile(0.5), 1000 * percentile(0.95),
                Double(all.ahead) * length / 1000 / rounds, all.backgroundBytes / 1000 / rounds,
                all.allBytes / 1000 / rounds, Double(all.preempted) / rounds, all.resumedBytes / 1000 / rounds,
            ]
            grid.rows.append(.init(name: prefetch.rawValue, values: values.map { ($0 * 10).rounded() / 10 }))
        }
        return grid
    }

    private static func outcome(
        _ script: Script, _ prefetch: GridSimulation.Prefetch, _ length: Double, _ rate: Double, _ link: Link,
        _ seed: UInt64
    ) async -> GridSimulation.Outcome {
        let world = SimulatedWorld(
            .init(
                bytesPerSecond: rate, isMultiplexed: link.isMultiplexed,
                length: { GridSimulation.isBackground($0) ? backgroundLength : length }),
            seed: seed)
        let background = (0..<script.background).map { BenchPicture.request(GridSimulation.firstBackground + $0) }
        return await GridSimulation(
            prefetch: prefetch, world: world, connections: link.connections, background: background
        ).run(script.frames)
    }

    // MARK: Scripts

    private static func viewport(_ row: Double, _ velocity: Double) -> Viewport {
        let first = Int(row.rounded(.down)) * columns
        let last = Int((row + Double(rows)).rounded(.up)) * columns
        return Viewport(visible: first..<last, columns: columns, count: photos, velocity: velocity)
    }

    private static func rest(_ row: Double, from start: Double, to end: Double) -> [GridSimulation.Frame] {
        [.init(time: start, viewport: viewport(row, 0)), .init(time: end, viewport: viewport(row, 0))]
    }

    private static var open: Script {
        Script(name: "open the screen, 2 s", frames: rest(100, from: 0, to: 2))
    }

    /// With each page, what was being prefetched leaves the wanted set and frees its slots.
    private static var pages: Script {
        Script(
            name: "a new page each 500 ms",
            frames: (0..<10).flatMap {
                rest(Double(100 + 500 * $0), from: 0.5 * Double($0), to: 0.5 * Double($0) + 0.49)
            })
    }

    private static var scroll: Script {
        let (velocity, seconds) = (6.0, 5.0)
        let frames = (0...Int(seconds * framesPerSecond)).map { frame in
            let time = Double(frame) / framesPerSecond
            return GridSimulation.Frame(time: time, viewport: viewport(100 + velocity * time, velocity))
        }
        return Script(name: "scroll 6 rows a second, 5 s", frames: frames)
    }

    /// The background stays wanted whatever the grid shows: only preemption frees its slots.
    private static var beside: Script {
        Script(
            name: "a new page each 1 s beside 400 × 200 KB",
            frames: (0..<10).flatMap { rest(Double(100 + 500 * $0), from: Double($0) + 0.5, to: Double($0) + 1.49) },
            background: 400)
    }
}
