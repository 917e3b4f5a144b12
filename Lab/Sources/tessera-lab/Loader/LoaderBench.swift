// tessera-lab bench loader: costs of the loader, without a network or a decoder.
import ArgumentParser
import Desktop
import ImagePipeline
import Photos

struct LoaderBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "loader", abstract: "Measures the image loader with scripted bytes and pictures.")

    @Flag(help: "One JSON object.")
    var json = false

    func run() async throws {
        var report = BenchReport(bench: "loader", conditions: Self.conditions)
        report.sections.append(await LoaderCosts.memory())
        report.sections.append(CacheBench.section())
        report.sections.append(try await RequestCosts.section())
        report.sections += await LoaderWaits.sections()
        StandardStreams.say(json ? try report.json() : report.table)
    }

    private static var conditions: [String] {
        #if DEBUG
            let build = "Built for debugging: the times say nothing about a release."
        #else
            let build = "Built for release."
        #endif
        return [
            build, "Costs: real time, medians of 7 rounds.",
            "Visible wait: simulated time, in which neither this machine nor what else runs on it counts.",
            "  6 × 4 cells; one link shared equally by all bodies; 40 ± 10 ms to the first byte, 40 ms more for a new",
            "  connection; a cancel closes an HTTP/1 connection unless little is left, as in the program; 2 decodes at once,",
            "  4 ms each; no loss, no slow start.",
            "  A cell waits from coming into view to its picture, at most while it is in view. Ahead: what the planner",
            "  wants and the cells do not show, pictures that are whole; beside: what stays wanted at the lowest priority;",
            "  in all: bytes that came in for anything. Set aside: fetches pre-empted; kept: bytes of cancelled fetches that",
            "  did not come again.",
        ]
    }
}
