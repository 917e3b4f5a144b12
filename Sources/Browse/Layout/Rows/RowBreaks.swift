// Where rows of photos end, so that all of them come out nearly as high as wanted.

/// The division of a sequence of photos into rows of one width.
///
/// A row is stretched or squeezed until it has the width of the grid, and its height changes with it. The breaks are
/// those for which the sum of the rows' badness is least (D. E. Knuth, M. F. Plass, “Breaking paragraphs into lines”,
/// 1981): choosing row by row leaves a high one beside a low one. Of all rows that may begin at a photo four are looked
/// at: the two longest that have to be stretched and the two shortest that do not. Sequences of more than `window`
/// photos are divided piece by piece.
///
/// Rows of an earlier division are kept where that costs less than it saves: they weigh less than a row that does not
/// come to the width of the grid, so that none is ever kept beside a hole.
struct RowBreaks {
    /// A row of an earlier division that is to be kept.
    struct KeptRow {
        let photos: Range<Int>
        /// What breaking it costs, in badness.
        let weight: Double

        init(_ photos: Range<Int>, holdsAnchor: Bool = false) {
            self.photos = photos
            weight = holdsAnchor ? Self.anchorWeight : Self.weight
        }

        /// As much as the badness of a row that is 1.4 times as high as wanted: behind a change, rows are broken anew
        /// until one ends where it did, rather than one of them being much higher or lower than its neighbours.
        private static let weight = 0.5
        /// More than a screen of other rows, and less than a hole.
        private static let anchorWeight = 100.0
    }

    /// Width that each row comes to have.
    let width: Double
    /// Wanted height of the pictures.
    let height: Double
    /// Width between two pictures, part of every photo's length.
    let gap: Double
    /// Photos that are divided at a time.
    var window = 8192
    /// The least width of a picture in a row of several.
    static let leastPicture = 8.0
    /// What is added to the badness of a row that cannot be stretched to the width of the grid: more than whatever else
    /// a division may save by it.
    private static let holeBadness = 1_000.0

    /// Appends the first photo of each row.
    /// - Parameters:
    ///   - photos: The photos to divide.
    ///   - proportions: Width ÷ height of all photos, of which these are some.
    ///   - isOpen: Whether the last row may be short.
    ///   - kept: Rows to keep, in ascending order.
    /// - Returns: Photos among which are all whose rows are others than without `kept`; empty if there are none.
    @discardableResult
    func append(
        _ photos: Range<Int>, _ proportions: UnsafeBufferPointer<Float>, isOpen: Bool, keeping kept: [KeptRow] = [],
        to firsts: inout ContiguousArray<UInt32>
    ) -> Range<Int> {
        var rest = photos, differing = photos.lowerBound..<photos.lowerBound
        while !rest.isEmpty {
            let piece = rest.prefix(window)
            let inside = kept.filter {
                piece.lowerBound <= $0.photos.lowerBound && $0.photos.upperBound <= piece.upperBound
            }
            let start = firsts.count
            let next = append(pieceOf: rest, proportions, isOpen: isOpen, keeping: inside, to: &firsts)
            if !inside.isEmpty, differing.upperBound < photos.upperBound {
                var fresh: ContiguousArray<UInt32> = []
                let freshNext = append(pieceOf: rest, proportions, isOpen: isOpen, keeping: [], to: &fresh)
                let others = Self.difference(of: firsts[start...], from: fresh, end: next)
                if next != freshNext {
                    differing = (differing.isEmpty ? others.lowerBound : differing.lowerBound)..<photos.upperBound
                } else if !others.isEmpty {
                    differing = (differing.isEmpty ? others.lowerBound : differing.lowerBound)..<others.upperBound
                }
            }
            rest = next..<rest.upperBound
        }
        return differing
    }

    /// Returns the photos of the rows in which two divisions of photos up to `end` differ.
    private static func difference(
        of rows: ArraySlice<UInt32>, from others: ContiguousArray<UInt32>, end: Int
    ) -> Range<Int> {
        guard !rows.elementsEqual(others) else { return end..<end }
        let before = zip(rows, others).prefix { $0 == $1 }.count
        let behind = zip(rows.reversed(), others.reversed()).prefix { $0 == $1 }.count
        let first = rows[rows.startIndex + max(0, before - 1)]
        return Int(first)..<(behind > 0 ? Int(rows[rows.endIndex - behind]) : end)
    }

    /// Appends the first rows of photos, at most `window` of these.
    /// - Returns: The first photo behind them.
    private func append(
        pieceOf photos: Range<Int>, _ proportions: UnsafeBufferPointer<Float>, isOpen: Bool, keeping kept: [KeptRow],
        to firsts: inout ContiguousArray<UInt32>
    ) -> Int {
        guard photos.count > window else {
            append(all: photos, proportions, isOpen: isOpen, keeping: kept, to: &firsts)
            return photos.upperBound
        }
        let start = firsts.count
        append(all: photos.prefix(window), proportions, isOpen: false, keeping: kept, to: &firsts)
        // The last rows are as they are because the piece ends there; one row alone cannot be had better.
        let count = firsts.count - start, stays = max(1, count - max(1, count / 4))
        let next = stays < count ? Int(firsts[start + stays]) : photos.lowerBound + window
        firsts.removeLast(count - stays)
        return next
    }

    private func append(
        all photos: Range<Int>, _ proportions: UnsafeBufferPointer<Float>, isOpen: Bool, keeping kept: [KeptRow],
        to firsts: inout ContiguousArray<UInt32>
    ) {
        withUnsafeTemporaryAllocation(of: Node.self, capacity: photos.count + 1) { nodes in
            nodes.initializeElement(at: 0, to: Node(badness: 0, length: 0, offset: 0))
            for place in 0..<photos.count {
                let length = Double(proportions[photos.lowerBound + place]) * height + gap
                nodes.initializeElement(
                    at: place + 1, to: Node(badness: .infinity, length: 0, offset: nodes[place].offset + length))
            }
            choose(
                UnsafeMutableBufferPointer(rebasing: nodes[...photos.count]), isOpen: isOpen, first: photos.lowerBound,
                kept)
            let start = firsts.count
            var next = photos.count
            while next > 0 {
                next -= nodes[next].length
                firsts.append(UInt32(photos.lowerBound + next))
            }
            firsts[start...].reverse()
        }
    }

    /// Finds the best row that ends at each place.
    /// - Parameter first: Position of the first photo.
    private func choose(_ nodes: UnsafeMutableBufferPointer<Node>, isOpen: Bool, first: Int, _ kept: [KeptRow]) {
        let count = nodes.count - 1
        func take(_ start: Int, _ next: Int, saving weight: Double = 0) {
            let length = nodes[next].offset - nodes[start].offset
            let isLast = isOpen && next == count && length < width
            guard let row = isLast ? 0 : badness(length, of: next - start) else { return }
            let sum = nodes[start].badness + row - weight
            if sum < nodes[next].badness {
                nodes[next].badness = sum
                nodes[next].length = next - start
            }
        }
        var kept = kept[...]
        // Of the next row to keep
        var begin = kept.first.map { $0.photos.lowerBound - first } ?? .max
        var end = 1
        for start in 0..<count where nodes[start].badness < .infinity {
            end = max(end, start + 1)
            while end <= count, nodes[end].offset - nodes[start].offset < width { end += 1 }
            for next in max(start + 1, end - 2)...min(count, end + 1) { take(start, next) }
            guard begin < end + end - start else { continue }
            while begin < start {
                kept.removeFirst()
                begin = kept.first.map { $0.photos.lowerBound - first } ?? .max
            }
            if begin == start, let row = kept.first {
                take(start, start + row.photos.count, saving: row.weight)
            } else if begin <= count {
                // What leads to it may be another row than those four.
                take(start, begin)
            }
        }
    }

    /// Returns how far a row of photos is from its natural length, alike for half and twice of it; nil where its
    /// pictures would be too narrow to be seen.
    func badness(_ length: Double, of count: Int) -> Double? {
        let gaps = Double(count) * gap
        if count > 1, width - gaps < Double(count) * Self.leastPicture { return nil }
        let deviation = width / length - length / width
        // Without a branch, which would take longer than all else: most rows that are looked at are not chosen.
        let isHole = width - gaps > (length - gaps) * RowShape.mostStretch
        return deviation * deviation + (isHole ? Self.holeBadness : 0)
    }

    /// A place between two photos.
    private struct Node {
        /// The least sum of the rows up to here.
        var badness: Double
        /// Photos of the last of them.
        var length: Int
        /// Natural length of all photos up to here.
        let offset: Double
    }
}
