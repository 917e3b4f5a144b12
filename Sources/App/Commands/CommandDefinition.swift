// What is said of a command beside its name: its word in menus, its keys, its line in the shortcuts window.

/// A row of the table of commands.
struct CommandDefinition {
    /// The word in menus; nil for a command that is in none, or is named by its parameter there.
    let label: String?
    /// The keys, by where they act.
    let keys: [CommandKeys]
    /// The line in the shortcuts window; nil for a command that has none.
    let line: ShortcutLine?
}

/// Keys of a command, in GTK's notation. The first one is shown.
struct CommandKeys {
    /// Where keys act.
    enum Reach {
        /// Everywhere in the program's windows, before the focused widget.
        case program
        /// Everywhere in the window, after the focused widget: an entry cuts and deletes its own text.
        case window
        /// While the focus is in the grid, before the widgets in it: Space presses a button elsewhere.
        case grid
        /// While the focus is on the page of a photo, after the focused widget: Ctrl+C copies selected text.
        case photo
        /// On the page of a photo while photos are culled, before its own keys, unless a menu is open.
        case culling
        /// Not by the table: the page of a photo reads these keys itself, together with what it does while one is held.
        case photoItself
    }

    let reach: Reach
    let keys: [String]
    /// The command's parameter; nil for one without.
    let parameter: Int?

    private init(_ reach: Reach, _ keys: [String], parameter: Int? = nil) {
        (self.reach, self.keys, self.parameter) = (reach, keys, parameter)
    }

    static func program(_ keys: String..., parameter: Int? = nil) -> CommandKeys {
        CommandKeys(.program, keys, parameter: parameter)
    }
    static func window(_ keys: String...) -> CommandKeys { CommandKeys(.window, keys) }
    static func grid(_ keys: String...) -> CommandKeys { CommandKeys(.grid, keys) }
    static func photo(_ keys: String...) -> CommandKeys { CommandKeys(.photo, keys) }
    static func culling(_ keys: String..., parameter: Int? = nil) -> CommandKeys {
        CommandKeys(.culling, keys, parameter: parameter)
    }
    static func photoItself(_ keys: String...) -> CommandKeys { CommandKeys(.photoItself, keys) }
}

/// A line of the shortcuts window. Commands with the same line share it.
struct ShortcutLine: Equatable {
    let section: ShortcutSection
    let title: String
    /// The keys as the window names them, where those of the command are too many; nil for the first of each reach.
    var keys: String?

    init(_ section: ShortcutSection, _ title: String, keys: String? = nil) {
        (self.section, self.title, self.keys) = (section, title, keys)
    }
}

/// A section of the shortcuts window, in their order.
enum ShortcutSection: CaseIterable {
    case grid, selection, photo, photos, marks, culling, files, places, general
}
