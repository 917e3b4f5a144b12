// Where rows of photos end, so that all of them come out nearly as high as wanted.

/// The division of a sequence of photos into rows of one width.
///
/// A row is stretched or squeezed until it has the width of the grid, and its height changes with it. The breaks are
/// those for which the sum of the rows' badness is least (D. E. Knuth, M. F. Plass, “Breaking paragraphs into lines”,
/// 1981): choosing row by row leaves a high one beside a low one. Of all rows that may begin at a photo four are looked
/// at: the two longest that have to be stretched and the two shortest that do not. Sequences of more than `window`
/// photos are divided piece by piece.
struct RowBreaks {
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

    /// Appends the first photo of each row.
    /// - Parameters:
    ///   - photos: The photos to divide.
    ///   - proportions: Width ÷ height of all photos, of which these are some.
    ///   - isOpen: Whether the last row may be short.
    func append(
        _ photos: Range<Int>, _ proportions: UnsafeBufferPointer<Float>, isOpen: Bool,
        to firsts: inout ContiguousArray<UInt32>
    ) {
        var rest = photos
        while rest.count > window {
            let start = firsts.count
            append(piece: rest.prefix(window), proportions, isOpen: false, to: &firsts)
            // The last rows are as they are because the piece ends there; one row alone cannot be had better.
            let count = firsts.count - start, kept = max(1, count - max(1, count / 4))
            rest = (kept < count ? Int(firsts[start + kept]) : rest.lowerBound + window)..<rest.upperBound
            firsts.removeLast(count - kept)
        }
        append(piece: rest, proportions, isOpen: isOpen, to: &firsts)
    }

    private func append(
        piece photos: Range<Int>, _ proportions: UnsafeBufferPointer<Float>, isOpen: Bool,
        to firsts: inout ContiguousArray<UInt32>
    ) {
        guard !photos.isEmpty else { return }
        withUnsafeTemporaryAllocation(of: Node.self, capacity: photos.count + 1) { nodes in
            nodes.initializeElement(at: 0, to: Node(badness: 0, length: 0, offset: 0))
            for place in 0..<photos.count {
                let length = Double(proportions[photos.lowerBound + place]) * height + gap
                nodes.initializeElement(
                    at: place + 1, to: Node(badness: .infinity, length: 0, offset: nodes[place].offset + length))
            }
            choose(UnsafeMutableBufferPointer(rebasing: nodes[...photos.count]), isOpen: isOpen)
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
    private func choose(_ nodes: UnsafeMutableBufferPointer<Node>, isOpen: Bool) {
        let count = nodes.count - 1
        var end = 1
        for start in 0..<count where nodes[start].badness < .infinity {
            end = max(end, start + 1)
            while end <= count, nodes[end].offset - nodes[start].offset < width { end += 1 }
            for next in max(start + 1, end - 2)...min(count, end + 1) {
                let length = nodes[next].offset - nodes[start].offset
                let isLast = isOpen && next == count && length < width
                guard let row = isLast ? 0 : badness(length, of: next - start) else { continue }
                let sum = nodes[start].badness + row
                if sum < nodes[next].badness {
                    nodes[next].badness = sum
                    nodes[next].length = next - start
                }
            }
        }
    }

    /// Returns how far a row of photos is from its natural length, alike for half and twice of it; nil where its
    /// pictures would be too narrow to be seen.
    func badness(_ length: Double, of count: Int) -> Double? {
        if count > 1, width - Double(count) * gap < Double(count) * Self.leastPicture { return nil }
        let deviation = width / length - length / width
        return deviation * deviation
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
