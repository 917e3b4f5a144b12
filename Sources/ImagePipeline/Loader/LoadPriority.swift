// The order in which work is done when there is more of it than hands.

/// How urgent a piece of work is; shared work takes the highest of its subscribers'.
public enum LoadPriority: Int, Comparable, CaseIterable, Sendable {
    /// May never be looked at: neighbours in the detail page.
    case speculative
    /// Just left the viewport, or lies against the direction of travel.
    case behind
    /// Comes into the viewport soon.
    case ahead
    /// Is on the screen now.
    case visible

    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
