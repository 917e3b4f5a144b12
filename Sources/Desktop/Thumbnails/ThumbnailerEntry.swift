// One installed program that makes thumbnails, as its `.thumbnailer` file describes it.
import CGLib
import Codecs
import Photos

/// The types of files that a program makes thumbnails of, and its command line.
struct ThumbnailerEntry: Hashable, Sendable {
    /// MIME types.
    let types: [String]
    /// The command line with its fields: `%i` the file's path, `%u` its URI, `%o` the path of the picture to be
    /// written, `%s` its longest side in pixels, `%%` a percent sign.
    let words: [String]

    private static let group = "Thumbnailer Entry"

    /// Reads an entry; nil where it is damaged, or `TryExec` names a program that is not installed.
    init?(parsing text: String) {
        guard let file = g_key_file_new() else { return nil }
        defer { g_key_file_unref(file) }
        guard g_key_file_load_from_data(file, text, gsize(text.utf8.count), G_KEY_FILE_NONE, nil) != 0,
            let command = Self.value("Exec", of: file), let types = Self.value("MimeType", of: file)
        else { return nil }
        if let program = Self.value("TryExec", of: file), !Self.isInstalled(program) { return nil }
        self.types = types.split(separator: ";").map(String.init)
        self.words = Self.words(of: command)
        // One that is not told where to write makes nothing; "%%o" is no place.
        let place = "\0"
        let filled = self.command(path: "", uri: "", output: place, side: 0)
        guard filled.contains(where: { $0.contains(place) }) else { return nil }
    }

    /// Returns the command line for a file.
    /// - Parameter side: In pixels.
    func command(path: String, uri: String, output: String, side: Int) -> [String] {
        words.map { word in
            var result = ""
            var rest = Substring(word)
            while let percent = rest.firstIndex(of: "%") {
                result += rest[..<percent]
                let field = rest[percent...].dropFirst().first
                switch field {
                case "i": result += path
                case "u": result += uri
                case "o": result += output
                case "s": result += "\(side)"
                case "%": result += "%"
                // Of an unknown field nothing is passed on.
                default: break
                }
                rest = rest[percent...].dropFirst(2)
            }
            return result + rest
        }
    }

    private static func value(_ key: String, of file: OpaquePointer) -> String? {
        takeText(g_key_file_get_string(file, group, key, nil)).flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func isInstalled(_ program: String) -> Bool { takeText(g_find_program_in_path(program)) != nil }

    private static func words(of command: String) -> [String] {
        var count: Int32 = 0
        var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        guard g_shell_parse_argv(command, &count, &words, nil) != 0, let words else { return [] }
        defer { g_strfreev(words) }
        return (0..<Int(count)).compactMap { words[$0].map { String(cString: $0) } }
    }
}
