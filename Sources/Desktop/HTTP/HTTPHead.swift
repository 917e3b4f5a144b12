// Conversion of libsoup's response head to Swift values.
import CSoup
import ImagePipeline

/// Status and headers of an answer whose body has not been read.
struct HTTPHead {
    let transfer: TransferHead
    /// Announced length of the body in bytes; nil if there is none or it is impossible.
    let length: Int?
    /// Whether an impossible length was announced; libsoup reads "-1" as a number.
    let hasImpossibleLength: Bool
    /// Whether the body is chunked (HTTP/1), so that its last chunk marks its end.
    let isChunked: Bool

    /// Reads the head of `message`, a SoupMessage that has been sent; borrowed.
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
        let encoding = soup_message_headers_get_encoding(fields)
        let announced = encoding == SOUP_ENCODING_CONTENT_LENGTH ? soup_message_headers_get_content_length(fields) : nil
        // An answer without a body announces the length of the body that is not sent (RFC 9110, 8.6).
        let isBare = status == 204 || status == 304
        length = isBare ? 0 : announced.flatMap { $0 >= 0 ? Int($0) : nil }
        hasImpossibleLength = !isBare && announced != nil && length == nil
        isChunked = !isBare && encoding == SOUP_ENCODING_CHUNKED && !transfer.isMultiplexed
    }

    /// The target of a redirect as the answer names it; nil for any other answer.
    var location: String? {
        [301, 302, 303, 307, 308].contains(transfer.status) ? transfer.headers["location"] : nil
    }
}
