// Writing the report to a file.
import CDesktop
import Desktop

/// Whole text files.
enum TextFile {
    /// Replaces `file` with `text` (UTF-8), atomically.
    /// - Returns: What is wrong, in a sentence, or nil.
    static func write(_ text: String, to file: String) -> String? {
        var error: UnsafeMutablePointer<GError>?
        guard g_file_set_contents(file, text, -1, &error) == 0 else { return nil }
        return "The profile \(file) cannot be written: \(GLibError(adopting: error).message)"
    }
}
