// The path of a file on a share, by the bytes of its names.

extension ShareAddress {
    /// The address as a path: the scheme and the server, and the names as their server has them, without escapes. It is
    /// not absolute, so that the system's own calls find nothing there.
    public var path: FilePath {
        let names = text[pathStart...].utf8
        return FilePath(text[..<pathStart] + FilePath.text(FileAddress.decoded(names) ?? Array(names)))
    }

    /// The address that a path of that form stands for; nil for any other one. Names of one dot are left out.
    public init?(_ path: FilePath) {
        guard !path.isAbsolute, let server = path.text.firstRange(of: "://") else { return nil }
        let rest = path.text.utf8[server.upperBound...]
        let names = rest.firstIndex(of: UInt8(ascii: "/")) ?? path.text.endIndex
        guard let root = ShareAddress(path.text[..<names]) else { return nil }
        let below = FilePath(String(path.text[names...])).names.filter { $0 != "." }
        guard !below.contains("..") else { return nil }
        self = root.appending(path: FilePath(below.map(\.text).joined(separator: "/")))
    }
}

extension ImageLocation {
    /// The path of a file, here or on a share; nil for a picture of a service.
    public var filePath: FilePath? { path ?? share?.path }
}
