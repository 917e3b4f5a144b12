// tessera-lab bench: the parent of the benchmarks, each of which has a file of its own.
import ArgumentParser

struct Bench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measures one part of Tessera.",
        subcommands: [LoaderBench.self, DecodeBench.self, GridBench.self, CompareBench.self])
}
