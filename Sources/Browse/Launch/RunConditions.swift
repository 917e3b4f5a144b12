// What a run does otherwise than one that a user has started, whatever the reason for that is.

/// The conditions of a run. Nothing is special by default.
public struct RunConditions: Hashable, Sendable {
    /// Whether the run is no one's that others mean: it has no name on the session bus.
    public var isAlone = false
    /// Whether it neither depends on what is remembered of the last run nor affects the next.
    public var remembersNothing = false
    /// Whether nobody is there to be welcomed or guided: neither welcome nor sidebar is shown by itself.
    public var isUnattended = false
    /// Whether the grid stays in front: a photo that the command line names is not opened.
    public var staysInGrid = false
    /// Whether what the program does for its process is left out, as where another grid is shown to measure against.
    public var isPlain = false

    /// Creates the conditions of a usual run.
    public init() {}
}
