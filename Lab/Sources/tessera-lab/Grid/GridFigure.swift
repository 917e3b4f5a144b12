// Figures of a profile that the grid benches show, and budgets for some of them.

/// Figure of a profile.
struct GridFigure: Sendable {
    let name: String
    let unit: String
    let decimals: Int
    let value: @Sendable (ProfileFile) -> Double?

    init(_ name: String, _ unit: String, _ decimals: Int, _ value: @escaping @Sendable (ProfileFile) -> Double?) {
        self.name = name
        self.unit = unit
        self.decimals = decimals
        self.value = value
    }

    static let p50 = GridFigure("main thread p50", "ms", 2) { $0.mainThreadMs.p50 }
    static let p95 = GridFigure("main thread p95", "ms", 2) { $0.mainThreadMs.p95 }
    static let p99 = GridFigure("main thread p99", "ms", 2) { $0.mainThreadMs.p99 }
    static let processor = GridFigure("the same on a processor p95", "ms", 2) { $0.processorMs?.p95 }
    static let rate = GridFigure("frames a second", "", 1) { $0.framesPerSecond }
    static let missed = GridFigure("missed frames", "", 0) { $0.missedFrames.map(Double.init) }
    static let freeze = GridFigure("longest turn of the main loop", "ms", 0) { $0.mainLoop?.longestTurnMs }
    static let blank = GridFigure("blank tiles", "%", 1) { $0.blankTileShare.map { $0 * 100 } }
    static let worstBlank = GridFigure("blank tiles, worst frame", "%", 0) { $0.worstBlankTileShare.map { $0 * 100 } }
    static let first = GridFigure("first picture", "ms", 0) { $0.timeToFirstImageMs }
    static let full = GridFigure("full first screen", "ms", 0) { $0.timeToFullViewportMs }
    static let memory = GridFigure("peak memory", "MB", 0) { $0.peakMegabytes }
    static let payload = GridFigure("bytes a decoded picture", "KB", 1) {
        guard let bytes = $0.loader.bytesFetched, let decoded = $0.loader.decoded, decoded > 0 else { return nil }
        return Double(bytes) / Double(decoded) / 1024
    }
    static let fetched = GridFigure("fetched in all", "MB", 0) { $0.loader.bytesFetched.map { Double($0) / 1_048_576 } }
    static let fetches = GridFigure("fetches", "", 0) { $0.loader.fetches.map(Double.init) }
    static let duplicates = GridFigure("fetches of what had been fetched", "", 0) {
        $0.loader.duplicateFetches.map(Double.init)
    }

    /// Name and unit, for the first column of a table.
    var title: String { unit.isEmpty ? name : "\(name), \(unit)" }

    func text(_ spread: Spread?) -> String { spread?.text(decimals) ?? "–" }
}

/// Upper limit of a figure, with its measured value.
struct GridBudget: Codable {
    let name: String
    let unit: String
    /// Upper limit.
    let limit: Double
    let measured: Spread
    /// Whether the median is within the limit.
    let isMet: Bool

    init(_ name: String, _ unit: String, limit: Double, measured: Spread) {
        self.name = name
        self.unit = unit
        self.limit = limit
        self.measured = measured
        isMet = measured.median <= limit
    }
}
