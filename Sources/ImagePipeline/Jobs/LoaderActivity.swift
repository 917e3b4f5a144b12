// A count of the loader's current work, computed only when it is read.

/// A snapshot of the work under way; may be out of date when the caller reads it.
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
