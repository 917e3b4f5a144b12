// The heap where cairo draws: surfaces' memory stays from frame to frame, and what is free goes back at rest.
import CGTK
import Desktop

/// What the heap keeps and gives back, by the frames of all windows. Where the cairo renderer draws, blocks that are
/// freed stay with the process (Sources/CThreads/heap.c says why), and the free pages go back to the system once
/// nothing has been drawn for a while: after a scroll or a zoom transition. With any other renderer it does nothing.
final class FrameHeap {
    /// A window whose frames are counted.
    struct Following {
        fileprivate let connection: Signal.Connection
        fileprivate let clock: GObjectReference
    }

    /// Time without a frame after which free pages go back: longer than the pauses of somebody who scrolls or pages,
    /// since the first frame afterwards has to have its surfaces' pages cleared.
    private static let patience = Duration.seconds(3)

    private let keep: () -> Void
    private let giveBack: @Sendable () -> Void
    private let wait: () async throws -> Void
    private var isKept = false
    private var frames = 0
    private var resting: Task<Void, Never>?

    /// - Parameters:
    ///   - keep: Called once, at the first window that cairo draws.
    ///   - giveBack: Called on any thread.
    ///   - wait: Returns after the time without a frame after which free pages go back.
    init(
        keep: @escaping () -> Void = ProcessMemory.keepSurfaces,
        giveBack: @escaping @Sendable () -> Void = ProcessMemory.giveBack,
        wait: @escaping () async throws -> Void = { try await Task.sleep(for: patience) }
    ) {
        (self.keep, self.giveBack, self.wait) = (keep, giveBack, wait)
    }

    /// Counts the frames of a realized window until it is forgotten.
    func follow(_ window: UnsafeMutablePointer<GtkWindow>) -> Following? {
        guard let native = gtk_widget_get_native(window.cast()), let renderer = gtk_native_get_renderer(native),
            g_type_check_instance_is_a(renderer.cast(to: GTypeInstance.self), gsk_cairo_renderer_get_type()) != 0,
            let clock = gtk_widget_get_frame_clock(window.cast())
        else { return nil }
        if !isKept { keep() }
        isKept = true
        return Following(
            connection: Signal.on(clock, "after-paint") { [weak self] in self?.drawn() },
            clock: GObjectReference(retaining: clock.object))
    }

    /// Ends the counting of a window's frames.
    func forget(_ following: Following) { following.connection.disconnect() }

    /// Notes a frame.
    func drawn() {
        frames &+= 1
        guard resting == nil else { return }
        resting = Task { [weak self, wait] in
            var seen: Int?
            while let frames = self?.frames, frames != seen {
                seen = frames
                guard (try? await wait()) != nil else { return }
            }
            self?.rest()
        }
    }

    private func rest() {
        resting = nil
        Task(priority: .utility) { @concurrent [giveBack] in giveBack() }
    }
}
