// A child process that makes a thumbnail, with a limit of its time.
import CGLib
import CThreads
import Glibc
import Photos

/// Running of a program without input and output, at the niceness of the calling thread.
enum ThumbnailerProcess {
    enum Outcome: Equatable {
        /// By its exit status; above 128 by a signal.
        case ended(status: Int32)
        case outOfTime, cancelled, notStarted
    }

    /// Microseconds between two looks at the process and at the cancel flag.
    private static let pause: UInt32 = 10_000

    /// Runs a command line to its end, or kills it with all processes of its group. Blocks.
    /// - Parameters:
    ///   - words: The program, searched for in PATH, and its arguments: texts of paths as by `FilePath`.
    ///   - isCancelled: Asked many times a second.
    static func run(_ words: [String], limit: Duration, isCancelled: () -> Bool) -> Outcome {
        guard !words.isEmpty, !isCancelled() else { return .cancelled }
        guard let process = start(words) else { return .notStarted }
        let clock = ContinuousClock()
        let deadline = clock.now + limit
        var status: Int32 = 0
        while true {
            let ended = waitpid(process, &status, WNOHANG)
            if ended == process { return .ended(status: exitStatus(status)) }
            if ended < 0, errno != EINTR { return .notStarted }
            let outcome: Outcome? = isCancelled() ? .cancelled : clock.now >= deadline ? .outOfTime : nil
            if let outcome {
                kill(-process, SIGKILL)
                while waitpid(process, &status, 0) < 0, errno == EINTR {}
                return outcome
            }
            usleep(pause)
        }
    }

    private static func exitStatus(_ status: Int32) -> Int32 {
        // WIFEXITED, WEXITSTATUS and WTERMSIG, which Swift does not import.
        status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    }

    /// Returns the started process; nil if that is impossible.
    private static func start(_ words: [String]) -> pid_t? {
        var arguments = words.map { word -> UnsafeMutablePointer<CChar>? in
            let bytes = FilePath.bytes(of: word) + [0]
            return bytes.withUnsafeBytes { g_memdup2($0.baseAddress, gsize($0.count)) }?.assumingMemoryBound(
                to: CChar.self)
        }
        arguments.append(nil)
        defer { arguments.forEach { g_free($0) } }
        let process = tessera_spawn(arguments)
        return process > 0 ? process : nil
    }
}
