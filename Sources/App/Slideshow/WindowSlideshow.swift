// The slideshow of a main window: where it begins, the full screen that is kept awake, and where it leaves the window.
import Browse
import CGTK
import Desktop
import Library
import Photos

/// A slideshow over one main window, and the action that starts it.
final class WindowSlideshow: WindowFeature {
    let player: SlideshowPlayer
    private let context: WindowContext
    private var window: UnsafeMutablePointer<GtkWindow> { context.window }
    /// The desktop's number of the request to stay awake; 0 for none.
    private var wakefulness: UInt32 = 0
    private var isOpen = true
    /// Whether the window was full-screen before.
    private var wasFullscreen = false

    /// - Parameter overlay: The GtkOverlay over which the page lies.
    init(_ context: WindowContext, over overlay: OpaquePointer) {
        self.context = context
        weak var whole: WindowSlideshow?
        player = SlideshowPlayer(
            loader: context.composition.loader, preferences: context.composition.preferences,
            room: { [window = context.window] in Self.screen(of: window) },
            onRunning: { $0 ? whole?.began() : whole?.ended() }, onSlide: { whole?.hold($0) },
            onNothing: { [weak context] in context?.say(SlideshowText.nothing) })
        whole = self
        gtk_overlay_add_overlay(overlay, player.page.root.widget)
        context.actions.add(.slideshow) { [weak self] in self?.toggle() }
    }

    func pageChanged(to page: any BrowsePage) { player.end() }
    func targetChanged() { context.enableOnPage(.slideshow) }

    func collectionChanged(by update: CollectionUpdate, from before: CollectionSnapshot) {
        player.collectionChanged(by: update)
    }

    func escape() -> Bool { player.end() }

    /// Starts with the opened photo, the selected ones, or the focused one and those after it; or ends.
    private func toggle() {
        guard let page = context.page, !player.end(), !context.router.isComparing else { return }
        let target = context.target
        if target.opened() == nil, target.count > 1, let photos = target.photos {
            player.start(photos.refs, from: nil, of: page.model)
        } else {
            let first = target.single?.ref ?? page.model.firstInView(of: context.gallery)
            player.start(nil, from: first, of: page.model)
        }
    }

    /// Has actions act on what is on the screen, and on nothing that lies under it.
    private func hold(_ slide: PhotoRef?) {
        if let model = player.model { context.target.slide = (slide, model) }
    }

    private func began() {
        context.isCovered = true
        hold(nil)
        wasFullscreen = gtk_window_is_fullscreen(window) != 0
        gtk_window_fullscreen(window)
        if let application = gtk_window_get_application(window) {
            wakefulness = gtk_application_inhibit(
                application, window, GTK_APPLICATION_INHIBIT_IDLE, SlideshowText.reason)
        }
    }

    /// Ends with the window.
    func stop() {
        letSleep()
        isOpen = false
        player.end()
    }

    private func letSleep() {
        if wakefulness != 0, let application = gtk_window_get_application(window) {
            gtk_application_uninhibit(application, wakefulness)
        }
        wakefulness = 0
    }

    private func ended() {
        context.isCovered = false
        context.target.slide = nil
        guard isOpen else { return }
        letSleep()
        if !wasFullscreen { gtk_window_unfullscreen(window) }
        context.goOn(from: player.lastShown)
    }

    /// The size of the screen on which a window is, in device pixels.
    private static func screen(of window: UnsafeMutablePointer<GtkWindow>) -> PixelSize {
        var area = GdkRectangle()
        (area.width, area.height) = (gtk_widget_get_width(window.cast()), gtk_widget_get_height(window.cast()))
        if let surface = gtk_native_get_surface(OpaquePointer(window)),
            let monitor = gdk_display_get_monitor_at_surface(gdk_surface_get_display(surface), surface)
        {
            gdk_monitor_get_geometry(monitor, &area)
        }
        // The whole pixels of a screen, whose logical size is rounded.
        return PixelSize(width: max(1, Int(area.width)), height: max(1, Int(area.height)))
            .scaled(by: DeviceScale.of(window.cast()))
    }
}

extension GalleryModel {
    /// The first photo in view of the gallery.
    func firstInView(of gallery: GalleryPage?) -> PhotoRef? {
        guard let first = gallery?.grid.visibleRange.first, first < count else { return nil }
        return ref(at: first)
    }
}
