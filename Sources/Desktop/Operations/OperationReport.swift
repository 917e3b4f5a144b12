// The progress of an operation, told now and then.
import Photos

/// Counts photos and bytes, and tells them ten times a second at most. Belongs to the operation's thread.
final class OperationReport {
    private let control: OperationControl
    private var progress: OperationProgress
    private var told: ContinuousClock.Instant?
    private static let interval = Duration.milliseconds(100)

    init(count: Int, control: OperationControl) {
        self.control = control
        progress = OperationProgress(photos: 0, count: count, bytes: 0)
    }

    func add(bytes: Int) {
        progress.bytes = progress.bytes.addingSaturating(bytes)
        tell()
    }

    /// Tells at once that a share is waited for, or not any more.
    func wait(_ isWaiting: Bool) {
        progress.isWaiting = isWaiting
        told = .now
        control.tell(progress)
    }

    func finishPhoto() { finish(1) }

    func finish(_ photos: Int) {
        progress.photos += photos
        tell()
    }

    /// Tells the last state.
    func end() { control.tell(progress) }

    private func tell() {
        let now = ContinuousClock.now
        if let told, now - told < Self.interval { return }
        told = now
        control.tell(progress)
    }
}
