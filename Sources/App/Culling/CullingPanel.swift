// What lies below a photo while photos are culled: the counter, the way out, and the film strip.
import Browse
import CGTK
import Desktop
import Library
import Photos

/// The panel below the opened photo.
final class CullingPanel {
    /// A box.
    let root: WidgetReference
    let strip: FilmStrip
    private let page: any BrowsePage
    private let course: PhotoCourse
    private let label: OpaquePointer
    private var shown: PhotoRef?
    private var kept: Int?
    private var counting: Task<Void, Never>?
    /// Whether marks have changed while they were counted.
    private var isOutdated = false

    /// - Parameters:
    ///   - page: The page of the photos' tiles.
    ///   - course: The photos that are culled.
    init(over page: any BrowsePage, _ context: WindowContext, course: PhotoCourse) {
        (self.page, self.course) = (page, course)
        let box = made(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        root = WidgetReference(box)
        gtk_widget_add_css_class(box, "culling")
        strip = FilmStrip(page, course: course, loader: context.composition.loader) { [router = context.router] ref in
            router.replace(with: .detail(ref))
        }
        let label = StatusLabel.make()
        self.label = label.opaque
        gtk_widget_add_css_class(label, "numeric")
        gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
        let leave = CommandButton.make(
            .cull, icon: "window-close-symbolic", name: CullingText.leave, tooltip: CullingText.leaveHelp)
        for style in ["flat", "circular"] { gtk_widget_add_css_class(leave, style) }
        // Keys go on to the photo.
        gtk_widget_set_focus_on_click(leave, 0)
        let row = made(gtk_center_box_new())
        gtk_center_box_set_center_widget(row.opaque, label)
        gtk_center_box_set_end_widget(row.opaque, leave)
        gtk_box_append(box.cast(), row)
        gtk_box_append(box.cast(), strip.root.widget)
        count()
    }

    isolated deinit { counting?.cancel() }

    /// Shows that a photo is the present one.
    func show(_ ref: PhotoRef) {
        if ref != shown {
            shown = ref
            strip.show(ref)
        }
        showCounter()
    }

    /// Follows a step of the collection.
    func collectionChanged(by update: CollectionUpdate) {
        strip.collectionChanged(by: update)
        count()
    }

    /// The counter's text.
    var counter: String { String(cString: gtk_label_get_text(label)) }

    private func showCounter() {
        guard let shown, let position = course.position(of: shown, in: page.model), let kept else { return }
        let isComplete = course.photos != nil || GalleryProgress(page.model).isComplete
        let text = CullingText.counter(
            GalleryTitle.position(position + 1, of: course.count(in: page.model), isComplete: isComplete), kept: kept)
        if text != counter { gtk_label_set_text(label, text) }
    }

    // MARK: Counting

    /// Counts what is kept, off the main thread, one count at a time.
    private func count() {
        guard counting == nil else { return isOutdated = true }
        isOutdated = false
        counting = Task { [weak self, photos = course.photos, snapshot = page.model.snapshot] in
            let kept = await Self.kept(of: photos, in: snapshot)
            guard let self, !Task.isCancelled else { return }
            self.counting = nil
            self.kept = kept
            self.showCounter()
            if self.isOutdated { self.count() }
        }
    }

    @concurrent private nonisolated static func kept(of photos: [PhotoRef]?, in snapshot: CollectionSnapshot) async
        -> Int
    {
        CullingCount.kept(of: photos, in: snapshot)
    }
}
