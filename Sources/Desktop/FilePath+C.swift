// Paths on their way to C and back: bytes, where a `String` would be repaired.
import CDesktop
import Glibc
public import Photos

extension FilePath {
    /// Calls `body` with the path that `text` stands for, as C takes it, for the length of the call.
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

    /// The text of a path that C owns.
    public static func text(_ path: UnsafePointer<CChar>) -> String {
        text(UnsafeRawBufferPointer(start: path, count: strlen(path)))
    }

    /// The text of a path, freed with g_free (transfer full); nil for NULL.
    public static func take(_ path: UnsafeMutablePointer<CChar>?) -> String? {
        guard let path else { return nil }
        defer { g_free(path) }
        return text(path)
    }

    /// The folder that an absolute path lies in.
    public static func folder(of path: String) -> String { withC(path) { take(g_path_get_dirname($0)) } ?? "/" }

    /// The absolute form of a path that a person typed; symbolic links stay as they are.
    public static func absolute(_ path: String) -> String {
        withC(path) { take(g_canonicalize_filename($0, nil)) } ?? path
    }

    /// The URI of an absolute path, with what is not ASCII in hexadecimal; nil for any other path.
    public static func uri(of path: String) -> String? { withC(path) { takeText(g_filename_to_uri($0, nil, nil)) } }

    /// The status of what is at `path`, links followed; nil where there is none, and then `errno` says why.
    static func status(of path: String) -> stat? {
        var status = stat()
        return withC(path) { stat($0, &status) } == 0 ? status : nil
    }
}
