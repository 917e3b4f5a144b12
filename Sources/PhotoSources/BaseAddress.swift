// The base address of a service as the user typed it: validated once, then only appended to.
import Photos

/// An absolute http or https address without a trailing slash, such as `https://picsum.photos` or
/// `http://127.0.0.1:8080/api`.
struct BaseAddress: Hashable, Sendable {
    /// The address: scheme and host in lower case, no default port, no trailing slash.
    let text: String

    /// Validates and normalises an address.
    /// - Throws: `PicsumSource.BaseURLError` for anything but an http or https address to which paths can be appended.
    ///   User names and passwords are refused, because addresses become cache keys and appear in messages.
    init(_ written: String) throws(PicsumSource.BaseURLError) {
        func refused(_ why: Message) -> PicsumSource.BaseURLError { .init(address: written, reason: why) }

        guard let colon = written.firstRange(of: "://") else {
            throw refused(Message("it does not begin with http:// or https://"))
        }
        let scheme = written[..<colon.lowerBound].lowercased()
        guard scheme == "http" || scheme == "https" else {
            throw refused(Message("it does not begin with http:// or https://"))
        }
        guard written.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw refused(Message("it contains a space or a character that has to be percent-encoded"))
        }
        guard !written.contains(where: { $0 == "?" || $0 == "#" }) else {
            throw refused(Message("a query or fragment cannot be kept when paths are appended"))
        }
        let rest = written[colon.upperBound...]
        let authority = rest.prefix { $0 != "/" }
        guard !authority.contains("@") else { throw BaseAddress.credentials(in: scheme, authority, rest) }

        let (host, port) = BaseAddress.split(authority)
        guard !host.isEmpty else { throw refused(Message("it names no host")) }
        guard !host.hasPrefix("[") || host.hasSuffix("]") else {
            throw refused(Message("its host has an unpaired bracket"))
        }
        // Without the port behind it, what follows the colon would become the port.
        guard host.hasPrefix("[") || !host.contains(":") else { throw refused(Message("its host contains a colon")) }
        var normalised = scheme + "://" + host.lowercased()
        if let port {
            guard port.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(port), (1...65535).contains(number)
            else { throw refused(Message("its port is not a number from 1 to 65535")) }
            if number != (scheme == "http" ? 80 : 443) { normalised += ":\(number)" }
        }
        var path = rest[authority.endIndex...]
        while path.last == "/" { path.removeLast() }
        text = normalised + path
    }

    /// Returns the error for an address with a user name. It repeats neither name nor password, since messages end up
    /// in logs.
    private static func credentials(
        in scheme: String, _ authority: Substring, _ rest: Substring
    ) -> PicsumSource.BaseURLError {
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        return .init(
            address: "\(scheme)://…@\(host)\(rest[authority.endIndex...])",
            reason: Message("a user name or password in an address is not supported"))
    }

    /// Splits `host`, `host:port`, `[v6]` or `[v6]:port`; an empty port counts as none.
    private static func split(_ authority: Substring) -> (host: Substring, port: Substring?) {
        // Colons inside brackets belong to the host.
        let searched = authority[(authority.lastIndex(of: "]") ?? authority.startIndex)...]
        guard let colon = searched.lastIndex(of: ":") else { return (authority, nil) }
        let port = authority[authority.index(after: colon)...]
        return (authority[..<colon], port.isEmpty ? nil : port)
    }
}
