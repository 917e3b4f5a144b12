// JSON form of the report for scripts. Names, nesting and order are a contract (DESIGN, "The command line"); further
// fields follow those of the contract.
import Photos

extension ProfileReport {
    /// One JSON object with all fields of the contract and some more, null where unknown, and a final newline.
    /// `windowSize` is text as on the command line, "1280x800"; `tileSize` is in logical pixels; `jump`, `revisit` and
    /// `zoom` are null except for the scenario that was run.
    public var json: String { JSONValue.object(contract + beyond).text() + "\n" }

    private var contract: [(name: String, value: JSONValue)] {
        [
            ("scenario", JSONValue(environment.scenario)),
            ("source", JSONValue(environment.source)),
            ("photos", JSONValue(environment.photos)),
            ("gtkVersion", JSONValue(environment.gtkVersion)),
            ("renderer", JSONValue(environment.renderer)),
            ("display", JSONValue(environment.display)),
            ("windowSize", JSONValue(environment.windowSize.map { "\($0.width)x\($0.height)" })),
            ("tileSize", JSONValue(environment.tileSize)),
            ("frames", JSONValue(statistics.frames)),
            ("wallSeconds", JSONValue(statistics.wallSeconds)),
            ("refreshIntervalMs", JSONValue(environment.refreshIntervalMs)),
            ("frameIntervalMs", statistics.frameIntervalMs.json),
            ("mainThreadMs", statistics.mainThreadMs.json),
            ("missedFrames", JSONValue(statistics.missedFrames)),
            ("hitchMsPerSecond", JSONValue(statistics.hitchMsPerSecond)),
            ("blankTileShare", JSONValue(statistics.blankTileShare)),
            ("previewTileShare", JSONValue(statistics.previewTileShare)),
            ("timeToFirstImageMs", JSONValue(marks.timeToFirstImageMs)),
            ("timeToFullViewportMs", JSONValue(marks.timeToFullViewportMs)),
            ("peakRSSBytes", JSONValue(environment.peakRSSBytes)),
            ("peakPSSBytes", JSONValue(environment.peakPSSBytes)),
            ("textureBytes", JSONValue(environment.textureBytes)),
            ("binds", JSONValue(environment.binds)),
            ("loader", environment.loader.json),
        ]
    }

    private var beyond: [(name: String, value: JSONValue)] {
        [
            ("rendererReason", JSONValue(environment.rendererReason)),
            ("worstBlankTileShare", JSONValue(statistics.worstBlankTileShare)),
            ("phaseMs", statistics.phases.json),
            ("processorMs", statistics.processorMs.json),
            (
                "mainLoop",
                .object([
                    ("longestTurnMs", JSONValue(statistics.longestTurnMs)), ("stalls", JSONValue(statistics.stalls)),
                ])
            ),
            ("bindsPerFrame", statistics.bindsPerFrame.json),
            ("deliveriesPerFrame", statistics.deliveriesPerFrame.json),
            ("jump", scenario.jump?.json ?? .null),
            ("revisit", scenario.revisit?.json ?? .null),
            ("zoom", scenario.zoom?.json ?? .null),
            ("select", scenario.select?.json ?? .null),
            ("cull", scenario.cull?.json ?? .null),
            ("compare", scenario.compare?.json ?? .null),
        ]
    }
}

extension FramePhases {
    var json: JSONValue {
        .object([
            ("update", update.json), ("plan", plan.json), ("handOver", handOver.json), ("layout", layout.json),
            ("paint", paint.json), ("jobs", jobs.json),
        ])
    }
}

extension Durations {
    var json: JSONValue {
        .object([
            ("count", JSONValue(count)), ("givenUp", JSONValue(givenUp)), ("p50", JSONValue(ms.p50)),
            ("max", JSONValue(ms.max)),
        ])
    }
}

extension ScenarioFigures.Select {
    var json: JSONValue { .object([("range", range?.json ?? .null), ("band", band?.json ?? .null)]) }
}

extension ScenarioFigures.Selecting {
    var json: JSONValue {
        .object([
            ("frames", JSONValue(frames)), ("missedFrames", JSONValue(missedFrames)),
            ("lateFrames", JSONValue(lateFrames)), ("binds", JSONValue(binds)), ("mainThreadMs", mainThreadMs.json),
        ])
    }
}

extension ScenarioFigures.Cull {
    var json: JSONValue { .object([("frames", frames.json), ("decoded", JSONValue(decoded))]) }
}

extension ScenarioFigures.Compare {
    var json: JSONValue {
        .object([
            ("firstMs", JSONValue(firstMs)), ("allMs", JSONValue(allMs)), ("firstSharpMs", JSONValue(firstSharpMs)),
            ("allSharpMs", JSONValue(allSharpMs)), ("pan", pan?.json ?? .null),
            ("pictureBytes", JSONValue(pictureBytes)), ("panDecoded", JSONValue(panDecoded)),
        ])
    }
}

extension ScenarioFigures.Jump {
    var json: JSONValue {
        .object([("endToWholeMs", end.json), ("homeToWholeMs", home.json), ("dragToWholeMs", drag.json)])
    }
}

extension ScenarioFigures.Revisit {
    var json: JSONValue {
        .object([
            ("fetches", JSONValue(fetches)), ("decoded", JSONValue(decoded)), ("blankTiles", JSONValue(blankTiles)),
            ("blankTileShare", JSONValue(blankTileShare)),
        ])
    }
}

extension ScenarioFigures.Zoom {
    var json: JSONValue {
        .object([
            ("openToPictureMs", open.json), ("resizeToWholeMs", resize.json), ("missedFrames", JSONValue(missedFrames)),
            ("mainThreadMs", mainThreadMs.json), ("opening", opening.json), ("closing", closing.json),
        ])
    }
}

extension ScenarioFigures.Transitions {
    var json: JSONValue {
        .object([
            ("count", JSONValue(count)), ("missedFrames", JSONValue(missedFrames)),
            ("lateFrames", JSONValue(lateFrames)), ("overworkedFrames", JSONValue(overworkedFrames)),
            ("mainThreadMs", mainThreadMs.json),
        ])
    }
}

extension Percentiles {
    var json: JSONValue {
        .object([
            ("p50", JSONValue(p50)), ("p95", JSONValue(p95)), ("p99", JSONValue(p99)), ("max", JSONValue(max)),
        ])
    }
}

extension LoaderFigures {
    var json: JSONValue {
        .object([
            ("requests", JSONValue(requests)), ("joined", JSONValue(joined)), ("memoryHits", JSONValue(memoryHits)),
            ("diskHits", JSONValue(diskHits)), ("fetches", JSONValue(fetches)),
            ("bytesFetched", JSONValue(bytesFetched)), ("duplicateFetches", JSONValue(duplicateFetches)),
            ("cancelled", JSONValue(cancelled)), ("preempted", JSONValue(preempted)), ("decoded", JSONValue(decoded)),
            ("evicted", JSONValue(evicted)), ("failures", JSONValue(failures)),
            ("bytesOfBeginnings", JSONValue(bytesOfBeginnings)), ("tinyMade", JSONValue(tinyMade)),
        ])
    }
}
