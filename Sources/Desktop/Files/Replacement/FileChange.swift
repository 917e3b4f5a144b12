// What a replacement has changed in a file, as a value that leads back.
import Library
public import Photos

/// What a replacement has changed in one file: enough to change it back, byte for byte.
public struct FileChange: Hashable, Sendable {
    /// The file that was written, with links resolved.
    public var path: FilePath
    /// In ascending order, none over another.
    var pieces: [Piece] = []
    /// False for a file that was created: taken back, it is deleted.
    var existedBefore: Bool
    var existsAfter: Bool
    /// Nil if there was no file, or there is no file now. The time of change is restored with the bytes.
    var before: EntryStamp?
    var after: EntryStamp?
    /// Of the whole content after, so that it holds over a restart and a copy.
    var checksumAfter: UInt64 = 0

    /// Bytes that have taken the place of others.
    struct Piece: Hashable, Sendable {
        /// Where they began in the file before the change.
        var offset = 0
        var removed: [UInt8] = []
        var inserted: [UInt8] = []
    }

    /// The pieces that lead back, of the file after the change; nil where it cannot have them.
    func reversed(count: Int) -> [Piece]? {
        var (growth, end, reversed) = (0, 0, [Piece]())
        for piece in pieces {
            let offset = piece.offset.addingReportingOverflow(growth)
            guard !offset.overflow, offset.partialValue >= end, offset.partialValue <= count - piece.inserted.count
            else {
                return nil
            }
            reversed.append(
                Piece(offset: offset.partialValue, removed: piece.inserted, inserted: piece.removed))
            end = offset.partialValue + piece.inserted.count
            growth += piece.inserted.count - piece.removed.count
        }
        return reversed
    }

    /// The change from one content to another: what both begin and end with is left out.
    init(
        _ path: FilePath, from old: (bytes: [UInt8], stamp: EntryStamp)?, to new: (bytes: [UInt8], stamp: EntryStamp)?
    ) {
        let removed = old?.bytes ?? [], inserted = new?.bytes ?? []
        let shorter = min(removed.count, inserted.count)
        var start = 0, end = 0
        while start < shorter, removed[start] == inserted[start] { start += 1 }
        while end < shorter - start, removed[removed.count - 1 - end] == inserted[inserted.count - 1 - end] { end += 1 }
        self.init(path, existedBefore: old != nil, existsAfter: new != nil, before: old?.stamp, after: new?.stamp)
        pieces = [
            Piece(
                offset: start, removed: Array(removed[start..<removed.count - end]),
                inserted: Array(inserted[start..<inserted.count - end]))
        ]
        checksumAfter = FileChecksum.of(inserted)
    }

    init(_ path: FilePath, existedBefore: Bool, existsAfter: Bool, before: EntryStamp?, after: EntryStamp?) {
        self.path = path
        self.existedBefore = existedBefore
        self.existsAfter = existsAfter
        self.before = before
        self.after = after
    }

    // MARK: As text

    private static let wordCount = 8

    /// One line of words, separated by spaces: for the history. Pieces beyond the first are at its end.
    public var text: String {
        let pieces = (pieces.isEmpty ? [Piece()] : pieces).map { piece in
            [String(piece.offset), Self.word(piece.removed), Self.word(piece.inserted)]
        }
        let rest = [
            (existedBefore ? "1" : "0") + (existsAfter ? "1" : "0"), before?.text ?? "-", after?.text ?? "-",
            String(checksumAfter, radix: 16),
        ]
        return ([PercentText.escaped(path.text)] + pieces[0] + rest + pieces.dropFirst().flatMap(\.self))
            .joined(separator: " ")
    }

    /// Reads the line; nil for one that this program has not written.
    public init?(_ text: some StringProtocol) {
        let words = text.split(separator: " ")
        guard words.count >= Self.wordCount, (words.count - Self.wordCount).isMultiple(of: 3),
            FilePath(PercentText.text(String(words[0]))).isPlace, words[4].utf8.count == 2,
            words[4].allSatisfy({ $0 == "0" || $0 == "1" }), let checksum = UInt64(words[7], radix: 16)
        else { return nil }
        let before = EntryStamp(words[5]), after = EntryStamp(words[6])
        let existedBefore = words[4].first == "1", existsAfter = words[4].last == "1"
        guard (before != nil) == existedBefore, (after != nil) == existsAfter else { return nil }
        self.init(
            FilePath(PercentText.text(String(words[0]))), existedBefore: existedBefore, existsAfter: existsAfter,
            before: before, after: after)
        checksumAfter = checksum
        for start in [1] + stride(from: Self.wordCount, to: words.count, by: 3) {
            guard let offset = Int(words[start]), offset >= 0, let removed = Self.bytes(words[start + 1]),
                let inserted = Self.bytes(words[start + 2])
            else { return nil }
            pieces.append(Piece(offset: offset, removed: removed, inserted: inserted))
        }
    }

    /// Bytes as hexadecimal digits; a lone dash for none.
    private static func word(_ bytes: [UInt8]) -> String {
        if bytes.isEmpty { return "-" }
        let digits = Array("0123456789abcdef".utf8)
        var word: [UInt8] = []
        word.reserveCapacity(2 * bytes.count)
        for byte in bytes { word += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
        return String(decoding: word, as: UTF8.self)
    }

    private static func bytes(_ word: some StringProtocol) -> [UInt8]? {
        if word == "-" { return [] }
        let digits = Array(word.utf8)
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = value(digits[index]), let low = value(digits[index + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}

extension FilePath {
    /// Whether the path says by itself where its file is: from the root of the file system, or on a share.
    var isPlace: Bool { isAbsolute || ShareAddress(self) != nil }
}
