// The end of a server with the program that has started it.
import Codecs
import Glibc

enum StandardInput {
    /// Ends the process when its standard input does, which the kernel closes however the process at its other end has
    /// ended. Returns at once.
    static func endsProcess() {
        let thread = WorkerPool(name: "input", width: 1, niceness: 0)
        Task.detached(executorPreference: thread) {
            var byte: UInt8 = 0
            while true {
                let count = read(STDIN_FILENO, &byte, 1)
                if count == 0 || count < 0 && errno != EINTR { break }
            }
            // There is nothing to keep, and what is under way need not come to its end.
            _exit(0)
        }
    }
}
