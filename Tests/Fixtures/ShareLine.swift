// A slow line to a server of shares, for tests.
import Glibc

/// `tessera-lab relay` between a test and a server. Ends with its last reference, and with the tests. Used by one
/// thread at a time.
package final class ShareLine {
    package struct Failure: Error {}

    /// An address of the server, by way of the line.
    package let address: String
    private let connection: Int32
    private let process: pid_t

    /// Returns when it listens.
    /// - Parameters:
    ///   - address: Of a share, with a port.
    ///   - program: The path of tessera-lab.
    ///   - milliseconds: To the server and back.
    ///   - megabits: A second in each direction; nil for no limit.
    package init(
        to address: String, program: String, milliseconds: Double = 0, megabits: Double? = nil
    ) throws(Failure) {
        guard let (before, port, after) = Self.parts(of: address) else { throw Failure() }
        var arguments = [program, "relay", port, "--milliseconds", "\(milliseconds)"]
        if let megabits { arguments += ["--megabits", "\(megabits)"] }
        var pair: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &pair) == 0 else {
            throw Failure()
        }
        process = Self.spawn(arguments, standardStreams: pair[1])
        close(pair[1])
        connection = pair[0]
        let own = Self.line(from: connection)
        self.address = before + own + after
        if own.isEmpty { throw Failure() }
    }

    deinit {
        // The relay ends with its input.
        close(connection)
        var status: Int32 = 0
        if process > 0 { waitpid(process, &status, 0) }
    }

    /// Has an order carried out: `stall [BYTES]`, `cut [BYTES]`, `resume`, `refuse`, `accept` or `count`.
    /// - Returns: What it has counted then: “open N accepted N up BYTES down BYTES”.
    @discardableResult
    package func tell(_ order: String) -> String {
        let bytes = Array((order + "\n").utf8)
        send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        return Self.line(from: connection)
    }

    /// The address up to its port, the port, and what follows.
    static func parts(of address: String) -> (String, String, String)? {
        guard let host = address.firstRange(of: "127.0.0.1:") else { return nil }
        let port = address[host.upperBound...].prefix { $0.isNumber }
        return (String(address[..<host.upperBound]), String(port), String(address[port.endIndex...]))
    }

    private static func spawn(_ arguments: [String], standardStreams: Int32) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, standardStreams, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, standardStreams, STDOUT_FILENO)
        let texts = arguments.map { strdup($0) }
        defer { for text in texts { free(text) } }
        var process: pid_t = 0
        return posix_spawn(&process, arguments[0], &actions, nil, texts + [nil], environ) == 0 ? process : -1
    }

    private static func line(from descriptor: Int32) -> String {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while read(descriptor, &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
        return String(decoding: line, as: UTF8.self)
    }
}
