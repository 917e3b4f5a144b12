// What goes over the wire and what comes back: one request's properties, an answer's head, and what a status means.
import CDesktop
import CShim
public import ImagePipeline
public import Photos

/// What an HTTP server answered: any status, the headers by lower-case name, the whole body.
public struct HTTPAnswer: Sendable {
    /// The status code of the last hop, any of them.
    public let status: Int
    /// By lower-case name; repeated headers are joined with ", ".
    public let headers: [String: String]
    /// The whole body; may be empty.
    public let body: EncodedBytes

    /// What is wrong by the status alone; nil for 2xx.
    public var failure: LoadFailure.Reason? { Self.failure(status: status, headers: headers) }

    /// 403 and 429 ask for patience (photo services refuse heavy users with 403), 503 does when it says how long.
    static func failure(status: Int, headers: [String: String]) -> LoadFailure.Reason? {
        let seconds = tessera_http_retry_seconds(headers["retry-after"])
        let wait = seconds < 0 ? nil : Int(seconds)
        return switch status {
        case 200..<300: nil
        case 403, 429: .slowDown(retryAfterSeconds: wait)
        case 503 where wait != nil: .slowDown(retryAfterSeconds: wait)
        default: .httpStatus(status)
        }
    }
}

/// Status and headers of an answer whose body has not been read.
struct HTTPHead {
    let status: Int
    let headers: [String: String]
    /// Announced length of the body in bytes, if there is one that can be believed.
    let length: Int?

    /// `message` is a SoupMessage that has been sent; borrowed.
    init(of message: OpaquePointer) {
        final class Collected { var headers: [String: String] = [:] }
        let collected = Collected()
        let fields = soup_message_get_response_headers(message)
        soup_message_headers_foreach(
            fields,
            { name, value, context in
                guard let name, let value, let context else { return }
                let collected = Unmanaged<Collected>.fromOpaque(context).takeUnretainedValue()
                let key = String(cString: name).lowercased()
                let text = String(cString: value)
                collected.headers[key] = collected.headers[key].map { $0 + ", " + text } ?? text
            }, Unmanaged.passUnretained(collected).toOpaque())
        status = Int(soup_message_get_status(message).rawValue)
        headers = collected.headers
        length =
            soup_message_headers_get_encoding(fields) == SOUP_ENCODING_CONTENT_LENGTH
            ? Int(exactly: soup_message_headers_get_content_length(fields)) : nil
    }

    /// The absolute URL that a redirect names, or nil when the answer is none.
    func redirectTarget(from url: String) -> String? {
        guard [301, 302, 303, 307, 308].contains(status), let location = headers["location"] else { return nil }
        return takeText(g_uri_resolve_relative(url, location, G_URI_FLAGS_ENCODED, nil))
    }

    /// The content type if it cannot be a picture's. Servers that do not know better say octet-stream or nothing.
    var foreignType: String? {
        guard let type = headers["content-type"]?.lowercased() else { return nil }
        let bare = type.prefix { $0 != ";" && $0 != " " }
        if bare.hasPrefix("image/") || bare == "application/octet-stream" || bare.isEmpty { return nil }
        return String(bare)
    }
}

/// One request through all its redirects.
struct HTTPExchange: Sendable {
    let url: String
    let accept: String?
    let priority: LoadPriority
    let limit: Int
    /// Whether an answer that is no picture is refused before its body is read.
    let onlyPictures: Bool
    let cancellable: GObjectReference

    /// Bytes read at once: a cancelled request stops within one such chunk.
    static let chunk = 64 << 10

    /// Why an answer is not taken.
    struct Refusal: Error { let reason: LoadFailure.Reason }

    /// A SoupMessage for one hop, which leaves redirects to us.
    func message(for url: String) throws -> GObjectReference {
        guard let message = soup_message_new("GET", url) else {
            throw Refusal(reason: .unreachable("“\(url)” is not a URL"))
        }
        soup_message_add_flags(message, SOUP_MESSAGE_NO_REDIRECT)
        soup_message_set_priority(message, soupPriority)
        if let accept { soup_message_headers_replace(soup_message_get_request_headers(message), "Accept", accept) }
        return GObjectReference(adopting: UnsafeMutableRawPointer(message))
    }

    private var soupPriority: SoupMessagePriority {
        switch priority {
        case .visible: SOUP_MESSAGE_PRIORITY_VERY_HIGH
        case .ahead: SOUP_MESSAGE_PRIORITY_NORMAL
        case .behind: SOUP_MESSAGE_PRIORITY_LOW
        case .speculative: SOUP_MESSAGE_PRIORITY_VERY_LOW
        }
    }
}
