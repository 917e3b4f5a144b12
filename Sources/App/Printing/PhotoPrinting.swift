// The window's action that prints photos.
import CGTK
import Desktop
import Photos

/// Prints the photos of the window's target, and shows the result. What was chosen holds for the next print.
final class PhotoPrinting: WindowFeature {
    private let context: WindowContext
    private let loader: PhotoLoader
    private var jobs: [Int: PrintJob] = [:]
    private var jobCount = 0
    private var perPage = 1
    private var settings: GObjectReference?

    init(_ context: WindowContext) {
        (self.context, loader) = (context, context.composition.loader)
        context.actions.add(.print) { [weak self] in self?.print() }
    }

    func targetChanged() { context.actions.enable(.print, context.target.count > 0) }

    private func print() {
        guard let photos = context.target.photos else { return }
        let job = PrintJob(photos, loader: loader, perPage: perPage, settings: settings)
        jobCount += 1
        let (number, count) = (jobCount, photos.refs.count)
        jobs[number] = job
        job.run(over: context.window) { [weak self, weak job] end in
            self?.perPage = job?.perPage ?? 1
            switch end {
            case .printed(let leftOut):
                self?.settings = job?.settings
                if leftOut > 0 { self?.context.say(PrintText.leftOut(leftOut)) }
            case .cancelled: break
            case .failed(let problem): self?.context.say(PrintText.notPrinted(photos: count, because: problem))
            }
            // In the next main-loop iteration: GTK is in the middle of telling.
            Task { self?.jobs[number] = nil }
        }
    }
}
