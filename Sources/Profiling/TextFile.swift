// The file of the profile report.
import CGTK
import Codecs
import Desktop
import Photos

/// Whole text files.
enum TextFile {
    /// Replaces `file` with `text` (UTF-8), atomically.
    /// - Returns: The problem in a sentence, or nil.
    static func write(_ text: String, to file: String) -> String? {
        var error: UnsafeMutablePointer<GError>?
        guard FilePath.withC(file, { g_file_set_contents($0, text, -1, &error) }) == 0 else { return nil }
        return "The profile \(FilePath.shown(file)) cannot be written: \(GLibError(adopting: error).message)"
    }
}
