// Text of the live overlay: a table of two columns whose size and layout do not depend on the figures.
public import ImagePipeline

/// Contents of the overlay. Unknown values are shown as a dash, never as a made-up zero.
public struct OverlayText: Sendable {
    /// Number of lines.
    public static let lineCount = 21
    /// Number of characters per line.
    public static let columns = 42

    /// The latest frame.
    public var frame: FrameRecord?
    /// Statistics of the latest frames.
    public var stats: RollingStats?
    /// Graph of the main-thread time of the latest frames.
    public var graph: FrameGraph?
    /// Cost of the overlay itself.
    public var cost: OverlayCost.Figures?
    /// Number of cells bound since the grid was created.
    public var binds: Int?
    /// Decoded images in memory: their number, their bytes, the current limit in bytes, and the number of lookups that
    /// missed.
    public var memory: (pictures: Int, bytes: Int, limit: Int, misses: Int)?
    /// Disk caches of downloaded photos and of finished tiles: bytes in use, and the limit.
    public var photosOnDisk: (bytes: Int?, budget: Int)?
    public var tilesOnDisk: (bytes: Int?, budget: Int)?
    /// Counters of the loader.
    public var loader = LoaderFigures()
    /// Current work of the loader.
    public var activity: LoaderActivity?
    /// Time of the latest images by stage.
    public var stages: StageTimes?
    /// Class of the renderer in use.
    public var renderer: String?
    /// Reason for the choice of renderer, in a few words.
    public var rendererReason: String?

    /// Creates a text without known values.
    public init() {}

    /// The text: `lineCount` lines of `columns` characters at most.
    public var lines: [String] { frames + pictures + stores + counts + running + times + about }

    private var frames: [String] {
        let p95 = stats?.intervalMs.p95
        return [
            row("frames/s", stats?.framesPerSecond.map { "\(Int($0.rounded()))" }, "interval p95", p95.map { ms($0) }),
            row("missed", stats.map { "\($0.missed)" }, "late", graph.map { "\($0.late) of \($0.count)" }),
            row("main thread", frame.map { ms($0.mainThreadMs) }, "budget", graph.map { ms($0.budgetMs) }),
        ]
    }

    private var pictures: [String] {
        [
            row("tiles", count(frame?.visibleTiles), "cells bound", count(binds)),
            row("  blank", count(frame?.blankTiles), "  preview", count(frame?.previewTiles)),
        ]
    }

    private var stores: [String] {
        [
            row("cached", count(memory?.pictures), "memory", memory.flatMap { share($0.bytes, of: $0.limit) }),
            row(
                "disk", photosOnDisk.flatMap { share($0.bytes, of: $0.budget) }, "tiles",
                tilesOnDisk.flatMap { share($0.bytes, of: $0.budget) }),
        ]
    }

    private var counts: [String] {
        [
            row("hits", count(loader.memoryHits), "misses", count(memory?.misses)),
            row("joined", count(loader.joined), "cancelled", count(loader.cancelled)),
            row("fetched", count(loader.fetches), "from disk", count(loader.diskHits)),
            row("decoded", count(loader.decoded), "evicted", count(loader.evicted)),
        ]
    }

    private var running: [String] {
        func fetches(_ priority: LoadPriority) -> String? { count(activity.map { $0.fetches[priority] ?? 0 }) }
        let all = activity.map { $0.fetches.values.reduce($0.endingFetches, +) }
        return [
            row("fetching", count(all), "decoding", count(activity?.decodes)),
            row("  visible", fetches(.visible), "  ahead", fetches(.ahead)),
            row("  behind", fetches(.behind), "  speculative", fetches(.speculative)),
            row("  cancelled", count(activity?.endingFetches), "", ""),
        ]
    }

    private var times: [String] {
        [
            row("picture", stages?.total.map { ms($0) }, "shared", stages.map { "\($0.shared) of \($0.pictures)" }),
            row("  queue", stages?.queued.map { ms($0) }, "  fetch", stages?.fetch.map { ms($0) }),
            row("  wait", stages?.waitingForDecode.map { ms($0) }, "  decode", stages?.decode.map { ms($0) }),
        ]
    }

    private var about: [String] {
        let own = cost.map {
            "\(ProfileReport.decimal($0.meanMs, 2)) ms a frame, at most \(ProfileReport.decimal($0.mostMs, 2))"
        }
        return [
            wide("renderer", renderer),
            wide("  because", rendererReason),
            wide("this overlay", own),
        ]
    }

    // MARK: Layout

    private func row(_ left: String, _ leftValue: String?, _ right: String, _ rightValue: String?) -> String {
        let half = (OverlayText.columns - 2) / 2
        return cell(left, leftValue, half) + "  " + cell(right, rightValue, half)
    }

    private func wide(_ name: String, _ value: String?) -> String { cell(name, value, OverlayText.columns) }

    /// Returns the name at the left and the value at the right; a value that leaves no space for the name stands alone.
    private func cell(_ name: String, _ value: String?, _ width: Int) -> String {
        let value = String((value ?? "–").prefix(width))
        let room = width - value.count - 1
        let name = String(name.prefix(max(0, room)))
        return name + String(repeating: " ", count: width - name.count - value.count) + value
    }

    private func count(_ number: Int?) -> String? { number.map(String.init) }
    private func ms(_ value: Double) -> String { ProfileReport.decimal(value, 1) + " ms" }
    private func ms(_ time: Duration) -> String { ms(time / .milliseconds(1)) }

    private func share(_ bytes: Int?, of budget: Int) -> String? {
        bytes.map { "\(ProfileReport.decimal(Double($0) / 1_048_576, 1)) of \(budget >> 20) MB" }
    }
}
