// The place that a photo's bytes are read from.

/// Where the bytes of a picture are.
public enum ImageLocation: Hashable, Sendable {
    /// An absolute http or https URL.
    case remote(String)
    /// An absolute path in the file system.
    case file(FilePath)

    /// The absolute path of a file; nil for a remote picture.
    public var path: FilePath? { if case .file(let path) = self { path } else { nil } }

    /// The absolute path of a file in the same folder; nil for a remote picture.
    public func path(besides name: FileName) -> FilePath? {
        guard let text = path?.text, let slash = text.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        return FilePath(text[...slash] + name.text)
    }

    /// The address that other programs understand, too; nil for a file, and for a scheme of this program's own, such as
    /// the built-in gallery's.
    public var webAddress: String? {
        guard case .remote(let address) = self else { return nil }
        return WebAddress(address)?.text
    }
}
