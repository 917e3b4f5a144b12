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

    /// Reads a note of any program.
    /// - Parameter top: The top folder of the trash's file system; nil for the trash in the home folder.
    /// - Returns: The absolute path at which the file was, and when it was moved, as the note has it; nil for what is
    ///   no note, or leads out of the file system.
    public static func read(_ text: String, below top: String?) -> (origin: FilePath, date: String)? {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.first == "[Trash Info]" else { return nil }
        func value(_ key: String) -> String? {
            lines.dropFirst().first { $0.utf8.starts(with: key.utf8) }
                .map { String(Substring($0.utf8.dropFirst(key.utf8.count))) }
        }
        guard let word = value("Path=") else { return nil }
        let path = FilePath(PercentText.text(word))
        guard path.isAbsolute == (top == nil), !path.names.isEmpty,
            path.names.allSatisfy({ ![".", "..", ""].contains($0) }), !path.text.utf8.contains(0)
        else { return nil }
        let origin = top.map { FilePath($0).appending(path: path) } ?? path
        return (origin.trimmed, value("DeletionDate=") ?? "")
    }

    /// Returns the path that a file in the trash has for the note, below a top folder; absolute if there is none.
    public static func path(_ path: String, below top: String?) -> String {
        top.flatMap { FilePath(path).relative(to: FilePath($0)) }?.text ?? path
    }
}
