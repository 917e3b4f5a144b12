// tessera-lab conformance: runs the Picsum table of cases against any server.
import ArgumentParser
import Desktop
import PicsumConformance

struct ConformanceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conformance",
        abstract: "Runs the table of cases of the Lorem Picsum service against a server.",
        discussion: """
            Prints one line a case, and at the end “N passed, N failed” on a line of its own. Exit status 0 when all \
            passed, 1 when one failed or the server cannot be reached, 2 when URL is no base URL.
            """)

    @Argument(help: "Base URL of the server, for example http://127.0.0.1:8080.")
    var url: String

    @Option(help: "Seconds to wait for one answer.")
    var timeout: Int = 60

    func validate() throws {
        if timeout < 1 { throw ValidationError("--timeout needs a number of seconds above 0.") }
    }

    func run() async throws {
        var passed = 0
        var failed = 0
        do throws(ConformanceFailure) {
            try Conformance.run(against: url, timeoutSeconds: timeout) { result in
                if result.hasPassed { passed += 1 } else { failed += 1 }
                StandardStreams.say(result.description)
            }
        } catch {
            StandardStreams.warn("tessera-lab conformance: \(error)")
            throw ExitCode(error.isBadURL ? 2 : 1)
        }
        StandardStreams.say("\(passed) passed, \(failed) failed")
        if failed > 0 { throw ExitCode(1) }
    }
}
