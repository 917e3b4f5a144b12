// The place that a photo's bytes are read from.

/// Where the bytes of a picture are.
public enum ImageLocation: Hashable, Sendable {
    /// An absolute URL: http or https, or the address of a file on a share.
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

    /// The address of a file on a share; nil for any other picture.
    public var share: ShareAddress? { if case .remote(let address) = self { ShareAddress(address) } else { nil } }

    /// What names a file that is listed with its state, so that what is made of it can be kept: the path of a file, or
    /// the address of one on a share. Nil for a picture of a service, which has its own rules of caching.
    public var filePlace: String? {
        switch self {
        case .file(let path): path.text
        case .remote: share?.text
        }
    }

    /// The address that other programs understand, too; nil for a file, and for a scheme of this program's own, such as
    /// the built-in gallery's.
    public var webAddress: String? {
        guard case .remote(let address) = self else { return nil }
        return WebAddress(address)?.text ?? share?.text
    }
}
