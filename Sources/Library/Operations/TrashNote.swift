// The file by which the trash knows where a file came from.
public import Photos

/// The content of a `.trashinfo` file, as the freedesktop.org trash specification 1.0 has it.
public enum TrashNote {
    /// Returns the content.
    /// - Parameters:
    ///   - path: Absolute for the trash in the home folder; below the top folder of the file system for one there.
    ///   - date: Local time, `YYYY-MM-DDThh:mm:ss`.
    public static func text(path: String, date: String) -> String {
        "[Trash Info]\nPath=\(PercentText.escaped(path))\nDeletionDate=\(date)\n"
    }

    /// Returns the name of the file that a note is about; nil for what is no note.
    public static func name(in text: String) -> FileName? {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let beginning = "Path="
        guard lines.count == 4, lines[0] == "[Trash Info]", lines[1].hasPrefix(beginning),
            lines[2].hasPrefix("DeletionDate="),
            lines[3].isEmpty
        else { return nil }
        return FilePath(PercentText.text(String(lines[1].dropFirst(beginning.count)))).name
    }

    /// Returns the path that a file in the trash has for the note, below a top folder; absolute where there is none.
    public static func path(_ path: String, below top: String?) -> String {
        top.flatMap { FilePath(path).relative(to: FilePath($0)) }?.text ?? path
    }
}
