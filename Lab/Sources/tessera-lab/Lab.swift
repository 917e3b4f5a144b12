// tessera-lab: the tool for serving, decoding and benchmarking.
import ArgumentParser
import Desktop
import Glibc

@main
struct Lab: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tessera-lab", abstract: "Serves, decodes and measures for Tessera.",
        subcommands: [
            Serve.self, RelayCommand.self, ConformanceCommand.self, Decode.self, LibraryCommand.self, FactsCommand.self,
            CachesCommand.self,
            TortureDisk.self, TortureCatalogue.self, TortureFiles.self, TortureMarks.self, PhotosCommand.self,
            CopyCommand.self, Watch.self,
            Bench.self,
        ])

    /// Runs the command. Exit status 0 on success and for help, 1 on a failure, 2 on bad arguments, for which the
    /// library alone would return 64.
    static func main() async {
        FileSizeSignal.becomesAnError()
        LogBridge.install()
        do {
            var command = try parseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch {
            let status = exitCode(for: error)
            let message = fullMessage(for: error)
            if !message.isEmpty { status == .success ? StandardStreams.say(message) : StandardStreams.warn(message) }
            Glibc.exit(status == .validationFailure ? 2 : status.rawValue)
        }
    }
}

/// The parent command of the benchmarks.
struct Bench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measures one part of Tessera.",
        subcommands: [
            LoaderBench.self, DecodeBench.self, GridBench.self, LayoutBench.self, LibraryBench.self, CompareBench.self,
        ])
}
