// Scripted ends of the pipeline: a listing by arithmetic, bytes behind a gate, pixels without a decoder.
import CGTK
import Codecs
import ImagePipeline
import Library
import Photos
import Synchronization

@testable import Desktop

/// `count` photos in pages of `pageSize`, called by numbers from `first` on.
nonisolated struct ScriptedSource: PagedPhotoSource {
    var count: Int
    var pageSize = 1_000_000
    var first = 0
    var identity = SourceID("scripted")
    /// Numbers of photos that are videos.
    var videos: Set<Int> = []
    /// The version of every photo; without one nothing is stored of it.
    var version = ""
    var title: String { "Scripted" }

    func page(after cursor: PageCursor?) async throws -> Page {
        let start = cursor.flatMap { Int($0.text) } ?? 0
        let end = min(count, start + pageSize)
        let photos = (first + start..<first + end).map {
            Photo(
                id: PhotoID("\($0)"), title: "Photo \($0)", version: version,
                badge: videos.contains($0) ? .video(seconds: nil) : nil)
        }
        return Page(photos: photos, next: end < count ? PageCursor("\(end)") : nil)
    }

    func location(of photo: Photo, atLeast size: PixelSize, fit: Fit) -> ImageLocation { .file(photo.id.path) }
    func original(of photo: Photo) -> ImageLocation { .file(photo.id.path) }
}

/// Answers at once, or holds every call at a gate until it is opened or the call is cancelled.
nonisolated final class ScriptedBytes: ByteLoader {
    private struct State {
        var isOpen: Bool
        var calls: [Int] = []
        var broken: Set<Int> = []
        var waiting: [Int: (photo: Int, continuation: CheckedContinuation<Bool, Never>)] = [:]
        var abandoned: Set<Int> = []
        var keys: Set<FetchKey> = []
        var refreshed: (@Sendable (FetchKey) -> Void)?
    }
    private let state: Mutex<State>
    private let content: [UInt8]
    private let isStale: Bool
    private let reason: LoadFailure.Reason

    /// - Parameters:
    ///   - isStale: all bytes are past their time.
    ///   - reason: that of the broken photos.
    init(
        isOpen: Bool = true, content: [UInt8] = [1, 2, 3], isStale: Bool = false,
        reason: LoadFailure.Reason = .notFound
    ) {
        self.reason = reason
        state = Mutex(State(isOpen: isOpen))
        self.content = content
        self.isStale = isStale
    }

    /// Photos asked for, in order.
    var calls: [Int] { state.withLock { $0.calls } }
    /// Photos held at the gate.
    var held: Set<Int> { state.withLock { Set($0.waiting.values.map(\.photo)) } }

    /// Photos that are not there.
    var broken: Set<Int> {
        get { state.withLock { $0.broken } }
        set { state.withLock { $0.broken = newValue } }
    }

    func shut() { state.withLock { $0.isOpen = false } }

    func open() {
        let waiting = state.withLock { state in
            defer { state.waiting = [:] }
            state.isOpen = true
            return state.waiting
        }
        for entry in waiting.values { entry.continuation.resume(returning: true) }
    }

    func bytes(for key: FetchKey, ticket: FetchTicket) async throws -> FetchedBytes {
        guard case .file(let path) = key.location, let photo = Int(path.text) else {
            preconditionFailure("not scripted: \(key.location)")
        }
        let (call, isOpen) = state.withLock { state in
            state.calls.append(photo)
            state.keys.insert(key)
            return (state.calls.count, state.isOpen)
        }
        if !isOpen, !(await wait(call, photo)) { throw CancellationError() }
        if state.withLock({ $0.broken.contains(photo) }) {
            throw LoadFailure(stage: .fetch, culprit: ticket.title, reason: reason)
        }
        return FetchedBytes(EncodedBytes(content), from: .file, isStale: isStale)
    }

    func prefix(of key: FetchKey, count: Int) async throws -> EncodedBytes? {
        EncodedBytes(Array(content.prefix(count)))
    }

    func onRefresh(_ refreshed: @escaping @Sendable (FetchKey) -> Void) { state.withLock { $0.refreshed = refreshed } }

    /// Says of everything that was asked for that it has changed since.
    func change() {
        let (keys, refreshed) = state.withLock { ($0.keys, $0.refreshed) }
        for key in keys { refreshed?(key) }
    }

    private func wait(_ call: Int, _ photo: Int) async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: Bool? = state.withLock { state in
                    if state.isOpen { return true }
                    if state.abandoned.remove(call) != nil { return false }
                    state.waiting[call] = (photo, continuation)
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let waiting = state.withLock { state in
                let entry = state.waiting.removeValue(forKey: call)
                if entry == nil { state.abandoned.insert(call) }
                return entry
            }
            waiting?.continuation.resume(returning: false)
        }
    }
}

/// Grey pixels of the size that is asked for.
nonisolated struct ScriptedDecoder: PixelDecoder {
    /// The pictures are no larger than this, and nothing is upscaled.
    var largestSide = Int.max
    /// Every photo has an embedded thumbnail of this size; nil: none has.
    var thumbnail: PixelSize?
    /// The photo of this number is an animation.
    var animated: Int?
    /// The ratio of every photo's sides, where all of it is wanted.
    var shape = PixelSize(square: 1)

    func decode(
        _ bytes: EncodedBytes, for request: ImageRequest, priority: LoadPriority
    ) async throws -> Texture {
        let room = request.key.size
        if request.key.fit == .fit, shape != PixelSize(square: 1) {
            return grey(
                PixelSize(width: shape.width * 1000, height: shape.height * 1000).scaled(toward: room, fit: .fit))
        }
        let isAnimated = animated.map { request.key.photo == PhotoID("\($0)") } ?? false
        return grey(
            PixelSize(width: min(room.width, largestSide), height: min(room.height, largestSide)),
            isAnimated: isAnimated)
    }

    func preview(
        _ bytes: EncodedBytes, for request: ImageRequest, beyond shown: PreviewDetail?, priority: LoadPriority
    ) async throws -> Preview<Texture>? { thumbnail.map { Preview(image: grey($0), detail: .thumbnail) } }

    func grey(_ size: PixelSize, isAnimated: Bool = false) -> Texture {
        let pixels = [UInt8](repeating: 128, count: size.area * 4)
        guard let bytes = g_bytes_new(pixels, gsize(pixels.count)) else { preconditionFailure("GLib made nothing") }
        return Texture(PixelBuffer(size: size, storage: SharedBytes(adopting: bytes)), isAnimated: isAnimated)
    }
}
