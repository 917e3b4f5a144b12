// tessera-lab bench decode: compares our decode to a tile with the scaled decodes of gdk-pixbuf and libjpeg, and
// measures the processing steps that follow it.
import ArgumentParser
import Desktop
import Glibc
import ImagePipeline
import Photos

struct DecodeBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decode", abstract: "Measures decoding to a tile beside other decoders.",
        discussion: """
            Works on the picture files that are named, or on painted ones. All decoders have their turn in every round, \
            on one thread; then all threads decode at once. Speeds in % are medians of the rounds' own ratios. At the \
            end stand the steps of work on decoded pictures, if one of the pictures is large enough.
            """)

    @Option(help: "Side of the square tile, in pixels.")
    var size = 208
    @Option(help: "Rounds that count.")
    var rounds = 15
    @Flag(help: "One JSON object.")
    var json = false
    @Argument(help: "Picture files; none for painted ones.", completion: .file())
    var paths: [String] = []

    func validate() throws {
        guard size > 0, size <= 32_767 else { throw ValidationError("--size must be between 1 and 32767.") }
        guard rounds > 0, rounds <= 1000 else { throw ValidationError("--rounds must be between 1 and 1000.") }
    }

    func run() async throws {
        let contest = DecodeContest(side: size, rounds: rounds)
        var report = BenchReport(bench: "decode", conditions: conditions(contest))
        let samples = try await samples()
        for sample in samples { report.sections.append(try await contest.section(on: sample)) }
        for sample in samples where sample.isJPEG {
            report.sections.append(try await contest.throughput(of: sample))
        }
        if let large = samples.first(where: { $0.size.width >= 1600 && $0.size.height >= 1000 }) {
            report.sections += try await ProcessorBench(rounds: rounds).sections(on: large)
        }
        StandardStreams.say(json ? try report.json() : report.table)
    }

    private func samples() async throws -> [DecodeSample] {
        guard !paths.isEmpty else { return try DecodeSample.painted() }
        let files = FileByteLoader()
        var samples: [DecodeSample] = []
        for path in paths {
            let bytes = try await files.bytes(at: .file(FilePath(path)), title: path, priority: .visible)
            guard let sample = DecodeSample(name: path, bytes: bytes) else {
                throw LoadFailure(stage: .decode, culprit: path, reason: .notAnImage(found: Message("unknown data")))
            }
            samples.append(sample)
        }
        return samples
    }

    private func conditions(_ contest: DecodeContest) -> [String] {
        #if DEBUG
            let build = "Built for debugging: the times say little about a release."
        #else
            let build = "Built for release."
        #endif
        return [
            build, "Tile of \(size) × \(size) pixels; \(contest.width) cores; medians of \(rounds) rounds, by turns.",
        ]
    }
}
