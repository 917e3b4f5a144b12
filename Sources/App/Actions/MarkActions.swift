// Stars, rejections, favourites and colours: the actions of the window that give them.
import Browse
import CGTK
import Desktop
import Library
import Photos

/// `win.rate`, `win.reject`, `win.favourite` and `win.label`, on the opened photo, on what a context menu is on, on the
/// selection or on the focused photo. Only photos in files have marks.
///
/// A mark is shown at once. What keeps it is written behind, one photo after the other, and before the program ends; a
/// photo whose mark could not be kept gets back the one that it had.
final class MarkActions: WindowFeature {
    private let context: WindowContext
    private var target: ActionTarget { context.target }
    /// Forgets what is known of files of a source that say something else now.
    private let forget: (_ ids: [String], _ source: any PhotoSource) async -> Void
    private var isOpen = true
    /// Whether the last thing that was said is that marks are kept elsewhere: not for each photo of those that are
    /// culled.
    private var isElsewhereSaid = false
    /// Why the marks could not be kept that were given last: of hundreds of photos on a share that has gone away it is
    /// not said again while it is still to be read.
    private var failureSaid: (reason: PhotoMarking.Failure, text: String)?

    init(_ context: WindowContext) {
        self.context = context
        forget = { [composition = context.composition] ids, source in
            guard let root = source.indexRoot else { return }
            await composition.indexer(of: source)?.forget(ids, below: root)
        }
        context.actions.add(.rate, state: made(g_variant_new_int32(Self.unknown))) { [weak self] stars in
            let stars = Int(g_variant_get_int32(stars))
            if (0...PhotoMarks.mostStars).contains(stars) { self?.give { _ in .stars(stars) } }
        }
        context.actions.add(.favourite, isOn: false) { [weak self] in
            self?.give { marks in PhotoMarks.Mark.favourite(true).toggled(on: marks) }
        }
        context.actions.add(.reject, isOn: false) { [weak self] in
            self?.give { marks in PhotoMarks.Mark.rejection.toggled(on: marks) }
        }
        // A colour that all of them have is taken away.
        context.actions.add(.label, state: made(g_variant_new_int32(Self.unknown))) { [weak self] number in
            guard let label = UInt8(exactly: g_variant_get_int32(number)).flatMap(PhotoLabel.init(rawValue:)),
                label != .other
            else { return }
            self?.give { marks in PhotoMarks.Mark.label(label).toggled(on: marks) }
        }
        context.actions.add(.cullStars) { [weak self] stars in
            if (0...PhotoMarks.mostStars).contains(stars) { self?.decide(.stars(stars)) }
        }
        context.actions.add(.cullReject) { [weak self] in self?.decide(.rejection) }
        context.actions.add(.cullFavourite) { [weak self] in self?.decide(.favourite(true)) }
        context.actions.add(.cullLabel) { [weak self] number in
            guard let label = UInt8(exactly: number).flatMap(PhotoLabel.init(rawValue:)) else { return }
            if PhotoLabel.colours.contains(label) { self?.decide(.label(label)) }
        }
        context.composition.files.news.marks.set(for: self) { [weak self] in self?.take($0) }
    }

    /// Ends with the window; marks that were given are written.
    func stop() {
        isOpen = false
        context.composition.files.news.marks.set(for: self, nil)
    }

    /// The state of `win.rate` and `win.label` where there are several photos, or none.
    private static let unknown: Int32 = -2

    /// Enables the actions where there are photos in files, and shows the marks of a single one.
    func targetChanged() {
        guard isOpen else { return }
        let single = target.single.map { $1.marks(of: $0) }
        let isOfUse = target.count > 0 && target.model?.source.indexRoot != nil
        for command in [WindowCommand.rate, .favourite, .reject, .label] { context.actions.enable(command, isOfUse) }
        for command in [WindowCommand.cullStars, .cullReject, .cullFavourite, .cullLabel] {
            context.actions.enable(command, isOfUse && (context.culling.isOn || target.compared != nil))
        }
        context.actions.set(
            .rate, state: made(g_variant_new_int32(single.map { Int32($0.rating) } ?? Self.unknown)))
        context.actions.set(
            .label, state: made(g_variant_new_int32(single.map { Int32($0.label.rawValue) } ?? Self.unknown)))
        context.actions.set(.reject, isOn: single?.isRejected == true)
        context.actions.set(.favourite, isOn: single?.isFavourite == true)
    }

    func collectionChanged(by update: CollectionUpdate, from before: CollectionSnapshot) { targetChanged() }

    /// Gives a mark to the photo that is shown now, and goes on to the next one. Of photos that are compared, the
    /// active one gets it, or loses the one that it has, and stays.
    private func decide(_ mark: PhotoMarks.Mark) {
        if target.compared != nil { return give { marks in mark.toggled(on: marks) } }
        guard context.culling.isOn else { return }
        give { _ in mark }
        if !context.detail.navigate(.next), context.page.map({ GalleryProgress($0.model).isComplete }) == true {
            context.say(CullingText.end)
        }
    }

    /// Gives a mark to all photos that actions act on.
    /// - Parameter mark: Decides on it by the marks that they have.
    private func give(_ mark: ([PhotoMarks]) -> PhotoMarks.Mark) {
        guard let photos = target.photos, let model = target.model, model.source.indexRoot != nil else { return }
        let before = photos.refs.map { photos.store.marks($0.slot) }
        let given = GivenMark(mark: mark(before), photos: photos, before: before)
        // While photos are culled, the strip says it; a slide has nothing that would.
        let isSaid =
            target.slide != nil || (target.opened() != nil ? !context.culling.isOn : photos.refs.count > 1)
        Task { [weak self] in
            await model.mark(given.after)
            if isSaid {
                self?.context.toasts.say(
                    [MarkText.given(given.mark, to: photos.refs.count)], isUndoable: true, isOfOpened: true)
            }
            self?.targetChanged()
        }
        context.composition.files.mark(given.mark, in: WritingPlace(of: photos)) {
            await given.readFiles()
        } done: { [weak self, forget] outcomes, isUndoable in
            let result = await given.result(outcomes)
            if !result.others.isEmpty { await model.mark(result.others) }
            await forget(result.unseen, model.source)
            guard let self, self.isOpen else { return }
            self.targetChanged()
            self.reloadPanels()
            if result.failure == nil, self.context.culling.isOn, isElsewhereSaid { return }
            let toasts = self.context.toasts, text = result.text(of: given.mark)
            if let said = failureSaid, said.reason == result.failure?.reason, toasts.isShown, toasts.last == said.text {
                return
            }
            failureSaid = result.failure.map { ($0.reason, text ?? "") }
            isElsewhereSaid = result.failure == nil && !result.kept.isEmpty
            toasts.say([text], isUndoable: isUndoable, isOfOpened: result.failure == nil)
        }
    }

    private func reloadPanels() { for panel in [context.info, context.gridInfo] { panel.reload() } }

    // MARK: Reversals

    /// Shows the marks of photos that were undone, or given again, where this window shows the photos.
    private func take(_ marked: [MarkedPhoto]) {
        guard isOpen, let model = target.model else { return }
        Task { [weak self, forget] in
            let isWatched = !model.source.isOnShare
            let unseen = marked.filter { $0.isInDatabase || !isWatched }.compactMap {
                model.source.id(of: $0.path)?.text
            }
            await forget(unseen, model.source)
            var shown: [(ref: PhotoRef, marks: PhotoMarks)] = []
            for photo in marked {
                guard let id = model.source.id(of: photo.path), let ref = await model.ref(of: id)
                else { continue }
                shown.append((ref, photo.marks))
            }
            if !shown.isEmpty { await model.mark(shown) }
            self?.targetChanged()
            self?.reloadPanels()
        }
    }
}

extension PhotoMarks.Mark {
    /// The mark, or what takes it away where all have it. Stars are given again.
    fileprivate func toggled(on marks: [PhotoMarks]) -> PhotoMarks.Mark {
        switch self {
        case .stars(PhotoMarks.rejection) where marks.allSatisfy(\.isRejected): .stars(0)
        case .favourite: .favourite(!marks.allSatisfy(\.isFavourite))
        case .label(let label) where marks.allSatisfy({ $0.label == label }): .label(.none)
        case .stars, .label: self
        }
    }
}

/// One mark that is given to some photos.
private struct GivenMark: Sendable {
    let mark: PhotoMarks.Mark
    let photos: ActionTarget.Photos
    let before: [PhotoMarks]

    /// The marks that the photos are to have.
    var after: [(ref: PhotoRef, marks: PhotoMarks)] { zip(photos.refs, before).map { ($0, $1.with(mark)) } }

    /// Reads which files the photos are; all of them are files.
    @concurrent nonisolated func readFiles() async -> [PhotoToMark] {
        zip(photos.originals, before).compactMap { original, marks in
            original.filePath.map { PhotoToMark(path: $0, marks: marks) }
        }
    }

    /// The result of giving a mark to photos.
    struct Result: Sendable {
        /// The marks of photos that are others than was asked for.
        var others: [(ref: PhotoRef, marks: PhotoMarks)] = []
        /// The ids of photos whose marks are kept in the database.
        var kept: [String] = []
        /// The ids of photos that no listing and no watch will say something else of at once.
        var unseen: [String] = []
        var failure: (reason: PhotoMarking.Failure, name: String)?
        var failures = 0

        /// What there is to say of it; nil where everything went as usual.
        func text(of mark: PhotoMarks.Mark) -> String? {
            if let failure { return MarkText.failed(failure.reason, of: failure.name, count: failures) }
            return kept.isEmpty ? nil : MarkText.keptElsewhere(mark, of: kept.count)
        }
    }

    @concurrent nonisolated func result(_ outcomes: [PhotoMarking.Outcome]) async -> Result {
        let reader = PhotoReader()
        var result = Result()
        let isWatched = !photos.source.isOnShare
        let files = photos.refs.filter {
            photos.source.original(of: reader.photo($0.slot, of: photos.store)).filePath != nil
        }
        let marks = Dictionary(zip(photos.refs, before)) { first, _ in first }
        for (ref, outcome) in zip(files, outcomes) {
            if outcome.marks != marks[ref]?.with(mark) { result.others.append((ref, outcome.marks)) }
            let id = reader.photo(ref.slot, of: photos.store).id.text
            switch outcome.place {
            case .sidecar: if !isWatched { result.unseen.append(id) }
            case .database:
                result.kept.append(id)
                result.unseen.append(id)
            case .nowhere(let reason):
                result.failure = result.failure ?? (reason, reader.photo(ref.slot, of: photos.store).title)
                result.failures += 1
            }
        }
        return result
    }
}
