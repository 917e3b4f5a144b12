// The window of the preferences.
import Browse
import CGTK
import Desktop
import Library
import Photos

/// The preferences over a window. It lives until it is closed.
final class PreferencesWindow {
    /// GTK's until it is closed.
    let window: Widget
    /// What the disk caches hold, and what is kept of shares.
    let cacheRow: CacheRow, shareRow: CacheRow
    private let rows: PreferenceRows
    /// Held to be emptied at the end.
    private var groups: [WidgetReference] = []
    private var isOpen = true

    /// Sizes of the cache in megabytes that can be chosen.
    private static let cacheSizes = [100, Preferences.usualCacheMegabytes, 1000, 4000, 16000]

    /// Sizes for the previews of shares in megabytes that can be chosen.
    private static let shareSizes = [200, Preferences.usualShareMegabytes, 4000, 16000, 64000]

    /// - Parameters:
    ///   - disk: Nil where nothing is kept on the disk.
    ///   - missingConfinement: What is missing of the confinement of pictures; nil where nothing is.
    ///   - onClosed: Called when the window has closed.
    init(
        _ preferences: Preferences, disk: DiskStore?, missingConfinement: Message? = nil,
        over parent: UnsafeMutablePointer<GtkWindow>, onClosed: @escaping () -> Void
    ) {
        rows = PreferenceRows(preferences)
        cacheRow = CacheRow(
            of: disk.map { disk in
                CacheRow.Store(
                    size: { await disk.size }, clear: { await disk.clear() }, limit: \.cacheMegabytes)
            }, preferences, clearName: PreferencesText.clearName)
        shareRow = CacheRow(
            of: disk.map { disk in
                CacheRow.Store(
                    size: { await disk.shareSize }, clear: { await disk.clearShares() }, limit: \.shareMegabytes)
            }, preferences, clearName: PreferencesText.clearSharesName)
        let widget = made(adw_preferences_window_new())
        window = widget
        gtk_window_set_transient_for(widget.cast(), parent)
        gtk_window_set_modal(widget.cast(), 1)
        gtk_window_set_destroy_with_parent(widget.cast(), 1)
        adw_preferences_window_set_search_enabled(widget.cast(), 1)
        add(
            PreferencesText.general, icon: "preferences-system-symbolic",
            general + [PreferenceRows.group("", nil, [Self.decoder(missingConfinement)])])
        add(SlideshowText.action, icon: "media-playback-start-symbolic", [slideshow])
        add(PreferencesText.storage, icon: "drive-harddisk-symbolic", storage(preferences))
        Signal.on(widget, "destroy") { [weak self] in
            self?.isOpen = false
            onClosed()
        }
    }

    /// libadwaita's search keeps each group for ever, so that 277 widgets would stay of each window
    /// (docs/workarounds.md).
    isolated deinit { for group in groups { g_object_run_dispose(group.widget.cast()) } }

    /// Shows the window, or puts it in front.
    func present() { gtk_window_present(window.cast()) }

    /// Closes the window.
    func close() {
        if isOpen { gtk_window_destroy(window.cast()) }
    }

    private func add(_ title: String, icon: String, _ groups: [Widget]) {
        let page = made(adw_preferences_page_new())
        adw_preferences_page_set_title(page.cast(), title)
        adw_preferences_page_set_icon_name(page.cast(), icon)
        for group in groups {
            self.groups.append(WidgetReference(group))
            adw_preferences_page_add(page.cast(), group.cast())
        }
        adw_preferences_window_add(window.cast(), page.cast())
    }

    private var general: [Widget] {
        [
            PreferenceRows.group(
                "",
                nil,
                [
                    rows.choice(
                        PreferencesText.start, PreferencesText.startHelp,
                        StartChoice.allCases.map { ($0, PreferencesText.name($0)) }, \.start)
                ]),
            PreferenceRows.group(
                PreferencesText.photos,
                nil,
                [
                    rows.choice(
                        PreferencesText.order, PreferencesText.orderHelp,
                        Query.Order.allCases.map { ($0, OrderText.label($0)) }, \.usualOrder.order),
                    rows.toggle(PreferencesText.reversed, nil, \.usualOrder.isDescending),
                    rows.choice(
                        PreferencesText.groups, nil, Query.Grouping.allCases.map { ($0, OrderText.label($0)) },
                        \.usualOrder.grouping),
                    rows.toggle(PreferencesText.sharesRows, PreferencesText.sharesRowsHelp, \.sharesRows),
                    rows.choice(
                        PreferencesText.layout, nil, LayoutKind.allCases.map { ($0, LayoutText.name($0)) }, \.layout),
                    rows.toggle(LayoutText.captions, PreferencesText.captionsHelp, \.showsCaptions),
                    rows.toggle(PreferencesText.emptyStars, PreferencesText.emptyStarsHelp, \.showsEmptyStars),
                    rows.toggle(PreferencesText.animations, PreferencesText.animationsHelp, \.playsAnimations),
                    rows.toggle(MenuText.keepZoom, PreferencesText.keepsZoomHelp, \.keepsZoom),
                    rows.toggle(PreferencesText.blursGround, PreferencesText.blursGroundHelp, \.blursGround),
                ]),
            PreferenceRows.group(
                PreferencesText.network, nil,
                [rows.toggle(PreferencesText.allowsNetwork, PreferencesText.allowsNetworkHelp, \.allowsNetwork)]),
        ]
    }

    /// Where pictures are decoded, which the command line alone changes.
    private static func decoder(_ missing: Message?) -> Widget {
        let row = made(adw_action_row_new())
        adw_preferences_row_set_title(row.cast(), PreferencesText.decoder)
        adw_action_row_set_subtitle(row.cast(), missing.map { localized($0) } ?? PreferencesText.confinedDecoder)
        return row
    }

    private var slideshow: Widget {
        PreferenceRows.group(
            "", nil,
            [
                rows.number(SlideshowText.seconds, nil, 1...600, \.slideSeconds),
                rows.toggle(SlideshowText.fade, nil, \.fadesSlides),
                rows.toggle(SlideshowText.shuffle, SlideshowText.shuffleHelp, \.shufflesSlides),
            ])
    }

    private func storage(_ preferences: Preferences) -> [Widget] {
        func sizes(_ all: [Int], _ path: ReferenceWritableKeyPath<Preferences, Int>) -> Widget {
            // One that the settings hold, but this list does not.
            let all = Set(all + [preferences[keyPath: path]]).sorted()
            return rows.choice(
                PreferencesText.cacheSize, nil, all.map { ($0, PreferencesText.size(megabytes: $0)) }, path)
        }
        return [
            PreferenceRows.group(
                PreferencesText.cache, PreferencesText.cacheHelp,
                [sizes(Self.cacheSizes, \.cacheMegabytes), cacheRow.root.widget]),
            PreferenceRows.group(
                PreferencesText.shares, PreferencesText.sharesHelp,
                [sizes(Self.shareSizes, \.shareMegabytes), shareRow.root.widget]),
        ]
    }
}
