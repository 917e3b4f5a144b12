// The lock of the zoom: magnification and place of an opened photo are kept for the next one.
import Browse
import CGTK
import Desktop

/// `win.keep-zoom`, and its button in the header of the opened photo. The choice is one of all windows, and remembered.
/// While photos are culled, the zoom is kept in any case.
final class ZoomLock: WindowFeature {
    private let context: WindowContext
    private let button = CommandButton.make(
        .keepZoom, icon: "changes-prevent-symbolic", name: MenuText.keepZoom, tooltip: ButtonText.keepZoomHelp,
        isToggle: true)
    private var bindings: [Any] = []

    init(_ context: WindowContext) {
        self.context = context
        let preferences = context.composition.preferences
        context.actions.add(.keepZoom, isOn: preferences.keepsZoom) { preferences.keepsZoom.toggle() }
        adw_header_bar_pack_end(context.detail.widgets.header, button)
        bindings = [
            ModelBinding({ preferences.keepsZoom }) { [weak context] in context?.actions.set(.keepZoom, isOn: $0) },
            ModelBinding({ [culling = context.culling] in preferences.keepsZoom || culling.isOn }) { [weak context] in
                context?.detail.zoom.keepsZoom = $0
            },
        ]
    }

    func targetChanged() { context.actions.enable(.keepZoom, context.target.opened() != nil) }

    /// The menu has it where there is no room.
    func widthChanged(isNarrow: Bool) { gtk_widget_set_visible(button, isNarrow ? 0 : 1) }

    func stop() { bindings = [] }
}
