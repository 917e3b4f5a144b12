// The widgets of the detail page: the picture below the header, or under it in full screen, and buttons over the
// picture.
import CGTK
import CWidgets
import Desktop

/// The detail page's widgets and their layout.
/// `root` is an overlay: `content`, a row with the picture's `stage` at its start, and the `header` over it. In a
/// window, the row begins below the header; in full screen it fills the page but for the `footer`. A panel is added to
/// the end of `content`, a button to the end of `header`, and what lies over the picture to `stage`.
final class DetailWidgets {
    let root: WidgetReference
    /// A box: the stage, then the panels beside it or below it.
    let content: OpaquePointer
    /// A box below `content`, hidden while it is empty: what goes with the photo in a row of its own.
    let footer: Widget
    /// An overlay: the picture, and the widgets over it.
    let stage: OpaquePointer
    /// The picture.
    let picture = PhotoView()
    /// The picture's widget.
    var view: OpaquePointer { picture.widget.opaque }
    /// An AdwHeaderBar over the upper edge of the page.
    let header: OpaquePointer
    let back: Widget
    let previous: Widget
    let next: Widget
    let retry: Widget
    /// At the start of the header.
    let pages = PageSwitcher()
    /// Over the middle of a video.
    let play: Widget
    /// Over the lower corner of the picture at the start of lines.
    let marks = DetailMarks()
    private let title: OpaquePointer
    private let message: Widget
    private let messageLabel: OpaquePointer
    /// Over the lower edge of the picture.
    private let notice: Widget
    private let spinner: OpaquePointer
    /// As high as the header, above `content`.
    private let roomForHeader: Widget
    /// The ground of a header over the picture.
    private let scrim: Widget

    /// Whether the header lies over the picture, and hides when nothing moves: in full screen. Its fading moves
    /// nothing.
    var isHeaderOver = false {
        didSet { if isHeaderOver != oldValue { layHeader() } }
    }

    init() {
        let overlay = made(gtk_overlay_new())
        root = WidgetReference(overlay)
        gtk_widget_add_css_class(overlay, "detail")
        gtk_widget_set_visible(overlay, 0)
        let row = made(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        content = row.opaque
        let column = made(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        roomForHeader = made(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        gtk_box_append(column.cast(), roomForHeader)
        gtk_box_append(column.cast(), row)
        footer = made(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        gtk_widget_set_visible(footer, 0)
        gtk_box_append(column.cast(), footer)
        gtk_overlay_set_child(overlay.opaque, column)
        let stage = made(gtk_overlay_new())
        self.stage = stage.opaque
        gtk_widget_set_hexpand(stage, 1)
        gtk_widget_set_vexpand(stage, 1)
        gtk_box_append(row.cast(), stage)
        gtk_widget_set_focusable(picture.widget, 1)
        gtk_overlay_set_child(self.stage, picture.widget)

        let bar = made(adw_header_bar_new())
        header = bar.opaque
        gtk_widget_add_css_class(bar, "flat")
        gtk_widget_set_valign(bar, GTK_ALIGN_START)
        let title = made(adw_window_title_new("", nil))
        self.title = OpaquePointer(title)
        adw_header_bar_set_title_widget(header, title)
        back = made(gtk_button_new_from_icon_name("go-previous-symbolic"))
        IconButton.name(back, ButtonText.back, tooltip: ButtonText.backHelp)
        adw_header_bar_pack_start(header, back)
        adw_header_bar_pack_start(header, pages.root.widget)
        // Higher than the header, and in nobody's way.
        scrim = made(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        gtk_widget_add_css_class(scrim, "scrim")
        gtk_widget_add_css_class(scrim, "fading")
        gtk_widget_set_valign(scrim, GTK_ALIGN_START)
        gtk_widget_set_can_target(scrim, 0)
        gtk_overlay_add_overlay(self.stage, scrim)
        gtk_overlay_add_overlay(overlay.opaque, bar)

        previous = Self.roundButton(icon: "go-previous-symbolic", at: GTK_ALIGN_START)
        next = Self.roundButton(icon: "go-next-symbolic", at: GTK_ALIGN_END)
        message = made(gtk_box_new(GTK_ORIENTATION_VERTICAL, 12))
        let label = made(gtk_label_new(nil))
        messageLabel = label.opaque
        retry = made(gtk_button_new_with_label(MenuText.tryAgain))
        notice = made(gtk_label_new(nil))
        play = Self.roundButton(icon: "media-playback-start-symbolic", at: GTK_ALIGN_CENTER)
        spinner = made(gtk_spinner_new()).opaque
        let height = made(gtk_size_group_new(GTK_SIZE_GROUP_VERTICAL))
        for widget in [bar, roomForHeader] { gtk_size_group_add_widget(height, widget) }
        g_object_unref(height.object)
        layOut(label: label)
        layHeader()
    }

    private func layHeader() {
        gtk_widget_set_visible(roomForHeader, isHeaderOver ? 0 : 1)
        gtk_widget_set_visible(scrim, isHeaderOver ? 1 : 0)
        if isHeaderOver {
            gtk_widget_add_css_class(root.widget, "over")
        } else {
            gtk_widget_remove_css_class(root.widget, "over")
        }
    }

    /// Sets how much is seen of header and buttons during a zoom transition, 0 to 1.
    func setOpacityOfControls(_ opacity: Double) {
        for widget in [header.cast(), scrim, previous, next, marks.root.widget, footer] {
            gtk_widget_set_opacity(widget, opacity)
        }
    }

    private func layOut(label: Widget) {
        let isRightToLeft = gtk_widget_get_default_direction() == GTK_TEXT_DIR_RTL
        IconButton.name(
            previous, ButtonText.previousPhoto, tooltip: ButtonText.previousPhotoHelp(isRightToLeft: isRightToLeft))
        IconButton.name(next, ButtonText.nextPhoto, tooltip: ButtonText.nextPhotoHelp(isRightToLeft: isRightToLeft))
        gtk_overlay_add_overlay(stage, previous)
        gtk_overlay_add_overlay(stage, next)
        gtk_overlay_add_overlay(stage, marks.root.widget)
        gtk_label_set_wrap(messageLabel, 1)
        gtk_label_set_justify(messageLabel, GTK_JUSTIFY_CENTER)
        gtk_label_set_max_width_chars(messageLabel, 48)
        gtk_widget_add_css_class(message, "detail-message")
        gtk_widget_set_visible(message, 0)
        gtk_widget_set_halign(retry, GTK_ALIGN_CENTER)
        gtk_widget_add_css_class(retry, "pill")
        gtk_box_append(message.cast(), label)
        gtk_box_append(message.cast(), retry)
        gtk_widget_set_size_request(spinner.cast(), 32, 32)
        IconButton.name(play, ButtonText.playVideo, tooltip: ButtonText.playVideoHelp)
        gtk_widget_add_css_class(play, "play")
        gtk_widget_set_visible(play, 0)
        gtk_overlay_add_overlay(stage, play)
        gtk_label_set_wrap(notice.opaque, 1)
        gtk_label_set_justify(notice.opaque, GTK_JUSTIFY_CENTER)
        gtk_widget_add_css_class(notice, "position")
        gtk_widget_set_halign(notice, GTK_ALIGN_CENTER)
        gtk_widget_set_valign(notice, GTK_ALIGN_END)
        gtk_widget_set_can_target(notice, 0)
        gtk_widget_set_visible(notice, 0)
        gtk_overlay_add_overlay(stage, notice)
        for widget in [message, spinner.cast()] {
            gtk_widget_set_halign(widget, GTK_ALIGN_CENTER)
            gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
            gtk_overlay_add_overlay(stage, widget)
        }
    }

    private static func roundButton(icon: String, at side: GtkAlign) -> Widget {
        let button = made(gtk_button_new_from_icon_name(icon))
        gtk_widget_add_css_class(button, "osd")
        gtk_widget_add_css_class(button, "circular")
        gtk_widget_add_css_class(button, "navigate")
        gtk_widget_set_halign(button, side)
        gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
        return button
    }

    /// Shows title and position of a photo, and the buttons to its neighbours where it has them.
    func show(title name: String, position: String, hasPrevious: Bool, hasNext: Bool) {
        adw_window_title_set_title(title, name)
        adw_window_title_set_subtitle(title, position)
        tessera_accessible_set_label(view.object, name)
        // A focused button that becomes hidden would take the focus with it: the picture gets it instead.
        for (button, isOfUse) in [(previous, hasPrevious), (next, hasNext)] {
            if !isOfUse, gtk_widget_has_focus(button) != 0 { gtk_widget_grab_focus(view.cast()) }
            gtk_widget_set_visible(button, isOfUse ? 1 : 0)
        }
    }

    /// Sets the width that a panel takes at the end of the page. The title stays over the middle of the picture.
    func setWidthBesideStage(_ width: Int32) { gtk_widget_set_margin_end(title.cast(), width) }

    /// Text of the line under the title.
    var position: String { String(cString: adw_window_title_get_subtitle(title)) }

    func show(spinner isShown: Bool) {
        gtk_spinner_set_spinning(spinner, isShown ? 1 : 0)
        gtk_widget_set_visible(spinner.cast(), isShown ? 1 : 0)
    }

    func show(play isShown: Bool) {
        if !isShown, gtk_widget_has_focus(play) != 0 { gtk_widget_grab_focus(view.cast()) }
        gtk_widget_set_visible(play, isShown ? 1 : 0)
    }

    /// Shows what is to be said of the picture that is shown; nil for nothing.
    func show(notice text: String?) {
        if let text { gtk_label_set_text(notice.opaque, text) }
        gtk_widget_set_visible(notice, text != nil ? 1 : 0)
    }

    /// Shows the reason why there is no picture, and a button to try again where that may help; nil hides both.
    func show(failure: String?, canRetry: Bool) {
        gtk_widget_set_visible(retry, canRetry ? 1 : 0)
        if let failure { gtk_label_set_text(messageLabel, failure) }
        gtk_widget_set_visible(message, failure != nil ? 1 : 0)
    }
}
