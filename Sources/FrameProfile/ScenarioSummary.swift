// Rows of the terminal summary for a scenario's own figures.

extension ProfileReport {
    /// Rows of the scenario that was run.
    var played: [Row] {
        jumped + revisited + zoomed + selected + culled + compared
    }

    private var jumped: [Row] {
        guard let jump = scenario.jump else { return [] }
        return [
            Row("After End", ProfileReport.text(jump.end, until: "whole")),
            Row("After Home", ProfileReport.text(jump.home, until: "whole")),
            Row("After a drag", ProfileReport.text(jump.drag, until: "whole")),
        ]
    }

    private var revisited: [Row] {
        guard let revisit = scenario.revisit else { return [] }
        return [
            Row(
                "Second pass",
                ProfileReport.list(
                    revisit.fetches.map { "\($0) fetches" }, revisit.decoded.map { "\($0) decoded" },
                    "\(revisit.blankTiles) blank tiles", revisit.blankTileShare.map(ProfileReport.percent)))
        ]
    }

    private var zoomed: [Row] {
        guard let zoom = scenario.zoom else { return [] }
        let p95 = zoom.mainThreadMs.p95.map { "main thread p95 \(ProfileReport.decimal($0, 2)) ms" }
        return [
            Row("Photos opened", ProfileReport.text(zoom.open, until: "sharp")),
            Row("While opening", ProfileReport.list("\(zoom.missedFrames) missed frames", p95)),
            Row("Flights in", ProfileReport.text(zoom.opening)),
            Row("Flights home", ProfileReport.text(zoom.closing)),
            Row("Tiles resized", ProfileReport.text(zoom.resize, until: "whole")),
        ]
    }

    private var selected: [Row] {
        let parts = [("Range selected", scenario.select?.range), ("Under a band", scenario.select?.band)]
        return parts.compactMap { title, part in
            part.map { part in
                let p95 = part.mainThreadMs.p95.map { "main thread p95 \(ProfileReport.decimal($0, 2)) ms" }
                return Row(
                    title,
                    ProfileReport.list(
                        "\(part.frames) frames", "\(part.missedFrames) missed", "\(part.lateFrames) late", p95,
                        "\(part.binds) tiles bound"))
            }
        }
    }

    private var culled: [Row] {
        guard let cull = scenario.cull else { return [] }
        let p95 = cull.frames.mainThreadMs.p95.map { "main thread p95 \(ProfileReport.decimal($0, 2)) ms" }
        return [
            Row(
                "Culled",
                ProfileReport.list(
                    "\(cull.frames.frames) frames", "\(cull.frames.missedFrames) missed",
                    "\(cull.frames.lateFrames) late",
                    p95, cull.decoded.map { "\($0) decoded" }))
        ]
    }

    private var compared: [Row] {
        guard let compare = scenario.compare else { return [] }
        func text(_ first: Double?, _ all: Double?) -> String? {
            func milliseconds(_ time: Double?) -> String {
                time.map { "\(ProfileReport.decimal($0, 0)) ms" } ?? "timed out"
            }
            return ProfileReport.list("first after \(milliseconds(first))", "all after \(milliseconds(all))")
        }
        let p95 = compare.pan?.mainThreadMs.p95.map { "main thread p95 \(ProfileReport.decimal($0, 2)) ms" }
        return [
            Row("Compared", text(compare.firstMs, compare.allMs)),
            Row("Sharp", text(compare.firstSharpMs, compare.allSharpMs)),
            Row(
                "Moved together",
                compare.pan.flatMap { pan in
                    ProfileReport.list(
                        "\(pan.frames) frames", "\(pan.missedFrames) missed", "\(pan.lateFrames) late", p95,
                        compare.pictureBytes.map { "\(ProfileReport.decimal(Double($0) / 1e6, 1)) MB of pictures" },
                        compare.panDecoded.map { "\($0) decoded" })
                }),
        ]
    }

    private static func text(_ transitions: ScenarioFigures.Transitions) -> String? {
        guard transitions.count > 0 else { return nil }
        let work = transitions.mainThreadMs
        let p95 = work.p95.map { "main thread p95 \(decimal($0, 2)) ms" }
        let max = work.max.map { "at most \(decimal($0, 2)) ms" }
        let own = transitions.overworkedFrames.map { " (\($0) by its own work)" } ?? ""
        return list(
            "\(transitions.count) ×", "\(transitions.missedFrames) missed frames",
            "\(transitions.lateFrames) late" + own, p95, max)
    }

    private static func text(_ durations: Durations, until state: String) -> String? {
        guard durations.count > 0 else { return nil }
        let median = durations.ms.p50.map { "\(state) after \(decimal($0, 0)) ms" }
        let max = durations.ms.max.map { "at most \(decimal($0, 0)) ms" }
        let lost = durations.givenUp == 0 ? nil : "\(durations.givenUp) given up"
        return list("\(durations.count) ×", median, max, lost)
    }
}
