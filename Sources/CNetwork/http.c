// HTTP session, and calls of libsoup that need C.
#include "tessera_http.h"

#include <dlfcn.h>

#include "tessera_proxy.h"

SoupSession *tessera_http_session_new(int connections, int connections_per_host, int timeout, int idle_timeout,
                                      const char *user_agent) {
    GProxyResolver *proxies = tessera_proxy_resolver_new();
    SoupSession *session = soup_session_new_with_options(
        "max-conns", connections, "max-conns-per-host", connections_per_host, "timeout", (guint)timeout,
        "idle-timeout", (guint)idle_timeout, "user-agent", user_agent, "proxy-resolver", proxies, NULL);
    g_object_unref(proxies);
    // Images are compressed already; without the decoder the length on the wire is the length that is checked, and a
    // small response cannot expand into a large one.
    soup_session_remove_feature_by_type(session, SOUP_TYPE_CONTENT_DECODER);
    return session;
}

gboolean tessera_http_has_tls(void) { return g_tls_backend_supports_tls(g_tls_backend_get_default()); }

static void *find_force_http1(void *unused) {
    (void)unused;
    void *program = dlopen(NULL, RTLD_LAZY);
    return program != NULL ? dlsym(program, "soup_message_set_force_http1") : NULL;
}

void tessera_http_message_force_http1(SoupMessage *message) {
    static GOnce once = G_ONCE_INIT;
    void *symbol = g_once(&once, find_force_http1, NULL);
    if (symbol == NULL) return;
    void (*force)(SoupMessage *, gboolean) = NULL;
    // The conversion that POSIX documents for a function from dlsym().
    *(void **)&force = symbol;
    force(message, TRUE);
}

gboolean tessera_http_body_is_whole(GInputStream *stream) {
    if (!G_IS_FILTER_INPUT_STREAM(stream)) return TRUE;
    GInputStream *body = g_filter_input_stream_get_base_stream(G_FILTER_INPUT_STREAM(stream));
    GCancellable *cancelled = g_cancellable_new();
    g_cancellable_cancel(cancelled);
    char byte = 0;
    // After its last chunk, a body returns 0 again without reading; any other reads from its connection, which fails
    // here because of the cancellable, before it reads or waits.
    gboolean is_whole = g_input_stream_read(body, &byte, 1, cancelled, NULL) == 0;
    g_object_unref(cancelled);
    return is_whole;
}
