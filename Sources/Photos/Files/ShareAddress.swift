// The address of a folder or file at a distance: on a server, a phone or a camera, as GIO names it.

/// The URI of a folder or a file that GIO reaches and this machine's own calls do not: `sftp://host/photos`.
///
/// In one form, whoever has written it: the scheme in lower case, each byte of the path escaped as GIO does it, no
/// slash at the end, and no password. Two addresses are equal when their bytes are.
public struct ShareAddress: Hashable, Sendable {
    /// The URI. Printable ASCII.
    public let text: String

    /// The schemes of GVfs's backends for files at a distance.
    static let schemes: Set<String> = [
        "afc", "afp", "dav", "davs", "ftp", "ftpis", "ftps", "google-drive", "gphoto2", "mtp", "nfs", "onedrive",
        "sftp",
        "smb",
    ]
    /// The longest accepted address in bytes: a path of 4,096 bytes (PATH_MAX) with each byte escaped, and a host.
    static let longest = 3 * 4096 + 512

    /// Reads an address. Nil for an address of another kind, one without a host, or with a path that leads up (`..`) or
    /// has an escape that cannot be read.
    public init?(_ written: some StringProtocol) {
        let written = Substring(written)
        guard written.utf8.count <= Self.longest, let colon = written.utf8.firstIndex(of: UInt8(ascii: ":")),
            case let rest = written.utf8[colon...].dropFirst(), rest.starts(with: "//".utf8)
        else { return nil }
        var scheme = written[..<colon].lowercased()
        if scheme == "ssh" { scheme = "sftp" }
        guard Self.schemes.contains(scheme) else { return nil }
        let authority = rest.dropFirst(2).prefix { $0 != Self.slash }
        guard let host = Self.host(authority),
            let path = FileAddress.decoded(rest.dropFirst(2 + authority.count))
        else { return nil }
        var text = scheme + "://" + host
        for name in path.split(separator: Self.slash) where !name.elementsEqual(".".utf8) {
            guard !name.elementsEqual("..".utf8) else { return nil }
            text += "/" + Self.escaped(name)
        }
        self.text = text
    }

    private init(text: String) { self.text = text }

    /// The URI for GIO, to which the whole of a share is a folder with a slash at its end.
    public var uri: String { lastSlash == nil ? text + "/" : text }

    /// The URI of the folder for GIO to connect: GVfs 1.50 does not connect WebDAV by a path without a slash at its
    /// end.
    public var folderURI: String { text + "/" }

    /// What stands before the colon.
    public var scheme: Substring { text.prefix { $0 != ":" } }

    /// The address of the whole share, without a path.
    public var root: ShareAddress { ShareAddress(text: String(text[..<pathStart])) }

    /// The last name of the path; that of the server for the share as a whole.
    public var name: FileName {
        guard let slash = lastSlash else { return FileName(String(text[hostStart...])) }
        let name = text[slash...].utf8.dropFirst()
        return FileName(FilePath.text(FileAddress.decoded(name) ?? Array(name)))
    }

    /// The folder that it lies in; nil for the share as a whole.
    public var folder: ShareAddress? { lastSlash.map { ShareAddress(text: String(text[..<$0])) } }

    /// Returns the address of a file or folder below this folder. An empty path changes nothing.
    public func appending(path: FilePath) -> ShareAddress {
        ShareAddress(text: path.names.reduce(into: text) { $0 += "/" + Self.escaped($1.bytes) })
    }

    /// Returns what leads from a folder down to this address; the empty path where it does not lie below it.
    public func path(below folder: ShareAddress) -> FilePath {
        guard text.utf8.starts(with: folder.text.utf8), case let rest = text.utf8.dropFirst(folder.text.utf8.count),
            rest.first == Self.slash, let path = FileAddress.decoded(rest.dropFirst())
        else { return "" }
        return FilePath(FilePath.text(path))
    }

    /// The address as it is shown: with the names in place of their escapes.
    public var shown: String {
        let path = text[pathStart...].utf8
        return DisplayText.line(text[..<pathStart] + FilePath.shown(FilePath.text(FileAddress.decoded(path) ?? [])))
    }

    private static let slash = UInt8(ascii: "/")

    private var hostStart: String.Index { text.utf8.index(text.startIndex, offsetBy: scheme.utf8.count + 3) }
    var pathStart: String.Index { text.utf8[hostStart...].firstIndex(of: Self.slash) ?? text.endIndex }
    private var lastSlash: String.Index? { text.utf8[hostStart...].lastIndex(of: Self.slash) }

    /// Returns the user, the host and the port, without the password; nil where there is no host, or where something
    /// is in it that no address contains.
    private static func host(_ authority: Substring.UTF8View) -> String? {
        guard authority.allSatisfy({ isOfAuthority($0) }) else { return nil }
        var user = authority.prefix(0), host = authority
        if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
            user = authority[..<at].prefix { $0 != UInt8(ascii: ":") }
            host = authority[authority.index(after: at)...]
        }
        guard !host.isEmpty, host.first != UInt8(ascii: ":") else { return nil }
        let written = String(Substring(host))
        return user.isEmpty ? written : String(Substring(user)) + "@" + written
    }

    /// Whether a byte may occur before the path: letters, digits, `-._~`, `!$&'()*+,;=`, `:@[]`, and escapes
    /// (RFC 3986, section 3.2).
    private static func isOfAuthority(_ byte: UInt8) -> Bool {
        isPlain(byte) || "%[]".utf8.contains(byte)
    }

    /// Returns a name with escapes, as GLib writes the path of a URI (G_URI_RESERVED_CHARS_ALLOWED_IN_PATH).
    private static func escaped(_ name: some Sequence<UInt8>) -> String {
        PercentText.escaped(name, isPlain: isPlain)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        PercentText.isUnreserved(byte) || "!$&'()*+,;=:@".utf8.contains(byte)
    }

    public static func == (a: ShareAddress, b: ShareAddress) -> Bool { ByteText.areEqual(a.text, b.text) }
    public func hash(into hasher: inout Hasher) { ByteText.hash(text, into: &hasher) }
}
