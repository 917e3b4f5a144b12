// The report as the JSON object that scripts read: names, nesting and order are a contract (DESIGN §6).

extension ProfileReport {
    /// One JSON object with every field of the contract, unknown ones as null, and a newline at the end. `windowSize`
    /// is text as on the command line, "1280x800"; `tileSize` is in logical pixels.
    public var json: String {
        let fields: [(name: String, value: JSONValue)] = [
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
            ("textureBytes", JSONValue(environment.textureBytes)),
            ("binds", JSONValue(environment.binds)),
            ("loader", environment.loader.json),
        ]
        return JSONValue.object(fields).text() + "\n"
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
            ("evicted", JSONValue(evicted)),
        ])
    }
}
