// The priorities of shared work.

/// The priority of a request; shared work has the highest of its subscribers' priorities.
public enum LoadPriority: Int, Comparable, CaseIterable, Sendable {
    /// May never be shown: neighbours in the detail page.
    case speculative
    /// Has just left the viewport, or lies against the direction of travel.
    case behind
    /// Will be in the viewport soon.
    case ahead
    /// Is on the screen now.
    case visible

    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
