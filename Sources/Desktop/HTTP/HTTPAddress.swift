// The URLs that may be requested, and the check of where a redirect leads.
import CGLib
import CSoup
import Photos

/// An absolute URL with the scheme http or https and a host. libsoup gets the parsed form, not the text, so that what
/// is sent is what was checked. For any other scheme libsoup itself speaks unencrypted HTTP, and 3.2 uses freed memory
/// for some of them.
final class HTTPAddress {
    /// The reason why a text is no such URL.
    enum Refusal: Error {
        case noURL
        case scheme(String)
        case noHost
        case controlCharacters
        case userName

        /// The reason where the address is the photo's own.
        var ofAddress: Message {
            switch self {
            case .noURL: Message("its address is not a URL")
            case .scheme(let scheme):
                Message("its address is neither http nor https but “{scheme}”", ["scheme": .text(scheme)])
            case .noHost: Message("its address names no host")
            case .controlCharacters: Message("its address has control characters in its host")
            case .userName: Message("its address has a user name")
            }
        }

        /// The reason where a server redirects to the address.
        var ofRedirection: Message {
            switch self {
            case .noURL: Message("it redirects to an address that is not a URL")
            case .scheme(let scheme):
                Message(
                    "it redirects to an address that is neither http nor https but “{scheme}”",
                    ["scheme": .text(scheme)])
            case .noHost: Message("it redirects to an address that names no host")
            case .controlCharacters: Message("it redirects to an address that has control characters in its host")
            case .userName: Message("it redirects to an address that has a user name")
            }
        }
    }

    /// A GUri, owned by this object.
    private let uri: OpaquePointer
    let isSecure: Bool

    /// The flags of libsoup's own `SOUP_HTTP_URI_FLAGS`, a macro that Swift does not import.
    private static let flags = GUriFlags(
        rawValue: G_URI_FLAGS_HAS_PASSWORD.rawValue | G_URI_FLAGS_ENCODED_PATH.rawValue
            | G_URI_FLAGS_ENCODED_QUERY.rawValue | G_URI_FLAGS_ENCODED_FRAGMENT.rawValue
            | G_URI_FLAGS_SCHEME_NORMALIZE.rawValue)

    /// - Throws: `Refusal`.
    convenience init(_ text: String) throws { try self.init(adopting: g_uri_parse(text, Self.flags, nil)) }

    /// Takes over `uri` (transfer full).
    private init(adopting uri: OpaquePointer?) throws {
        guard let uri else { throw Refusal.noURL }
        do {
            isSecure = try Self.isSecure(uri)
        } catch {
            g_uri_unref(uri)
            throw error
        }
        self.uri = uri
    }

    deinit { g_uri_unref(uri) }

    private static func isSecure(_ uri: OpaquePointer) throws -> Bool {
        let scheme = String(cString: g_uri_get_scheme(uri))
        guard scheme == "http" || scheme == "https" else {
            throw Refusal.scheme(String(scheme.prefix(16)))
        }
        // GLib decodes percent escapes in hosts: a line break would end the Host field of the request.
        let host = g_uri_get_host(uri).map { String(cString: $0) } ?? ""
        guard !host.isEmpty else { throw Refusal.noHost }
        guard host.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
            throw Refusal.controlCharacters
        }
        return scheme == "https"
    }

    /// Resolves a Location field. A relative one keeps the user name of this address; a different user name is not
    /// accepted from a server (RFC 9110, 4.2.4).
    /// - Throws: `Refusal`.
    func target(of location: String) throws -> HTTPAddress {
        let target = try HTTPAddress(adopting: g_uri_parse_relative(uri, location, Self.flags, nil))
        if let name = g_uri_get_userinfo(target.uri), g_strcmp0(name, g_uri_get_userinfo(uri)) != 0 {
            throw Refusal.userName
        }
        return target
    }

    /// Whether the address is of this machine: localhost, or a loopback address of IPv4 or IPv6.
    var isLoopback: Bool {
        guard let host = g_uri_get_host(uri) else { return false }
        guard let address = g_inet_address_new_from_string(host) else {
            return g_ascii_strcasecmp(host, "localhost") == 0
        }
        defer { g_object_unref(address) }
        return g_inet_address_get_is_loopback(address) != 0
    }

    /// The host without brackets.
    var host: String { g_uri_get_host(uri).map { String(cString: $0) } ?? "" }

    /// Creates a GET message for the address, owned by the caller; nil when libsoup refuses it.
    func message() -> OpaquePointer? { soup_message_new_from_uri("GET", uri) }
}
