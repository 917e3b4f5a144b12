// Handling of Ctrl-C for work that must clean up before the program ends.
import Desktop

enum Interruption {
    struct Stopped: Error, CustomStringConvertible {
        let description = "Stopped."
    }

    /// Runs `work`, and cancels it at the first SIGINT or SIGTERM. Call once in the life of the program.
    /// - Throws: the errors of `work`, and `Stopped` after a signal.
    static func heeding<Result: Sendable>(_ work: @escaping @Sendable () async throws -> Result) async throws -> Result
    {
        let task = Task { try await work() }
        Task {
            await TerminationRequest.wait()
            task.cancel()
        }
        do {
            return try await task.value
        } catch {
            // Cancelled work throws various errors of its own.
            throw task.isCancelled ? Stopped() : error
        }
    }
}
