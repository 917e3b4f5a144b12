// tessera-lab bench: the parent command of the benchmarks.
import ArgumentParser

struct Bench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measures one part of Tessera.",
        subcommands: [LoaderBench.self, DecodeBench.self, GridBench.self, CompareBench.self])
}
