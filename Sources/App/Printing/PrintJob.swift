// One print of photos: pages by the layout that the user has chosen, each photo decoded for the paper when its page is
// drawn.
import Browse
import CGTK
import Codecs
import Desktop
import ImagePipeline
import Library
import Photos

/// A print operation. It decodes off the main thread, one photo at a time, and lives until it has ended.
final class PrintJob {
    /// How a print has ended.
    enum End: Equatable {
        /// Printed, without this many photos that could not be read.
        case printed(leftOut: Int)
        case cancelled
        /// The text is GTK's own.
        case failed(String)
    }

    private let operation: GObjectReference
    private let photos: ActionTarget.Photos
    private let reader = PhotoReader()
    private let loader: PhotoLoader
    /// Number of photos on a page.
    private(set) var perPage: Int
    private var layout = PrintLayout(perPage: 1, width: 1, height: 1)
    private var drawing: Task<Void, Never>?
    private var leftOut = 0
    /// Sizes in pixels of the photos that were drawn, by page.
    private(set) var drawn: [[PixelSize]] = []
    /// What waits for the end; nil before the print has begun, and after it.
    private var onEnd: ((End) -> Void)?

    /// Points an inch: the unit of the pages.
    private static let pointsPerInch = 72.0
    /// Most pixels an inch: more cannot be seen.
    private static let resolution = 300.0
    /// Longest side in pixels that is decoded for a page: 60 MB at 3:2.
    private static let longestSide = 4800.0

    /// - Parameters:
    ///   - settings: Those of the print before; nil for the printer's own.
    init(_ photos: ActionTarget.Photos, loader: PhotoLoader, perPage: Int, settings: GObjectReference?) {
        let operation = made(gtk_print_operation_new())
        self.operation = GObjectReference(adopting: operation.object)
        (self.photos, self.loader, self.perPage) = (photos, loader, perPage)
        let title = photos.refs.first.map { reader.photo($0.slot, of: photos.store).title } ?? ""
        gtk_print_operation_set_job_name(operation, PrintText.job(photos: photos.refs.count, first: title))
        gtk_print_operation_set_unit(operation, GTK_UNIT_POINTS)
        gtk_print_operation_set_embed_page_setup(operation, 1)
        gtk_print_operation_set_allow_async(operation, 1)
        gtk_print_operation_set_show_progress(operation, 1)
        gtk_print_operation_set_custom_tab_label(operation, PrintText.tab)
        if let settings { gtk_print_operation_set_print_settings(operation, settings.pointer.opaque) }
        Signal.onPointer(operation, "begin-print") { [weak self] in if let context = $0 { self?.begin(context.opaque) }
        }
        Signal.onPointerAndNumber(operation, "draw-page") { [weak self] context, page in
            if let context { self?.draw(Int(page), on: context.opaque) }
        }
        Signal.onNumber(operation, "done") { [weak self] in self?.ended(GtkPrintOperationResult(rawValue: $0)) }
        Signal.onObjectWanted(operation, "create-custom-widget") { [weak self] in self?.choices() }
    }

    isolated deinit { drawing?.cancel() }

    private var pointer: UnsafeMutablePointer<GtkPrintOperation> { operation.pointer.cast() }

    /// The settings with which was printed.
    var settings: GObjectReference? {
        gtk_print_operation_get_print_settings(pointer).map { GObjectReference(retaining: $0.object) }
    }

    /// Asks the user for a printer, and prints.
    /// - Parameter onEnd: Called once, when the print has ended.
    func run(over window: UnsafeMutablePointer<GtkWindow>, onEnd: @escaping (End) -> Void) {
        self.onEnd = onEnd
        run(GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG, over: window)
    }

    /// Writes the pages into a PDF file.
    func export(to path: String, onEnd: @escaping (End) -> Void) {
        self.onEnd = onEnd
        gtk_print_operation_set_export_filename(pointer, path)
        run(GTK_PRINT_OPERATION_ACTION_EXPORT, over: nil)
    }

    private func run(_ action: GtkPrintOperationAction, over window: UnsafeMutablePointer<GtkWindow>?) {
        var error: UnsafeMutablePointer<GError>?
        let result = gtk_print_operation_run(pointer, action, window, &error)
        // GTK may also have reported the end by its signal, or not.
        if result == GTK_PRINT_OPERATION_RESULT_ERROR { end(.failed(GLibError(adopting: error).message)) }
    }

    // MARK: Choice

    /// Makes the tab of the dialog (transfer full).
    private func choices() -> UnsafeMutableRawPointer {
        let row = made(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12))
        gtk_widget_set_margin_top(row, 12)
        gtk_widget_set_margin_start(row, 12)
        gtk_widget_set_valign(row, GTK_ALIGN_START)
        let label = made(gtk_label_new(PrintText.perPage))
        let names = made(gtk_string_list_new(nil))
        for choice in PrintLayout.choices { gtk_string_list_append(names, "\(choice)") }
        let list = made(gtk_drop_down_new(names, nil))
        gtk_drop_down_set_selected(list.opaque, guint(PrintLayout.choices.firstIndex(of: perPage) ?? 0))
        gtk_label_set_mnemonic_widget(label.opaque, list)
        Signal.onChange(of: "selected", list) { [weak self] in
            let choice = Int(gtk_drop_down_get_selected(list.opaque))
            if PrintLayout.choices.indices.contains(choice) { self?.perPage = PrintLayout.choices[choice] }
        }
        gtk_box_append(row.cast(), label)
        gtk_box_append(row.cast(), list)
        return g_object_ref_sink(row.object)
    }

    // MARK: Pages

    private func begin(_ context: OpaquePointer) {
        layout = PrintLayout(
            perPage: perPage, width: gtk_print_context_get_width(context),
            height: gtk_print_context_get_height(context))
        gtk_print_operation_set_n_pages(pointer, gint(layout.pages(for: photos.refs.count)))
    }

    /// Draws a page once its photos are decoded.
    private func draw(_ page: Int, on context: OpaquePointer) {
        gtk_print_operation_set_defer_drawing(pointer)
        let positions = layout.photos(on: page, of: photos.refs.count)
        drawing = Task { [weak self, operation, context = GObjectReference(retaining: context.object)] in
            var sizes: [PixelSize] = []
            for position in positions {
                guard let image = await self?.image(at: position), let self, !Task.isCancelled else { continue }
                self.draw(image, number: position - positions.lowerBound, on: context.pointer.opaque)
                sizes.append(image.size)
            }
            self?.drawn.append(sizes)
            self?.leftOut += positions.count - sizes.count
            gtk_print_operation_draw_page_finish(operation.pointer.cast())
        }
    }

    /// Decodes a photo for its cell on the paper; nil where that fails.
    private func image(at position: Int) async -> Texture? {
        let photo = reader.photo(photos.refs[position].slot, of: photos.store)
        let cell = layout.cell
        // The photo may be turned.
        let side = min(max(cell.width, cell.height) / Self.pointsPerInch * Self.resolution, Self.longestSide)
        let size = PixelSize(square: max(1, Int(side.rounded(.up))))
        let request = ImageRequest(
            source: photos.source.identity, photo: photo,
            location: photos.source.location(of: photo, atLeast: size, fit: .fit), size: size, fit: .fit)
        return try? await loader.image(for: request, priority: .visible)
    }

    private func draw(_ image: Texture, number: Int, on context: OpaquePointer) {
        guard let cairo = gtk_print_context_get_cairo_context(context) else { return }
        let place = layout.place(of: image.size, number: number)
        let scale = place.isTurned ? place.height / Double(image.size.width) : place.width / Double(image.size.width)
        cairo_save(cairo)
        defer { cairo_restore(cairo) }
        cairo_translate(cairo, place.x, place.y)
        if place.isTurned {
            cairo_translate(cairo, place.width, 0)
            cairo_rotate(cairo, .pi / 2)
        }
        cairo_scale(cairo, scale, scale)
        image.pixels.withBytes { bytes in
            // Cairo only reads from a source, and copies what it needs of it when that is finished.
            let surface = cairo_image_surface_create_for_data(
                UnsafeMutablePointer(mutating: bytes.bindMemory(to: UInt8.self).baseAddress), CAIRO_FORMAT_ARGB32,
                Int32(image.size.width), Int32(image.size.height), Int32(image.pixels.stride))
            cairo_set_source_surface(cairo, surface, 0, 0)
            cairo_paint(cairo)
            cairo_set_source_rgb(cairo, 0, 0, 0)
            cairo_surface_finish(surface)
            cairo_surface_destroy(surface)
        }
    }

    // MARK: End

    private func ended(_ result: GtkPrintOperationResult) {
        switch result {
        case GTK_PRINT_OPERATION_RESULT_ERROR:
            var error: UnsafeMutablePointer<GError>?
            gtk_print_operation_get_error(pointer, &error)
            end(.failed(GLibError(adopting: error).message))
        case GTK_PRINT_OPERATION_RESULT_CANCEL: end(.cancelled)
        default: end(.printed(leftOut: leftOut))
        }
    }

    private func end(_ end: End) {
        let told = onEnd
        onEnd = nil
        told?(end)
    }
}
