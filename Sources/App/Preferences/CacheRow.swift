// The row of the preferences that says what the disk caches hold, and empties them.
import CGTK
import CWidgets
import Desktop

/// What the disk caches use now, beside a button that clears them.
final class CacheRow {
    /// Files with a limit of their own.
    struct Store {
        /// Returns their bytes.
        let size: () async -> Int
        /// Deletes them.
        let clear: () async -> Void
        /// The limit in megabytes.
        let limit: KeyPath<Preferences, Int>
    }

    let root: WidgetReference
    private let store: Store?
    private let clearButton: WidgetReference
    private var counting: Task<Void, Never>?
    private var resizing: ModelBinding<Int>?
    /// What the row says.
    private(set) var words = "" {
        didSet { adw_action_row_set_subtitle(root.widget.cast(), words) }
    }

    /// - Parameters:
    ///   - store: Nil where nothing is kept on the disk.
    ///   - clearName: What a screen reader calls the button.
    init(of store: Store?, _ preferences: Preferences, clearName: String) {
        self.store = store
        let button = made(gtk_button_new_with_label(PreferencesText.clear))
        tessera_accessible_set_label(button.object, clearName)
        clearButton = WidgetReference(button)
        root = WidgetReference(PreferenceRows.row(PreferencesText.cacheUsed, suffix: button))
        gtk_widget_set_sensitive(button, store == nil ? 0 : 1)
        Signal.on(button, "clicked") { [weak self] in self?.clear() }
        let limit = store?.limit ?? \.cacheMegabytes
        resizing = ModelBinding({ preferences[keyPath: limit] }) { [weak self] in self?.count(ofMegabytes: $0) }
    }

    isolated deinit { counting?.cancel() }

    private func clear() {
        guard let store, let resizing else { return }
        gtk_widget_set_sensitive(clearButton.widget, 0)
        counting?.cancel()
        counting = Task { [weak self] in
            await store.clear()
            guard let self, !Task.isCancelled else { return }
            gtk_widget_set_sensitive(self.clearButton.widget, 1)
            self.count(ofMegabytes: resizing.value)
        }
    }

    private func count(ofMegabytes limit: Int) {
        guard let store else { return words = PreferencesText.noCache }
        if words.isEmpty { words = PreferencesText.isCounting }
        counting?.cancel()
        counting = Task { [weak self] in
            let bytes = await store.size()
            guard let self, !Task.isCancelled else { return }
            self.words = PreferencesText.used(bytes: bytes, ofMegabytes: limit)
        }
    }
}
