// A source whose pages are a script: each request takes the next step, gates hold one back until the test opens it.
import Library
import Photos
import Synchronization

final class ScriptedSource: PagedPhotoSource {
    enum Step: Sendable {
        case page([String], next: String?)
        case failure(LoadFailure)
        /// Waits for cancellation, then throws.
        case untilCancelled
        /// Waits for cancellation, then answers all the same.
        case pageAfterCancellation([String], next: String?)
        /// Waits until the gate opens.
        case gated(Gate, [String], next: String?)
    }

    let identity = SourceID("scripted")
    let title = "Scripted"
    private let steps: Mutex<[Step]>
    private let asked = Mutex<[PageCursor?]>([])

    init(_ steps: [Step]) { self.steps = Mutex(steps) }

    /// The cursors that were asked for, in order.
    var cursors: [PageCursor?] { asked.withLock { $0 } }

    func page(after cursor: PageCursor?) async throws -> Page {
        asked.withLock { $0.append(cursor) }
        switch steps.withLock({ $0.isEmpty ? .page([], next: nil) : $0.removeFirst() }) {
        case .page(let ids, let next): return ScriptedSource.page(ids, next)
        case .failure(let failure): throw failure
        case .untilCancelled:
            try await Task.sleep(for: .seconds(3600))
            return ScriptedSource.page([], nil)
        case .pageAfterCancellation(let ids, let next):
            try? await Task.sleep(for: .seconds(3600))
            return ScriptedSource.page(ids, next)
        case .gated(let gate, let ids, let next):
            await gate.wait()
            return ScriptedSource.page(ids, next)
        }
    }

    func location(of photo: Photo, atLeast size: PixelSize, fit: Fit) -> ImageLocation { .file("/\(photo.id)") }
    func original(of photo: Photo) -> ImageLocation { .file("/\(photo.id)") }

    private static func page(_ ids: [String], _ next: String?) -> Page {
        Page(photos: ids.map { Photo(id: PhotoID($0), title: "T") }, next: next.map(PageCursor.init))
    }
}

/// Holds back whoever waits until it is opened; tells when somebody has come.
actor Gate {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var watching: [CheckedContinuation<Void, Never>] = []
    private var arrivals = 0

    func wait() async {
        arrivals += 1
        watching.forEach { $0.resume() }
        watching = []
        if !isOpen { await withCheckedContinuation { waiting.append($0) } }
    }

    /// Returns once somebody waits at the gate or has passed it.
    func reached() async {
        if arrivals == 0 { await withCheckedContinuation { watching.append($0) } }
    }

    func open() {
        isOpen = true
        waiting.forEach { $0.resume() }
        waiting = []
    }
}
