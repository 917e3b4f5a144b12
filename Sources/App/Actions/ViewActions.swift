// The window's actions for how a photo is shown, which menus offer to those without a keyboard.
import CGTK
import Desktop

/// Opening, trying again and zooming as actions of the window.
enum ViewActions {
    /// The actions for the view of the opened photo.
    private static let ofOpened: [(name: String, command: DetailCommand)] = [
        ("zoom-in", .zoom(1)), ("zoom-out", .zoom(-1)), ("zoom-whole", .fit), ("zoom-pixels", .pixels),
    ]

    /// Adds the actions to `window`, and keeps them up to date with what actions act on.
    static func install(on window: MainWindow) {
        let map = OpaquePointer(window.window)
        WindowActions.add("open-photo", to: map) { [weak window] in
            if let window, !window.isShowingDetail, let ref = window.target.single?.ref { window.page?.onOpen(ref) }
        }
        WindowActions.add("try-again", to: map) { [weak window] in window?.tryAgain() }
        for (name, command) in ofOpened {
            WindowActions.add(name, to: map) { [weak window] in
                if let window, window.target.opened() != nil { _ = window.detail.run(command) }
            }
        }
        window.target.onChange = { [weak window] in
            guard let window else { return }
            window.tools.actions.update()
            window.marks.update()
            window.files.update()
            window.turns.update()
            window.sharing.update()
            window.printing.update()
            let isOpened = window.target.opened() != nil
            enable("open-photo", !isOpened && window.target.single != nil, map)
            enable("try-again", window.canTryAgain, map)
            for (name, _) in ofOpened { enable(name, isOpened, map) }
        }
        window.target.changed()
        Signal.onChange(of: "focus-widget", window.window) { [weak window] in window?.target.changed() }
    }

    private static func enable(_ name: String, _ isEnabled: Bool, _ map: OpaquePointer) {
        if let action = g_action_map_lookup_action(map, name) { g_simple_action_set_enabled(action, isEnabled ? 1 : 0) }
    }
}

extension MainWindow {
    /// Whether the opened or the only chosen photo has failed, and another try may end otherwise.
    fileprivate var canTryAgain: Bool {
        if target.opened() != nil { return detail.canRetry }
        guard let ref = target.single?.ref else { return false }
        return gallery?.canRetry(ref) ?? false
    }

    /// Loads that photo once more.
    fileprivate func tryAgain() {
        if target.opened() != nil {
            detail.picture.retry()
        } else if let ref = target.single?.ref {
            gallery?.scheduler.retry(ref)
        }
    }
}
