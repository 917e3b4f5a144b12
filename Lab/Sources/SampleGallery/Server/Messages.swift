// Requests and replies as values, so that the rules of the service can be tested without a socket.

/// The two hosts of the service.
public enum ServiceHost: String, Hashable, Sendable, CaseIterable { case api, image }

/// Request, after its line and headers have been read.
struct Request: Hashable, Sendable {
    var method = "GET"
    /// Path and query as received, still percent-encoded.
    var rawPath: String
    var rawQuery: String?
    var accept: String?
    var origin: String?
    var requestedMethod: String?
    var requestedHeaders: String?
    var ifNoneMatch: String?
    var ifModifiedSince: String?
    var range: String?
    var ifRange: String?

    /// Path without percent encoding; an invalid encoding is left as it is.
    var path: String { percentDecoded(rawPath) ?? rawPath }
    var query: QueryString { QueryString(rawQuery ?? "") }
    /// Returns `rawPath` with this request's query, for a redirect to another path.
    func target(rawPath: String) -> String { rawPath + (rawQuery.map { "?" + $0 } ?? "") }
}

/// Reply that is ready to be sent.
struct Reply: Hashable, Sendable {
    struct Header: Hashable, Sendable {
        let name: String
        let value: String
    }

    var status: Int
    var headers: [Header] = []
    var body: [UInt8] = []

    init(status: Int, headers: [(String, String)] = [], body: String = "") {
        self.status = status
        self.headers = headers.map { Header(name: $0.0, value: $0.1) }
        self.body = Array(body.utf8)
    }

    mutating func add(_ name: String, _ value: String) { headers.append(Header(name: name, value: value)) }
}

/// Decision of a host about a request.
enum Answer: Hashable, Sendable {
    case reply(Reply)
    /// Paint the picture first; the reply has its headers.
    case picture(PictureRequest, Reply)
}

/// Header that keeps replies out of every cache.
let noStore = ("Cache-Control", "private, no-cache, no-store, must-revalidate")
