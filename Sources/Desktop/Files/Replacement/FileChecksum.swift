// A number by which the content of a file is known again.
import Glibc

/// 64 bits of a whole content. Not against a forger: it tells a file that somebody has edited from one that nobody has.
enum FileChecksum {
    private static let pieceLength = 1 << 20

    static func of(_ bytes: [UInt8]) -> UInt64 {
        var sum = seed(bytes.count)
        bytes.withUnsafeBytes { add($0, to: &sum) }
        return sum
    }

    /// Reads an open file from its beginning; nil where it cannot be read, or ends before its length.
    static func of(_ file: Int32) -> UInt64? {
        var status = stat()
        guard fstat(file, &status) == 0 else { return nil }
        let end = Int(status.st_size)
        var sum = seed(end), offset = 0
        var piece = [UInt8](repeating: 0, count: min(end, pieceLength))
        while offset < end {
            // Whole pieces, so that the words lie alike whatever the reads give.
            let wanted = min(piece.count, end - offset)
            guard readAll(into: &piece, wanted, of: file, at: offset) else { return nil }
            piece.withUnsafeBytes { add(UnsafeRawBufferPointer(rebasing: $0[..<wanted]), to: &sum) }
            offset += wanted
        }
        return sum
    }

    private static func seed(_ count: Int) -> UInt64 { UInt64(truncatingIfNeeded: count) ^ 0x9E37_79B9_7F4A_7C15 }

    /// Takes eight bytes at a time, the last ones with zeros behind them: the length is in the seed.
    private static func add(_ bytes: UnsafeRawBufferPointer, to sum: inout UInt64) {
        var offset = 0
        while offset < bytes.count {
            var word: UInt64 = 0
            if offset + 8 <= bytes.count {
                word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            } else {
                for index in offset..<bytes.count { word |= UInt64(bytes[index]) << UInt64(8 * (index - offset)) }
            }
            sum = (sum ^ UInt64(littleEndian: word)) &* 0x9FB2_1C65_1E98_DF25
            sum ^= sum >> 29
            offset += 8
        }
    }
}

/// Reads exactly so many bytes at an offset of an open file.
/// - Returns: whether all were read.
func readAll(into room: inout [UInt8], _ count: Int, of file: Int32, at offset: Int) -> Bool {
    var done = 0
    return room.withUnsafeMutableBytes { room in
        while done < count {
            let got = pread(file, room.baseAddress.map { $0 + done }, count - done, off_t(offset + done))
            if got < 0, errno == EINTR { continue }
            if got <= 0 { return false }
            done += got
        }
        return true
    }
}
