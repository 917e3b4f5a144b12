// The reading of dates of photos on a share, which takes a transfer for each: how far it is, and how it is stopped.
import Browse
import CGTK
import Desktop
import Library
import Photos

/// The notice over the grid while facts of photos are read that are not on this machine. On a metered connection it
/// asks before anything is read.
final class DateReading: WindowFeature {
    /// What the user has decided.
    private enum State {
        case reading, paused
        /// The user has not been asked yet whether to read at all.
        case unasked
        /// The notice is closed, until the photos are arranged otherwise.
        case stopped
    }

    /// The bar under the header.
    let bar = NoticeBar()
    private let isMetered: @Sendable () async -> Bool
    private weak var model: GalleryModel?
    private var state = State.reading
    private var progress: IndexingProgress?
    private var notice = IndexingNotice()
    private var following: ModelBinding<IndexingProgress?>?
    private var arranged: ModelBinding<Query>?
    private var query = Query()
    private var asking: Task<Void, Never>?

    /// - Parameter isMetered: Whether the connection may cost the user something.
    init(
        _ context: WindowContext, isMetered: @escaping @Sendable () async -> Bool = { await SystemNetwork.isMetered() }
    ) {
        self.isMetered = isMetered
        context.actions.add(.readDates) { [weak self] in self?.set(.reading) }
        context.actions.add(.pauseDates) { [weak self] in self?.set(.paused) }
        context.actions.add(.stopDates) { [weak self] in self?.set(.stopped) }
    }

    func pageChanged(to page: any BrowsePage) {
        stop()
        let model = page.model
        guard model.source.indexRoot != nil, !model.source.readsFactsUnasked else { return }
        self.model = model
        query = model.query
        // Nothing is read before it is known what it costs.
        model.holdIndexing(true)
        asking = Task { [weak self, isMetered] in
            let isMetered = await isMetered()
            if !Task.isCancelled { self?.set(isMetered ? .unasked : .reading) }
        }
        following = ModelBinding({ [weak model] in model?.progress }) { [weak self] in self?.take($0) }
        arranged = ModelBinding({ [weak model] in model?.query ?? Query() }) { [weak self] in self?.take($0) }
    }

    func stop() {
        asking?.cancel()
        (following, arranged, asking, model, progress) = (nil, nil, nil, nil, nil)
        (state, notice) = (.reading, IndexingNotice())
        bar.hide()
    }

    /// Whether it is sidecars that are read: the photos are arranged by what the listing says.
    private var readsMarks: Bool { !query.asksForFacts }

    private func set(_ state: State) {
        guard let model else { return }
        self.state = state
        model.holdIndexing(state != .reading)
        show()
    }

    private func take(_ progress: IndexingProgress?) {
        self.progress = progress
        show()
    }

    private func take(_ query: Query) {
        let isSame = (query.order, query.grouping) == (self.query.order, self.query.grouping)
        self.query = query
        if isSame { return }
        if state == .stopped { set(.paused) }
    }

    private func show() {
        let long = notice.take(progress, at: Int64(g_get_monotonic_time()))
        guard let progress else { return bar.hide() }
        switch state {
        case .reading:
            guard let long else { return }
            bar.show(
                DateReadingText.progress(long, ofMarks: readsMarks),
                choices: [
                    Choice(.pauseDates, label: DateReadingText.pause), Choice(.stopDates, label: DateReadingText.stop),
                ])
        case .paused:
            bar.show(
                DateReadingText.unknown(progress, ofMarks: readsMarks),
                choices: [
                    Choice(.readDates, label: DateReadingText.goOn), Choice(.stopDates, label: DateReadingText.stop),
                ])
        case .unasked:
            bar.show(
                DateReadingText.metered(progress, ofMarks: readsMarks),
                choices: [
                    Choice(.readDates, label: DateReadingText.goOn), Choice(.stopDates, label: DateReadingText.stop),
                ])
        case .stopped: bar.hide()
        }
    }
}
