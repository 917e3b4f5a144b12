// What follows the window's surface while it exists: whether it is seen, and its frames.
import CGTK
import Desktop

/// The program's following of one window: its visibility, for the loader and for memory, and its frames, for the heap.
final class SurfaceFollowing: WindowFeature {
    private let context: WindowContext
    private let part: Widget
    private var visibility: WindowVisibility.Following?
    private var frames: FrameHeap.Following?

    /// - Parameter part: A small widget of the window, always shown; borrowed for as long as the window.
    init(_ context: WindowContext, part: Widget) {
        (self.context, self.part) = (context, part)
        Signal.on(context.window, "realize") { [weak self] in self?.begin() }
        Signal.on(context.window, "unrealize") { [weak self] in self?.end() }
    }

    private func begin() {
        visibility = context.composition.visibility.follow(context.window, part: part)
        frames = context.composition.heap?.follow(context.window)
    }

    private func end() {
        if let visibility { context.composition.visibility.forget(visibility) }
        visibility = nil
        if let frames { context.composition.heap?.forget(frames) }
        frames = nil
    }
}
