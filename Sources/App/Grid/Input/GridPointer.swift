// Clicks and taps on the photos and the headings of the grid.
import Browse
import CGTK
import Desktop
import Library
import Photos

/// The click of a grid. A press focuses the photo's tile; a release over the same photo is a click, which activates the
/// photo where nothing else takes it, however long the button was held.
enum GridPointer {
    /// What the button went down on, and where.
    private final class Press {
        var ref: PhotoRef?
        var section: ArrangedSection?
        var point = (x: 0.0, y: 0.0)
    }

    /// Adds the gesture to the grid's view, which owns it; it holds the grid weakly.
    static func install(on grid: TileGrid) {
        let press = Press()
        let click = made(gtk_gesture_click_new())
        gtk_gesture_single_set_button(click.opaque, UInt32(GDK_BUTTON_PRIMARY))
        Signal.onPress(click, "pressed") { [weak grid] _, x, y in
            guard let grid else { return }
            press.point = (x, y)
            // A heading lies over the photos that pass below it.
            press.section = grid.heading(atX: x, y: y)?.section
            press.ref = press.section == nil ? grid.photo(atX: x, y: y) : nil
            if let ref = press.ref { grid.focus.press(ref) }
        }
        Signal.onPress(click, "released") { [weak grid] _, x, y in
            guard let grid else { return }
            let (ref, section) = (press.ref, press.section)
            (press.ref, press.section) = (nil, nil)
            if let ref {
                grid.focus.endPress(ref)
                guard grid.photo(atX: x, y: y) == ref else { return }
                Self.click(ref, at: (x, y), SelectionKeys(of: click.opaque), grid)
            } else if let section, let hit = grid.heading(atX: x, y: y), hit.section == section {
                grid.selection?.takeClick(on: section, isOnCheck: hit.isOnCheck)
            }
        }
        let end: @MainActor () -> Void = { [weak grid] in
            if let ref = press.ref { grid?.focus.endPress(ref) }
            (press.ref, press.section) = (nil, nil)
        }
        // GTK stops a gesture after the time of a double click, too; a slow click is one all the same.
        Signal.on(click, "stopped") { [weak grid] in
            guard let grid else { return }
            let start = press.point
            var (x, y) = start
            gtk_gesture_get_point(click.opaque, gtk_gesture_single_get_current_sequence(click.opaque), &x, &y)
            if gtk_drag_check_threshold(grid.view, Int32(start.x), Int32(start.y), Int32(x), Int32(y)) != 0 { end() }
        }
        Signal.onPointer(click, "cancel") { _ in end() }
        gtk_widget_add_controller(grid.view, click)
    }

    /// Takes a click on a photo at a point of the viewport.
    static func click(_ ref: PhotoRef, at point: (x: Double, y: Double), _ keys: SelectionKeys, _ grid: TileGrid) {
        guard let position = grid.snapshot.position(of: ref) else { return }
        let cell = grid.cell(at: position)
        let isOnCheck = grid.tiles[ref]?.isOnCheck(x: point.x - cell.x, y: point.y - cell.y) ?? false
        if grid.selection?.takeClick(on: ref, keys, isOnCheck: isOnCheck) != true { grid.onActivate(ref) }
    }
}
