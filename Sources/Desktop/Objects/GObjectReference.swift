// Ownership of one GObject reference that any thread may release.
import CGLib
import Synchronization

/// One strong reference, released exactly once, in `deinit`. For objects that any thread may unref (streams,
/// cancellables, byte arrays, sessions); widgets and textures have owners that unref on the main thread.
///
/// `@unchecked Sendable`: the pointer never changes, and GObject's reference count is atomic. Which threads may use the
/// object is up to the holder.
public final class GObjectReference: @unchecked Sendable {
    /// The object, borrowed for as long as this reference is held.
    public let pointer: UnsafeMutableRawPointer

    /// Takes over the caller's reference (transfer full).
    public init(adopting pointer: UnsafeMutableRawPointer) {
        self.pointer = pointer
        Self.live.add(1, ordering: .relaxed)
    }

    /// Adds a reference (transfer none); a floating one is sunk.
    public init(retaining pointer: UnsafeMutableRawPointer) {
        self.pointer = g_object_ref_sink(pointer)
        Self.live.add(1, ordering: .relaxed)
    }

    deinit {
        g_object_unref(pointer)
        Self.live.subtract(1, ordering: .relaxed)
    }

    private static let live = Atomic<Int>(0)
    /// Number of references held now; leak tests compare it.
    public static var liveCount: Int { live.load(ordering: .relaxed) }
}
