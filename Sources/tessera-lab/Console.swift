// Lines of text to standard output and standard error, written at once, so that a reader of a pipe sees them.
import Glibc

/// The two streams. Unbuffered; `stdout` and `stderr` themselves are mutable globals that Swift 6 refuses.
enum Console {
    static func print(_ line: String) { write(line, to: STDOUT_FILENO) }
    static func complain(_ line: String) { write(line, to: STDERR_FILENO) }

    private static func write(_ line: String, to descriptor: Int32) {
        var bytes = Array((line + "\n").utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            // A reader that has gone is nobody's failure; an interrupted call is tried again.
            if count < 0 && errno != EINTR { return }
            bytes = bytes.dropFirst(max(0, count))
        }
    }
}
