// Constructor of the HTTP session, and calls of libsoup that need C.
//
// Why a shim: soup_session_new_with_options is variadic, some properties can be set only at construction, and type
// macros do not import into Swift.
#pragma once
#include "../../CSoup/csoup.h"

G_BEGIN_DECLS

/// Creates a session without cookies, cache, content decoding or a proxy dialogue of its own. It connects to loopback
/// addresses directly, and to all others through the desktop's proxy settings. `timeout` and `idle_timeout` in seconds,
/// 0 for none. Transfer full; the session belongs to the calling thread from then on.
SoupSession *tessera_http_session_new(int connections, int connections_per_host, int timeout, int idle_timeout,
                                      const char *user_agent);

/// Whether https works on this system (a TLS module is installed). Any thread.
gboolean tessera_http_has_tls(void);

/// Forces HTTP/1.1 for this message, whatever the server supports. Without effect on libsoup 3.2, which has no such
/// call. Call before the message is sent, on the session's thread.
void tessera_http_message_force_http1(SoupMessage *message);

/// Whether the chunked body of an HTTP/1 response was received up to its last chunk. `stream` is the result of
/// soup_session_send_finish(), borrowed, after a read of it has returned 0 and before it is closed. Needed because
/// libsoup before 3.6.5 also returns 0 when the connection ends between two chunks. Reads nothing and does not wait. On
/// the session's thread.
gboolean tessera_http_body_is_whole(GInputStream *stream);

G_END_DECLS
