// Another program that wants a core all the time, for measuring beside it.

enum BusyLoop {
    /// Runs `work`, beside such a program where that is asked for.
    /// - Parameter log: File for what it says; replaced.
    static func beside(_ isBusy: Bool, log: String, _ work: () async throws -> Void) async throws {
        guard isBusy else { return try await work() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                let loop = ProgramRun(
                    path: "/bin/sh", arguments: ["-c", "while :; do :; done"], environment: [:], log: log)
                // Cancelled, which kills it.
                try? await loop.finish(within: .seconds(3_600))
            }
            defer { group.cancelAll() }
            try await work()
        }
    }
}
