// The HTTP session with the properties that can be given only at construction.
//
// Why a shim: soup_session_new_with_options is variadic, and type macros do not import into Swift.
#pragma once
#include "../../CSoup/csoup.h"

G_BEGIN_DECLS

/// A session without cookies, cache, content decoding or a proxy dialogue of its own, that reaches
/// loopback addresses directly and all others as the desktop says. `timeout` and `idle_timeout` in
/// seconds, 0 for none. Transfer full; the calling thread is the session's thread from then on.
SoupSession *tessera_http_session_new(int connections, int connections_per_host, int timeout, int idle_timeout,
                                      const char *user_agent);

/// Whether https works on this system (a TLS module is installed). Any thread.
gboolean tessera_http_has_tls(void);

/// Has HTTP/1.1 spoken for this message, whatever the server could do. Without effect on libsoup 3.2, which has no such
/// call. Before it is sent, on the session's thread.
void tessera_http_message_force_http1(SoupMessage *message);

/// Whether the chunked body of an HTTP/1 answer came to its last chunk. `stream` is what soup_session_send_finish() gave,
/// after a read of it has returned 0 and before it is closed; borrowed. libsoup before 3.6.5 returns 0 as well when the
/// connection ends between two chunks. Reads nothing and does not wait. On the session's thread.
gboolean tessera_http_body_is_whole(GInputStream *stream);

G_END_DECLS
