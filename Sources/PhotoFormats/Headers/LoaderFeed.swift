// The input of a loader: the whole file, or the parts that the image needs, with short insertions.

/// A file as a sequence of pieces, in the order in which they are fed. Copies nothing of the file.
package struct LoaderFeed: Equatable {
    /// Where the bytes of a piece are.
    package enum Source { case file, insertion }
    /// The pieces in their order, each a range of the file or of `insertions`.
    package private(set) var pieces: [(source: Source, range: Range<Int>)] = []
    /// The bytes that are not in the file, one insertion after the other.
    package private(set) var insertions: [UInt8] = []

    /// Creates an empty feed.
    package init() {}

    /// Creates a feed of the first `count` bytes without `ranges`, which ascend.
    package init(upTo count: Int, without ranges: [Range<Int>]) {
        var start = 0
        for range in ranges where range.upperBound <= count {
            append(start..<range.lowerBound)
            start = range.upperBound
        }
        append(start..<count)
    }

    /// Bytes that a file has in the loader's eyes in place of its own.
    struct Change: Equatable {
        let place: Range<Int>
        let bytes: [UInt8]

        init(at offset: Int, to bytes: [UInt8]) { (place, self.bytes) = (offset..<offset + bytes.count, bytes) }
    }

    /// Creates a feed of the first `count` bytes with changes, of which none may lie behind them or on another: such a
    /// one is left out.
    init(upTo count: Int, changing changes: [Change]) {
        var start = 0
        for change in changes.sorted(by: { $0.place.lowerBound < $1.place.lowerBound })
        where change.place.lowerBound >= start && change.place.upperBound <= count {
            append(start..<change.place.lowerBound)
            append(inserting: change.bytes)
            start = change.place.upperBound
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
    package mutating func append(inserting bytes: [UInt8]) {
        pieces.append((.insertion, insertions.count..<insertions.count + bytes.count))
        insertions += bytes
    }

    /// Splits the pieces of the file at `offsets`, which ascend. The loader checks for cancellation between pieces.
    package mutating func cut(at offsets: [Int]) {
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

    package static func == (one: LoaderFeed, other: LoaderFeed) -> Bool {
        one.insertions == other.insertions && one.pieces.elementsEqual(other.pieces) { $0 == $1 }
    }
}
