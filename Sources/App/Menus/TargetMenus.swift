// The submenus of the folders to which photos are copied and moved.
import CGTK
import Desktop
import Photos

/// Two menus with the latest targets, and the question for another one.
final class TargetMenus {
    let copy = GObjectReference(adopting: made(g_menu_new()).object)
    let move = GObjectReference(adopting: made(g_menu_new()).object)

    init() { show([]) }

    /// Shows folders as the latest targets, the latest first.
    func show(_ folders: [FilePath]) {
        for (menu, into, other) in [
            (copy, WindowCommand.copyToFolder, WindowCommand.copyTo), (move, .moveToFolder, .moveTo),
        ] {
            let model: OpaquePointer = menu.pointer.opaque
            g_menu_remove_all(model)
            let latest = MenuModel.make(
                folders.map {
                    MenuEntry(
                        DisplayText.line($0.name.shown).replacing("_", with: "__"), action: into.with($0.text))
                })
            g_menu_append_section(model, nil, latest.pointer.cast())
            MenuModel.append(MenuEntry(other, label: OperationText.otherFolder), to: model)
        }
    }
}
