// The window's actions for going places, with their keys and their part of the primary menu.
import Browse
import CGTK
import Desktop
import Photos

/// The actions that open something else. All of them can be reached from the keyboard.
enum PlaceActions {
    /// Accelerators by detailed action name.
    static let accelerators: [(action: String, keys: [String])] = [
        ("win.open-folder", ["<Control>o"]), ("win.sidebar", ["F9"]), ("win.go-up", ["<Alt>Up"]),
        ("win.show-hidden", ["<Control>h"]),
    ]

    /// Items of the primary menu.
    static let menu: [(label: String, action: String)] = [
        (ChoiceText.openFolder, "win.open-folder"), (MenuText.openFile, "win.open-file"),
        (MenuText.withSubfolders, "win.with-subfolders"), (MenuText.showHidden, "win.show-hidden"),
        (MenuText.showExcluded, "win.show-excluded"),
    ]

    /// Items of the primary menu for those who work on the program.
    static let examples: [(label: String, action: String)] = [
        (ChoiceText.picsum, "win.picsum"), (PlaceText.builtInGallery, "win.sample"),
    ]

    /// Keys that belong to the focused widget first: an entry pastes, and a photo has its own meaning for the other.
    private static let keys = [("<Control>v", "win.paste"), (openFileKey, "win.open-file")]
    private static let openFileKey = "<Control><Shift>o"

    /// Returns the key of an action that is not an accelerator of the application; nil for any other action.
    static func key(of action: String) -> String? { action == "win.open-file" ? openFileKey : nil }

    /// Adds the actions to `window`.
    static func install(on window: MainWindow, _ places: WindowPlaces) {
        let map = OpaquePointer(window.window)
        WindowActions.add("open-folder", to: map) { [weak window] in
            guard let window else { return }
            PathChooser.chooseFolder(over: window.window) { [weak window] path in
                window?.open(.paths([FilePath(path)]))
            }
        }
        WindowActions.add("open-file", to: map) { [weak window] in
            guard let window else { return }
            PathChooser.chooseFiles(over: window.window) { [weak window] paths in
                window?.open(.paths(paths.map { FilePath($0) }))
            }
        }
        WindowActions.add("paste", to: map) { [weak window, weak places] in
            guard let window else { return }
            window.files.paste { [weak window] in
                guard let window else { return }
                GivenContent.readClipboard(of: window.window.cast()) { places?.open(pasted: $0) }
            }
        }
        WindowActions.add("pictures", to: map) { [weak places] in places?.openPictures() }
        WindowActions.add("sample", to: map) { [weak window] in window?.open(.sample) }
        WindowActions.add("picsum", to: map) { [weak window] in window?.open(.picsum) }
        WindowActions.add("go-up", to: map) { [weak places] in places?.climb() }
        WindowActions.add("sidebar", to: map, state: places.frame.isRevealed) { [weak places] in places?.toggleSidebar()
        }
        WindowActions.add("with-subfolders", to: map, state: places.showsSubfolders) { [weak places] in
            places?.toggleSubfolders()
        }
        WindowActions.add("show-hidden", to: map, state: places.showsHidden) { [weak places] in places?.toggleHidden() }
        WindowActions.add("show-excluded", to: map, state: places.showsExcluded) { [weak places] in
            places?.toggleExcluded()
        }
        let controller = made(gtk_shortcut_controller_new())
        for (key, action) in keys {
            gtk_shortcut_controller_add_shortcut(
                controller.opaque,
                gtk_shortcut_new(gtk_shortcut_trigger_parse_string(key), gtk_named_action_new(action)))
        }
        gtk_widget_add_controller(window.window.cast(), controller)
    }
}
