// One photo over the whole window: the tile's texture, what comes on the way, the full picture faded in; a blur behind.
import Browse
import CDesktop
import CShim
import Desktop
import ImagePipeline
import Logging
import Photos

/// The page that a tile opens. It lies over the grid, which stays as it was underneath.
final class DetailPage {
    let root: WidgetReference
    let view: OpaquePointer
    private let titleWidget: OpaquePointer
    private let message: Widget
    private let messageLabel: OpaquePointer
    private let backButton: Widget
    private let spinner: OpaquePointer
    private let loader: ImageLoader
    let player: AnimationPlayer
    private let log = Logger(label: "detail")

    private var shown: (state: DetailState, source: any PhotoSource)?
    private var requestedSize: PixelSize?
    private var loading: Task<Void, Never>?
    private var decorating: Task<Void, Never>?
    private var settling: Task<Void, Never>?

    /// The user wants to go back to the grid.
    var onBack: () -> Void = {}

    /// How long the window keeps its size before the picture is decoded again for it.
    private static let settleTime = Duration.milliseconds(150)

    /// From a tile to what lies behind the photo: few pixels, because a blur needs no more (12 KB), and dark enough for
    /// any photo to stand out.
    private static let backdrop: [Processor] = [
        .resize(PixelSize(square: 64), .fill), .blur(sigma: 4), .tint(rgb: 0x00_0000, amount: 140),
    ]

    /// - Parameter pulse: what tells an animation that time passes: the frame clock, except in tests.
    init(loader: ImageLoader, pulse: @escaping FramePulse = frameClock) {
        self.loader = loader
        let column = made(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        root = WidgetReference(column)
        gtk_widget_add_css_class(column, "detail")
        gtk_widget_set_visible(column, 0)

        let header = made(adw_header_bar_new())
        gtk_widget_add_css_class(header, "flat")
        let title = made(adw_window_title_new("", nil))
        titleWidget = OpaquePointer(title)
        adw_header_bar_set_title_widget(header.opaque, title)
        backButton = made(gtk_button_new_from_icon_name("go-previous-symbolic"))
        gtk_widget_set_tooltip_text(backButton, "Back to the Grid (Escape)")
        adw_header_bar_pack_start(header.opaque, backButton)
        gtk_box_append(column.cast(), header)

        let overlay = made(gtk_overlay_new())
        let picture = made(tessera_photo_view_new())
        let view = picture.opaque
        self.view = view
        player = AnimationPlayer(on: view, pulse: pulse) { tessera_photo_view_set_picture(view, $0.pointer) }
        gtk_overlay_set_child(overlay.opaque, picture)
        message = made(gtk_box_new(GTK_ORIENTATION_VERTICAL, 12))
        let label = made(gtk_label_new(nil))
        messageLabel = label.opaque
        gtk_label_set_wrap(messageLabel, 1)
        gtk_label_set_justify(messageLabel, GTK_JUSTIFY_CENTER)
        gtk_label_set_max_width_chars(messageLabel, 48)
        gtk_widget_add_css_class(message, "detail-message")
        gtk_widget_set_halign(message, GTK_ALIGN_CENTER)
        gtk_widget_set_valign(message, GTK_ALIGN_CENTER)
        gtk_widget_set_visible(message, 0)
        let retry = made(gtk_button_new_with_label("Try Again"))
        gtk_widget_set_halign(retry, GTK_ALIGN_CENTER)
        gtk_widget_add_css_class(retry, "pill")
        gtk_box_append(message.cast(), label)
        gtk_box_append(message.cast(), retry)
        gtk_overlay_add_overlay(overlay.opaque, message)
        spinner = made(gtk_spinner_new()).opaque
        gtk_widget_set_halign(spinner.cast(), GTK_ALIGN_CENTER)
        gtk_widget_set_valign(spinner.cast(), GTK_ALIGN_CENTER)
        gtk_widget_set_size_request(spinner.cast(), 32, 32)
        gtk_overlay_add_overlay(overlay.opaque, spinner.cast())
        gtk_box_append(column.cast(), overlay)

        Signal.on(backButton, "clicked") { [weak self] in self?.onBack() }
        Signal.on(retry, "clicked") { [weak self] in self?.retry() }
        Signal.on(view, "resized") { [weak self] in self?.resized() }
    }

    isolated deinit {
        loading?.cancel()
        decorating?.cancel()
        settling?.cancel()
        player.stop()
    }

    /// Opens `photo`: `preview` is the tile's texture, borrowed, or nil; `tile` is the request that it comes from, if the
    /// loader made it.
    func open(_ photo: Photo, of source: any PhotoSource, preview: OpaquePointer?, tile: ImageRequest?) {
        shown = (DetailState(photo: photo, hasPreview: preview != nil), source)
        requestedSize = nil
        player.stop()
        tessera_photo_view_show(view, preview, Int32(photo.size?.width ?? 0), Int32(photo.size?.height ?? 0))
        adw_window_title_set_title(titleWidget, photo.title)
        tessera_accessible_set_label(view.object, photo.title)
        gtk_widget_set_visible(root.widget, 1)
        gtk_widget_grab_focus(backButton)
        stateChanged()
        load()
        decorate(from: tile)
    }

    /// Closes the page and leaves the work that nobody else waits for.
    func close() {
        loading?.cancel()
        decorating?.cancel()
        settling?.cancel()
        player.stop()
        shown = nil
        requestedSize = nil
        gtk_spinner_set_spinning(spinner, 0)
        gtk_widget_set_visible(root.widget, 0)
        tessera_photo_view_clear(view)
    }

    /// The room for the picture in device pixels; nil before the first layout.
    private var room: PixelSize? {
        let widget: Widget = view.cast()
        let scale = Int(gtk_widget_get_scale_factor(widget))
        let width = Int(gtk_widget_get_width(widget)), height = Int(gtk_widget_get_height(widget))
        return width > 1 && height > 1 ? PixelSize(width: width * scale, height: height * scale) : nil
    }

    private func resized() {
        guard shown != nil, room != requestedSize else { return }
        guard requestedSize != nil else {
            // First layout of this photo: called inside it, so the work starts in the next turn of the loop.
            // A second layout before that turn asks for nothing more.
            loading = Task { [weak self] in
                guard let self, !Task.isCancelled, self.requestedSize == nil else { return }
                self.load()
            }
            return
        }
        settling?.cancel()
        settling = Task { [weak self] in
            guard (try? await Task.sleep(for: Self.settleTime)) != nil else { return }
            self?.load()
        }
    }

    private func retry() {
        guard shown?.state.retry() != nil else { return }
        stateChanged()
        load()
    }

    private func load() {
        guard let (state, source) = shown, let room else { return }
        requestedSize = room
        let attempt = state.attempt
        let request = ImageRequest(
            source: source.identity, photo: state.photo,
            location: source.location(of: state.photo, atLeast: room, fit: .fit), size: room, fit: .fit)
        // Asked for before the old size is let go, so that both share a fetch that is under way. Listened to at once: a
        // request that nobody listens to when its picture comes tells nothing of changed bytes afterwards.
        let events = loader.task(for: request, priority: .visible).events
        loading?.cancel()
        // Only the stream holds the request: cancelling this ends both.
        loading = Task { [weak self] in
            for await event in events {
                guard let self, !Task.isCancelled else { return }
                self.take(event, of: request, for: state, attempt: attempt)
            }
        }
    }

    private func take(_ event: ImageEvent, of request: ImageRequest, for state: DetailState, attempt: Int) {
        switch event {
        case .preview(let image):
            guard state.full == .loading, let texture = image as? Texture, texture.size.area > shownPixels
            else { return }
            tessera_photo_view_set_preview(view, texture.pointer)
            state.previewed()
        case .final(let image), .refreshed(let image):
            guard let texture = image as? Texture else { return }
            tessera_photo_view_set_picture(view, texture.pointer)
            player.play(texture)
            log.trace("detail \(request.key.photo.text) \(texture.cost)")
            state.finished(attempt: attempt)
        case .failed(let failure):
            state.finished(attempt: attempt, failure: failure)
        case .progress, .cancelled:
            return
        }
        stateChanged()
    }

    /// Whether the opened photo is there in the window's size, or cannot be had.
    var hasEnded: Bool { shown.map { $0.state.full != .loading } ?? false }

    /// Device pixels of what is shown, however much of the photo that is.
    private var shownPixels: Int {
        guard let shown = tessera_photo_view_get_shown(view) else { return 0 }
        return Int(gdk_texture_get_width(shown)) * Int(gdk_texture_get_height(shown))
    }

    /// Puts the backdrop behind the photo. Its tile lies in memory as a rule, and then this is less than a millisecond of
    /// a worker's time. Without it the page is as good, so a failure is nobody's concern.
    private func decorate(from tile: ImageRequest?) {
        decorating?.cancel()
        guard let tile else { return }
        decorating = Task { [weak self, loader] in
            let image = try? await loader.image(for: ImageRequest(tile, processors: Self.backdrop), priority: .visible)
            guard let self, !Task.isCancelled, let texture = image as? Texture else { return }
            tessera_photo_view_set_backdrop(self.view, texture.pointer)
        }
    }

    private func stateChanged() {
        guard let state = shown?.state else { return }
        gtk_spinner_set_spinning(spinner, state.showsSpinner ? 1 : 0)
        gtk_widget_set_visible(spinner.cast(), state.showsSpinner ? 1 : 0)
        if case .failed(let failure) = state.full {
            gtk_label_set_text(messageLabel, failure.description)
            gtk_widget_set_visible(message, 1)
        } else {
            gtk_widget_set_visible(message, 0)
        }
    }
}
