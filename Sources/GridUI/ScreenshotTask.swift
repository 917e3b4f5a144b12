// `--screenshot`: waits for the first whole viewport, saves it, and ends the program.
import CDesktop
import Desktop

/// Watches a window until its first viewport is complete, or for 30 s.
final class ScreenshotTask {
    /// The contract of `--screenshot`: a picture comes even when the network does not.
    private static let patience: Int64 = 30_000_000
    /// Frames that are drawn once the viewport is complete before it is saved, so that the last pictures are in it.
    private static let settlingFrames = 4
    /// The same for an opened photo: it fades in within 0.25 s, 15 frames.
    private static let fadingFrames = 20

    private let start = Int64(g_get_monotonic_time())
    private var settled = 0

    /// - Parameters:
    ///   - surface: The page shown now, or nil while there is none.
    ///   - finished: Gets the exit status and, on failure, what to say.
    init(
        window: MainWindow, file: String, surface: @escaping () -> (any GridSurface)?,
        finished: @escaping (Result<Void, Screenshot.Failure>) -> Void
    ) {
        _ = FrameTick.start(on: window.window.cast()) { [self] _ in
            // An opened photo lies over the tiles; it fades in over its preview.
            let isComplete =
                window.isShowingDetail
                ? window.detail.hasEnded : (surface()?.isViewportComplete ?? false) && Tile.fadingCount == 0
            settled = isComplete ? settled + 1 : 0
            let isLate = Int64(g_get_monotonic_time()) - start > Self.patience
            guard settled > (window.isShowingDetail ? Self.fadingFrames : Self.settlingFrames) || isLate else { return true }
            do throws(Screenshot.Failure) {
                try Screenshot.save(window.window, to: file)
                finished(.success(()))
            } catch {
                finished(.failure(error))
            }
            return false
        }
    }
}
