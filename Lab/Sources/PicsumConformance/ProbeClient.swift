// HTTP client of the conformance run: any method, no redirects followed, one request at a time.
import CGLib
import CSoup

/// Unmodified response.
struct ProbeResponse {
    let status: Int
    let headers: [(name: String, value: String)]
    let body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }

    /// Value of a header, or nil. Values of a repeated header are joined with a comma.
    subscript(name: String) -> String? {
        let values = headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }
}

/// Client that sends a request and waits for the response. Blocks its thread; use it from one thread.
final class ProbeClient {
    private let session: UnsafeMutablePointer<SoupSession>

    init(timeoutSeconds: Int) {
        session = soup_session_new()
        soup_session_set_timeout(session, guint(timeoutSeconds))
        soup_session_set_user_agent(session, "tessera-lab ")
    }

    deinit { g_object_unref(session) }

    func send(_ method: String, _ url: String, headers: [String: String] = [:]) throws(ConformanceFailure)
        -> ProbeResponse
    {
        guard let message = soup_message_new(method, url) else {
            throw ConformanceFailure(description: "“\(url)” is no http URL.", isBadURL: true)
        }
        defer { g_object_unref(UnsafeMutableRawPointer(message)) }
        soup_message_set_flags(message, SOUP_MESSAGE_NO_REDIRECT)
        for (name, value) in headers {
            soup_message_headers_replace(soup_message_get_request_headers(message), name, value)
        }
        var failure: UnsafeMutablePointer<GError>?
        guard let bytes = soup_session_send_and_read(session, message, nil, &failure) else {
            let reason = failure.flatMap { $0.pointee.message }.map { String(cString: $0) } ?? "no reason is given"
            g_clear_error(&failure)
            throw ConformanceFailure(description: "\(url) cannot be reached: \(reason).", isBadURL: false)
        }
        defer { g_bytes_unref(bytes) }
        var size: gsize = 0
        let data = g_bytes_get_data(bytes, &size)
        let body = data.map { Array(UnsafeRawBufferPointer(start: $0, count: Int(size))) } ?? []
        return ProbeResponse(
            status: Int(soup_message_get_status(message).rawValue), headers: Self.headers(of: message), body: body)
    }

    private static func headers(of message: OpaquePointer) -> [(String, String)] {
        final class List { var items: [(String, String)] = [] }
        let list = List()
        soup_message_headers_foreach(
            soup_message_get_response_headers(message),
            { name, value, data in
                guard let name, let value, let data else { return }
                Unmanaged<List>.fromOpaque(data).takeUnretainedValue().items.append(
                    (String(cString: name), String(cString: value)))
            }, Unmanaged.passUnretained(list).toOpaque())
        return list.items
    }
}
