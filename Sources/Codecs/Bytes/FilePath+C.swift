// Conversion of paths between Swift and C, byte for byte, where a plain `String` would repair invalid UTF-8.
package import CGLib
import Glibc
public import Photos

extension FilePath {
    /// Calls `body` with the path that `text` stands for, as a C string that is valid during the call.
    public static func withC<Result>(
        _ text: String, _ body: (UnsafePointer<CChar>) throws -> Result
    ) rethrows -> Result {
        guard isEscaped(text) else { return try text.withCString(body) }
        let bytes = bytes(of: text).map { CChar(bitPattern: $0) } + [0]
        return try bytes.withUnsafeBufferPointer { buffer in
            guard let path = buffer.baseAddress else { return try text.withCString(body) }
            return try body(path)
        }
    }

    /// Returns the text of a path that C owns.
    public static func text(_ path: UnsafePointer<CChar>) -> String {
        text(UnsafeRawBufferPointer(start: path, count: strlen(path)))
    }

    /// Returns the text of a path and frees it with g_free (transfer full); nil for NULL.
    public static func take(_ path: UnsafeMutablePointer<CChar>?) -> String? {
        guard let path else { return nil }
        defer { g_free(path) }
        return text(path)
    }

    /// Returns the folder of an absolute path.
    public static func folder(of path: String) -> String { withC(path) { take(g_path_get_dirname($0)) } ?? "/" }

    /// Returns the absolute form of a path that the user typed; symbolic links stay as they are.
    public static func absolute(_ path: String) -> String {
        withC(path) { take(g_canonicalize_filename($0, nil)) } ?? path
    }

    /// Returns the URI of an absolute path, with percent escapes for what is not ASCII; nil for any other path.
    public static func uri(of path: String) -> String? { withC(path) { takeText(g_filename_to_uri($0, nil, nil)) } }

    /// Returns the status of the file at `path`, following links; nil when there is none, and then `errno` says why.
    package static func status(of path: String) -> stat? {
        var status = stat()
        return withC(path) { stat($0, &status) } == 0 ? status : nil
    }

    /// Returns a new hidden name in a folder, for a file that gets its own name once it is whole.
    package static func draft(in folder: String) -> String {
        "\(folder)/.tessera-\(getpid())-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
    }
}
