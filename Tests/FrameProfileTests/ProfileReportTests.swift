import Foundation
import FrameProfile
import Testing

/// The JSON contract and the text for people.
struct ProfileReportTests {
    /// Every field of the contract, nested ones by their path.
    private let contract = [
        "scenario", "source", "photos", "gtkVersion", "renderer", "display", "windowSize", "tileSize", "frames",
        "wallSeconds", "refreshIntervalMs", "frameIntervalMs.p50", "frameIntervalMs.p95", "frameIntervalMs.p99",
        "frameIntervalMs.max", "mainThreadMs.p50", "mainThreadMs.p95", "mainThreadMs.p99", "mainThreadMs.max",
        "missedFrames", "hitchMsPerSecond", "blankTileShare", "previewTileShare", "timeToFirstImageMs",
        "timeToFullViewportMs", "peakRSSBytes", "peakPSSBytes", "textureBytes", "binds", "loader.requests",
        "loader.joined", "loader.memoryHits", "loader.diskHits", "loader.fetches", "loader.bytesFetched",
        "loader.duplicateFetches",
        "loader.cancelled", "loader.preempted", "loader.decoded", "loader.evicted",
    ]

    /// What comes after the contract.
    private let beyond: [String] = {
        let phases = ["update", "plan", "handOver", "layout", "paint", "jobs"]
        let figures = ["p50", "p95", "p99", "max"]
        return [
            "loader.failures", "loader.bytesOfBeginnings", "loader.tinyMade", "rendererReason", "worstBlankTileShare",
        ]
            + phases.flatMap { phase in figures.map { "phaseMs.\(phase).\($0)" } }
            + figures.map { "processorMs.\($0)" } + ["mainLoop.longestTurnMs", "mainLoop.stalls"]
            + ["bindsPerFrame", "deliveriesPerFrame"].flatMap { name in figures.map { "\(name).\($0)" } }
            + ["jump", "revisit", "zoom", "select", "cull", "compare"]
    }()

    private func parsed(_ report: ProfileReport) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(report.json.utf8)) as? [String: Any])
    }

    private func paths(_ object: [String: Any]) -> Set<String> {
        Set(
            object.flatMap { name, value in
                (value as? [String: Any]).map { nested in paths(nested).map { "\(name).\($0)" } } ?? [name]
            })
    }

    private var full: ProfileReport {
        var environment = ProfileEnvironment()
        environment.scenario = "sweep"
        environment.source = "Ein \"Name\"\nmit \\ und é\u{1}"
        environment.photos = 993
        environment.gtkVersion = "4.8.3"
        environment.renderer = "GskGLRenderer"
        environment.rendererReason = "GSK_RENDERER=gl"
        environment.display = "X11"
        environment.windowSize = (1280, 800)
        environment.tileSize = 200
        environment.refreshIntervalMs = 16.667
        environment.peakRSSBytes = 123 << 20
        environment.peakPSSBytes = 99 << 20
        environment.textureBytes = 1 << 20
        environment.binds = 400
        environment.loader.requests = 10
        environment.loader.fetches = 9
        environment.loader.bytesFetched = 3 << 20
        environment.loader.duplicateFetches = 0
        var marks = LatencyMarks(start: 0)
        marks.markFirstImage(at: 250_000)
        marks.markFullViewport(at: 500_000)
        return ProfileReport(
            log(frames(at: steady(100), tiles: (visible: 24, blank: 3, preview: 6))), marks: marks,
            environment: environment)
    }

    @Test func everyFieldOfTheContractIsThereAndNoOther() throws {
        #expect(paths(try parsed(full)) == Set(contract + beyond))
        let unknown = ProfileReport(FrameLog(), marks: LatencyMarks(start: 0), environment: ProfileEnvironment())
        #expect(paths(try parsed(unknown)) == Set(contract + beyond))
    }

    @Test func fieldsComeInTheContractsOrder() {
        let names = (contract + beyond).map { $0.prefix { $0 != "." } }
        var rest = Substring(full.json)
        var previous: Substring = ""
        for name in names where name != previous {
            previous = name
            guard let found = rest.firstRange(of: "\n  \"\(name)\": ") else {
                Issue.record("\(name) is missing or out of order")
                continue
            }
            rest = rest[found.upperBound...]
        }
    }

    @Test func whatIsKnownHasItsValue() throws {
        let json = try parsed(full)
        #expect(json["scenario"] as? String == "sweep")
        #expect(json["source"] as? String == "Ein \"Name\"\nmit \\ und é\u{1}")
        #expect(json["windowSize"] as? String == "1280x800")
        #expect(json["photos"] as? Int == 993 && json["frames"] as? Int == 100 && json["missedFrames"] as? Int == 0)
        #expect(json["blankTileShare"] as? Double == 0.125 && json["previewTileShare"] as? Double == 0.25)
        #expect(json["timeToFirstImageMs"] as? Double == 250 && json["timeToFullViewportMs"] as? Double == 500)
        #expect((json["mainThreadMs"] as? [String: Any])?["p95"] as? Double == 4)
        #expect((json["frameIntervalMs"] as? [String: Any])?["max"] as? Double == 16.667)
        #expect((json["loader"] as? [String: Any])?["duplicateFetches"] as? Int == 0)
    }

    @Test func whatIsNotKnownIsNull() throws {
        let json = try parsed(
            ProfileReport(FrameLog(), marks: LatencyMarks(start: 0), environment: ProfileEnvironment()))
        let nested = [
            "frameIntervalMs", "mainThreadMs", "processorMs", "loader", "bindsPerFrame", "deliveriesPerFrame",
        ]
        let known = ["frames", "wallSeconds", "missedFrames", "phaseMs", "mainLoop"] + nested
        for (name, value) in json where !known.contains(name) { #expect(value is NSNull, "\(name)") }
        for name in nested {
            let nested = try #require(json[name] as? [String: Any])
            #expect(nested.values.allSatisfy { $0 is NSNull }, "\(name)")
        }
        #expect((try parsed(full)["loader"] as? [String: Any])?["joined"] is NSNull)
    }

    @Test func aDisplayThatHidesItsRateIsMeasuredAgainstSixtyHertz() {
        var environment = ProfileEnvironment()
        environment.refreshIntervalMs = 0
        let report = ProfileReport(
            log(frames(at: [0, 33_334])), marks: LatencyMarks(start: 0), environment: environment)
        #expect(report.statistics.missedFrames == 1)
        #expect(abs(report.refreshIntervalMs - 16.667) < 0.001)
    }

    @Test func theSummaryIsATableWithUnits() {
        let lines = full.summary.split(separator: "\n").map(String.init)
        #expect(lines.contains { $0.hasPrefix("Frames ") && $0.contains("100 in 1.7 s, refresh every 16.67 ms") })
        #expect(lines.contains { $0.hasPrefix("Blank tiles ") && $0.hasSuffix("12.5 %, worst frame 12.5 %") })
        #expect(lines.contains { $0.hasPrefix("Peak memory ") && $0.hasSuffix("123.0 MB") })
        #expect(lines.contains { $0.hasPrefix("Main thread ") && $0.contains("p95    4.00") && $0.hasSuffix("ms") })
        #expect(lines.contains { $0.hasPrefix("Fetches ") && $0.hasSuffix("9, 3.0 MB, 0 duplicate") })
        #expect(!full.summary.contains("Pictures"))
    }

    @Test func failedPicturesAreSaidWhereThereAreSome() {
        var environment = ProfileEnvironment()
        environment.loader.decoded = 3
        environment.loader.failures = 0
        func pictures() -> Substring? {
            ProfileReport(FrameLog(), marks: LatencyMarks(start: 0), environment: environment).summary
                .split(separator: "\n").first { $0.hasPrefix("Pictures ") }
        }
        #expect(pictures()?.hasSuffix("3 decoded") == true)
        environment.loader.failures = 2
        #expect(pictures()?.hasSuffix("3 decoded, 2 failed") == true)
    }

    @Test func theSummaryOfNothingSaysWhatIsSure() {
        let summary = ProfileReport(FrameLog(), marks: LatencyMarks(start: 0), environment: ProfileEnvironment())
            .summary
        #expect(summary.contains("0 in 0.0 s") && summary.contains("(assumed)"))
        #expect(!summary.contains("Blank") && !summary.contains("nil") && !summary.contains("Optional"))
    }
}
