// One direction of a connection.
import Glibc

/// Bytes on their way from one socket to another.
struct Direction {
    /// A line holds what it has taken; this bounds what one connection has under way on a fast line.
    private static let limit = 262_144
    private static let piece = 8_192

    private struct Piece {
        var bytes: ArraySlice<UInt8>
        let due: Instant
    }

    let from: Int32, to: Int32
    private var pieces: [Piece] = []
    private var held = 0
    /// Whether the socket at the other end takes no bytes at the moment.
    private(set) var isBlocked = false
    /// Whether the sender has said its last.
    private(set) var hasEnded = false
    /// Whether the receiver has been told so.
    private(set) var isOver = false

    init(from: Int32, to: Int32) {
        self.from = from
        self.to = to
    }

    var reads: Bool { !hasEnded && held < Self.limit }

    /// When the next piece arrives.
    var due: Instant? { isOver ? nil : pieces.first?.due ?? (hasEnded ? 0 : nil) }

    /// Reads one piece.
    /// - Parameter earliest: The time before which nothing of the connection moves.
    /// - Returns: How many bytes came, 0 for none; nil when the connection is broken.
    mutating func read(onto line: inout Line, at now: Instant, notBefore earliest: Instant) -> Int? {
        var bytes = [UInt8](repeating: 0, count: Self.piece)
        let count = recv(from, &bytes, Self.piece, Int32(MSG_DONTWAIT))
        if count > 0 {
            pieces.append(Piece(bytes: bytes[..<count], due: line.take(count, at: max(now, earliest))))
            held += count
        } else if count == 0 {
            hasEnded = true
        } else if errno != EAGAIN && errno != EINTR {
            return nil
        }
        return max(0, count)
    }

    /// Writes what has arrived, up to a number of bytes.
    /// - Returns: How many bytes went; nil when the connection is broken.
    mutating func write(at now: Instant, atMost limit: Int) -> Int? {
        var total = 0
        isBlocked = false
        while total < limit, let first = pieces.first, first.due <= now {
            let wanted = first.bytes.prefix(limit - total)
            let count = wanted.withUnsafeBytes {
                send(to, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
            }
            if count < 0 {
                // A connection that is still being made takes nothing yet.
                isBlocked = errno == EAGAIN || errno == EINPROGRESS || errno == ENOTCONN
                if isBlocked || errno == EINTR { break }
                return nil
            }
            total += count
            held -= count
            if count == first.bytes.count { pieces.removeFirst() } else { pieces[0].bytes.removeFirst(count) }
        }
        if hasEnded && pieces.isEmpty && !isOver {
            isOver = true
            shutdown(to, Int32(SHUT_WR))
        }
        return total
    }
}
