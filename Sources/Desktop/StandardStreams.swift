// Where a program's words go. Written with the descriptors: C's `stdout` and `stderr` are unsafe globals to Swift 6.
import Glibc

/// The process's output and error streams. Unbuffered, so that a reader of a pipe sees each line at once. Any thread.
public enum StandardStreams {
    /// Writes a line of result.
    public static func say(_ text: String) { write(text, to: STDOUT_FILENO) }

    /// Writes a line of complaint.
    public static func warn(_ text: String) { write(text, to: STDERR_FILENO) }

    private static func write(_ text: String, to descriptor: Int32) {
        var rest = Array((text + "\n").utf8)[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            // A reader that has gone is nobody's failure; an interrupted call is tried again.
            if written < 0 && errno != EINTR { return }
            rest = rest.dropFirst(max(0, written))
        }
    }
}
