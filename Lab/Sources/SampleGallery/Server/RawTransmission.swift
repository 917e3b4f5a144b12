// Writing of a raw answer onto its connection, bypassing libsoup.
import CGLib
import Codecs
import Desktop

/// The pace of an answer that is slowed down.
enum Pace {
    /// Time between two parts.
    static let milliseconds = 20

    /// Returns the number of bytes of a part, at least one.
    static func bytes(at bytesPerSecond: Int) -> Int { max(1, bytesPerSecond * milliseconds / 1000) }
}

/// A raw answer on its way. Server thread.
final class RawTransmission {
    /// What is left to do after a write.
    enum Progress {
        /// Everything has been written.
        case complete
        /// The socket accepts no more for now, or the limit of one main-loop iteration is reached.
        case full
        /// The next bytes are due after this many milliseconds.
        case due(afterMilliseconds: Int)
        /// The peer has disconnected.
        case failed
    }

    private static let chunkBytes = 32 * 1024
    /// Limit per main-loop iteration, so that an endless answer does not starve the other connections.
    private static let iterationBytes = 256 * 1024

    private let answer: RawAnswer
    /// Taken over from libsoup.
    private let stream: GObjectReference
    private let socket: GObjectReference
    private let bytesPerSecond: Int
    private let length: UInt64
    private var sent: UInt64 = 0
    private var writable: LoopSource?

    /// Takes over the stream of a connection.
    /// - Parameter bytesPerSecond: 0 writes as fast as the peer reads.
    init(_ answer: RawAnswer, on stream: GObjectReference, _ socket: GObjectReference, bytesPerSecond: Int) {
        self.answer = answer
        self.stream = stream
        self.socket = socket
        self.bytesPerSecond = bytesPerSecond
        let cycled = answer.cycle.isEmpty ? 0 : answer.cycledBytes.map(UInt64.init(clamping:)) ?? .max
        let (sum, overflow) = UInt64(answer.head.count).addingReportingOverflow(cycled)
        length = overflow ? .max : sum
        g_socket_set_blocking(socket.pointer.cast(), 0)
    }

    /// Calls `body` once when the socket accepts bytes. Replaces an earlier wait.
    func whenWritable(_ body: @escaping () -> Void) {
        writable = LoopSource(watching: g_socket_get_fd(socket.pointer.cast()), for: G_IO_OUT) { [unowned self] in
            writable = nil
            body()
            return false
        }
    }

    /// Writes as much as the peer and the pace allow.
    /// - Parameter report: gets the number of bytes that the kernel has accepted, after each call of it.
    func write(report: (Int) -> Void) -> Progress {
        // For less than a byte per tick: one byte at longer intervals.
        var room = bytesPerSecond > 0 ? Pace.bytes(at: bytesPerSecond) : Self.iterationBytes
        while room > 0, sent < length {
            var error: UnsafeMutablePointer<GError>?
            let taken = withNextBytes { bytes in
                g_socket_send_with_blocking(
                    socket.pointer.cast(), bytes.baseAddress, gsize(min(bytes.count, room, Self.chunkBytes)), 0, nil,
                    &error)
            }
            guard taken >= 0 else { return GLibError(adopting: error).isIO(G_IO_ERROR_WOULD_BLOCK) ? .full : .failed }
            sent += UInt64(taken)
            room -= taken
            report(taken)
        }
        if sent >= length { return .complete }
        return bytesPerSecond > 0 ? .due(afterMilliseconds: max(Pace.milliseconds, 1000 / bytesPerSecond)) : .full
    }

    /// Closes the connection, by RST if `byReset`.
    func close(byReset: Bool) {
        writable = nil
        if byReset { PeerConnection.sendResetOnClose(socket.pointer.cast()) }
        g_io_stream_close(stream.pointer.cast(), nil, nil)
    }

    /// Calls `body` with the next bytes, at least one, without copying them.
    private func withNextBytes(_ body: (UnsafeBufferPointer<CChar>) -> Int) -> Int {
        let head = UInt64(answer.head.count)
        let isInHead = sent < head
        let bytes = isInHead ? answer.head : answer.cycle
        let start = isInHead ? Int(sent) : Int((sent - head) % UInt64(bytes.count))
        let count = Int(min(UInt64(bytes.count - start), length - sent))
        return bytes.withUnsafeBytes {
            body(UnsafeBufferPointer(rebasing: $0.bindMemory(to: CChar.self)[start..<start + count]))
        }
    }
}
