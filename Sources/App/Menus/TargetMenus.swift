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
            let latest = made(g_menu_new())
            for folder in folders {
                let label = DisplayText.line(folder.name.shown).replacing("_", with: "__")
                let item = made(g_menu_item_new(label, nil))
                g_menu_item_set_action_and_target_value(
                    item, into.rawValue, g_variant_new_take_string(g_strdup(folder.text)))
                g_menu_append_item(latest, item)
                g_object_unref(item.object)
            }
            g_menu_append_section(model, nil, latest.cast())
            g_object_unref(latest.object)
            MenuModel.append(MenuEntry(other, label: OperationText.otherFolder), to: model)
        }
    }
}
