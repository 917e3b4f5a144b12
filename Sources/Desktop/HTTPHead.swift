// The head of an HTTP answer as libsoup has it, turned into values.
import CDesktop
import ImagePipeline

/// Status and headers of an answer whose body has not been read.
struct HTTPHead {
    let transfer: TransferHead
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
        let status = Int(soup_message_get_status(message).rawValue)
        transfer = TransferHead(
            status: status, headers: collected.headers,
            isMultiplexed: soup_message_get_http_version(message) == SOUP_HTTP_2_0)
        length =
            if status == 204 || status == 304 {
                // A length, if there is one, is that of the body that is not sent (RFC 9110, 8.6).
                0
            } else if soup_message_headers_get_encoding(fields) == SOUP_ENCODING_CONTENT_LENGTH {
                Int(exactly: soup_message_headers_get_content_length(fields))
            } else {
                nil
            }
    }

    /// The absolute URL that a redirect names, or nil when the answer is none.
    func redirectTarget(from url: String) -> String? {
        guard [301, 302, 303, 307, 308].contains(transfer.status), let location = transfer.headers["location"]
        else { return nil }
        return takeText(g_uri_resolve_relative(url, location, G_URI_FLAGS_ENCODED, nil))
    }
}
