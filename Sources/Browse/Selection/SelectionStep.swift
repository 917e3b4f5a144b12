// What a user does to a selection.
public import Library
public import Photos

/// The keys that are held with a click, a key, or at the beginning of a rubber band.
public struct SelectionKeys: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Shift: up to here.
    public static let extend = SelectionKeys(rawValue: 1)
    /// Ctrl: toggles this one.
    public static let toggle = SelectionKeys(rawValue: 2)
}

/// A step of a selection. Photos that the arrangement does not show are left as they are, whatever the step.
public enum SelectionStep: Hashable, Sendable {
    /// A click or tap. Without keys it toggles the photo while the selection is active, and else is for the grid to
    /// open the photo. With Ctrl it toggles. With Shift everything from the anchor to the photo is selected, in place
    /// of what the last such range has selected; with both, beside it.
    case click(PhotoRef, SelectionKeys)
    /// The cursor has gone to a photo by an arrow or a similar key. With Shift the range from the anchor follows it, as
    /// with a click; a move without Shift leaves the selection as it is and the anchor behind.
    /// - from: The photo from which the cursor has come, where a range may begin.
    case move(to: PhotoRef, from: PhotoRef?, SelectionKeys)
    /// Ctrl+Space, or a click on the check of a tile.
    case toggle(PhotoRef)
    /// A long press: the photo is selected, and stays so if it was.
    case hold(PhotoRef)
    /// The check of a section's heading: selects all of it, or nothing where all of it is selected.
    case section(ArrangedSection)
    case all
    case none
    /// What is shown and not selected, in place of what is shown and selected.
    case inversion
    /// A rubber band begins: with Shift it adds, with Ctrl it toggles, without keys it replaces.
    case beginBand(SelectionKeys)
    /// The rubber band covers the photos at these positions, in ascending order, and no others.
    case band([Range<Int>])
    /// The rubber band is let go, near a photo.
    case endBand(PhotoRef?)
    /// Everything is as it was before the rubber band.
    case cancelBand
    /// Selection mode is asked for, and stays without selected photos too.
    case enter
    /// Escape: gives a rubber band up, or else the whole selection.
    case leave
}

/// How many photos of a section are selected.
public enum SectionSelection: Hashable, Sendable {
    case none, some, all
}
