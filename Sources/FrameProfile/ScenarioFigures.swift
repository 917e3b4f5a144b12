// Figures of the scenarios: time until a jump is complete, cost of a revisit, smoothness of opening a photo.

/// Part of a scenario that the report has figures for. Times are microseconds of the monotonic clock.
public struct ScenarioSpan: Hashable, Sendable {
    /// Type of a span.
    public enum Kind: Hashable, Sendable {
        /// From the End or the Home key until the screen was complete.
        case endKey, homeKey
        /// From the end of a drag of the scroll bar until the screen was complete.
        case drag
        /// Scrolling over rows that were seen before.
        case revisit
        /// From the activation of a tile until its picture had faded in.
        case visit
        /// A zoom transition from tile to page, or back.
        case opening, closing
        /// From the step to another tile size until every visible tile had its picture in that size.
        case resize
        /// A range by Shift that grows and shrinks.
        case range
        /// A rubber band that is held while the list moves.
        case band
        /// From the first decision on a photo to the last.
        case cull
        /// From the command to compare photos until the first one, and until the last one, was there in the size of
        /// its cell.
        case comparedFirst, comparedAll
        /// From their magnification until the first one, and until the last one, was sharp.
        case sharpFirst, sharpAll
        /// While they were moved.
        case comparedPan
    }

    /// Type of the span.
    public let kind: Kind
    /// Start: when the key was pressed, the drag released, or the tile activated.
    public let began: Int64
    /// Time when the awaited state had been painted; nil on a timeout.
    public var whole: Int64?
    /// End of the span.
    public var ended: Int64
    /// Fetches that were sent to a source during the span; nil where they are not counted.
    public var fetches: Int?
    /// Images that were decoded during the span; nil where they are not counted.
    public var decoded: Int?
    /// Bytes of the pictures that were shown at its end; nil where they are not counted.
    public var bytes: Int?

    /// Creates a span; times in microseconds.
    public init(
        _ kind: Kind, began: Int64, whole: Int64?, ended: Int64, fetches: Int? = nil, decoded: Int? = nil,
        bytes: Int? = nil
    ) {
        self.kind = kind
        self.began = began
        self.whole = whole
        self.ended = ended
        self.fetches = fetches
        self.decoded = decoded
        self.bytes = bytes
    }

    /// Whether `frame` overlaps the span.
    func contains(_ frame: FrameRecord) -> Bool { frame.painted >= began && frame.began <= ended }
}

/// Durations of a repeated operation.
public struct Durations: Hashable, Sendable {
    /// Number of times it was started.
    public let count: Int
    /// Number of times it timed out.
    public let givenUp: Int
    /// Milliseconds of those that did not time out.
    public let ms: Percentiles

    init(_ spans: [ScenarioSpan]) {
        count = spans.count
        givenUp = spans.count { $0.whole == nil }
        ms = Percentiles(spans.compactMap { span in span.whole.map { Double($0 - span.began) / 1000 } })
    }
}

/// Figures of one scenario in addition to those of its frames; nil where they do not apply.
public struct ScenarioFigures: Hashable, Sendable {
    /// Time until the screen was complete again.
    public struct Jump: Hashable, Sendable {
        /// After the End key.
        public let end: Durations
        /// After the Home key.
        public let home: Durations
        /// After the release of a drag of the scroll bar.
        public let drag: Durations
    }

    /// Cost of the second pass over the same rows.
    public struct Revisit: Hashable, Sendable {
        /// Fetches that were sent to a source.
        public let fetches: Int?
        /// Images that were decoded.
        public let decoded: Int?
        /// Visible tiles with nothing but a placeholder, summed over all frames.
        public let blankTiles: Int
        /// Their share of all visible tiles.
        public let blankTileShare: Double?
    }

    /// Opening of photos, and resizing of tiles.
    public struct Zoom: Hashable, Sendable {
        /// From the activation of a tile until the photo was painted in the window's size.
        public let open: Durations
        /// From a step of the tile size until the screen was complete in the new size; steps that changed no tile are
        /// left out.
        public let resize: Durations
        /// Refreshes without a new frame while photos opened, including their fade.
        public let missedFrames: Int
        /// Main-thread work per frame while photos opened.
        public let mainThreadMs: Percentiles
        /// Zoom transitions from tile to page, and back.
        public let opening: Transitions, closing: Transitions
    }

    /// Frames of all zoom transitions in one direction.
    public struct Transitions: Hashable, Sendable {
        /// Number of transitions.
        public let count: Int
        /// Refreshes without a new frame.
        public let missedFrames: Int
        /// Frames in which the main thread alone took longer than the refresh interval.
        public let lateFrames: Int
        /// Those of the late frames in which the main thread's processor time alone exceeded the refresh interval, so
        /// that they would have been late on an idle machine too. Nil where it is not measured.
        public let overworkedFrames: Int?
        /// Main-thread work per frame.
        public let mainThreadMs: Percentiles

        init(_ spans: [ScenarioSpan], frames: some Collection<FrameRecord>, refreshIntervalMs: Double) {
            let transitions = spans.map { span in frames.filter(span.contains) }
            count = spans.count
            missedFrames = transitions.reduce(0) {
                $0 + FrameStatistics($1, refreshIntervalMs: refreshIntervalMs).missedFrames
            }
            let all = transitions.joined()
            let work = all.map(\.mainThreadMs)
            let processor = all.compactMap(\.processorMs)
            overworkedFrames = processor.isEmpty ? nil : processor.count { $0 > refreshIntervalMs }
            lateFrames = work.count { $0 > refreshIntervalMs }
            mainThreadMs = Percentiles(work)
        }
    }

    /// Selecting, by a range and by a rubber band; nil where there was none.
    public struct Select: Hashable, Sendable {
        public let range: Selecting?, band: Selecting?
    }

    /// The frames in which photos were selected.
    public struct Selecting: Hashable, Sendable {
        public let frames: Int
        /// Refreshes without a new frame.
        public let missedFrames: Int
        /// Frames in which the main thread alone took longer than the refresh interval.
        public let lateFrames: Int
        /// Tiles that were attached to other photos; none where the list does not move.
        public let binds: Int
        /// Main-thread work per frame.
        public let mainThreadMs: Percentiles

        init(_ frames: [FrameRecord], refreshIntervalMs: Double) {
            self.frames = frames.count
            missedFrames = FrameStatistics(frames, refreshIntervalMs: refreshIntervalMs).missedFrames
            lateFrames = frames.count { $0.mainThreadMs > refreshIntervalMs }
            binds = frames.reduce(0) { $0 + $1.binds }
            mainThreadMs = Percentiles(frames.map(\.mainThreadMs))
        }
    }

    /// Photos culled in the pace of a held key.
    public struct Cull: Hashable, Sendable {
        public let frames: Selecting
        /// Images that were decoded meanwhile; nil where they are not counted.
        public let decoded: Int?
    }

    /// Photos compared.
    public struct Compare: Hashable, Sendable {
        /// Milliseconds until the first one, and until all, were there in the size of their cells; nil on a timeout.
        public let firstMs, allMs: Double?
        /// The same from their magnification until they were sharp.
        public let firstSharpMs, allSharpMs: Double?
        /// Frames while they were moved.
        public let pan: Selecting?
        /// Bytes of the pictures that were shown after that; nil where they are not counted.
        public let pictureBytes: Int?
        /// Images that were decoded while they were moved; nil where they are not counted.
        public let panDecoded: Int?
    }

    /// Jumps in the list.
    public let jump: Jump?
    /// A second pass over the same rows.
    public let revisit: Revisit?
    /// Photos opened and tiles resized.
    public let zoom: Zoom?
    /// Photos selected.
    public let select: Select?
    /// Photos culled.
    public let cull: Cull?
    /// Photos compared.
    public let compare: Compare?

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
        func selecting(_ kind: ScenarioSpan.Kind) -> Selecting? {
            all(kind).first.map { Selecting(frames.filter($0.contains), refreshIntervalMs: refreshIntervalMs) }
        }
        let parts = Select(range: selecting(.range), band: selecting(.band))
        select = parts.range == nil && parts.band == nil ? nil : parts
        cull = all(.cull).first.map { span in
            Cull(
                frames: Selecting(frames.filter(span.contains), refreshIntervalMs: refreshIntervalMs),
                decoded: span.decoded)
        }
        func milliseconds(_ kind: ScenarioSpan.Kind) -> Double? {
            all(kind).first.flatMap { span in span.whole.map { Double($0 - span.began) / 1000 } }
        }
        compare = all(.comparedAll).first.map { _ in
            Compare(
                firstMs: milliseconds(.comparedFirst), allMs: milliseconds(.comparedAll),
                firstSharpMs: milliseconds(.sharpFirst), allSharpMs: milliseconds(.sharpAll),
                pan: selecting(.comparedPan), pictureBytes: all(.comparedPan).first?.bytes,
                panDecoded: all(.comparedPan).first?.decoded)
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
                opening: Transitions(all(.opening), frames: frames, refreshIntervalMs: refreshIntervalMs),
                closing: Transitions(all(.closing), frames: frames, refreshIntervalMs: refreshIntervalMs))
    }
}
