// The change of the dates of photos.
import Browse
import CGTK
import Codecs
import Desktop
import Library
import Photos

/// `win.change-date`, on the photos that actions act on: asks for a date or for what is to be added, and states it in
/// their sidecars.
final class DateActions: WindowFeature {
    private let context: WindowContext

    init(_ context: WindowContext) {
        self.context = context
        context.actions.add(.changeDate) { [weak self] in self?.ask() }
    }

    func targetChanged() { context.actions.enable(.changeDate, context.target.can(.mark)) }

    func collectionChanged(by update: CollectionUpdate, from before: CollectionSnapshot) { targetChanged() }

    /// Asks for the dates of the photos that are chosen now, whatever is chosen later.
    private func ask() {
        guard context.target.can(.mark), let photos = context.target.photos else { return }
        Task { [weak self, facts = context.composition.facts] in
            guard let first = await photos.readOriginals().first, let path = first.filePath,
                let place = first.filePlace
            else { return }
            let taken = (try? await facts.facts(of: place))?.taken
            guard let self else { return }
            DateDialog.ask(
                over: self.context.window, count: photos.refs.count,
                example: (DisplayText.line(path.name.shown, limit: 60), taken),
                zone: Self.zone, isPlausible: FileFactsReader.isPlausible
            ) { [weak self] in self?.context.edits.make($0, in: photos) }
        }
    }

    /// The minutes by which the clock of this machine is ahead of UTC.
    private static var zone: Int {
        guard let now = g_date_time_new_now_local() else { return 0 }
        defer { g_date_time_unref(now) }
        return Int(g_date_time_get_utc_offset(now) / 60_000_000)
    }
}
