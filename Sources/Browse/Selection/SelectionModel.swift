// The selection of the shown collection on the main thread: who is notified of it, and its totals.
public import Library
public import Observation
public import Photos

/// What a window says of a selection.
public struct SelectionSummary: Hashable, Sendable {
    /// Whether there is a selection, or one is wanted.
    public var isActive = false
    /// Selected photos that are shown.
    public var count = 0
    /// Selected photos that the search hides.
    public var hiddenCount = 0
    /// Bytes of the files of those that are shown; nil where they are not known, or not added up yet.
    public var bytes: Int64?

    public init() {}
}

/// The selection of one page.
@Observable @MainActor
public final class SelectionModel {
    /// What there is to say; up to date after each step, but for the bytes of many photos.
    public private(set) var summary = SelectionSummary()
    @ObservationIgnored public private(set) var selection: Selection
    /// Called after each step with the photos that have become selected or are no longer selected; none if only the
    /// mode has changed.
    @ObservationIgnored public var onChange: (_ toggled: SlotSet) -> Void = { _ in }
    @ObservationIgnored private var snapshot: CollectionSnapshot
    /// Adds up the bytes of many photos. One at a time: a rubber band asks again with each frame.
    @ObservationIgnored private(set) var adding: Task<Void, Never>?
    @ObservationIgnored private var isOutdated = false

    /// Photos whose bytes are added up at once, in 0.1 ms.
    nonisolated static let fewPhotos = 10_000

    public init(_ snapshot: CollectionSnapshot) {
        self.snapshot = snapshot
        selection = Selection(snapshot.collection)
    }

    isolated deinit { adding?.cancel() }

    public var isActive: Bool { selection.isActive }

    public func contains(_ ref: PhotoRef) -> Bool { selection.contains(ref) }

    /// The selected photos that are shown, in their order.
    public var refs: [PhotoRef] { selection.refs(in: snapshot) }

    /// How many photos of a section are selected.
    public func state(of section: ArrangedSection) -> SectionSelection { selection.state(of: section, in: snapshot) }

    public func apply(_ step: SelectionStep) { changed(selection.apply(step, in: snapshot)) }

    /// Follows a step of the collection.
    public func collectionChanged(by update: CollectionUpdate) {
        snapshot = update.snapshot
        guard selection.isActive else { return }
        changed(selection.collectionChanged(to: snapshot))
    }

    private func changed(_ toggled: SlotSet) {
        summarize()
        onChange(toggled)
    }

    private func summarize() {
        let shown = selection.shown(in: snapshot)
        var next = SelectionSummary()
        next.isActive = selection.isActive
        next.count = shown.count
        next.hiddenCount = selection.slots.count - shown.count
        if shown.count <= Self.fewPhotos {
            next.bytes = shown.isEmpty ? nil : snapshot.store.byteTotal(of: shown)
        } else {
            // Of the same photos as before, until it is known better.
            next.bytes = next.count == summary.count ? summary.bytes : nil
            addUp(shown)
        }
        if next != summary { summary = next }
    }

    private func addUp(_ shown: SlotSet) {
        guard adding == nil else {
            isOutdated = true
            return
        }
        adding = Task { [weak self, store = snapshot.store] in
            let total = await Self.total(of: shown, store)
            self?.added(total)
        }
    }

    private func added(_ total: Int64?) {
        adding = nil
        if isOutdated {
            isOutdated = false
            summarize()
        } else if summary.count > Self.fewPhotos, summary.bytes != total {
            summary.bytes = total
        }
    }

    @concurrent private nonisolated static func total(of slots: SlotSet, _ store: PhotoStore) async -> Int64? {
        store.byteTotal(of: slots)
    }
}
