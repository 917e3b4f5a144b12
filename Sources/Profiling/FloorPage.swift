// `--floor`: a bare GtkGridView of plain colour tiles, in the same window and with the same geometry as Tessera's grid.
// It shows what GTK itself costs here; all frame times are compared with it. Hidden option, used by `tessera-lab bench
// grid`.
import App
import Browse
import CGTK
import CWidgets
import Desktop
import FrameProfile
import ImagePipeline
import Library
import Photos

/// The page of the bare grid. It lists the source, so that it is as long as the other grids, but loads and shows no
/// photo.
final class FloorPage: PlainPage {
    let root: WidgetReference
    let model: GalleryModel
    let view: OpaquePointer
    private let tileSize: Int
    private let bin: Widget
    private let list: PhotoListModel
    private let frame: GalleryFrame
    private var binding: ModelBinding<GalleryProgress>?
    private(set) var counters = GridCounters()

    var events: PageEvents

    init(model: GalleryModel, tileSize: Int, events: PageEvents) {
        (self.model, self.events) = (model, events)
        self.tileSize = tileSize
        list = PhotoListModel(model.snapshot)
        // The selection model takes ownership of the reference added here.
        let selection = made(gtk_no_selection_new(OpaquePointer(g_object_ref(list.list.object))))
        let factory = made(gtk_signal_list_item_factory_new())
        let grid = made(gtk_grid_view_new(selection, factory))
        view = grid.opaque
        gtk_widget_add_css_class(grid, "photos")
        let scroller = made(gtk_scrolled_window_new())
        gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(scroller.opaque, grid)
        bin = made(
            tessera_grid_bin_new(
                scroller, view,
                { width, tileSize in Int32(GridMetrics(width: Int(width), tileSize: Int(bitPattern: tileSize)).columns)
                },
                UnsafeMutableRawPointer(bitPattern: tileSize), nil))
        frame = GalleryFrame(content: bin)
        root = frame.root
        connect(factory)
        binding = ModelBinding({ GalleryProgress(model) }) { [weak self] in self?.show($0) }
        model.onUpdate = { [weak self] update, before in
            self?.list.collectionChanged(by: update)
            self?.events.update(update, before)
        }
        model.loadMore()
        Signal.on(adjustment, "value-changed") { [weak self] in self?.loadAhead() }
    }

    private func connect(_ factory: OpaquePointer) {
        var made: UInt32 = 0
        let gap = Int32(GridMetrics.gap(of: tileSize))
        Signal.onPointer(factory, "setup") { item in
            if let item { gtk_list_item_set_child(item.opaque, tessera_swatch_new(made, gap)) }
            made += 1
        }
        Signal.onPointer(factory, "bind") { [weak self] _ in self?.counters.binds += 1 }
    }

    private func show(_ progress: GalleryProgress) {
        frame.show(progress.phase, source: model.source.title, count: progress.count)
        loadAhead()
    }

    private func loadAhead() {
        let visible = visibleRange
        model.loadIfNeeded(lastVisible: visible.upperBound - 1, perScreen: visible.count)
    }

    private var visibleRange: Range<Int> {
        GridMetrics(width: Int(gtk_widget_get_width(bin)), tileSize: tileSize).visible(
            scroll: gtk_adjustment_get_value(adjustment), pageHeight: gtk_adjustment_get_page_size(adjustment),
            count: model.count)
    }

    func close() {
        binding = nil
        model.cancel()
    }

    // MARK: GridProbe

    /// No tile is ever blank, since none has a photo to wait for.
    var tileStates: TileStates { TileStates(visible: visibleRange.count) }
    var isQuiet: Bool { !isListing }
}
