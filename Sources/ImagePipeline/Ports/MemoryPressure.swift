// The port to the system's word that memory runs short.

/// Says when the system wants memory back, and how urgently.
public protocol MemoryPressure {
    /// Calls `report` for every warning from now on, on any thread, until the receiver is let go of. Says nothing when
    /// the shortage is over: systems do not know either.
    @MainActor func watch(_ report: @escaping @Sendable (MemoryCache.Pressure) -> Void)
}
