// Output on the standard streams. It uses the descriptors, because C's `stdout` and `stderr` are unsafe globals in
// Swift 6.
import Glibc

/// The process's output and error streams. Unbuffered, so that a reader of a pipe sees each line at once. Any thread.
public enum StandardStreams {
    /// Writes a line of results to standard output.
    public static func say(_ text: String) { _ = write(text, to: STDOUT_FILENO) }

    /// Writes a line of results to standard output.
    /// - Returns: false when its reader is gone.
    public static func deliver(_ text: String) -> Bool { write(text, to: STDOUT_FILENO) }

    /// Writes a warning or error message to standard error.
    public static func warn(_ text: String) { _ = write(text, to: STDERR_FILENO) }

    private static func write(_ text: String, to descriptor: Int32) -> Bool {
        var rest = Array((text + "\n").utf8)[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            // An interrupted call is repeated.
            if written < 0 && errno != EINTR { return false }
            rest = rest.dropFirst(max(0, written))
        }
        return true
    }
}
