// The properties of a folder.
import Browse
import CGTK
import Desktop
import Photos

/// A dialog with what is known of a folder. What is in it is counted while the dialog is open.
final class FolderProperties {
    private let message: UnsafeMutablePointer<AdwMessageDialog>
    private let photos = FolderProperties.row(FolderText.photos)
    private let files = FolderProperties.row(FolderText.files)
    private let folders = FolderProperties.row(FolderText.folders)
    private let changed = FolderProperties.row(FolderText.changed)
    private let free = FolderProperties.row(FolderText.free)
    private var reading: Task<Void, Never>?

    /// Shows the dialog over a window, and keeps it until it is closed.
    static func show(of folder: FilePath, over window: UnsafeMutablePointer<GtkWindow>) {
        let properties = FolderProperties(of: folder, over: window)
        Signal.onPointer(properties.message, "response") { _ in properties.reading?.cancel() }
        properties.read(folder)
        gtk_window_present(properties.message.cast())
    }

    private init(of folder: FilePath, over window: UnsafeMutablePointer<GtkWindow>) {
        let list: Widget
        (message, list) = ReportDialog.make(heading: FolderPath.name(of: folder), over: window)
        let location = Self.row(FolderText.location)
        adw_action_row_set_subtitle(location.widget.cast(), PlaceText.shown(path: folder))
        for row in [location, photos, files, folders, changed, free] { gtk_list_box_append(list.opaque, row.widget) }
        adw_message_dialog_set_extra_child(message, list)
    }

    private static func row(_ title: String) -> WidgetReference {
        let row = made(adw_action_row_new())
        adw_preferences_row_set_use_markup(row.cast(), 0)
        adw_preferences_row_set_title(row.cast(), title)
        // A path is longer than the dialog is wide.
        adw_action_row_set_subtitle_lines(row.cast(), 0)
        return WidgetReference(row)
    }

    private func read(_ folder: FilePath) {
        let survey = FolderSurvey()
        let (counts, counting) = AsyncStream.makeStream(of: FolderTotals.self, bufferingPolicy: .bufferingNewest(1))
        show(FolderTotals(), isComplete: false)
        reading = Task { [weak self] in
            let facts = await survey.facts(of: folder)
            self?.show(facts)
            let whole = Task {
                defer { counting.finish() }
                return try await survey.totals(of: folder) { counting.yield($0) }
            }
            await withTaskCancellationHandler {
                for await totals in counts { self?.show(totals, isComplete: false) }
            } onCancel: {
                whole.cancel()
            }
            if let totals = try? await whole.value { self?.show(totals, isComplete: true) }
        }
    }

    private func show(_ facts: FolderFacts?) {
        guard !(reading?.isCancelled ?? true) else { return }
        set(changed, facts?.changed.map(FolderText.time))
        set(free, facts.map(FolderText.free))
    }

    private func show(_ totals: FolderTotals, isComplete: Bool) {
        guard !(reading?.isCancelled ?? false) else { return }
        set(photos, FolderText.soFar(GalleryTitle.grouped(totals.photos), isComplete: isComplete))
        set(files, FolderText.soFar(FolderText.files(totals), isComplete: isComplete))
        set(folders, FolderText.soFar(GalleryTitle.grouped(totals.folders), isComplete: isComplete))
    }

    private func set(_ row: WidgetReference, _ text: String?) {
        adw_action_row_set_subtitle(row.widget.cast(), text ?? FolderText.unknown)
    }
}
