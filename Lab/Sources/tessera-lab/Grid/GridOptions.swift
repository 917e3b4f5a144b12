// Options of the two grid benches.
import ArgumentParser

struct GridOptions: ParsableArguments {
    enum Renderer: String, ExpressibleByArgument, CaseIterable, Sendable {
        case cairo, gl, both

        /// Values of GSK_RENDERER.
        var names: [String] { self == .both ? ["cairo", "gl"] : [rawValue] }
    }

    @Option(help: "A folder, or “sample” for the sample gallery.", completion: .directory)
    var photos: String?
    @Option(help: "Photos in the generated folder (5,000 if nothing is said) or the sample gallery (1,000).")
    var count: Int?
    @Option(help: "How the window is drawn: cairo, gl, or both one after the other.")
    var renderer = Renderer.cairo
    @Option(
        help: "Size of the window in logical pixels.",
        transform: {
            _ = try PhotosCommand.pixels($0); return $0
        })
    var size = "1280x800"
    @Option(help: "How often each grid has its turn.")
    var rounds = 3
    @Flag(help: "Leaves the plain grid out, which takes most of the time (bench grid).")
    var withoutPlain = false
    @Flag(help: "One JSON object.")
    var json = false

    func validate() throws {
        guard (1...10_000_000).contains(count ?? 1) else {
            throw ValidationError("--count must be between 1 and 10,000,000.")
        }
        guard rounds > 0, rounds <= 100 else { throw ValidationError("--rounds must be between 1 and 100.") }
    }

    func stage(_ renderer: String, scratch: String) throws -> GridStage {
        try GridStage(renderer: renderer, windowSize: size, scratch: scratch)
    }

    /// Conditions of all runs, for the head of a report.
    func conditions(_ scenario: String) -> [String] {
        #if DEBUG
            let build = "Built for debugging: the times say nothing about a release."
        #else
            let build = "Built for release."
        #endif
        return [
            build,
            "Window of \(size), tiles of 200 px; \(scenario). Each run is a new process with empty caches.",
            "Medians of \(rounds) rounds, by turns, and the extremes; load before, over 1 / 5 minutes: "
                + "\(MachineLoad.words).",
        ]
    }
}
