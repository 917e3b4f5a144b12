// Rows of whole photos side by side, each as wide as the grid.
import Library
import Photos

/// Rows of photos in their own proportions, edges flush with both sides of the grid, or small sections beside each
/// other in rows of the wanted height. Twelve bytes a row.
struct JustifiedRows: RowTable {
    private let room: GridLayout.Room
    private let shape: RowShape
    private let sections: [ArrangedSection]
    let proportions: Proportions
    /// Position of the first photo of each row.
    private let firsts: ContiguousArray<UInt32>
    /// Upper edge of each row.
    private let tops: ContiguousArray<Double>
    let height: Double
    let unsettled: Range<Int>

    /// - Parameters:
    ///   - sections: The sections, which hold all photos; none for a list without sections.
    ///   - kept: Photos that stay together in rows, in ascending order, where the rows come out fairly high and leave
    ///     no holes beside them.
    init(
        _ proportions: Proportions, sections: [ArrangedSection], room: GridLayout.Room,
        keeping kept: [RowBreaks.KeptRow] = []
    ) {
        let shape = RowShape(room), below = shape.gap + Double(room.captionHeight)
        let breaks = RowBreaks(width: shape.width, height: shape.height, gap: shape.gap)
        let photos = proportions.count
        let groups =
            sections.isEmpty && photos > 0
            ? [ArrangedSection(key: .undated, start: 0, count: photos)] : sections
        var firsts: ContiguousArray<UInt32> = []
        var tops: ContiguousArray<Double> = []
        var height = 0.0
        var unsettled = 0..<0
        proportions.withAll { all in
            var kept = kept[...]
            var line = SectionLine(room)
            for group in groups {
                let photos = group.start..<group.start + group.count, end = photos.upperBound
                let inside = kept.prefix { $0.photos.upperBound <= end }
                kept.removeFirst(inside.count)
                if room.headingWidth > 0, line.take(shape.openWidth(all[photos])) { continue }
                let fair = inside.filter {
                    $0.photos.lowerBound >= photos.lowerBound
                        && shape.isFair(all[$0.photos], isOpen: $0.photos.upperBound == end)
                }
                let differing = breaks.append(photos, all, isOpen: true, keeping: Array(fair), to: &firsts)
                if !differing.isEmpty {
                    unsettled = (unsettled.isEmpty ? differing.lowerBound : unsettled.lowerBound)..<differing.upperBound
                }
                if !sections.isEmpty { height += Double(room.headingHeight) }
                for row in tops.count..<firsts.count {
                    let next = row + 1 < firsts.count ? Int(firsts[row + 1]) : end
                    tops.append(height)
                    height += shape.pictureHeight(all[Int(firsts[row])..<next], isOpen: next == end) + below
                }
            }
        }
        self.room = room
        self.shape = shape
        self.sections = sections
        self.proportions = proportions
        // Exact copies: the capacity of arrays that have grown would be kept.
        self.firsts = firsts.withUnsafeBufferPointer { ContiguousArray($0) }
        self.tops = tops.withUnsafeBufferPointer { ContiguousArray($0) }
        self.height = height
        self.unsettled = unsettled
    }

    var count: Int { firsts.count }

    var byteCount: Int {
        firsts.capacity * MemoryLayout<UInt32>.stride + tops.capacity * MemoryLayout<Double>.stride
    }

    func number(of index: Int) -> Int { firsts.indices.partitioningIndex { firsts[$0] > index } - 1 }

    func number(at y: Double) -> Int {
        let number = max(0, tops.indices.partitioningIndex { tops[$0] > y } - 1)
        // In the heading above the next section
        return number + 1 < count && y >= row(number).bottom ? number + 1 : number
    }

    func row(_ number: Int) -> GridRow {
        let next = number + 1
        let indices = Int(firsts[number])..<(next < count ? Int(firsts[next]) : proportions.count)
        let section = sections.isEmpty ? 0 : sections.number(of: indices.lowerBound)
        // A small section may have others beside it.
        let last =
            sections.isEmpty || sections[section].start + sections[section].count >= indices.upperBound
            ? section : sections.number(of: indices.upperBound - 1)
        let heading = Double(room.headingHeight)
        let isFirst = !sections.isEmpty && sections[section].start == indices.lowerBound
        let isLast = !sections.isEmpty && sections[last].start + sections[last].count == indices.upperBound
        let bottom = next < count ? tops[next] - (isLast ? heading : 0) : height
        return GridRow(
            number: number, sections: section..<(sections.isEmpty ? 0 : last + 1), indices: indices, top: tops[number],
            height: bottom - tops[number],
            heading: isFirst ? heading : 0)
    }

    func span(of index: Int, in row: GridRow) -> (x: Double, width: Double) {
        guard row.sections.count <= 1 else { return spans(of: row)[index - row.indices.lowerBound] }
        var edges = self.edges(of: row)
        var left = 0.0, right = 0.0
        for index in row.indices.lowerBound...index { (left, right) = (right, edges.next(proportions[index])) }
        return (left, right - left)
    }

    func spans(of row: GridRow, from origin: Double) -> [(x: Double, width: Double)] {
        guard row.sections.count <= 1 else { return spansBeside(row, from: origin) }
        var edges = self.edges(of: row)
        var left = 0.0
        return row.indices.map { index in
            let right = edges.next(proportions[index])
            defer { left = right }
            return (origin + left, right - left)
        }
    }

    /// Returns the left edges and widths of all cells of a row of several sections.
    private func spansBeside(_ row: GridRow, from origin: Double) -> [(x: Double, width: Double)] {
        var line = SectionLine(room)
        return row.sections.flatMap { section in
            var edges = RowEdges(shape), left = 0.0
            let photos = sections[section].start..<sections[section].start + sections[section].count
            let spans = photos.map { index in
                let right = edges.next(proportions[index])
                defer { left = right }
                return (x: left, width: right - left)
            }
            _ = line.take(left)
            return spans.map { (origin + line.x + $0.x, $0.width) }
        }
    }

    func index(nearestTo x: Double, in row: GridRow) -> Int {
        guard row.sections.count <= 1 else { return row.index(nearestTo: x, among: spans(of: row)) }
        var edges = self.edges(of: row)
        return row.indices.dropLast().first { edges.next(proportions[$0]) > x } ?? row.indices.upperBound - 1
    }

    func pictureSize(width: Double, height: Double) -> PixelSize {
        shape.pictureSize(width: width, height: height - Double(room.captionHeight))
    }

    private func edges(of row: GridRow) -> RowEdges {
        RowEdges(
            shape, sum: row.indices.reduce(0) { $0 + Double(proportions[$1]) }, count: row.indices.count,
            height: row.height - shape.gap - Double(room.captionHeight))
    }
}
