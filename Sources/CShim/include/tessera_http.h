// The HTTP session with the properties that can be given only at construction.
//
// Why a shim: soup_session_new_with_options is variadic, and type macros do not import into Swift.
#pragma once
#include <libsoup/soup.h>

G_BEGIN_DECLS

/// A session without cookies, cache, content decoding or a proxy dialogue of its own, that reaches
/// loopback addresses directly and all others as the desktop says. `timeout` and `idle_timeout` in
/// seconds, 0 for none. Transfer full; the calling thread is the session's thread from then on.
SoupSession *tessera_http_session_new(int connections, int connections_per_host, int timeout, int idle_timeout,
                                      const char *user_agent);

/// Whether https works on this system (a TLS module is installed). Any thread.
gboolean tessera_http_has_tls(void);

G_END_DECLS
