// Subprocess that runs until it ends, times out, or its task is cancelled.
import Glibc

/// Run of a program.
struct ProgramRun {
    let path: String
    let arguments: [String]
    /// Complete environment of the program.
    let environment: [String: String]
    /// File for its output and its errors; replaced.
    let log: String

    /// Reason why there is no result.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Interval between checks whether the program has ended. It does not affect results, because the program measures
    /// its own times.
    private static let pause = Duration.milliseconds(50)

    /// Starts the program and waits until it ends with status 0. Cancelling the task kills it.
    /// - Parameter limit: time after which it is killed.
    func finish(within limit: Duration) async throws {
        let clock = ContinuousClock()
        let end = clock.now + limit
        let child = try spawn()
        while true {
            var status: Int32 = 0
            let ended = waitpid(child, &status, WNOHANG)
            if ended == child {
                guard status == 0 else {
                    throw Failure(description: "\(name) \(Self.words(for: status)); it said:\n\(said)")
                }
                return
            }
            guard !Task.isCancelled, clock.now < end else {
                kill(child, SIGKILL)
                waitpid(child, &status, 0)
                try Task.checkCancellation()
                throw Failure(description: "\(name) did not end within \(limit); it said:\n\(said)")
            }
            // When cancelled, the next iteration kills the program.
            try? await Task.sleep(for: Self.pause)
        }
    }

    private var name: String { ([path] + arguments).joined(separator: " ") }

    /// End of the program's output.
    private var said: String {
        guard let file = fopen(log, "r") else { return "" }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        fseek(file, 0, SEEK_END)
        fseek(file, max(0, ftell(file) - bytes.count), SEEK_SET)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    /// Describes a status of waitpid(2): the lowest seven bits are a signal, the next eight the exit status.
    private static func words(for status: Int32) -> String {
        status & 0x7F == 0 ? "ended with status \(status >> 8 & 0xFF)" : "was killed by signal \(status & 0x7F)"
    }

    private func spawn() throws -> pid_t {
        var files = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, log, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO)
        var words = ([path] + arguments).map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + variables { free(text) } }
        var child: pid_t = 0
        let problem = posix_spawn(&child, path, &files, nil, &words, &variables)
        guard problem == 0 else {
            throw Failure(description: "\(path) cannot be started: \(String(cString: strerror(problem)))")
        }
        return child
    }
}
