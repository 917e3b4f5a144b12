// The scripted uses of a window, by their names.

/// A scripted use of the window.
public enum Scenario: String, CaseIterable, Hashable, Sendable {
    case sweep, fling, jump, revisit, zoom, timeline, select
    /// Gives the photos of the shown folder other stars.
    case cull
    /// Compares the first six photos.
    case compare
}
