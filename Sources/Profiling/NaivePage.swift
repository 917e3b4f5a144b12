// `--naive`: the plain implementation that most demos stop at, in the same window, as a baseline for every figure. A
// default GtkGridView of GtkPictures; each bind downloads the full-size original, decodes all of it on the main thread
// when it has arrived, and shares, cancels, downsamples, caches and prefetches nothing.
import App
import Browse
import CGTK
import Desktop
import FrameProfile
import ImagePipeline
import Library
import Photos

/// The page of the plain grid. Its inefficiencies are deliberate, but its content is correct: a late picture never
/// appears in another photo's cell.
final class NaivePage: PlainPage, CountingGrid {
    let root: WidgetReference
    let model: GalleryModel
    let view: OpaquePointer
    private let frame: GalleryFrame
    private let listOwner: GObjectReference
    private let bytes: any ByteLoader
    private let tileSize: Int
    private var binding: ModelBinding<GalleryProgress>?
    private var listed = 0

    /// Positions by the picture widgets that show them.
    private var positions: [OpaquePointer: Int] = [:]
    private var failed: Set<OpaquePointer> = []
    private(set) var counters = GridCounters()
    private var requests = 0
    private var bytesFetched = 0
    private var duplicateFetches = 0
    private var decoded = 0
    private var everFetched: Set<PhotoID> = []
    private var inFlight: Set<PhotoID> = []

    var events: PageEvents

    /// Loads what HTTP and files give, without a cache. Files are read whole: the main thread, which decodes, must not
    /// read them.
    convenience init(model: GalleryModel, transport: any HTTPTransport, tileSize: Int, events: PageEvents) {
        let bytes = SystemByteLoader(
            remote: RemoteByteLoader(transport: transport), file: FileByteLoader(memoryLimit: .max))
        self.init(model: model, bytes: bytes, tileSize: tileSize, events: events)
    }

    init(model: GalleryModel, bytes: any ByteLoader, tileSize: Int, events: PageEvents) {
        (self.model, self.events) = (model, events)
        self.bytes = bytes
        self.tileSize = tileSize
        let list = made(gtk_string_list_new(nil))
        listOwner = GObjectReference(retaining: list.object)
        let factory = made(gtk_signal_list_item_factory_new())
        let grid = made(gtk_grid_view_new(gtk_no_selection_new(list), factory))
        view = grid.opaque
        let scroller = made(gtk_scrolled_window_new())
        gtk_scrolled_window_set_child(scroller.opaque, grid)
        frame = GalleryFrame(content: scroller)
        root = frame.root
        gtk_grid_view_set_single_click_activate(view, 1)
        Signal.onNumber(view, "activate") { [weak self] position in
            if let self, position < model.count { self.events.open(model.ref(at: Int(position))) }
        }
        connect(factory)
        binding = ModelBinding({ GalleryProgress(model) }) { [weak self] in self?.show($0) }
        model.onUpdate = { [weak self] update, before in
            self?.collectionChanged(by: update)
            self?.events.update(update, before)
        }
        model.loadMore()
        Signal.on(adjustment, "value-changed") { [weak self] in self?.scrolled() }
    }

    private func show(_ progress: GalleryProgress) {
        append(upTo: progress.count)
        frame.show(progress.phase, source: model.source.title, count: listed)
    }

    private func append(upTo count: Int) {
        for _ in listed..<max(listed, count) { gtk_string_list_append(listOwner.pointer.opaque, "") }
        listed = count
    }

    /// Makes the whole list anew when anything but its end has changed.
    private func collectionChanged(by update: CollectionUpdate) {
        guard update.movesPhotos else { return }
        gtk_string_list_splice(listOwner.pointer.opaque, 0, UInt32(listed), nil)
        listed = 0
        append(upTo: update.snapshot.count)
    }

    private func scrolled() {
        let left = gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_value(adjustment)
        if left < 2 * gtk_adjustment_get_page_size(adjustment) { model.loadMore() }
    }

    private func connect(_ factory: OpaquePointer) {
        Signal.onPointer(factory, "setup") { [tileSize] item in
            let picture = made(gtk_picture_new())
            gtk_picture_set_content_fit(picture.opaque, GTK_CONTENT_FIT_COVER)
            gtk_widget_set_size_request(picture, Int32(tileSize), Int32(tileSize))
            if let item { gtk_list_item_set_child(item.opaque, picture) }
        }
        Signal.onPointer(factory, "bind") { [weak self] item in
            guard let item, let child = gtk_list_item_get_child(item.opaque) else { return }
            self?.bind(child.opaque, Int(gtk_list_item_get_position(item.opaque)))
        }
        Signal.onPointer(factory, "unbind") { [weak self] item in
            guard let item, let child = gtk_list_item_get_child(item.opaque) else { return }
            self?.positions[child.opaque] = nil
            gtk_picture_set_paintable(child.opaque, nil)
        }
    }

    private func bind(_ picture: OpaquePointer, _ position: Int) {
        counters.binds += 1
        positions[picture] = position
        failed.remove(picture)
        guard position < model.count else { return }
        let photo = model.photo(model.ref(at: position))
        requests += 1
        if inFlight.contains(photo.id) || everFetched.contains(photo.id) { duplicateFetches += 1 }
        inFlight.insert(photo.id)
        let location = model.source.original(of: photo)
        Task { [weak self, bytes] in
            let result: Result<EncodedBytes, any Error>
            do {
                result = .success(try await bytes.bytes(at: location, title: photo.title, priority: .visible))
            } catch {
                result = .failure(error)
            }
            self?.arrived(result, photo, picture, position)
        }
    }

    private func arrived(
        _ result: Result<EncodedBytes, any Error>, _ photo: Photo, _ picture: OpaquePointer, _ position: Int
    ) {
        inFlight.remove(photo.id)
        guard case .success(let encoded) = result else {
            if positions[picture] == position { failed.insert(picture) }
            return
        }
        everFetched.insert(photo.id)
        bytesFetched += encoded.count
        var texture: OpaquePointer?
        encoded.storage.withBytes { buffer in
            let bytes = g_bytes_new(buffer.baseAddress, gsize(buffer.count))
            texture = gdk_texture_new_from_bytes(bytes, nil)
            g_bytes_unref(bytes)
        }
        guard let texture else {
            if positions[picture] == position { failed.insert(picture) }
            return
        }
        decoded += 1
        if positions[picture] == position {
            gtk_picture_set_paintable(picture, texture)
            counters.deliveries += 1
        }
        g_object_unref(texture.object)
    }

    func preview(of ref: PhotoRef) -> OpaquePointer? {
        let position = model.position(of: ref)
        return positions.first { $0.value == position }.flatMap { gtk_picture_get_paintable($0.key) }
    }

    func close() {
        binding = nil
        model.cancel()
    }

    // MARK: GridProbe

    var tileStates: TileStates {
        var states = TileStates()
        for picture in positions.keys where gtk_widget_get_mapped(picture.cast()) != 0 {
            states.visible += 1
            if gtk_picture_get_paintable(picture) == nil, !failed.contains(picture) { states.blank += 1 }
        }
        return states
    }

    var isQuiet: Bool { !isListing && inFlight.isEmpty }
    var loaderFigures: LoaderFigures {
        var loader = LoaderFigures()
        loader.requests = requests
        loader.fetches = requests
        loader.bytesFetched = bytesFetched
        loader.duplicateFetches = duplicateFetches
        loader.decoded = decoded
        // The plain implementation has none of these features: their counters are 0, not unknown.
        loader.joined = 0
        loader.memoryHits = 0
        loader.cancelled = 0
        return loader
    }
}
