// A source whose pages are a script, for tests of the models: each request takes the next step.
import Library
import Photos
import Synchronization

final class ScriptedSource: PagedPhotoSource {
    enum Step: Sendable {
        case page([String], next: String?)
        case failure(any Error)
        /// Waits for cancellation, then throws.
        case untilCancelled
        /// Waits until the task is cancelled, then fails in its own words.
        case failureAfterCancellation(LoadFailure)
    }

    let identity = SourceID("scripted")
    let title = "Scripted"
    private let steps: Mutex<[Step]>
    private let cancelled = Mutex(0)
    private let asked = Mutex<[PageCursor?]>([])

    let isLocal: Bool

    init(_ steps: Step..., isLocal: Bool = false) {
        self.steps = Mutex(steps)
        self.isLocal = isLocal
    }

    /// The cursors that were asked for, in order.
    var cursors: [PageCursor?] { asked.withLock { $0 } }

    /// Requests that noticed their cancellation.
    var cancellations: Int { cancelled.withLock { $0 } }

    func page(after cursor: PageCursor?) async throws -> Page {
        asked.withLock { $0.append(cursor) }
        switch steps.withLock({ $0.isEmpty ? .page([], next: nil) : $0.removeFirst() }) {
        case .page(let ids, let next):
            return Page(photos: ids.map { Photo(id: PhotoID($0), title: "T") }, next: next.map(PageCursor.init))
        case .failure(let error): throw error
        case .untilCancelled:
            try? await Task.sleep(for: .seconds(3600))
            cancelled.withLock { $0 += 1 }
            throw CancellationError()
        case .failureAfterCancellation(let failure):
            try? await Task.sleep(for: .seconds(3600))
            throw failure
        }
    }

    func location(of photo: Photo, atLeast size: PixelSize, fit: Fit) -> ImageLocation { .file("/\(photo.id)") }
    func original(of photo: Photo) -> ImageLocation { .file("/\(photo.id)") }
}

/// Names in the order of their bytes.
struct PlainCollation: NameCollation {
    func key(for name: String) -> ContiguousArray<UInt8> { ContiguousArray(name.utf8) }
}
