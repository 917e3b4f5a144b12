// Small sections beside each other in one row.

/// A row that sections are put into, one after the other, as long as there is room: greedily, so that what is before a
/// section alone says where it lies. Sections of more than one row are never beside others.
struct SectionLine {
    private let width: Double
    private let leastWidth: Double
    /// Right edge of the sections that are in the row; nil where none can stand beside them.
    private var end: Double?
    /// Left edge of the latest section.
    private(set) var x = 0.0

    init(_ room: GridLayout.Room) {
        width = Double(room.cellsWidth)
        leastWidth = Double(room.headingWidth)
    }

    /// Takes the next section.
    /// - Parameter width: Width of its cells in one row; nil where they do not fit one.
    /// - Returns: Whether it stands beside the one before, rather than in a row of its own.
    mutating func take(_ width: Double?) -> Bool {
        guard leastWidth > 0, let width else {
            end = nil
            return false
        }
        let needed = max(width, leastWidth)
        let next = end.map { $0 + Double(GridLayout.Room.sectionGap) }
        let isBeside = next.map { $0 + needed <= self.width } == true
        x = isBeside ? next ?? 0 : 0
        end = x + needed
        return isBeside
    }
}

extension GridRow {
    /// Returns the photo whose cell is nearest to `x`, of two that meet there the second one.
    /// - Parameter spans: The cells of the row.
    func index(nearestTo x: Double, among spans: [(x: Double, width: Double)]) -> Int {
        let next =
            spans.indices.dropLast().first { spans[$0].x + spans[$0].width > x } ?? spans.count - 1
        guard next > 0, x - spans[next - 1].x - spans[next - 1].width < spans[next].x - x else {
            return indices.lowerBound + next
        }
        return indices.lowerBound + next - 1
    }
}
