// `--screenshot`: waits for the first whole viewport, saves it, and ends the program.
import CDesktop
import Desktop

/// Watches a window until its first viewport is complete, or for 30 s.
final class ScreenshotTask {
    /// The contract of `--screenshot`: a picture comes even when the network does not.
    private static let patience: Int64 = 30_000_000
    /// Frames that are drawn once the viewport is complete before it is saved, so that the last pictures are in it.
    static let settlingFrames = 4
    /// The same for an opened photo: it fades in within 0.25 s, 15 frames.
    static let fadingFrames = 20

    /// Frames in which the window may have nothing to show, one after the other: two seconds of them.
    private static let emptyFrames = 120

    private let start = Int64(g_get_monotonic_time())
    private var empty = 0
    private var settled = 0

    /// - Parameters:
    ///   - frames: How many frames to draw before the window is saved, of which each shows all that it is to show; nil
    ///     while it does not.
    ///   - finished: Gets the exit status and, on failure, what to say.
    init(
        window: UnsafeMutablePointer<GtkWindow>, file: String, frames: @escaping () -> Int?,
        finished: @escaping (Result<Void, Screenshot.Failure>) -> Void
    ) {
        _ = FrameTick.start(on: window.cast()) { [self] _ in
            let wanted = frames()
            settled = wanted == nil ? 0 : settled + 1
            let isLate = Int64(g_get_monotonic_time()) - start > Self.patience
            guard wanted.map({ settled > $0 }) ?? false || isLate else { return true }
            do throws(Screenshot.Failure) {
                try Screenshot.save(window, to: file)
                finished(.success(()))
            } catch {
                if error.isPassing, empty < Self.emptyFrames {
                    empty += 1
                    return true
                }
                finished(.failure(error))
            }
            return false
        }
    }

    /// What `frames` says of the application's window. An opened photo lies over the tiles; it fades in over its preview.
    static func frames(of window: MainWindow) -> Int? {
        if window.isShowingDetail { return window.detail.hasEnded ? fadingFrames : nil }
        return (window.page?.isViewportComplete ?? false) && Tile.fadingCount == 0 ? settlingFrames : nil
    }
}
