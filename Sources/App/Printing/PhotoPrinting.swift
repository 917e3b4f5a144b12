// The window's action that prints photos.
import CGTK
import Desktop
import Photos

/// Prints the photos of the window's target, and says what became of it. What was chosen holds for the next print.
final class PhotoPrinting {
    private let window: UnsafeMutablePointer<GtkWindow>
    private let target: ActionTarget
    private let loader: PhotoLoader
    private let say: (String) -> Void
    private var jobs: [Int: PrintJob] = [:]
    private var jobCount = 0
    private var perPage = 1
    private var settings: GObjectReference?

    /// Name of the action.
    static let action = "print"
    /// Keys in the form of `WindowActions.accelerators`.
    static let accelerators: [(action: String, keys: [String])] = [("win." + action, ["<Control>p"])]

    /// - Parameter window: Borrowed; gets the action, and outlives this object.
    init(
        on window: UnsafeMutablePointer<GtkWindow>, target: ActionTarget, loader: PhotoLoader,
        say: @escaping (String) -> Void
    ) {
        (self.window, self.target, self.loader, self.say) = (window, target, loader, say)
        WindowActions.add(Self.action, to: OpaquePointer(window)) { [weak self] in self?.print() }
    }

    /// Enables the action where there is a photo. Call when something else is chosen.
    func update() {
        guard let action = g_action_map_lookup_action(OpaquePointer(window), Self.action) else { return }
        g_simple_action_set_enabled(action, target.count > 0 ? 1 : 0)
    }

    private func print() {
        guard let photos = target.photos else { return }
        let job = PrintJob(photos, loader: loader, perPage: perPage, settings: settings)
        jobCount += 1
        let (number, count) = (jobCount, photos.refs.count)
        jobs[number] = job
        job.onEnd = { [weak self, weak job] end in
            self?.perPage = job?.perPage ?? 1
            switch end {
            case .printed(let leftOut):
                self?.settings = job?.settings
                if leftOut > 0 { self?.say(PrintText.leftOut(leftOut)) }
            case .cancelled: break
            case .failed(let problem): self?.say(PrintText.notPrinted(photos: count, because: problem))
            }
            // In the next main-loop iteration: GTK is in the middle of telling.
            Task { self?.jobs[number] = nil }
        }
        job.run(over: window)
    }
}
