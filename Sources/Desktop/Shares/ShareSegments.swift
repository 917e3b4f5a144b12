// The bytes of a long file on their way from a share to the disk.
import Glibc
import Library
import Photos
import Synchronization

/// A part of a file that several threads read at once, a segment each, and write to a file on the disk. What is written
/// without a gap from its beginning on is whole, also where some of the segments fail.
final class ShareSegments: Sendable {
    private struct State {
        /// The file on the disk; nil once nothing more may be written.
        var descriptor: Int32?
        /// The first byte that no thread has taken.
        var next: Int
        /// Every byte of the part before this one is written.
        var whole: Int
        /// How far segments are written, by their first bytes, from the one on in which the first gap is.
        var written: [Int: Int] = [:]
    }

    private let state: Mutex<State>
    private let part: Range<Int>
    private let length: Int

    /// - Parameters:
    ///   - descriptor: Not closed here.
    ///   - length: Bytes of a segment.
    init(_ part: Range<Int>, of length: Int, to descriptor: Int32) {
        (self.part, self.length) = (part, length)
        state = Mutex(State(descriptor: descriptor, next: part.lowerBound, whole: part.lowerBound))
    }

    /// The number of bytes that are written without a gap.
    var whole: Int { state.withLock { $0.whole } - part.lowerBound }

    /// Returns the next segment for a thread; nil once all are taken.
    func take() -> Range<Int>? {
        state.withLock { state in
            guard state.next < part.upperBound else { return nil }
            let segment = state.next..<end(of: state.next)
            state.next = segment.upperBound
            return segment
        }
    }

    private func end(of start: Int) -> Int { min(start + length, part.upperBound) }

    /// Writes what follows in a segment.
    /// - Parameter offset: The place in the file.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int, of segment: Range<Int>) throws(SystemFailure) {
        let code = state.withLock { state -> Int32 in
            guard let descriptor = state.descriptor else { return ECANCELED }
            var done = 0
            while done < bytes.count {
                let count = pwrite(
                    descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(offset + done))
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return count < 0 ? errno : EIO }
                done += count
            }
            state.written[segment.lowerBound] = offset + done
            var start = (state.whole - part.lowerBound) / length * length + part.lowerBound
            while let written = state.written[start] {
                state.whole = written
                guard written == end(of: start), written < part.upperBound else { break }
                state.written[start] = nil
                start = written
            }
            return 0
        }
        if code != 0 { throw SystemFailure(code) }
    }

    /// Ends the writing, also of threads that are still reading.
    func finish() { state.withLock { $0.descriptor = nil } }
}
