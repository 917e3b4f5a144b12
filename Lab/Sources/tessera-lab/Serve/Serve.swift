// tessera-lab serve: runs the sample server by itself until it is stopped by a signal.
import ArgumentParser
import Desktop
import SampleGallery

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serves generated photos the way Lorem Picsum serves real ones.",
        discussion: """
            Prints the base URL on a line of its own and serves until SIGINT or SIGTERM. Listens on 127.0.0.1 only; \
            pictures come from a second port. HTTP/1.1. WebP is answered with 501 where it cannot be written.

            A running server is asked and changed under /_control/counters and /_control/faults?spec=SPEC.

            SPEC of --faults:
            \(Faults.specHelp)
            """)

    @Option(help: "TCP port of the API host; 0 takes any free one.")
    var port: UInt16 = 0

    @Option(help: "Number of photos; ids go on beyond the usual ones.")
    var count: Int = Catalogue.usualCount

    @Option(help: "What goes wrong, see above.", transform: Serve.faults)
    var faults = Faults()

    @Flag(
        name: .customLong("until-eof"),
        help: "Serve until the standard input ends, and answer nothing under /_control: for a program that starts it.")
    var endsWithInput = false

    func validate() throws {
        if count < 0 { throw ValidationError("--count needs a number that is not negative.") }
    }

    func run() async throws {
        let configuration = SampleConfiguration(
            port: port, photoCount: count, faults: faults, hasControlPath: !endsWithInput)
        if endsWithInput { StandardInput.endsProcess() }
        let server: SampleServer
        do {
            server = try await SampleServer.start(configuration: configuration, painter: Painter())
        } catch {
            StandardStreams.warn("tessera-lab serve: \(error)")
            throw ExitCode(1)
        }
        let url = server.baseURL
        await TerminationRequest.wait { StandardStreams.say(url) }
        await server.stop()
    }

    private static func faults(_ spec: String) throws -> Faults {
        do throws(FaultSpecError) {
            return try Faults(spec: spec)
        } catch {
            throw ValidationError("--faults: \(error)")
        }
    }
}
