// The shortcuts window's contents.

/// GtkBuilder description of the shortcuts window, which cannot be made without a builder.
enum ShortcutsText {
    static let menu = "The menu of what is in front"
    static let backAndForward = "Back, and forward to the photo that was left"

    private static let groups: [(title: String, shortcuts: [(keys: String, title: String)])] = [
        (
            "Grid",
            [
                ("Up Down Left Right", "Move between photos"), ("Home End", "First and last photo"),
                ("Page_Up Page_Down", "A screen up or down"),
                ("space <Shift>space", "A screen further or back"),
                ("<Control>Page_Down <Control>Page_Up", "The next group, and the one before"),
                ("<Control>f", "Search; any letter but F begins one too"), ("Escape", "End the selection, or the search"),
                ("Return", "Open the photo, play the video, or try again what has failed"),
                ("<Control>plus <Control>minus", "Larger and smaller tiles"), ("<Control>0", "Tiles of the usual size"),
                ("f", "Whole photos in the tiles, or squares cut out of them"),
            ] + SelectionText.shortcuts
        ),
        (
            "Photo",
            [
                ("Left Right Page_Up Page_Down", "Previous and next photo"),
                ("space BackSpace", "Next photo, or play the video; previous photo"),
                ("Home End", "First and last photo"),
                ("plus minus", "Closer and back"), ("0", "The whole photo"), ("1", "One pixel on one pixel of the screen"),
                ("Up Down Left Right", "Move over a magnified photo"),
                ("r <Shift>r", "Turn clockwise and back"), ("<Control>Right <Control>Left", "Turn clockwise and back"),
                ("Return", "Play the video"), ("Escape", "Back to the grid"),
            ] + SlideshowText.shortcuts + PrintText.shortcuts + PhotoActions.shortcuts + MarkText.shortcuts
        ),
        (
            "General",
            [
                ("F5 <Control>r", "Read the folder again, and try again what has failed"),
                ("F12", "Show frame timing"), ("F11", "Fullscreen; Escape leaves it"),
                ("Menu <Shift>F10", "Menu of the photo or the selection"),
                ("<Control>comma", "Preferences"), ("<Control>question", "Keyboard shortcuts"),
                ("<Control>n", "Another window"), ("<Control>w", "Close the window"),
                ("<Control>q", "Quit"),
            ] + NavigationActions.shortcuts + PlaceActions.shortcuts + OperationText.shortcuts
        ),
    ]

    /// The XML for `gtk_builder_new_from_string`; the window's id is `help`.
    static var interface: String {
        var xml = """
            <interface><object class="GtkShortcutsWindow" id="help"><property name="modal">1</property>\
            <child><object class="GtkShortcutsSection"><property name="section-name">all</property>
            """
        for group in groups {
            xml += "<child><object class=\"GtkShortcutsGroup\"><property name=\"title\">\(group.title)</property>"
            for shortcut in group.shortcuts {
                let keys = shortcut.keys.replacing("<", with: "&lt;").replacing(">", with: "&gt;")
                xml += """
                    <child><object class="GtkShortcutsShortcut"><property name="accelerator">\(keys)</property>\
                    <property name="title">\(shortcut.title)</property></object></child>
                    """
            }
            xml += "</object></child>"
        }
        return xml + "</object></child></object></interface>"
    }
}
