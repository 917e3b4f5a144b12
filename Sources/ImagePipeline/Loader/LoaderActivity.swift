// What the loader is doing at one moment: asked for by those who show it, and so counted only then.

/// The work that is under way. A picture of one moment, old as soon as it is there.
public struct LoaderActivity: Equatable, Sendable {
    /// Fetches that run, by how urgent they are now; a priority without any is left out. Those that were cancelled are
    /// not among them.
    public var fetches: [LoadPriority: Int] = [:]
    /// Fetches that were cancelled or set aside and have not ended yet; each holds its slot until then.
    public var endingFetches = 0
    /// Decodes and steps of work that hold a slot.
    public var decodes = 0

    /// Nothing is under way.
    public init() {}
}

extension ImageLoader {
    /// What is under way now; takes time only in proportion to the running fetches, of which there are few.
    public var activity: LoaderActivity {
        var activity = LoaderActivity()
        for fetch in runningFetches { activity.fetches[fetch.priority, default: 0] += 1 }
        activity.endingFetches = fetchQueue.running - runningFetches.count
        activity.decodes = runningDecodes
        return activity
    }
}
