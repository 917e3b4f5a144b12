// Navigation between photos on the detail page: in the order of the grid, without wrapping at its ends.

/// A step from one photo of a list to another.
public enum PhotoStep: Hashable, Sendable, CaseIterable {
    case previous
    case next
    case first
    case last

    /// Returns the index to which the step leads, or nil where it leads nowhere: at the ends of the list.
    public func index(from index: Int, count: Int) -> Int? {
        let target =
            switch self {
            case .previous: index - 1
            case .next: index + 1
            case .first: 0
            case .last: count - 1
            }
        return target != index && (0..<count).contains(target) ? target : nil
    }
}
