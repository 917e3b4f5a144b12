// What the window makes from a list: selection, file actions, marks, search, slideshow and so on.
import Browse
import Desktop
import Library

/// A part of the window's behaviour with actions of its own. It is made with the window's context, adds its actions to
/// that, and knows no other feature. Each function does nothing by default.
@MainActor
protocol WindowFeature: AnyObject {
    /// Called when another page is shown.
    func pageChanged(to page: any BrowsePage)
    /// Called when the collection of the shown page has made a step.
    func collectionChanged(by update: CollectionUpdate, from before: CollectionSnapshot)
    /// Called when the actions act on other photos than before, or these have changed: enables those that are of use.
    func targetChanged()
    /// Called when the window becomes narrow or wide, and once at the beginning.
    func widthChanged(isNarrow: Bool)
    /// Gives up what is open, for Escape.
    /// - Returns: False where there is nothing.
    func escape() -> Bool
    /// Whether the keyboard focus is in a part of the feature that Escape gives up.
    var hasFocus: Bool { get }
    /// The menu button of the header that the feature has put in front; nil where it has none.
    var menuInFront: MenuButton? { get }
    /// Its buttons that open menus.
    var menuButtons: [MenuButton] { get }
    /// Ends with the window.
    func stop()
}

extension WindowFeature {
    func pageChanged(to page: any BrowsePage) {}
    func collectionChanged(by update: CollectionUpdate, from before: CollectionSnapshot) {}
    func targetChanged() {}
    func widthChanged(isNarrow: Bool) {}
    func escape() -> Bool { false }
    var hasFocus: Bool { false }
    var menuInFront: MenuButton? { nil }
    var menuButtons: [MenuButton] { [] }
    func stop() {}
}

extension [any WindowFeature] {
    /// Has one feature give up what is open, the one with the focus first.
    /// - Returns: False where no feature has anything open.
    func escape() -> Bool {
        if let focused = first(where: \.hasFocus), focused.escape() { return true }
        return contains { $0.escape() }
    }

    /// The menu button of the header that is in front, if a feature has put it there.
    var menuInFront: MenuButton? { lazy.compactMap(\.menuInFront).first }
}
