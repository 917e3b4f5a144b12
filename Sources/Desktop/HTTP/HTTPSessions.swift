// The SoupSessions of an HTTP client: one for this machine, one for all others.
import CGLib
import CSoup

/// Two sessions of the same settings, without cookies, cache, content decoding or a proxy dialogue of their own. A
/// session has one proxy resolver: requests to loopback addresses have a session without proxies, because a proxy
/// cannot reach the server inside this process, whatever the environment says; the other follows the desktop's
/// settings.
///
/// Isolation: used on the executor's thread, on which the sessions are created and released.
///
/// An isolated deinit of the actor would release them there, too, but Swift 6.3 then ends a release build of other
/// targets with "circular reference", when its pass StackPromotion asks for the isolation of that deinit
/// (docs/workarounds.md).
final class HTTPSessions {
    private let configuration: HTTPLoader.Configuration
    private let executor: LoopExecutor
    private var direct: UnsafeMutablePointer<SoupSession>?
    private var proxied: UnsafeMutablePointer<SoupSession>?

    /// Creates no session yet.
    init(_ configuration: HTTPLoader.Configuration, on executor: LoopExecutor) {
        self.configuration = configuration
        self.executor = executor
    }

    deinit {
        // The last references, held only by the job below from here on.
        nonisolated(unsafe) let sessions = [direct, proxied]
        executor.post { for case let session? in sessions { g_object_unref(session) } }
    }

    /// Returns the session for an address, borrowed.
    func session(for address: HTTPAddress) -> UnsafeMutablePointer<SoupSession>? {
        if address.isLoopback {
            if direct == nil { direct = make(withoutProxies: true) }
            return direct
        }
        if proxied == nil { proxied = make(withoutProxies: false) }
        return proxied
    }

    private func make(withoutProxies: Bool) -> UnsafeMutablePointer<SoupSession>? {
        guard let session = newSession() else { return nil }
        soup_session_set_timeout(session, guint(configuration.timeoutSeconds))
        soup_session_set_idle_timeout(session, guint(configuration.idleSeconds))
        soup_session_set_user_agent(session, configuration.userAgent)
        if withoutProxies {
            let resolver = g_simple_proxy_resolver_new(nil, nil)
            soup_session_set_proxy_resolver(session, resolver)
            if let resolver { g_object_unref(UnsafeMutableRawPointer(resolver)) }
        }
        // Images are compressed already; without the decoder the length on the wire is the length that is checked, and
        // a small response cannot expand into a large one.
        soup_session_remove_feature_by_type(session, soup_content_decoder_get_type())
        return session
    }

    /// Creates a session with the numbers of connections, which can be set only at construction.
    private func newSession() -> UnsafeMutablePointer<SoupSession>? {
        var values = [configuration.connections, configuration.connectionsPerHost].map { number in
            var value = GValue()
            g_value_init(&value, GType(6 << 2))  // G_TYPE_INT, a macro that Swift does not import
            g_value_set_int(&value, Int32(number))
            return value
        }
        return "max-conns".withCString { total in
            "max-conns-per-host".withCString { perHost in
                var names: [UnsafePointer<CChar>?] = [total, perHost]
                return UnsafeMutableRawPointer(
                    g_object_new_with_properties(soup_session_get_type(), guint(values.count), &names, &values))?
                    .assumingMemoryBound(to: SoupSession.self)
            }
        }
    }
}
