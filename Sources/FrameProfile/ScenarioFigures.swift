// What a scenario was played for: how soon a jump lands, what a revisit costs, how smoothly a photo opens.

/// A stretch of a scenario that the report says something of. Times are microseconds of the monotonic clock.
public struct ScenarioSpan: Hashable, Sendable {
    /// What happened in it.
    public enum Kind: Hashable, Sendable {
        /// From the End or the Home key until the screen was whole.
        case endKey, homeKey
        /// From the end of a drag of the scroll bar until the screen was whole.
        case drag
        /// Over rows that were seen before.
        case revisit
        /// From the activation of a tile until its picture had faded in.
        case visit
        /// While a photo flies from its tile to its page, or home.
        case opening, closing
        /// From the step to another size of tiles until every visible tile had its picture in that size.
        case resize
    }

    /// What happened in it.
    public let kind: Kind
    /// When it began: the key was pressed, the drag let go, the tile activated.
    public let began: Int64
    /// When what was waited for had been painted; nil when it did not come in time.
    public var whole: Int64?
    /// When it was over.
    public var ended: Int64
    /// Fetches that went to a source in it; nil where nobody counts them.
    public var fetches: Int?
    /// Pictures that were decoded in it; nil where nobody counts them.
    public var decoded: Int?

    /// A stretch; times in microseconds.
    public init(_ kind: Kind, began: Int64, whole: Int64?, ended: Int64, fetches: Int? = nil, decoded: Int? = nil) {
        self.kind = kind
        self.began = began
        self.whole = whole
        self.ended = ended
        self.fetches = fetches
        self.decoded = decoded
    }

    /// Whether `frame` was under way in it.
    func contains(_ frame: FrameRecord) -> Bool { frame.painted >= began && frame.began <= ended }
}

/// How long something took each time.
public struct Durations: Hashable, Sendable {
    /// How often it was begun.
    public let count: Int
    /// How often it did not come to its end in time.
    public let givenUp: Int
    /// Milliseconds of those that were not given up.
    public let ms: Percentiles

    init(_ spans: [ScenarioSpan]) {
        count = spans.count
        givenUp = spans.count { $0.whole == nil }
        ms = Percentiles(spans.compactMap { span in span.whole.map { Double($0 - span.began) / 1000 } })
    }
}

/// The figures of one scenario beside those of its frames; nil where the scenario had nothing of the kind.
public struct ScenarioFigures: Hashable, Sendable {
    /// How long it took until the screen was whole again.
    public struct Jump: Hashable, Sendable {
        /// After the End key.
        public let end: Durations
        /// After the Home key.
        public let home: Durations
        /// After a drag of the scroll bar was let go.
        public let drag: Durations
    }

    /// What the second way over the same rows cost.
    public struct Revisit: Hashable, Sendable {
        /// Fetches that went to a source.
        public let fetches: Int?
        /// Pictures that were decoded.
        public let decoded: Int?
        /// Visible tiles with nothing but a placeholder, summed over all frames.
        public let blankTiles: Int
        /// Their share of all visible tiles.
        public let blankTileShare: Double?
    }

    /// How photos open, and how tiles change their size.
    public struct Zoom: Hashable, Sendable {
        /// From the activation of a tile until the photo in the window's size was painted.
        public let open: Durations
        /// From a step of the tiles' size until the screen was whole in the new one; steps that no tile was changed by
        /// are left out.
        public let resize: Durations
        /// Refreshes that went by without a new frame while photos opened, their fade included.
        public let missedFrames: Int
        /// Main-thread work a frame while photos opened.
        public let mainThreadMs: Percentiles
        /// The flights from tile to page, and home.
        public let opening: Flights, closing: Flights
    }

    /// The frames of all flights in one direction.
    public struct Flights: Hashable, Sendable {
        /// Flights.
        public let count: Int
        /// Refreshes that went by without a new frame.
        public let missedFrames: Int
        /// Frames for which the main thread alone took longer than the time between two refreshes.
        public let lateFrames: Int
        /// Frames among them that would have been late on a machine of their own: the main thread's processor time alone
        /// was longer than that. Nil where nobody counts it.
        public let overworkedFrames: Int?
        /// Main-thread work a frame.
        public let mainThreadMs: Percentiles

        init(_ spans: [ScenarioSpan], frames: some Collection<FrameRecord>, refreshIntervalMs: Double) {
            let flights = spans.map { span in frames.filter(span.contains) }
            count = spans.count
            missedFrames = flights.reduce(0) {
                $0 + FrameStatistics($1, refreshIntervalMs: refreshIntervalMs).missedFrames
            }
            let all = flights.joined()
            let work = all.map(\.mainThreadMs)
            let processor = all.compactMap(\.processorMs)
            overworkedFrames = processor.isEmpty ? nil : processor.count { $0 > refreshIntervalMs }
            lateFrames = work.count { $0 > refreshIntervalMs }
            mainThreadMs = Percentiles(work)
        }
    }

    /// Of jumps in the list.
    public let jump: Jump?
    /// Of a second way over the same rows.
    public let revisit: Revisit?
    /// Of photos that were opened and of tiles that were resized.
    public let zoom: Zoom?

    init(_ spans: [ScenarioSpan], frames: some Collection<FrameRecord>, refreshIntervalMs: Double) {
        func all(_ kind: ScenarioSpan.Kind) -> [ScenarioSpan] { spans.filter { $0.kind == kind } }
        let jumps = [all(.endKey), all(.homeKey), all(.drag)]
        jump =
            jumps.allSatisfy(\.isEmpty)
            ? nil : Jump(end: Durations(jumps[0]), home: Durations(jumps[1]), drag: Durations(jumps[2]))
        revisit = all(.revisit).first.map { span in
            let seen = frames.filter(span.contains)
            return Revisit(
                fetches: span.fetches, decoded: span.decoded, blankTiles: seen.reduce(0) { $0 + $1.blankTiles },
                blankTileShare: FrameStatistics(seen, refreshIntervalMs: refreshIntervalMs).blankTileShare)
        }
        let visits = all(.visit)
        let opening = visits.map { visit in frames.filter(visit.contains) }
        zoom =
            visits.isEmpty
            ? nil
            : Zoom(
                open: Durations(visits), resize: Durations(all(.resize)),
                missedFrames: opening.reduce(0) {
                    $0 + FrameStatistics($1, refreshIntervalMs: refreshIntervalMs).missedFrames
                }, mainThreadMs: Percentiles(opening.joined().map(\.mainThreadMs)),
                opening: Flights(all(.opening), frames: frames, refreshIntervalMs: refreshIntervalMs),
                closing: Flights(all(.closing), frames: frames, refreshIntervalMs: refreshIntervalMs))
    }
}
