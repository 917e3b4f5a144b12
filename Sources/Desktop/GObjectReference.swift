// One strong reference to a GObject, given back exactly once.
import CDesktop
import Synchronization

/// Holds one strong reference and gives it back in `deinit`. For objects that any thread may unref (streams,
/// cancellables, byte arrays, sessions); widgets and textures have owners that unref on the main thread.
///
/// `@unchecked Sendable`: the pointer never changes, and GObject's reference count is atomic. What may be done with the
/// object on which thread is for the holder to know.
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
    /// References held right now; leak tests compare it.
    public static var liveCount: Int { live.load(ordering: .relaxed) }
}
