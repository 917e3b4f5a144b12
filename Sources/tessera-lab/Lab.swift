// tessera-lab: the tool for serving, decoding and benchmarking.
import ArgumentParser

@main
struct Lab: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tessera-lab", abstract: "Serves, decodes and measures for Tessera.", subcommands: [Decode.self])
}
