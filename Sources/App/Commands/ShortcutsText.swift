// The shortcuts window's contents: the lines of the table of commands, and keys that are no commands.

/// GtkBuilder description of the shortcuts window, which cannot be made without a builder.
enum ShortcutsText {
    /// A line: keys in GTK's notation, and what they do.
    struct Line: Equatable {
        var keys: String
        let title: String
    }

    /// The lines of a section: keys that move and zoom first, then those of commands, by the commands' order.
    static func lines(of section: ShortcutSection) -> [Line] {
        var lines = fixed(section)
        for command in WindowCommand.allCases {
            let definition = command.definition
            guard let line = definition.line, line.section == section else { continue }
            let keys = line.keys ?? keys(of: definition)
            if let shared = lines.firstIndex(where: { $0.title == line.title }) {
                lines[shared].keys += " " + keys
            } else {
                lines.append(Line(keys: keys, title: line.title))
            }
        }
        return lines
    }

    /// The first key wherever the command has keys, each once.
    private static func keys(of definition: CommandDefinition) -> String {
        var shown: [String] = []
        for key in definition.keys.compactMap(\.keys.first) where !shown.contains(key) { shown.append(key) }
        return shown.joined(separator: " ")
    }

    /// Keys that move the focus, the viewport or a photo; they are no commands.
    private static func fixed(_ section: ShortcutSection) -> [Line] {
        switch section {
        case .grid:
            [
                Line(keys: "Up Down Left Right", title: localized("Move Between Photos")),
                Line(keys: "Home End", title: localized("First and Last Photo")),
                Line(keys: "Page_Up Page_Down", title: localized("Page Up and Down")),
                Line(keys: "Return", title: MenuText.open),
            ]
        case .selection:
            [
                Line(
                    keys: "<Shift>Left <Shift>Right", title: localized("Extend Selection"))
            ]
        case .photo:
            [
                Line(keys: "Left Right", title: localized("Previous and Next Photo")),
                Line(keys: "Home End", title: localized("First and Last Photo")),
                Line(keys: "space", title: localized("Next Photo or Play")),
                Line(keys: "<Control>Page_Up <Control>Page_Down", title: localized("Previous and Next Page")),
                Line(keys: "<Control>Left <Control>Right", title: localized("Rotate Left and Right")),
                Line(keys: "Up Down Left Right", title: localized("Move Zoomed Photo")),
            ]
        case .culling:
            [Line(keys: "space", title: localized("Next Photo"))]
        case .photos, .marks, .files, .places, .general: []
        }
    }

    private static func title(_ section: ShortcutSection) -> String {
        switch section {
        case .grid: localized("Grid")
        case .selection: localized("Selection")
        case .photo: localized("Opened Photo")
        case .photos: localized("Photos")
        case .marks: MarkText.marks
        case .culling: CullingText.title
        case .files: localized("Files")
        case .places: localized("Places")
        case .general: localized("General")
        }
    }

    /// The XML for `gtk_builder_new_from_string`; the window's id is `help`.
    static var interface: String {
        var xml = """
            <interface><object class="GtkShortcutsWindow" id="help"><property name="modal">1</property>\
            <child><object class="GtkShortcutsSection"><property name="section-name">all</property>
            """
        for section in ShortcutSection.allCases {
            let heading = escaped(title(section))
            xml += "<child><object class=\"GtkShortcutsGroup\"><property name=\"title\">\(heading)</property>"
            for line in lines(of: section) {
                xml += """
                    <child><object class="GtkShortcutsShortcut">\
                    <property name="accelerator">\(escaped(line.keys))</property>\
                    <property name="title">\(escaped(line.title))</property></object></child>
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
