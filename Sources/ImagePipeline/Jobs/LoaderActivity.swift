// The loader's work at one moment, counted when it is asked for.

/// The work that is under way. A snapshot.
public struct LoaderActivity: Equatable, Sendable {
    /// Running fetches by their current priority; a priority without any is left out. Cancelled ones are not included.
    public var fetches: [LoadPriority: Int] = [:]
    /// Fetches that were cancelled or preempted and have not ended yet; each holds its slot until then.
    public var endingFetches = 0
    /// Decodes and processing steps that hold a slot.
    public var decodes = 0

    /// Creates a snapshot of an idle loader.
    public init() {}
}

/// The contents of the loader's parts at one moment, which show that nothing is left behind.
///
/// All zero and empty in a loader at rest whose sessions are closed.
struct LoaderInventory: Sendable {
    /// Whether an image or bytes are asked for.
    let hasJobs: Bool
    /// Slots in use, by stage.
    let fetches: Int
    let decodes: Int
    let previews: Int
    /// Encoded bytes that wait for their decode.
    let heldBytes: Int
    /// Whether a copy of a body that is coming in waits to be looked at.
    let hasUnreadBodies: Bool
    /// Whether no stage has anything that waits, runs or is held.
    let areStagesIdle: Bool
    /// Open sessions that have wanted something.
    let sessions: Int

    /// Whether nothing is asked for and nothing runs.
    var isIdle: Bool { !hasJobs && fetches == 0 && decodes == 0 && previews == 0 }
}
