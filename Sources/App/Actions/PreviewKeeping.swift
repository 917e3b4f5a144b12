// The keeping of the previews of all photos of a share on this computer.
import Browse
import CGTK
import Desktop
import ImagePipeline
import Library
import Photos

/// `win.keep-previews`: keeps a preview of each photo that is listed, for when its share is out of reach. Goes on while
/// other places are shown, until the window is closed.
final class PreviewKeeping: WindowFeature {
    /// The bar under the header.
    let bar = NoticeBar()
    private let context: WindowContext
    private let keeper: PreviewKeeper?
    private var running: Task<Void, Never>?

    /// Photos that are read at once: not all that the share would serve, so that what is looked at meanwhile comes
    /// first.
    private nonisolated static let width = 2
    /// Time between two reports.
    private nonisolated static let reportInterval = Duration.milliseconds(250)

    init(_ context: WindowContext) {
        self.context = context
        keeper = context.composition.previewKeeper
        context.actions.add(.keepPreviews) { [weak self] in self?.start() }
        context.actions.add(.stopPreviews) { [weak self] in self?.stop() }
        enable()
    }

    isolated deinit { running?.cancel() }

    func pageChanged(to page: any BrowsePage) { enable() }
    func collectionChanged(by update: CollectionUpdate, from before: CollectionSnapshot) { enable() }

    func stop() {
        running?.cancel()
        running = nil
        bar.hide()
        enable()
    }

    private func enable() {
        let model = context.page?.model
        let isPossible = model?.source.isSeenWhileAway == true && model?.count ?? 0 > 0
        context.actions.enable(.keepPreviews, keeper != nil && running == nil && isPossible)
    }

    private func start() {
        guard running == nil, let keeper, let model = context.page?.model else { return }
        let snapshot = model.snapshot, source = model.source
        show(KeepingProgress(of: snapshot.count), of: source.title)
        running = Task { [weak self] in
            let progress = await Self.keep(snapshot) { photo in
                try await keeper.keep(photo, of: source.identity, at: source.original(of: photo))
            } report: { [weak self] progress in
                await self?.show(progress, of: source.title)
            }
            guard let self, !Task.isCancelled else { return }
            self.stop()
            self.context.say(PreviewText.result(progress, of: source.title))
        }
        enable()
    }

    private func show(_ progress: KeepingProgress, of title: String) {
        bar.show(PreviewText.progress(progress, of: title), choices: [Choice(.stopPreviews)])
    }

    /// Keeps the previews of a list in its order.
    /// - Parameters:
    ///   - keep: Keeps the preview of a photo.
    ///   - report: Called with what has come of it so far, some times a second.
    /// - Returns: What has come of it.
    @concurrent nonisolated static func keep(
        _ snapshot: CollectionSnapshot, by keep: @escaping @Sendable (Photo) async throws -> KeptPreviews.Outcome,
        report: @Sendable (KeepingProgress) async -> Void
    ) async -> KeepingProgress {
        let reader = PhotoReader(), clock = ContinuousClock()
        var progress = KeepingProgress(of: snapshot.count)
        var next = 0, reported = clock.now
        await withTaskGroup(of: Result<KeptPreviews.Outcome, any Error>.self) { group in
            func add() {
                guard next < snapshot.count, progress.end == nil, !Task.isCancelled else { return }
                let photo = reader.photo(snapshot.ref(at: next).slot, of: snapshot.store)
                next += 1
                group.addTask {
                    do {
                        return .success(try await keep(photo))
                    } catch {
                        return .failure(error)
                    }
                }
            }
            for _ in 0..<width { add() }
            for await result in group {
                switch result {
                case .success(.full): progress.takeFull()
                case .success(let outcome): progress.take(isKept: outcome == .kept)
                case .failure: progress.takeFailure()
                }
                add()
                if clock.now - reported >= reportInterval {
                    reported = clock.now
                    await report(progress)
                }
            }
        }
        return progress
    }
}
