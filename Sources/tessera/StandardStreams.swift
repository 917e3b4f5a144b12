// Where the program's words go. Written with the descriptors: C's `stdout` and `stderr` are unsafe globals to Swift 6.
import Glibc

/// The process's output and error streams.
enum StandardStreams {
    /// Writes a line of result.
    static func say(_ text: String) { write(text, to: STDOUT_FILENO) }

    /// Writes a line of complaint.
    static func warn(_ text: String) { write(text, to: STDERR_FILENO) }

    private static func write(_ text: String, to descriptor: Int32) {
        var rest = Array((text + "\n").utf8)[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            // A closed pipe: nobody listens any more.
            guard written > 0 else { return }
            rest = rest.dropFirst(written)
        }
    }
}
