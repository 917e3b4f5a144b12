// The slideshow of a main window: where it begins, the full screen that is kept awake, and where it leaves the window.
import Browse
import CGTK
import Desktop
import Photos

/// A slideshow over one main window, and the action that starts it.
final class WindowSlideshow {
    let player: SlideshowPlayer
    private weak var window: MainWindow?
    /// The desktop's number of the request to stay awake; 0 for none.
    private var wakefulness: UInt32 = 0
    /// Whether the window was full-screen before.
    private var wasFullscreen = false

    /// Keys in the form of `WindowActions.accelerators`.
    static let accelerators: [(action: String, keys: [String])] = [("win.slideshow", ["<Control>l"])]

    /// Adds the page over everything else in `overlay`, and the action to the window.
    init(on window: MainWindow, over overlay: OpaquePointer, _ composition: Composition) {
        self.window = window
        let page = SlideshowPage()
        player = SlideshowPlayer(on: page, loader: composition.loader, preferences: composition.preferences)
        gtk_overlay_add_overlay(overlay, page.root.widget)
        player.room = { [weak window] in window.map { Self.screen(of: $0.window) } ?? PixelSize(square: 1) }
        player.onRunning = { [weak self] in $0 ? self?.began() : self?.ended() }
        player.onNothing = { [weak window] in window?.toasts.say(SlideshowText.nothing) }
        WindowActions.add("slideshow", to: OpaquePointer(window.window)) { [weak self] in self?.toggle() }
    }

    /// Starts with the opened photo, the selected ones, or the focused one and those after it; or ends.
    private func toggle() {
        guard let window, let page = window.page, !player.end() else { return }
        let target = window.target
        if target.opened() == nil, target.count > 1, let photos = target.photos {
            player.start(photos.refs, from: nil, of: page.model)
        } else {
            let first = target.single?.ref ?? page.model.firstInView(of: window.gallery)
            player.start(nil, from: first, of: page.model)
        }
    }

    private func began() {
        guard let window = window?.window else { return }
        wasFullscreen = gtk_window_is_fullscreen(window) != 0
        gtk_window_fullscreen(window)
        if let application = gtk_window_get_application(window) {
            wakefulness = gtk_application_inhibit(
                application, window, GTK_APPLICATION_INHIBIT_IDLE, SlideshowText.reason)
        }
    }

    /// Ends with the window.
    func stop() {
        if let window { letSleep(window.window) }
        window = nil
        player.end()
    }

    private func letSleep(_ window: UnsafeMutablePointer<GtkWindow>) {
        if wakefulness != 0, let application = gtk_window_get_application(window) {
            gtk_application_uninhibit(application, wakefulness)
        }
        wakefulness = 0
    }

    private func ended() {
        guard let window else { return }
        letSleep(window.window)
        if !wasFullscreen { gtk_window_unfullscreen(window.window) }
        window.goOn(from: player.lastShown)
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
    fileprivate func firstInView(of gallery: GalleryPage?) -> PhotoRef? {
        guard let first = gallery?.grid.visibleRange.first, first < count else { return nil }
        return ref(at: first)
    }
}
