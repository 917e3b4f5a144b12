// The grid on every screen and in every move, beside the bare grid on the same screen.
import Desktop

/// Figures of a matrix of screens, setups and moves, as far as the time sufficed.
struct GridMatrix: Encodable {
    /// What two runs in one home gave: the first one without caches, the second one with what that has left.
    struct Result: Encodable {
        let cell: GridCell
        /// The bare grid's sweep on the same screen.
        let floor: ProfileFile
        let first: ProfileFile
        let second: ProfileFile
    }

    let conditions: [String]
    private(set) var results: [Result] = []
    /// Those that no time was left for.
    private(set) var left: [GridCell] = []

    /// Measures one place after the other until the time is over.
    /// - Parameter about: The photos, in words.
    static func measure(
        on stage: GridStage, showing photos: String, for time: Duration, about: String
    ) async throws -> GridMatrix {
        var matrix = GridMatrix(conditions: [
            about, "Each place once in a new home and once more in the same; the floor in a sweep on the same screen.",
            "Whole scales alone: GDK takes fractions from a compositor of Wayland, by GTK 4.12 and later.",
            "Load before, over 1 / 5 minutes: \(MachineLoad.words).",
        ])
        let clock = ContinuousClock(), end = clock.now + time
        for cell in GridCell.all {
            guard clock.now < end else {
                matrix.left.append(cell)
                continue
            }
            StandardStreams.warn("\(cell.name), \(cell.scenario) …")
            try await BusyLoop.beside(cell.isLoaded, log: stage.scratch + "/loop") {
                try await matrix.measure(cell, on: stage, showing: photos)
            }
        }
        return matrix
    }

    private mutating func measure(_ cell: GridCell, on stage: GridStage, showing photos: String) async throws {
        func profile(_ grid: MeasuredGrid, _ cell: GridCell, _ home: String) async throws -> ProfileFile {
            try await stage.profile(
                of: grid, showing: photos, home: home, arguments: cell.arguments, variables: cell.variables)
        }
        let known = results.first { $0.cell.floor == cell.floor }?.floor
        let floor =
            if let known { known } else { try await stage.withHome { try await profile(.floor, cell.floor, $0) } }
        results.append(
            try await stage.withHome { home in
                let first = try await profile(.tessera, cell, home)
                return Result(cell: cell, floor: floor, first: first, second: try await profile(.tessera, cell, home))
            })
    }

    /// Text for a terminal, and for a page of Markdown.
    var text: String {
        var lines = ["bench grid --matrix"] + conditions.map { "  \($0)" } + [""]
        lines += [
            "| screen | scenario | run | frames a second (floor) | missed | blank % (worst) | preview % | decoded | tiny made | evicted | MB read | MB |",
            "|---|---|---|---|---|---|---|---|---|---|---|---|",
        ]
        for result in results {
            let floor = result.floor.framesPerSecond
            lines += [("1", result.first), ("2", result.second)].map { run, profile in
                let cells = [
                    result.cell.name, result.cell.scenario, run,
                    "\(Self.text(profile.framesPerSecond, 1)) (\(Self.text(floor, 1)))", Self.text(profile.missed, 0),
                    "\(Self.text(profile.blankTileShare.map { $0 * 100 }, 1)) (\(Self.text(profile.worstBlankTileShare.map { $0 * 100 }, 0)))",
                    Self.text(profile.previewTileShare.map { $0 * 100 }, 1),
                    Self.text(profile.loader.decoded.map(Double.init), 0),
                    Self.text(profile.loader.tinyMade.map(Double.init), 0),
                    Self.text(profile.loader.evicted.map(Double.init), 0),
                    Self.text(profile.loader.bytesRead.map { Double($0) / 1_048_576 }, 0),
                    Self.text(profile.peakMegabytes, 0),
                ]
                return "| " + cells.joined(separator: " | ") + " |"
            }
        }
        if !left.isEmpty {
            lines += [
                "",
                "No time was left for \(left.count) of \(GridCell.all.count) places, the first of them: "
                    + left.prefix(3).map { "\($0.name), \($0.scenario)" }.joined(separator: "; ") + ".",
            ]
        }
        return lines.joined(separator: "\n")
    }

    private static func text(_ value: Double?, _ decimals: Int) -> String {
        value.map { Decimals.text($0, decimals) } ?? "–"
    }
}

extension ProfileFile {
    /// Missed frames: those of the flights, where photos are opened.
    fileprivate var missed: Double? { (zoom?.missedFrames ?? missedFrames).map(Double.init) }
}
