// What the parts of the loader hold at one moment: how it is seen that nothing is left behind.

/// Numbers of what is held; all zero and empty in a loader at rest whose sessions are closed.
struct LoaderInventory: Sendable {
    /// Whether an image or bytes are asked for.
    let hasJobs: Bool
    /// Slots in use, by stage.
    let fetches: Int
    let decodes: Int
    let previews: Int
    /// Encoded bytes that wait for their decode.
    let heldBytes: Int
    /// Whether no stage has anything that waits, runs or is held.
    let areStagesIdle: Bool
    /// Open prefetch sessions.
    let sessions: Int
    /// Tasks that wait for a newer image.
    let watchers: Set<Subscriber.ID>

    /// Whether nothing is asked for and nothing runs.
    var isIdle: Bool { !hasJobs && fetches == 0 && decodes == 0 && previews == 0 }
}
