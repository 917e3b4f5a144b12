import Foundation
import FrameProfile
import Testing

/// The figures that one scenario has and the others do not.
struct ScenarioFiguresTests {
    private func report(_ frames: [FrameRecord] = [], _ spans: ScenarioSpan...) -> ProfileReport {
        ProfileReport(
            log(frames), marks: LatencyMarks(start: 0), environment: ProfileEnvironment(), spans: spans)
    }

    private func json(_ report: ProfileReport) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(report.json.utf8)) as? [String: Any])
    }

    @Test func aSweepHasNone() throws {
        let report = report(frames(at: steady(10)))
        #expect(report.scenario.jump == nil && report.scenario.revisit == nil && report.scenario.zoom == nil)
        let json = try json(report)
        #expect(["jump", "revisit", "zoom"].allSatisfy { json[$0] is NSNull })
        #expect(!report.summary.contains("After End"))
    }

    @Test func aJumpIsTimedFromTheKeyToTheWholeScreen() throws {
        let report = report(
            [], ScenarioSpan(.endKey, began: 1000, whole: 251_000, ended: 600_000),
            ScenarioSpan(.endKey, began: 0, whole: 90_000, ended: 600_000),
            ScenarioSpan(.endKey, began: 0, whole: 150_000, ended: 600_000),
            ScenarioSpan(.drag, began: 0, whole: nil, ended: 10_000_000))
        let jump = try #require(report.scenario.jump)
        #expect(jump.end.count == 3 && jump.end.givenUp == 0)
        #expect(jump.end.ms.p50 == 150 && jump.end.ms.max == 250)
        #expect(jump.drag.count == 1 && jump.drag.givenUp == 1 && jump.drag.ms.p50 == nil)
        let end = (try json(report)["jump"] as? [String: Any])?["endToWholeMs"] as? [String: Any]
        #expect(end?["p50"] as? Double == 150 && end?["count"] as? Int == 3)
        #expect(report.summary.contains("3 ×, whole after 150 ms, at most 250 ms"))
        #expect(report.summary.contains("1 ×, 1 given up"))
        #expect(!report.summary.contains("After Home"))
    }

    @Test func aRevisitCountsOnlyTheSecondPass() throws {
        let first = frames(at: steady(3), tiles: (visible: 20, blank: 10, preview: 0))
        let second = frames(at: steady(3, from: 1_000_000), tiles: (visible: 20, blank: 1, preview: 0))
        let span = ScenarioSpan(.revisit, began: 900_000, whole: nil, ended: 2_000_000, fetches: 2, decoded: 1)
        let report = report(first + second, span)
        let revisit = try #require(report.scenario.revisit)
        #expect(revisit.fetches == 2 && revisit.decoded == 1 && revisit.blankTiles == 3)
        #expect(revisit.blankTileShare == 0.05)
        #expect((try json(report)["revisit"] as? [String: Any])?["blankTiles"] as? Int == 3)
        #expect(report.summary.contains("2 fetches, 1 decoded, 3 blank tiles, 5.0 %"))
    }

    @Test func selectingCountsTheFramesAndTheTilesOfEachPart() throws {
        var range = frames(at: steady(5)), band = frames(at: steady(4, from: 1_000_000))
        range[2].painted = range[2].began + 20_000
        for index in band.indices { band[index].binds = 3 }
        let report = report(
            range + band, ScenarioSpan(.range, began: 0, whole: nil, ended: 90_000),
            ScenarioSpan(.band, began: 900_000, whole: nil, ended: 2_000_000))
        let select = try #require(report.scenario.select)
        #expect(select.range?.frames == 5 && select.range?.lateFrames == 1 && select.range?.binds == 0)
        #expect(select.band?.frames == 4 && select.band?.lateFrames == 0 && select.band?.binds == 12)
        let json = (try json(report)["select"] as? [String: Any])?["band"] as? [String: Any]
        #expect(json?["binds"] as? Int == 12)
        #expect(report.summary.contains("5 frames, 0 missed, 1 late"))
    }

    @Test func cullingCountsTheFramesAndTheDecodesBetweenItsEnds() throws {
        let report = report(
            frames(at: steady(6)), ScenarioSpan(.cull, began: 0, whole: nil, ended: 2_000_000, decoded: 7))
        let cull = try #require(report.scenario.cull)
        #expect(cull.frames.frames == 6 && cull.frames.lateFrames == 0 && cull.decoded == 7)
        #expect((try json(report)["cull"] as? [String: Any])?["decoded"] as? Int == 7)
        #expect(report.summary.contains("6 frames, 0 missed, 0 late"))
    }

    @Test func comparingSaysWhenTheFirstAndWhenAllWereThereAndSharp() throws {
        let report = report(
            frames(at: steady(6)), ScenarioSpan(.comparedFirst, began: 0, whole: 10_000, ended: 10_000),
            ScenarioSpan(.comparedAll, began: 0, whole: 40_000, ended: 40_000),
            ScenarioSpan(.sharpFirst, began: 50_000, whole: 70_000, ended: 70_000),
            ScenarioSpan(.sharpAll, began: 50_000, whole: nil, ended: 90_000),
            ScenarioSpan(.comparedPan, began: 0, whole: nil, ended: 2_000_000, decoded: 3, bytes: 12_300_000))
        let compare = try #require(report.scenario.compare)
        #expect(compare.firstMs == 10 && compare.allMs == 40 && compare.firstSharpMs == 20)
        #expect(compare.allSharpMs == nil && compare.pan?.frames == 6 && compare.pictureBytes == 12_300_000)
        #expect((try json(report)["compare"] as? [String: Any])?["panDecoded"] as? Int == 3)
        #expect(report.summary.contains("first after 20 ms, all after timed out"))
        #expect(report.summary.contains("12.3 MB of pictures"))
    }

    /// The first frame takes 20 ms, of which the main thread had a processor for 18 or for 5.
    @Test func aFrameThatOthersHaveHeldUpIsLateButNotByItsOwnWork() throws {
        for (processorMs, overworked) in [(18.0, 1), (5.0, 0)] {
            var opening = frames(at: steady(3))
            opening[0].painted = opening[0].began + 20_000
            opening[0].processorMs = processorMs
            let report = report(
                opening, ScenarioSpan(.visit, began: 0, whole: 40_000, ended: 80_000),
                ScenarioSpan(.opening, began: 0, whole: nil, ended: 60_000))
            let transitions = try #require(report.scenario.zoom).opening
            #expect(transitions.lateFrames == 1 && transitions.overworkedFrames == overworked)
            #expect(report.summary.contains("1 late (\(overworked) by its own work)"))
            #expect(report.statistics.processorMs.max == processorMs)
        }
    }

    /// The first frame costs 20 ms and the third comes a refresh late; what lies between the transitions is neither's.
    @Test func transitionsCountTheirLateFramesInEachDirection() throws {
        var opening = frames(at: [0, 16_667, 50_000])
        opening[0].painted = opening[0].began + 20_000
        let closing = frames(at: [1_000_000, 1_016_667]), between = frames(at: [500_000, 600_000])
        let report = report(
            opening + between + closing, ScenarioSpan(.visit, began: 0, whole: 40_000, ended: 80_000),
            ScenarioSpan(.opening, began: 0, whole: nil, ended: 60_000),
            ScenarioSpan(.closing, began: 999_000, whole: nil, ended: 1_030_000))
        let zoom = try #require(report.scenario.zoom)
        #expect(zoom.opening.count == 1 && zoom.opening.missedFrames == 1 && zoom.opening.lateFrames == 1)
        #expect(zoom.closing.count == 1 && zoom.closing.missedFrames == 0 && zoom.closing.lateFrames == 0)
        #expect(zoom.opening.mainThreadMs.max == 20)
        let transitions = (try json(report)["zoom"] as? [String: Any])?["opening"] as? [String: Any]
        #expect(transitions?["lateFrames"] as? Int == 1)
        #expect(report.summary.contains("1 ×, 1 missed frames, 1 late"))
    }

    /// A frame that was late outside of the visits is not theirs.
    @Test func aVisitCountsTheLateFramesWhileThePhotoOpens() throws {
        let opening = frames(at: [0, 16_667, 50_000, 66_667])
        let elsewhere = frames(at: [1_000_000, 1_100_000])
        let report = report(
            opening + elsewhere, ScenarioSpan(.visit, began: 600, whole: 40_000, ended: 80_000),
            ScenarioSpan(.visit, began: 3_000_000, whole: 3_060_000, ended: 3_360_000))
        let zoom = try #require(report.scenario.zoom)
        #expect(zoom.missedFrames == 1 && zoom.open.count == 2 && zoom.open.ms.max == 60)
        #expect(zoom.mainThreadMs.p95 == 4)
        #expect(report.statistics.missedFrames > 1)
        #expect(report.summary.contains("1 missed frames, main thread p95 4.00 ms"))
        #expect(zoom.resize.count == 0 && !report.summary.contains("Tiles resized"))
    }

    @Test func aStepOfTheTileSizeIsTimedUntilTheScreenIsWholeAgain() throws {
        let report = report(
            [], ScenarioSpan(.visit, began: 0, whole: 60_000, ended: 360_000),
            ScenarioSpan(.resize, began: 400_000, whole: 580_000, ended: 900_000),
            ScenarioSpan(.resize, began: 900_000, whole: nil, ended: 10_900_000))
        let resize = try #require(report.scenario.zoom?.resize)
        #expect(resize.count == 2 && resize.givenUp == 1 && resize.ms.max == 180)
        let timed = (try json(report)["zoom"] as? [String: Any])?["resizeToWholeMs"] as? [String: Any]
        #expect(timed?["count"] as? Int == 2 && timed?["max"] as? Double == 180)
        #expect(report.summary.contains("2 ×, whole after 180 ms, at most 180 ms, 1 given up"))
    }
}
