// An https server on loopback, with a certificate that nobody vouches for.
import CGLib
import CSoup
import Glibc

@testable import Desktop

/// Lives on a thread of its own. `/plain` redirects to http; every other path is answered with ten bytes.
actor SecureServer {
    private let executor = LoopExecutor(name: "secure")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    private let server = GObjectReference(
        adopting: g_object_new_with_properties(soup_server_get_type(), 0, nil, nil)!.object)

    /// Listens from now on; the base URL.
    func start() -> String {
        let certificate = g_tls_certificate_new_from_pem(Self.pem, -1, nil)!
        soup_server_set_tls_certificate(server.pointer.cast(), certificate)
        g_object_unref(UnsafeMutableRawPointer(certificate))
        let options = SoupServerListenOptions(
            SOUP_SERVER_LISTEN_HTTPS.rawValue | SOUP_SERVER_LISTEN_IPV4_ONLY.rawValue)
        precondition(soup_server_listen_local(server.pointer.cast(), 0, options, nil) != 0)
        soup_server_add_handler(
            server.pointer.cast(), nil,
            { _, message, target, _, context in
                guard let message, let target, let context else { return }
                let server = Unmanaged<SecureServer>.fromOpaque(context).takeUnretainedValue()
                let reference = GObjectReference(retaining: UnsafeMutableRawPointer(message))
                let path = String(cString: target)
                server.assumeIsolated { $0.received(reference, path) }
            }, Unmanaged.passUnretained(self).toOpaque(), nil)
        let uris = soup_server_get_uris(server.pointer.cast())
        defer { g_slist_free_full(uris, { g_uri_unref(OpaquePointer($0)) }) }
        return "https://127.0.0.1:\(g_uri_get_port(OpaquePointer(uris!.pointee.data)))"
    }

    /// Ends the server on its own thread; before its last reference goes.
    func stop() {
        soup_server_remove_handler(server.pointer.cast(), nil)
        soup_server_disconnect(server.pointer.cast())
    }

    private func received(_ message: GObjectReference, _ path: String) {
        let headers = soup_server_message_get_response_headers(message.pointer.opaque)
        if path == "/plain" {
            soup_message_headers_replace(headers, "Location", "http://127.0.0.1:9/")
            soup_server_message_set_status(message.pointer.opaque, 302, nil)
            return
        }
        soup_message_headers_replace(headers, "ETag", "\"e1\"")
        soup_server_message_set_status(message.pointer.opaque, 200, nil)
        soup_server_message_set_response(message.pointer.opaque, "image/jpeg", SOUP_MEMORY_COPY, "0123456789", 10)
    }

    /// The certificate and its key, for 127.0.0.1, made for these tests and valid until 2126.
    static let pem = """
        -----BEGIN CERTIFICATE-----
        MIIBlzCCATygAwIBAgIUCrnIxqrWwldYh8AOIw1X8rTHjHYwCgYIKoZIzj0EAwIw
        FzEVMBMGA1UEAwwMVGVzc2VyYSB0ZXN0MCAXDTI2MTEyMTExNDAyOFoYDzIxMjYx
        MDI4MTE0MDI4WjAXMRUwEwYDVQQDDAxUZXNzZXJhIHRlc3QwWTATBgcqhkjOPQIB
        BggqhkjOPQMBBwNCAARk2aWSryrAQ8IaL9jJ9tmRaTRdXQJdL9jyy0Vmgvxfvb72
        zLvDfj2bqLCTANGaoITX8EdJeWyf92421B2qUk/5o2QwYjAdBgNVHQ4EFgQUdWYy
        oFFMFFuz7QSlxsobhLlh7zwwHwYDVR0jBBgwFoAUdWYyoFFMFFuz7QSlxsobhLlh
        7zwwDwYDVR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMC
        A0kAMEYCIQDto4805TQb4RmUSPEb1x4ZQy5OcZg5SB+1nbkVrzYgRwIhANAclqYx
        Rn6vMDwXwNvG4c9Ed11XIXSuygDH04P4UfeL
        -----END CERTIFICATE-----
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgniLOZ3IOQbFXQCEq
        c2BbEhIik7p6Iksecv6eRsmKgBmhRANCAARk2aWSryrAQ8IaL9jJ9tmRaTRdXQJd
        L9jyy0Vmgvxfvb72zLvDfj2bqLCTANGaoITX8EdJeWyf92421B2qUk/5
        -----END PRIVATE KEY-----
        """
}
