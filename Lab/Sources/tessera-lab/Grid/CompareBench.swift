// tessera-lab bench compare: compares the plain grid of most demos with Tessera, on the same photos.
import ArgumentParser
import Desktop
import Photos

struct CompareBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare", abstract: "Holds the plain grid against Tessera.",
        discussion: """
            Runs tessera --naive and tessera by turns on the sample gallery, over HTTP with 40 ms of latency, and on a \
            generated folder: a sweep down and back, and in a second run a way over the same rows. --photos leaves one of \
            the two out.
            """)

    @OptionGroup var options: GridOptions

    /// Result of the two grids with one source and one renderer.
    private struct Comparison: Encodable {
        let renderer: String
        let conditions: [String]
        let sweep: GridRounds
        let revisit: GridRounds
    }

    private struct Report: Encodable {
        let bench = "compare"
        let conditions: [String]
        var comparisons: [Comparison] = []
    }

    private static let figures: [GridFigure] = [
        .payload, .fetched, .fetches, .duplicates, .first, .full, .rate, .missed, .blank, .p95, .freeze, .memory,
    ]
    private static let revisitFigures: [GridFigure] = [
        GridFigure("second way over the same rows: fetches", "", 0) { $0.revisit?.fetches.map(Double.init) },
        GridFigure("second way: pictures decoded", "", 0) { $0.revisit?.decoded.map(Double.init) },
        GridFigure("second way: blank tiles", "%", 1) { $0.revisit?.blankTileShare.map { $0 * 100 } },
    ]

    func run() async throws {
        let sources =
            options.photos == nil
            ? [.sample(options.count ?? 1000), .generated(options.count ?? 5000)]
            : [GridSource(photos: options.photos, count: options.count)]
        let report = try await Interruption.heeding { [options] in
            var report = Report(conditions: options.conditions("sweep at 3,000 px/s, then a revisit"))
            for source in sources {
                for renderer in options.renderer.names {
                    try await ScratchFolder.with { scratch in
                        let stage = try options.stage(renderer, scratch: scratch)
                        report.comparisons.append(try await Self.comparison(source, on: stage, rounds: options.rounds))
                    }
                }
            }
            return report
        }
        StandardStreams.say(options.json ? try BenchJSON.text(report) : Self.text(report))
    }

    private static func comparison(_ source: GridSource, on stage: GridStage, rounds: Int) async throws -> Comparison {
        // A folder serves all runs, a server only one, so that neither grid benefits from what the server painted for
        // the other.
        func measured(_ source: GridSource) async throws -> (GridRounds, GridRounds) {
            func played(_ scenario: String) async throws -> GridRounds {
                try await GridRounds.run([.naive, .tessera], rounds: rounds, "\(scenario), \(stage.renderer)") { grid in
                    try await source.open(scratch: stage.scratch) {
                        try await stage.profile(of: grid, showing: $0, scenario: scenario)
                    }
                }
            }
            return (try await played("sweep"), try await played("revisit"))
        }
        let (sweep, revisit) =
            source.isFolder
            ? try await source.open(scratch: stage.scratch) { try await measured(.folder($0)) }
            : try await measured(source)
        let painting =
            source.isFolder
            ? [] : ["The server paints what it is asked for, on the same cores, anew in each run of either grid."]
        return Comparison(
            renderer: stage.renderer, conditions: [source.words] + painting, sweep: sweep, revisit: revisit)
    }

    private static func text(_ report: Report) -> String {
        let head = (["bench compare"] + report.conditions.map { "  \($0)" }).joined(separator: "\n")
        return ([head] + report.comparisons.map(text)).joined(separator: "\n\n")
    }

    private static func text(_ comparison: Comparison) -> String {
        var table = TextTable("", "plain grid", "Tessera", "plain ÷ Tessera")
        for (figures, rounds) in [(figures, comparison.sweep), (revisitFigures, comparison.revisit)] {
            for figure in figures {
                let plain = rounds.spread(.naive, figure.value), ours = rounds.spread(.tessera, figure.value)
                guard plain != nil || ours != nil else { continue }
                let ratio = rounds.spread(.naive, beside: .tessera, figure.value, /)
                let isTelling = ratio.map { $0.least.isFinite && $0.most.isFinite } ?? false
                table.add(
                    figure.title, figure.text(plain), figure.text(ours), isTelling ? ratio?.text(1) ?? "" : "")
            }
        }
        let about = comparison.sweep.profiles[.tessera]?.first
        let head = "\(about?.renderer ?? comparison.renderer), GTK \(about?.gtkVersion ?? "?")"
        return ([head] + comparison.conditions.map { "  \($0)" }).joined(separator: "\n") + "\n\n" + table.text
    }
}
