// The shortcuts window's contents.

/// GtkBuilder description of the shortcuts window, which cannot be made without a builder.
enum ShortcutsText {
    static let menu = localized("The menu of what is in front")
    static let backAndForward = localized("Back, and forward to the photo that was left")

    private static let groups: [(title: String, shortcuts: [(keys: String, title: String)])] = [
        (
            localized("Grid"),
            [
                ("Up Down Left Right", localized("Move between photos")),
                ("Home End", localized("First and last photo")),
                ("Page_Up Page_Down", localized("A screen up or down")),
                ("space <Shift>space", localized("A screen further or back")),
                ("<Control>Page_Down <Control>Page_Up", localized("The next group, and the one before")),
                ("<Control>f", localized("Search; any letter or digit begins one too")),
                ("Escape", localized("End the selection, or the search")),
                ("Return", localized("Open the photo, play the video, or try again what has failed")),
                ("<Control>plus <Control>minus", localized("Larger and smaller tiles")),
                ("<Control>0", localized("Tiles of the usual size")),
                ("<Control><Shift>l", localized("Whole photos in the tiles, or squares cut out of them")),
            ] + SelectionText.shortcuts + TurnText.shortcuts
        ),
        (
            localized("Photo"),
            [
                ("Left Right Page_Up Page_Down", localized("Previous and next photo")),
                ("space BackSpace", localized("Next photo, or play the video; previous photo")),
                ("Home End", localized("First and last photo")),
                ("plus minus", localized("Closer and back")), ("0", localized("The whole photo")),
                ("1", localized("One pixel on one pixel of the screen")),
                ("Up Down Left Right", localized("Move over a magnified photo")),
                ("<Control>r <Control><Shift>r", localized("Turn the photo clockwise and back")),
                ("<Control>Right <Control>Left", localized("Turn clockwise and back")),
                ("<Control>Page_Down <Control>Page_Up", localized("Next and previous page of a file that has several")),
                ("Return", localized("Play the video")), ("Escape", localized("Back to the grid")),
            ] + SlideshowText.shortcuts + PrintText.shortcuts + PhotoActions.shortcuts + MarkText.shortcuts
        ),
        (
            localized("General"),
            [
                ("F5", localized("Read the folder again, and try again what has failed")),
                ("F12", localized("Show frame timing")), ("F11", localized("Fullscreen; Escape leaves it")),
                ("Menu <Shift>F10", localized("Menu of the photo or the selection")),
                ("<Control>comma", PreferencesText.action), ("<Control>question", localized("Keyboard shortcuts")),
                ("<Control>n", localized("Another window")), ("<Control>w", localized("Close the window")),
                ("<Control>q", localized("Quit")),
            ] + NavigationActions.shortcuts + PlaceText.shortcuts + OperationText.shortcuts
        ),
    ]

    /// The XML for `gtk_builder_new_from_string`; the window's id is `help`.
    static var interface: String {
        var xml = """
            <interface><object class="GtkShortcutsWindow" id="help"><property name="modal">1</property>\
            <child><object class="GtkShortcutsSection"><property name="section-name">all</property>
            """
        for group in groups {
            xml +=
                "<child><object class=\"GtkShortcutsGroup\"><property name=\"title\">\(escaped(group.title))</property>"
            for shortcut in group.shortcuts {
                let keys = escaped(shortcut.keys)
                xml += """
                    <child><object class="GtkShortcutsShortcut"><property name="accelerator">\(keys)</property>\
                    <property name="title">\(escaped(shortcut.title))</property></object></child>
                    """
            }
            xml += "</object></child>"
        }
        return xml + "</object></child></object></interface>"
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
