// A server in a process of its own that ends with this one, however this one ends.
import CGLib
import Codecs
import Glibc
import Photos
import Synchronization

/// A running server.
///
/// Its standard input is a pipe whose other end is open in this process alone. The server ends when the kernel closes
/// that: also after a crash or SIGKILL of this process. `end`, and the end of the last reference, kill it.
final class ServerProcess: Sendable {
    /// The reason why there is no server.
    struct Failure: Error {
        let reason: LoadFailure.Reason
    }

    /// The base URL, which it has written on the first line of its output.
    let address: String
    private let input: PipeEnd
    private let output: PipeEnd
    /// The process; nil once it has been waited for.
    private let process: Mutex<pid_t?>

    /// Seconds that a server has to write its address, most of which takes its start on a busy machine.
    private static let patience = 20
    /// Most bytes of an address, or of the sentence that says why there is none.
    private static let longestLine = 500

    private init(_ process: pid_t, address: String, input: PipeEnd, output: PipeEnd) {
        (self.address, self.input, self.output) = (address, input, output)
        self.process = Mutex(process)
    }

    deinit { end() }

    /// Starts a program and waits for its address. Blocks; not to be called from an actor or the main thread.
    /// - Parameters:
    ///   - program: The path of the program.
    ///   - arguments: The arguments with which it serves, and writes its base URL on the first line of its output.
    static func start(_ program: String, _ arguments: [String]) throws(Failure) -> ServerProcess {
        guard let input = PipeEnd.pair(), let output = PipeEnd.pair() else { throw notStarted(program, errno) }
        let process: pid_t
        do {
            // What it says of a failure is on its standard error.
            process = try HelperProgram.start(
                [program] + arguments, [input.read, output.write, output.write].map(\.descriptor))
        } catch {
            throw notStarted(program, error.number)
        }
        // Without these its end would not be seen.
        input.read.close()
        output.write.close()
        let line = output.read.line(most: longestLine, within: patience)
        let server = ServerProcess(process, address: line ?? "", input: input.write, output: output.read)
        guard let line else { throw Failure(reason: .timedOut(seconds: patience)) }
        guard line.hasPrefix("http://") else {
            throw Failure(reason: .unreadable(line.isEmpty ? SampleService.hasStopped : .verbatim(line)))
        }
        return server
    }

    private static func notStarted(_ program: String, _ number: Int32) -> Failure {
        let values: [String: Message.Value] = ["program": .text(program), "reason": .text(systemMessage(number))]
        return Failure(reason: .unreadable(Message("{program} can't be started ({reason})", values)))
    }

    /// Returns when the server has ended. Blocks; not to be called from an actor or the main thread.
    func waitUntilEnded() {
        output.readToEnd()
        end()
    }

    /// Kills the server, unless it has ended, and waits for it, which takes some milliseconds. Any thread.
    func end() {
        process.withLock { process in
            guard let ended = process else { return }
            kill(ended, SIGKILL)
            var status: Int32 = 0
            while waitpid(ended, &status, 0) < 0, errno == EINTR {}
            process = nil
        }
    }
}

/// One end of a pipe, closed with its last reference at the latest. No program that is started gets it by itself.
private final class PipeEnd: Sendable {
    private let number: Mutex<Int32>
    var descriptor: Int32 { number.withLock { $0 } }

    /// - Parameter descriptor: Taken over.
    private init(_ descriptor: Int32) {
        // Above the standard streams, which a program is given others for.
        number = Mutex(fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1))
        Glibc.close(descriptor)
    }

    deinit { close() }

    /// Both ends of a new pipe; nil, with `errno` set, where the system provides none.
    static func pair() -> (read: PipeEnd, write: PipeEnd)? {
        var ends: [Int32] = [-1, -1]
        guard g_unix_open_pipe(&ends, FD_CLOEXEC, nil) != 0 else { return nil }
        let pair = (read: PipeEnd(ends[0]), write: PipeEnd(ends[1]))
        return pair.read.descriptor >= 0 && pair.write.descriptor >= 0 ? pair : nil
    }

    func close() {
        number.withLock { number in
            if number >= 0 { Glibc.close(number) }
            number = -1
        }
    }

    /// Reads until the end of a line, or of the pipe. Returns nil where neither comes within some seconds.
    func line(most: Int, within seconds: Int) -> String? {
        let clock = ContinuousClock(), deadline = clock.now + .seconds(seconds)
        var bytes: [UInt8] = []
        while bytes.count < most {
            let left = clock.now.duration(to: deadline).components.seconds
            var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let count = poll(&ready, 1, Int32(max(0, left * 1000)))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            var byte: UInt8 = 0
            guard readOnce(into: &byte, 1) > 0, byte != UInt8(ascii: "\n") else { break }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reads and forgets everything up to the end of the pipe, which comes when no process has the other end.
    func readToEnd() {
        var bytes = [UInt8](repeating: 0, count: 512)
        while readOnce(into: &bytes, bytes.count) > 0 {}
    }

    private func readOnce(into bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
        while true {
            let result = read(descriptor, bytes, count)
            if result >= 0 || errno != EINTR { return result }
        }
    }
}
