// Conversion of paths between Swift and C, byte for byte, where a plain `String` would repair invalid UTF-8.
public import CGLib
import Glibc
public import Photos

extension FilePath {
    /// Calls `body` with the path as a C string that is valid during the call.
    public func withC<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
        try Self.withC(text, body)
    }

    /// The folder of an absolute path.
    public var folder: FilePath { FilePath(Self.folder(of: text)) }

    /// The absolute form of a path that the user typed; symbolic links stay as they are.
    public var absolute: FilePath { FilePath(Self.absolute(text)) }

    /// The URI of an absolute path, with percent escapes for what is not ASCII; nil for any other path.
    public var uri: String? { Self.uri(of: text) }

    /// The status of the file, following links; nil if there is none, and then `errno` says why.
    public var status: stat? { Self.status(of: text) }

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

    /// Returns the status of the file at `path`, following links; nil if there is none, and then `errno` says why.
    public static func status(of path: String) -> stat? {
        var status = stat()
        return withC(path) { stat($0, &status) } == 0 ? status : nil
    }

    /// Returns a new hidden name in a folder, for a file that gets its own name once it is whole.
    package static func draft(in folder: String) -> String {
        "\(folder)/\(draftStart)\(getpid())-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
    }

    private static let draftStart = ".tessera-"

    /// Returns whether a path's name is one of those that `draft(in:)` returns, in whatever process.
    package static func isDraft(_ path: String) -> Bool {
        let name = Array(name(of: path).utf8)
        guard path.utf8.first == UInt8(ascii: "/"), name.starts(with: draftStart.utf8) else { return false }
        let dash = UInt8(ascii: "-")
        let parts = name.dropFirst(draftStart.utf8.count).split(separator: dash, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return false }
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9"), letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        return parts[0].allSatisfy(digits.contains)
            && parts[1].allSatisfy { digits.contains($0) || letters.contains($0) }
    }

    /// Returns whether a name is one that `draft(in:)` makes, followed by an ending.
    package static func isDraft(_ name: FileName, ending: String) -> Bool {
        var rest = Array(name.text.utf8)[...]
        guard rest.starts(with: draftStart.utf8), rest.reversed().starts(with: ending.utf8.reversed()) else {
            return false
        }
        rest = rest.dropFirst(draftStart.utf8.count).dropLast(ending.utf8.count)
        let parts = rest.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        func isNumber(_ part: ArraySlice<UInt8>, _ radix: Int) -> Bool {
            !part.isEmpty && part.count <= 13 && part.first != UInt8(ascii: "+")
                && UInt64(String(decoding: part, as: UTF8.self), radix: radix) != nil
        }
        return parts.count == 2 && isNumber(parts[0], 10) && isNumber(parts[1], 36)
    }
}

extension FileName {
    /// Calls `body` with the name as a C string that is valid during the call.
    package func withC<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
        try FilePath.withC(text, body)
    }
}
