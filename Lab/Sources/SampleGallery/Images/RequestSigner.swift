// Signatures of the links from the API host to the image host.
import CGLib

/// Signer with HMAC-SHA256 over path and query, written as URL-safe base64 without padding (43 characters).
struct RequestSigner {
    let secret: String

    func signature(of pathAndQuery: String) -> String {
        let key = Array(secret.utf8)
        guard let hmac = g_hmac_new(G_CHECKSUM_SHA256, key, gsize(key.count)) else { return "" }
        defer { g_hmac_unref(hmac) }
        let text = Array(pathAndQuery.utf8)
        g_hmac_update(hmac, text, gssize(text.count))
        var digest = [UInt8](repeating: 0, count: 32)
        var length = gsize(digest.count)
        g_hmac_get_digest(hmac, &digest, &length)
        guard let encoded = g_base64_encode(digest, length) else { return "" }
        defer { g_free(encoded) }
        return String(
            String(cString: encoded).compactMap { character -> Character? in
                switch character {
                case "+": "-"
                case "/": "_"
                case "=": nil
                default: character
                }
            })
    }

    /// Returns path, query sorted by name, and the signature as another parameter.
    func signed(path: String, query: QueryString) -> String {
        var query = query
        query.append("hmac", signature(of: Self.joined(path, query)))
        return Self.joined(path, query)
    }

    /// Whether the `hmac` parameter matches the rest. Compares in constant time, so that timing reveals nothing.
    func isValid(path: String, query: QueryString) -> Bool {
        guard let given = query["hmac"] else { return false }
        var rest = query
        rest.removeAll(named: "hmac")
        let expected = Array(signature(of: Self.joined(path, rest)).utf8)
        let actual = Array(given.utf8)
        guard actual.count == expected.count else { return false }
        return zip(actual, expected).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    static func joined(_ path: String, _ query: QueryString) -> String {
        query.items.isEmpty ? path : path + "?" + query.encoded
    }
}
