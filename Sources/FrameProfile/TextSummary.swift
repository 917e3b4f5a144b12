// Terminal summary of the report.

extension ProfileReport {
    /// Table of names, figures and units, without the rows whose figures are unknown, and a final newline.
    public var summary: String {
        let rows = (about + timing + phases + lateness + content + played + memory + loading)
            .filter { !$0.figures.isEmpty }
        let width = rows.map(\.name.count).max() ?? 0
        return rows.map { row in
            row.name + String(repeating: " ", count: width - row.name.count + 2) + row.figures + "\n"
        }.joined()
    }

    struct Row {
        let name: String
        let figures: String
        init(_ name: String, _ figures: String?) {
            self.name = name
            self.figures = figures ?? ""
        }
    }

    private var about: [Row] {
        let window = environment.windowSize.map { "\($0.width)×\($0.height)" }
        return [
            Row("Scenario", environment.scenario),
            Row("Source", ProfileReport.list(environment.source, environment.photos.map { "\($0) photos" })),
            Row(
                "Window",
                ProfileReport.list(
                    window, environment.tileSize.map { "tiles of \($0) px" }, environment.display,
                    environment.renderer, environment.gtkVersion.map { "GTK \($0)" })),
            Row("Renderer because", environment.rendererReason),
        ]
    }

    private var timing: [Row] {
        let kept = droppedFrames == 0 ? nil : "the latest of \(statistics.frames + droppedFrames)"
        return [
            Row(
                "Frames",
                ProfileReport.list(
                    "\(statistics.frames) in \(ProfileReport.decimal(statistics.wallSeconds, 1)) s", kept,
                    "refresh every \(ProfileReport.decimal(refreshIntervalMs, 2)) ms"
                        + (environment.refreshIntervalMs == nil ? " (assumed)" : ""))),
            Row("Frame interval", ProfileReport.percentiles(statistics.frameIntervalMs)),
            Row("Main thread", ProfileReport.percentiles(statistics.mainThreadMs)),
            Row("  on a processor", ProfileReport.percentiles(statistics.processorMs)),
        ]
    }

    /// Breakdown of the line "Main thread" above.
    private var phases: [Row] {
        let phases = statistics.phases
        return [
            ("update", phases.update), ("  plan", phases.plan), ("  hand-over", phases.handOver),
            ("layout", phases.layout), ("paint", phases.paint), ("jobs", phases.jobs),
        ].map { Row("  " + $0, ProfileReport.percentiles($1)) }
    }

    private var lateness: [Row] {
        let longest = statistics.longestTurnMs.map { "longest turn \(ProfileReport.decimal($0, 1)) ms" }
        let stalls = "\(statistics.stalls) above \(ProfileReport.decimal(FrameRecord.stallMs, 0)) ms"
        return [
            Row("Missed frames", "\(statistics.missedFrames)"),
            Row("Hitches", statistics.hitchMsPerSecond.map { "\(ProfileReport.decimal($0, 1)) ms/s" }),
            Row("Main loop", longest.map { "\($0), \(stalls)" }),
        ]
    }

    private var content: [Row] {
        let worst = statistics.worstBlankTileShare.map { "worst frame \(ProfileReport.percent($0))" }
        return [
            Row("Blank tiles", ProfileReport.list(statistics.blankTileShare.map(ProfileReport.percent), worst)),
            Row("Preview tiles", statistics.previewTileShare.map(ProfileReport.percent)),
            Row("First image", marks.timeToFirstImageMs.map { "\(ProfileReport.decimal($0, 0)) ms" }),
            Row("Full viewport", marks.timeToFullViewportMs.map { "\(ProfileReport.decimal($0, 0)) ms" }),
            Row(
                "Binds",
                ProfileReport.list(environment.binds.map(String.init), ProfileReport.counts(statistics.bindsPerFrame))),
            Row(
                "Deliveries",
                ProfileReport.list(
                    "\(statistics.deliveries)", ProfileReport.counts(statistics.deliveriesPerFrame))),
        ]
    }

    private var memory: [Row] {
        [
            Row("Peak memory", environment.peakRSSBytes.map(ProfileReport.megabytes)),
            Row("All processes", environment.peakPSSBytes.map(ProfileReport.megabytes)),
            Row("Textures", environment.textureBytes.map(ProfileReport.megabytes)),
        ]
    }

    private var loading: [Row] {
        let loader = environment.loader
        func counted(_ number: Int?, _ what: String) -> String? { number.map { "\($0) \(what)" } }
        return [
            Row(
                "Requests",
                ProfileReport.list(
                    loader.requests.map(String.init), counted(loader.joined, "joined"),
                    counted(loader.memoryHits, "from memory"), counted(loader.diskHits, "from disk"),
                    counted(loader.cancelled, "cancelled"), counted(loader.preempted, "pre-empted"))),
            Row(
                "Fetches",
                ProfileReport.list(
                    loader.fetches.map(String.init), loader.bytesFetched.map(ProfileReport.megabytes),
                    counted(loader.duplicateFetches, "duplicate"))),
            Row(
                "Pictures",
                ProfileReport.list(
                    counted(loader.decoded, "decoded"), counted(loader.evicted, "evicted"),
                    counted(loader.failures.flatMap { $0 > 0 ? $0 : nil }, "failed"))),
        ]
    }

    static func list(_ parts: String?...) -> String { parts.compactMap(\.self).joined(separator: ", ") }

    private static func percentiles(_ figures: Percentiles) -> String? {
        guard let p50 = figures.p50, let p95 = figures.p95, let p99 = figures.p99, let max = figures.max else {
            return nil
        }
        return [("p50", p50), ("p95", p95), ("p99", p99), ("max", max)].map { name, value in
            let text = decimal(value, 2)
            return "\(name) \(String(repeating: " ", count: Swift.max(0, 7 - text.count)))\(text)"
        }.joined(separator: "  ") + "  ms"
    }

    private static func counts(_ figures: Percentiles) -> String? {
        guard let p50 = figures.p50, let p95 = figures.p95, let max = figures.max else { return nil }
        return "a frame p50 \(decimal(p50, 0)), p95 \(decimal(p95, 0)), max \(decimal(max, 0))"
    }

    static func percent(_ share: Double) -> String { decimal(share * 100, 1) + " %" }
    private static func megabytes(_ bytes: Int) -> String { decimal(Double(bytes) / 1_048_576, 1) + " MB" }

    /// Returns `value` with exactly this many decimals.
    static func decimal(_ value: Double, _ decimals: Int) -> String {
        let factor = (0..<decimals).reduce(1) { product, _ in product * 10 }
        let scaled = (value.magnitude * Double(factor)).rounded()
        guard scaled < 1e15 else { return "\(value)" }
        let units = Int(scaled)
        let fraction = String(units % factor)
        let padded = String(repeating: "0", count: max(0, decimals - fraction.count)) + fraction
        return (value < 0 && units > 0 ? "-" : "") + "\(units / factor)" + (decimals > 0 ? "." + padded : "")
    }
}
