// tessera-lab bench loader: what the loader costs, without a network or a decoder.
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
        StandardStreams.say(json ? try report.json() : report.table)
    }

    private static var conditions: [String] {
        #if DEBUG
            ["Built for debugging: the times say nothing about a release.", "Medians of 7 rounds."]
        #else
            ["Built for release.", "Medians of 7 rounds."]
        #endif
    }
}
