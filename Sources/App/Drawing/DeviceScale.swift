// How many device pixels a logical pixel has, and where they lie. Nothing else asks GTK.
import Browse
import CGTK
import Desktop
import Glibc

/// The scale of the surface on which a widget is drawn.
///
/// From GTK 4.12 on it is the fraction that the desktop has chosen, where the compositor speaks of fractions. Before,
/// and with compositors that do not, it is the whole number above: more pixels are drawn than the screen has, and the
/// compositor scales them down.
package enum DeviceScale {
    private typealias Function = @convention(c) (OpaquePointer) -> Double

    /// gdk_surface_get_scale(); nil before GTK 4.12.
    private static let function: Function? = {
        guard let program = dlopen(nil, RTLD_LAZY), let symbol = dlsym(program, "gdk_surface_get_scale") else {
            return nil
        }
        return unsafeBitCast(symbol, to: Function.self)
    }()

    /// Returns the scale of a GdkSurface; nil where GTK knows whole numbers only. Tests put other answers in its place.
    static var ofSurface: (OpaquePointer) -> Double? = { function?($0) }

    /// The property of a surface that says when its scale has changed.
    static var property: String { function == nil ? "scale-factor" : "scale" }

    /// Returns the number of device pixels per logical pixel of a widget. Of one that is in no window yet, a guess of
    /// GTK's.
    package static func of(_ widget: Widget) -> Double {
        if let surface = surface(of: widget), let scale = ofSurface(surface), scale > 0 { return scale }
        return Double(gtk_widget_get_scale_factor(widget))
    }

    /// Returns the whole number above: what icons are looked up for.
    static func whole(of widget: Widget) -> Int32 { Int32(of(widget).rounded(.up)) }

    /// Returns the device pixels under a widget, where it lies now.
    static func pixels(under widget: Widget) -> PixelGrid {
        var x = 0.0, y = 0.0, left = 0.0, top = 0.0
        if let native = gtk_widget_get_native(widget) {
            gtk_widget_translate_coordinates(widget, native.cast(), 0, 0, &x, &y)
            gtk_native_get_surface_transform(native, &left, &top)
        }
        return PixelGrid(scale: of(widget), origin: (x + left, y + top))
    }

    /// Calls a function when the scale under a shown widget has changed: that of its surface, or with its surface, or
    /// while it was not shown. The widget keeps the function as long as it exists.
    static func onChange(under widget: Widget, run body: @escaping () -> Void) {
        let watch = ScaleWatch(on: widget, onChange: body)
        Signal.on(widget, "map") { watch.attach() }
        Signal.on(widget, "unmap") { watch.detach() }
        if gtk_widget_get_mapped(widget) != 0 { watch.attach() }
    }

    fileprivate static func surface(of widget: Widget) -> OpaquePointer? {
        gtk_widget_get_native(widget).flatMap { gtk_native_get_surface($0) }
    }
}

/// The watch on the scale under a shown widget.
private final class ScaleWatch {
    private let widget: Widget
    private let onChange: () -> Void
    private var connection: Signal.Connection?
    /// The scale when it was last looked at; nil before the widget was shown.
    private var last: Double?

    /// - Parameter widget: Borrowed; it owns the watch.
    init(on widget: Widget, onChange: @escaping () -> Void) {
        (self.widget, self.onChange) = (widget, onChange)
    }

    func attach() {
        guard connection == nil, let surface = DeviceScale.surface(of: widget) else { return }
        connection = Signal.onChange(of: DeviceScale.property, surface) { [weak self] in self?.look() }
        look()
    }

    func detach() {
        connection?.disconnect()
        connection = nil
    }

    private func look() {
        let scale = DeviceScale.of(widget)
        defer { last = scale }
        if let last, last != scale { onChange() }
    }
}
