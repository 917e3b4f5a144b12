// The process of tessera-decode from which decode processes are forked.
import CChannel
import CGLib
import Glibc
import Photos
import Synchronization

/// The fork server, started at the first use, and again when it has ended. Any thread that may block for some
/// milliseconds.
final class ForkServer: Sendable {
    /// The reason why there is no process; in the system's words.
    struct Failure: Error {
        let words: String
    }

    /// A running server.
    private struct Server {
        let channel: Channel
        let process: pid_t
        /// The MIME types whose loaders it has been told to load.
        var types: Set<String> = []
    }

    private let program: String
    private let server = Mutex<Server?>(nil)
    /// Processes that have been killed and not been waited for: their numbers are taken until then.
    private let left = Mutex<[pid_t]>([])

    /// - Parameter program: The path of tessera-decode.
    init(program: String) { self.program = program }

    deinit { close() }

    /// Forks a process that serves the other end of the channel, which is closed here.
    func start(serving end: Channel) throws(Failure) -> pid_t {
        let process = try ask(TESSERA_FORK_STARTS, descriptor: end.descriptor).process
        guard process > 0 else { throw Failure(words: systemMessage(-process)) }
        return process
    }

    /// Kills a process that was forked, if it has not ended, and returns the status of its end as waitpid(2) does; nil
    /// where the server has ended, and the process with it. The number of the process means another one from then on.
    func end(_ process: pid_t) -> Int32? {
        server.withLock { server in
            // A server that was started since knows nothing of it.
            Self.exchange(Self.request(TESSERA_FORK_ENDS, process: process), nil, with: server?.channel)?.status
        }
    }

    /// Has a process that was forked killed and waited for when something is asked next. Any thread.
    func leave(_ process: pid_t) { left.withLock { $0.append(process) } }

    /// Has loaded the loader of a MIME type for all processes that are forked from now on.
    /// - Returns: Whether it had not been loaded before.
    func load(_ type: String) throws(Failure) -> Bool {
        if server.withLock({ $0?.types.contains(type) ?? false }) { return false }
        _ = try ask(TESSERA_FORK_LOADS, type: type)
        return server.withLock { $0?.types.insert(type).inserted ?? false }
    }

    /// The number of the server's process; nil if there is none.
    var runningProcess: pid_t? { server.withLock { $0?.process } }

    /// Ends the server and all processes that it has forked.
    func close() { server.withLock { Self.end(&$0) } }

    private func ask(
        _ kind: TesseraForkKind, type: String = "", descriptor: Int32? = nil
    ) throws(Failure) -> TesseraForkAnswer {
        try server.withLock { (server) throws(Failure) in
            let request = Self.request(kind, type: type)
            for process in left.withLock({ $0.take() }) {
                _ = Self.exchange(Self.request(TESSERA_FORK_ENDS, process: process), nil, with: server?.channel)
            }
            if let answer = Self.exchange(request, descriptor, with: server?.channel) { return answer }
            // There is no server, or it has ended: a second one is tried once.
            let types = server?.types ?? []
            Self.end(&server)
            server = try start(with: types)
            guard let answer = Self.exchange(request, descriptor, with: server?.channel) else {
                Self.end(&server)
                throw Failure(words: String(cString: strerror(EPIPE)))
            }
            return answer
        }
    }

    private func start(with types: Set<String>) throws(Failure) -> Server {
        guard let (own, other) = Channel.pair() else { throw Failure(words: systemMessage(errno)) }
        let process: pid_t
        do {
            process = try HelperProgram.start([program], [other.descriptor])
        } catch {
            throw Failure(words: error.words)
        }
        let server = Server(channel: own, process: process, types: types)
        for type in types {
            _ = Self.exchange(Self.request(TESSERA_FORK_LOADS, type: type), nil, with: own)
        }
        return server
    }

    private static func end(_ server: inout Server?) {
        guard let ended = server.take() else { return }
        // It ends with its channel, after those that it has forked.
        shutdown(ended.channel.descriptor, Int32(SHUT_RDWR))
        var status: Int32 = 0
        for _ in 0..<patience {
            if waitpid(ended.process, &status, WNOHANG) != 0 { return }
            usleep(1000)
        }
        kill(ended.process, SIGKILL)
        while waitpid(ended.process, &status, 0) < 0, errno == EINTR {}
    }

    /// Milliseconds that a server has to answer, most of which takes its start on a busy machine.
    private static let answerTime: Int32 = 5000
    /// Milliseconds that a server has to end, most of which takes a process that has much memory.
    private static let patience = 300

    private static func request(
        _ kind: TesseraForkKind, process: pid_t = 0, type: String = ""
    ) -> TesseraForkRequest {
        var request = TesseraForkRequest()
        request.kind = kind.rawValue
        request.process = process
        withUnsafeMutableBytes(of: &request.type) { $0.copyBytes(from: type.utf8.prefix($0.count - 1)) }
        return request
    }

    private static func exchange(
        _ request: TesseraForkRequest, _ descriptor: Int32?, with channel: Channel?
    ) -> TesseraForkAnswer? {
        guard let channel, channel.send(withUnsafeBytes(of: request, Array.init), descriptor.map { [$0] } ?? []),
            channel.hasMessage(within: answerTime), let (bytes, descriptors) = channel.receive()
        else { return nil }
        for descriptor in descriptors { Glibc.close(descriptor) }
        guard bytes.count == MemoryLayout<TesseraForkAnswer>.size else { return nil }
        return bytes.withUnsafeBytes { $0.loadUnaligned(as: TesseraForkAnswer.self) }
    }
}

extension Array {
    /// Returns the elements and leaves none.
    fileprivate mutating func take() -> [Element] {
        defer { self = [] }
        return self
    }
}
