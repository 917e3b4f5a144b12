// The bytes of a long file on their way from a share to the disk.
import Glibc
import Library
import Photos
import Synchronization

/// A part of a file that several threads read at once, a segment each, and write to a file on the disk. What is written
/// without a gap from its beginning on is whole, also where some of the segments fail.
///
/// Each thread goes on behind its last segment for as long as it can, because GVfs reads ahead of each stream and drops
/// that when the stream is read elsewhere (measured: some 60 KB by sftp). The places where threads begin come in rows,
/// one row after the other, so that not much more than a row is read in vain where the line breaks.
final class ShareSegments: Sendable {
    private struct State {
        /// The file on the disk; nil once nothing more may be written.
        var descriptor: Int32?
        /// Whether a thread has taken the segment, by its number.
        var isTaken: [Bool]
        /// The number of places of rows at which threads have begun, or at which others were before.
        var begun = 0
        /// Every byte of the part before this one is written.
        var whole: Int
        /// How far segments are written, by their first bytes, from the one on in which the first gap is.
        var written: [Int: Int] = [:]
    }

    private let state: Mutex<State>
    private let part: Range<Int>
    private let length: Int
    private let width: Int
    /// Segments in a row.
    private let row: Int

    /// Segments of a row for each thread: of a row of eight threads 8 MB are read in vain at most.
    static let share = 8

    /// - Parameters:
    ///   - length: Bytes of a segment.
    ///   - width: The number of threads.
    ///   - descriptor: Not closed here.
    init(_ part: Range<Int>, of length: Int, width: Int, to descriptor: Int32) {
        (self.part, self.length, self.width) = (part, length, width)
        let count = (part.count + length - 1) / length
        row = max(1, min(count, width * Self.share))
        state = Mutex(
            State(
                descriptor: descriptor, isTaken: Array(repeating: false, count: count), whole: part.lowerBound))
    }

    /// The number of bytes that are written without a gap.
    var whole: Int { state.withLock { $0.whole } - part.lowerBound }

    /// Returns the next segment for a thread: the one behind its last, or where the next of a row begins, or the middle
    /// of the longest run that is left; nil once that is not worth it.
    /// - Parameter last: The segment that the thread has read; nil for none.
    func take(after last: Range<Int>?) -> Range<Int>? {
        state.withLock { state in
            guard let number = next(after: last, &state) else { return nil }
            state.isTaken[number] = true
            let start = part.lowerBound + number * length
            return start..<end(of: start)
        }
    }

    private func next(after last: Range<Int>?, _ state: inout State) -> Int? {
        if let last {
            let behind = (last.upperBound - part.lowerBound + length - 1) / length
            if behind < state.isTaken.count, !state.isTaken[behind] { return behind }
        }
        while let begin = beginning(state.begun, of: state.isTaken.count) {
            state.begun += 1
            if !state.isTaken[begin] { return begin }
        }
        return Self.longestRun(state.isTaken).map { $0.lowerBound + $0.count / 2 }
    }

    /// Returns where in its row a thread begins.
    private func beginning(_ index: Int, of count: Int) -> Int? {
        let first = index / width * row
        guard first < count else { return nil }
        return first + index % width * min(row, count - first) / width
    }

    /// Returns the longest run of segments that nobody has taken; nil where each is one alone, which the thread before
    /// it takes next.
    private static func longestRun(_ isTaken: [Bool]) -> Range<Int>? {
        var longest = 0..<1, start = 0
        for (number, isTaken) in isTaken.enumerated() {
            if isTaken {
                start = number + 1
            } else if number + 1 - start > longest.count {
                longest = start..<number + 1
            }
        }
        return longest.count > 1 ? longest : nil
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
