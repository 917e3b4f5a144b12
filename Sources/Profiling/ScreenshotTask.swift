// `--screenshot`: waits for the first complete viewport, saves it, and ends the program.
import App
import Browse
import CGTK
import Desktop

/// A watch over a window until its first viewport is complete, or for 30 s.
final class ScreenshotTask {
    /// Limit of the wait in microseconds, part of the contract of `--screenshot`: there is an image even when the
    /// network fails.
    private static let patience: Int64 = 30_000_000
    /// Frames to draw after the viewport is complete, so that the last pictures are in the image.
    static let completeFrames = 4
    /// The same for an opened photo, which fades in within 0.25 s, 15 frames.
    static let fadingFrames = 20

    /// Limit of successive frames in which the window has nothing to show: two seconds of them.
    private static let emptyFrames = 120

    private let start = Int64(g_get_monotonic_time())
    private var empty = 0
    private var drawn = 0

    /// - Parameters:
    ///   - silence: Limit of the time without a frame.
    ///   - frames: Returns how many frames to draw, each with a complete content, before the window is saved; nil while
    ///     the content is incomplete.
    ///   - finished: Called once, with the reason on failure.
    init(
        window: UnsafeMutablePointer<GtkWindow>, file: String,
        silence: Duration = .microseconds(ScreenshotTask.patience),
        frames: @escaping () -> Int?,
        finished: @escaping (Result<Void, Screenshot.Failure>) -> Void
    ) {
        WatchedFrames(on: window.cast(), patience: silence) { [self] _ in
            let wanted = frames()
            drawn = wanted == nil ? 0 : drawn + 1
            let isLate = Int64(g_get_monotonic_time()) - start > Self.patience
            guard wanted.map({ drawn > $0 }) ?? false || isLate else { return true }
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
        } silent: {
            finished(
                .failure(
                    Screenshot.Failure(
                        description: "The window is hidden: nothing of it is drawn, so \(file) was not written.")))
        }
    }

    /// Returns the value for `frames` of the application's window. An opened photo lies over the tiles and fades in
    /// over its preview. Tiles are complete once their order is known as well.
    static func frames(of window: MainWindow) -> Int? {
        if window.isWelcoming { return completeFrames }
        if window.isShowingDetail { return window.hasPhotoEnded ? fadingFrames : nil }
        if window.page?.model.isOrderPending == true { return nil }
        return (window.grid?.isViewportComplete ?? false) && Tile.fadingCount == 0 ? completeFrames : nil
    }
}
