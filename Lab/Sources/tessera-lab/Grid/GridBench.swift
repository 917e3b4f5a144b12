// tessera-lab bench grid: compares Tessera with a bare grid of plain colour tiles and with the plain grid, interleaved.
import ArgumentParser
import Desktop
import FoundationEssentials

struct GridBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "grid", abstract: "Measures scrolling beside a bare grid and beside the plain one.",
        discussion: """
            Runs the tessera beside this program on the display that it finds: a bare GtkGridView of plain colour tiles \
            with the same geometry (the floor), as any program runs it and in a process that keeps its surfaces' memory, \
            Tessera, and tessera --naive, by turns, each through the same sweep down and back at 3,000 pixels a second. \
            Without --photos it generates a folder. With --matrix it goes through screens, scales, tiles, layouts and \
            scenarios instead, each run once in a new home and once more in the same, beside the floor of the screen, until \
            the time is over; the rest is named.
            """)

    @OptionGroup var options: GridOptions
    @Flag(help: "Goes through screens, scales, tiles, layouts and scenarios.")
    var matrix = false
    @Option(help: "Minutes after which the matrix ends.")
    var minutes = 60

    private struct Report: Encodable {
        let bench = "grid"
        let conditions: [String]
        var results: [GridResult] = []

        var text: String {
            let head = (["bench grid"] + conditions.map { "  \($0)" }).joined(separator: "\n")
            return ([head] + results.map(\.text)).joined(separator: "\n\n")
        }
    }

    func run() async throws {
        let source = GridSource(photos: options.photos, count: options.count)
        if matrix { return try await runMatrix(source) }
        let report = try await Interruption.heeding { [options] in
            try await ScratchFolder.with { scratch in
                let stages = try options.renderer.names.map { try options.stage($0, scratch: scratch) }
                var report = Report(
                    conditions: [source.words, Self.painting(source)] + options.conditions("sweep at 3,000 px/s"))
                report.results = try await source.open(scratch: scratch) { shown in
                    // The plain grid has a server of its own: its originals would evict the tiles from the other's
                    // cache.
                    try await (source.isFolder ? .folder(shown) : source).open(scratch: scratch) { plain in
                        var results: [GridResult] = []
                        for stage in stages {
                            results.append(
                                try await Self.result(on: stage, options, source, showing: shown, toPlain: plain))
                        }
                        return results
                    }
                }
                return report
            }
        }
        StandardStreams.say(options.json ? try BenchJSON.text(report) : report.text)
    }

    private func runMatrix(_ source: GridSource) async throws {
        let report = try await Interruption.heeding { [options, minutes] in
            try await ScratchFolder.with { scratch in
                let stage = try options.stage(options.renderer.names[0], scratch: scratch)
                return try await source.open(scratch: scratch) {
                    try await GridMatrix.measure(
                        on: stage, showing: $0, for: .seconds(60 * minutes), about: source.words)
                }
            }
        }
        StandardStreams.say(options.json ? try BenchJSON.text(report) : report.text)
    }

    private static func result(
        on stage: GridStage, _ options: GridOptions, _ source: GridSource, showing shown: String, toPlain plain: String
    ) async throws -> GridResult {
        if !source.isFolder {
            StandardStreams.warn("\(stage.renderer): a sweep that does not count …")
            _ = try await stage.profile(of: .tessera, showing: shown, scenario: "sweep")
        }
        let grids = MeasuredGrid.allCases.filter { $0 != .naive || !options.withoutPlain }
        let rounds = try await GridRounds.run(grids, rounds: options.rounds, stage.renderer) { grid in
            try await stage.profile(of: grid, showing: grid == .naive ? plain : shown, scenario: "sweep")
        }
        return GridResult(rounds, renderer: stage.renderer, isFolder: source.isFolder)
    }

    private static func painting(_ source: GridSource) -> String {
        source.isFolder
            ? "The files are in the page cache as they happen to be."
            : "What Tessera asks for was painted before; the plain grid's originals are painted while it waits, on these cores."
    }
}
