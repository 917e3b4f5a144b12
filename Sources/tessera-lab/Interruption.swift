// Ctrl-C for work that leaves things behind: it is cancelled, tidies up, and only then the program ends.
import SampleServer

enum Interruption {
    struct Stopped: Error, CustomStringConvertible {
        let description = "Stopped."
    }

    /// Runs `work`, and cancels it at the first SIGINT or SIGTERM. Once in the life of the program.
    /// - Throws: What `work` throws, and `Stopped` when it was told to stop.
    static func heeding<Result: Sendable>(_ work: @escaping @Sendable () async throws -> Result) async throws -> Result {
        let task = Task { try await work() }
        Task {
            try await TerminationRequest.wait()
            task.cancel()
        }
        do {
            return try await task.value
        } catch {
            // Cancelled work says so in words of its own.
            throw task.isCancelled ? Stopped() : error
        }
    }
}
