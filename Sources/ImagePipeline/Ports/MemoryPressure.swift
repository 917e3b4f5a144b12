// The port to the system's memory warnings.

/// A source of the system's warnings that it wants memory back, each with its urgency.
public protocol MemoryPressure {
    /// Calls `report` for every warning from now on, on any thread, until the receiver is released. The end of a
    /// shortage is not reported: systems do not tell it.
    @MainActor func watch(_ report: @escaping @Sendable (MemoryCache.Pressure) -> Void)
}
