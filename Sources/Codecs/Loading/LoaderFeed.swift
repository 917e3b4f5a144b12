// The input of a loader: the whole file, or the parts that the image needs, with short insertions.
import CPixels

/// A file as a sequence of pieces, in the order in which they are fed. Copies nothing of the file.
struct LoaderFeed: Equatable {
    private enum Source { case file, insertion }
    private var pieces: [(source: Source, range: Range<Int>)] = []
    private var insertions: [UInt8] = []

    /// Creates an empty feed.
    init() {}

    /// Creates a feed of the first `count` bytes without `ranges`, which ascend.
    init(upTo count: Int, without ranges: [Range<Int>]) {
        var start = 0
        for range in ranges where range.upperBound <= count {
            append(start..<range.lowerBound)
            start = range.upperBound
        }
        append(start..<count)
    }

    /// Adds a part of the file; one that follows the last part is joined to it.
    mutating func append(_ range: Range<Int>) {
        if range.isEmpty { return }
        if let last = pieces.last, last.source == .file, last.range.upperBound == range.lowerBound {
            pieces[pieces.count - 1].range = last.range.lowerBound..<range.upperBound
        } else {
            pieces.append((.file, range))
        }
    }

    /// Adds bytes that are not in the file.
    mutating func append(inserting bytes: [UInt8]) {
        pieces.append((.insertion, insertions.count..<insertions.count + bytes.count))
        insertions += bytes
    }

    /// Splits the pieces of the file at `offsets`, which ascend. The loader checks for cancellation between pieces.
    mutating func cut(at offsets: [Int]) {
        var cut: [(source: Source, range: Range<Int>)] = []
        for piece in pieces {
            var start = piece.range.lowerBound
            if piece.source == .file {
                for offset in offsets where offset > start && offset < piece.range.upperBound {
                    cut.append((.file, start..<offset))
                    start = offset
                }
            }
            cut.append((piece.source, start..<piece.range.upperBound))
        }
        pieces = cut
    }

    /// Number of bytes that are fed.
    var count: Int { pieces.reduce(0) { $0 + $1.range.count } }

    /// Calls `body` with the pieces of `file`, which must contain all ranges; valid only during the call.
    func withPieces<Result>(
        of file: UnsafeRawBufferPointer, _ body: (UnsafeBufferPointer<TesseraPixbufPiece>) throws -> Result
    ) rethrows -> Result {
        try insertions.withUnsafeBytes { insertions in
            let pieces = self.pieces.map { piece in
                let source = piece.source == .file ? file : insertions
                let part = UnsafeRawBufferPointer(rebasing: source[piece.range])
                return TesseraPixbufPiece(
                    bytes: part.bindMemory(to: UInt8.self).baseAddress, count: UInt(part.count))
            }
            return try pieces.withUnsafeBufferPointer { try body($0) }
        }
    }

    static func == (one: LoaderFeed, other: LoaderFeed) -> Bool {
        one.insertions == other.insertions && one.pieces.elementsEqual(other.pieces) { $0 == $1 }
    }
}
