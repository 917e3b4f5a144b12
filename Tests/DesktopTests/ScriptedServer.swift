import CThreads
// A raw HTTP responder whose every byte is scripted, for faults that a well-behaved server cannot commit.
import Codecs
import Fixtures
import Glibc

@testable import Desktop

/// Listens on loopback and answers each request with the steps that `script` gives for its path.
final class ScriptedServer: Sendable {
    enum Step: Sendable {
        case text(String)
        case bytes([UInt8])
        case zeros(Int)
        /// Opens a gate for the test.
        case tell(Gate)
        /// Holds the answer until the test opens the gate.
        case hold(Gate)
        /// Sends zeros until the peer is gone, then opens the gate.
        case floodUntilGone(Gate)
        /// Sends a text again and again until the peer is gone, then opens the gate.
        case repeatUntilGone(String, Gate)
        case close
    }

    struct Counts: Sendable {
        var connections = 0
        var heads: [String] = []
        var bodyBytes = 0
    }

    let port: UInt16
    var url: String { "http://127.0.0.\(host):\(port)" }
    var counts: Counts { state.withLock { $0 } }
    private let host: UInt8
    private let listener: Listener
    private let state = Monitor(Counts())
    private let script: @Sendable (String) -> [Step]

    /// The socket that listens. Closed once neither the server nor the thread that accepts holds it: its number would
    /// mean another file to that thread.
    private final class Listener: Sendable {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        deinit { Glibc.close(descriptor) }
    }

    /// - Parameter host: The last number of its address, 127.0.0.1 to 127.0.0.255.
    init(host: UInt8 = 1, _ script: @escaping @Sendable (String) -> [Step]) {
        self.host = host
        self.script = script
        let listener = Listener()
        self.listener = listener
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = (UInt32(0x7f00_0000) + UInt32(host)).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                precondition(bind(listener.descriptor, $0, length) == 0 && listen(listener.descriptor, 64) == 0)
                getsockname(listener.descriptor, $0, &length)
            }
        }
        port = UInt16(bigEndian: address.sin_port)
        Self.thread { [state, script] in
            while true {
                let peer = accept(listener.descriptor, nil, nil)
                if peer < 0 { return }
                state.broadcast { $0.connections += 1 }
                Self.thread {
                    Self.serve(peer, script, state)
                    Glibc.close(peer)
                }
            }
        }
    }

    deinit { shutdown(listener.descriptor, Int32(SHUT_RDWR)) }

    static func answer(_ status: String, _ fields: [String] = [], length: Int? = 0) -> Step {
        let all = ["HTTP/1.1 \(status)"] + fields + (length.map { ["Content-Length: \($0)"] } ?? [])
        return .text(all.joined(separator: "\r\n") + "\r\n\r\n")
    }

    private static func serve(_ peer: Int32, _ script: (String) -> [Step], _ state: Monitor<Counts>) {
        while let head = readHead(peer) {
            state.broadcast { $0.heads.append(head) }
            let path = head.split(separator: " ").dropFirst().first.map(String.init) ?? ""
            for step in script(path) {
                switch step {
                case .text(let text): if !write(Array(text.utf8), peer) { return }
                case .bytes(let bytes):
                    if !write(bytes, peer) { return }
                    state.broadcast { $0.bodyBytes += bytes.count }
                case .zeros(let count):
                    if !write([UInt8](repeating: 0, count: count), peer) { return }
                    state.broadcast { $0.bodyBytes += count }
                case .tell(let gate): gate.open()
                case .hold(let gate): gate.block()
                case .floodUntilGone(let gate):
                    let chunk = [UInt8](repeating: 0, count: 4096)
                    while write(chunk, peer) { state.broadcast { $0.bodyBytes += chunk.count } }
                    gate.open()
                    return
                case .repeatUntilGone(let text, let gate):
                    let bytes = Array(text.utf8)
                    while write(bytes, peer) { state.broadcast { $0.bodyBytes += bytes.count } }
                    gate.open()
                    return
                case .close: return
                }
            }
        }
    }

    private static func readHead(_ peer: Int32) -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while read(peer, &byte, 1) == 1 {
            bytes.append(byte)
            if bytes.suffix(4) == [13, 10, 13, 10] { return String(decoding: bytes, as: UTF8.self) }
        }
        return nil
    }

    private static func write(_ bytes: [UInt8], _ peer: Int32) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var done = 0
            while done < buffer.count {
                let count = send(peer, buffer.baseAddress! + done, buffer.count - done, Int32(MSG_NOSIGNAL))
                if count <= 0 { return false }
                done += count
            }
            return true
        }
    }

    /// A thread of the tests' own, which may block.
    static func thread(_ body: @escaping @Sendable () -> Void) {
        final class Box: Sendable {
            let body: @Sendable () -> Void
            init(_ body: @escaping @Sendable () -> Void) { self.body = body }
        }
        g_thread_unref(
            tessera_thread_new(
                "test", 0, { Unmanaged<Box>.fromOpaque($0!).takeRetainedValue().body() },
                Unmanaged.passRetained(Box(body)).toOpaque())!)
    }
}
