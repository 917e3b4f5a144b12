// The HTTP session.
#include "tessera_http.h"

#include "tessera_proxy.h"

SoupSession *tessera_http_session_new(int connections, int connections_per_host, int timeout, int idle_timeout,
                                      const char *user_agent) {
    GProxyResolver *proxies = tessera_proxy_resolver_new();
    SoupSession *session = soup_session_new_with_options(
        "max-conns", connections, "max-conns-per-host", connections_per_host, "timeout", (guint)timeout,
        "idle-timeout", (guint)idle_timeout, "user-agent", user_agent, "proxy-resolver", proxies, NULL);
    g_object_unref(proxies);
    // Pictures are compressed already; without the decoder the length on the wire is the length that is checked, and
    // a small answer cannot blow up into a large one.
    soup_session_remove_feature_by_type(session, SOUP_TYPE_CONTENT_DECODER);
    return session;
}

gboolean tessera_http_has_tls(void) { return g_tls_backend_supports_tls(g_tls_backend_get_default()); }
