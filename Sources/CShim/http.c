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

gint64 tessera_http_retry_seconds(const char *retry_after) {
    guint64 seconds;
    if (retry_after == NULL) return -1;
    if (g_ascii_string_to_unsigned(retry_after, 10, 0, G_MAXINT32, &seconds, NULL)) return (gint64)seconds;
    GDateTime *date = soup_date_time_new_from_http_string(retry_after);
    if (date == NULL) return -1;
    gint64 wait = g_date_time_to_unix(date) - g_get_real_time() / G_USEC_PER_SEC;
    g_date_time_unref(date);
    return MAX(wait, 0);
}
