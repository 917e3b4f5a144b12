// A request and an answer as values, so that the rules of the service can be read and tested without a socket.

/// The two hosts of the service.
public enum ServiceHost: String, Hashable, Sendable, CaseIterable { case api, image }

/// One request after its line and headers have been read.
struct Request: Hashable, Sendable {
    var method = "GET"
    /// Path and query as they came, still percent-encoded.
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

    /// The path without percent encoding. A path that is wrongly encoded stands for itself.
    var path: String { percentDecoded(rawPath) ?? rawPath }
    var query: QueryString { QueryString(rawQuery ?? "") }
    /// Path and query as they came, for a redirect to the same place under another path.
    func target(rawPath: String) -> String { rawPath + (rawQuery.map { "?" + $0 } ?? "") }
}

/// An answer that is ready to be sent.
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

/// What a host decides to do with a request.
enum Answer: Hashable, Sendable {
    case reply(Reply)
    /// Paint first. The headers belong to the picture.
    case picture(PictureRequest, Reply)
}

/// The headers that keep answers out of every cache.
let noStore = ("Cache-Control", "private, no-cache, no-store, must-revalidate")
