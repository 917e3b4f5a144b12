// Transport of the sample server: SoupServer reduced to receiving requests and sending responses.
//
// Why a shim: soup_server_new is variadic, and a response that is written in chunks, at a given rate, and abandoned as
// soon as its peer disconnects is a state machine over libsoup's own signals, socket options and poll flags.
//
// Thread: everything belongs to the thread that owned the thread-default GMainContext when the listener was created,
// except where a function says otherwise.
#pragma once
#include "../../CGLib/cglib.h"

G_BEGIN_DECLS

typedef struct _TesseraListener TesseraListener;
typedef struct _TesseraExchange TesseraExchange;

/// Callbacks of a listener, until it is freed. `context` is the one that was given to tessera_listener_new.
typedef struct {
    /// A whole request has been read. The exchange is borrowed; take a reference to answer later.
    void (*request)(TesseraExchange *exchange, gpointer context);
    /// `bytes` of a body, or of a raw response, have been accepted by the kernel.
    void (*wrote)(TesseraExchange *exchange, gsize bytes, gpointer context);
    /// Called exactly once per exchange. `complete` is false when the peer disconnected, or when the response was cut
    /// on purpose.
    void (*ended)(TesseraExchange *exchange, gboolean complete, gboolean peer_left, gpointer context);
    /// A connection was seen for the first time (`change` 1) or was closed (`change` -1).
    void (*connection)(gint change, gpointer context);
} TesseraListenerHooks;

/// Listens on 127.0.0.1:`port` (0: any free port). `context` is borrowed and must outlive the listener. Returns NULL
/// with `error` set when the port is not available.
TesseraListener *tessera_listener_new(guint16 port, const TesseraListenerHooks *hooks, gpointer context, GError **error);

/// Returns the port that is listened on.
guint16 tessera_listener_get_port(TesseraListener *listener);

/// Stops listening, abandons every exchange (each still reports its end) and closes every connection.
void tessera_listener_free(TesseraListener *listener);

/// Any thread: references are counted atomically.
TesseraExchange *tessera_exchange_ref(TesseraExchange *exchange);
void tessera_exchange_unref(TesseraExchange *exchange);

/// Request line and headers; valid while the request callback runs. `header` joins repeated headers; NULL if absent.
const char *tessera_exchange_get_method(TesseraExchange *exchange);
const char *tessera_exchange_get_path(TesseraExchange *exchange);
const char *tessera_exchange_get_query(TesseraExchange *exchange);
const char *tessera_exchange_get_request_header(TesseraExchange *exchange, const char *name);

/// Whether the exchange has ended or its peer has disconnected. Any thread.
gboolean tessera_exchange_is_over(TesseraExchange *exchange);

/// Adds a header to the response. No effect once the exchange is over, like every function below.
void tessera_exchange_add_header(TesseraExchange *exchange, const char *name, const char *value);

/// Sends the response: `body` (borrowed) under a Content-Length of `announced`. Writes at most `limit` bytes, then
/// closes the connection if more were announced. With `bytes_per_second` 0 it writes as fast as the peer reads.
void tessera_exchange_send(TesseraExchange *exchange, guint status, GBytes *body, goffset announced, gsize limit,
                           guint bytes_per_second);

/// Writes `head`, then `cycled` bytes of `cycle`, repeated as often as needed (both borrowed), verbatim, status line
/// and headers included, and closes the connection, by RST if `reset`. G_MAXUINT64 never ends. `bytes_per_second` as
/// above.
void tessera_exchange_send_raw(TesseraExchange *exchange, GBytes *head, GBytes *cycle, guint64 cycled,
                               guint bytes_per_second, gboolean reset);

/// Closes the connection without a response, so that the peer sees a reset.
void tessera_exchange_reset(TesseraExchange *exchange);

/// Calls `function` once after `milliseconds`, unless the exchange is over by then. `destroy` runs in either case.
void tessera_exchange_after(TesseraExchange *exchange, guint milliseconds, GSourceFunc function, gpointer data,
                            GDestroyNotify destroy);

/// Creates a socket that holds a port of 127.0.0.1 without listening on it, so that connections to it are refused and
/// no other program can take it. The caller owns the socket. Returns NULL when none can be created. Any thread.
GSocket *tessera_dead_end_new(guint16 *port);

G_END_DECLS
