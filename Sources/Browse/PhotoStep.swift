// Which photo follows which on the detail page: the order of the grid, without a way round its ends.

/// A way from one photo of a list to another.
public enum PhotoStep: Hashable, Sendable, CaseIterable {
    case previous
    case next
    case first
    case last

    /// The photo that the step leads to, or nil where it leads nowhere: at the list's ends.
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
