// The file by which the trash knows where a file came from.

/// The content of a `.trashinfo` file, as the freedesktop.org trash specification 1.0 has it.
public enum TrashNote {
    /// Returns the content.
    /// - Parameters:
    ///   - path: Absolute for the trash in the home folder; below the top folder of the file system for one there.
    ///   - date: Local time, `YYYY-MM-DDThh:mm:ss`.
    public static func text(path: String, date: String) -> String {
        "[Trash Info]\nPath=\(PercentText.escaped(path))\nDeletionDate=\(date)\n"
    }

    /// Returns the path that a file in the trash has for the note, below a top folder; absolute where there is none.
    public static func path(_ path: String, below top: String?) -> String {
        guard let top else { return path }
        let prefix = top.hasSuffix("/") ? top : top + "/"
        return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
    }
}
