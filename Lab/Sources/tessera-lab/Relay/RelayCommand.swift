// tessera-lab relay: a line of a given length and width to a server of this machine.
import ArgumentParser
import Desktop
import Glibc
import Relay

struct RelayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "relay",
        abstract: "Passes connections on to a server of this machine, late and slowly.",
        discussion: """
            Prints the port of 127.0.0.1 at which it listens on a line of its own, and ends with its standard input. All \
            connections share the line. A connection's bytes move a round trip after it was made.

            Lines of its standard input, each of which is answered by a line of counts, or by “unknown”:
              stall [BYTES]   nothing arrives any more, from now on or when BYTES have arrived
              cut [BYTES]     connections are reset, now or when BYTES have arrived
              resume          everything arrives again
              refuse          new connections are refused
              accept          new connections are accepted again
              count           the counts alone
            """)

    @Argument(help: "Port of 127.0.0.1 to pass connections on to.")
    var port: UInt16

    @Option(help: "Milliseconds to the server and back.")
    var milliseconds: Double = 0

    @Option(help: "Mbit/s in each direction. Without it, as many as the machine carries.")
    var megabits: Double?

    func validate() throws {
        if !(0...60_000).contains(milliseconds) {
            throw ValidationError("--milliseconds needs a number between 0 and 60,000.")
        }
        if let megabits, !(0.001...1_000_000).contains(megabits) {
            throw ValidationError("--megabits needs a number between 0.001 and 1,000,000.")
        }
    }

    func run() throws {
        do throws(Relay.Failure) {
            let relay = try Relay(to: port, milliseconds: milliseconds, megabits: megabits)
            StandardStreams.say("\(relay.port)")
            relay.obey(STDIN_FILENO) { StandardStreams.say($0) }
        } catch {
            StandardStreams.warn("tessera-lab relay: \(error)")
            throw ExitCode(1)
        }
    }
}
