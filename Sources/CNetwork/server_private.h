// Structures and functions shared by the listener and its exchanges.
#pragma once
#include "tessera_server.h"

#include <libsoup/soup.h>

// Reference-counted: connections may outlive the listener by one main-loop iteration; they do not report their end
// then.
struct _TesseraListener {
    SoupServer *server;
    TesseraListenerHooks hooks;
    gpointer context;
    gboolean closed;
    GHashTable *exchanges; // live ones, borrowed
    guint16 port;
};

// State of one accepted socket; lives as the socket's qdata.
typedef struct {
    TesseraListener *listener; // counted
    GSocket *socket;           // borrowed: it owns this
    GSource *hangup;           // NULL once the connection is over
    TesseraExchange *current;  // borrowed; NULL between two requests
} TesseraConnection;

// Response that is written past libsoup.
typedef struct _TesseraRawAnswer TesseraRawAnswer;

struct _TesseraExchange {
    gatomicrefcount references;
    gint over; // atomic
    TesseraListener *listener; // NULL once ended
    SoupServerMessage *message; // owned; NULL once ended
    TesseraConnection *connection; // borrowed; NULL once ended
    GSource *timer;
    GBytes *body;
    gsize appended; // bytes of body handed to libsoup
    gsize limit;
    guint bytes_per_second;
    gboolean paused;
    gboolean cut; // the response ends before the announced length
    gboolean wrote_all;
    gulong handlers[4];
    TesseraRawAnswer *raw; // owned; NULL unless the connection has been taken from libsoup
};

/// Attaches to the server thread's own context.
void tessera_server_attach(GSource *source);

/// Destroys, releases and forgets a source; NULL is left alone.
void tessera_server_drop_source(GSource **source);

/// Creates the exchange for a message and connects it to the message's signals. The listener owns the reference.
TesseraExchange *tessera_exchange_new(TesseraListener *listener, SoupServerMessage *message,
                                      TesseraConnection *connection);

/// Ends the exchange and closes its connection, by RST if `reset`. Does nothing once it has ended.
void tessera_exchange_abandon(TesseraExchange *exchange, gboolean reset, gboolean peer_left);

/// Disconnects the message's signal handlers, before libsoup loses the message. For an exchange that has not ended.
void tessera_exchange_disconnect(TesseraExchange *exchange);

/// Makes the socket send RST instead of an orderly end when it is closed.
void tessera_server_reset_on_close(GSocket *socket);

/// Closes the connection, by RST if `reset`.
void tessera_raw_answer_close(TesseraRawAnswer *raw, gboolean reset);

/// Frees the response and its connection, which must be closed.
void tessera_raw_answer_free(TesseraRawAnswer *raw);

/// Early handler: keeps nothing of a request's body. Answers 413 and closes the connection when a body is announced, or
/// arrives, that is too large.
void tessera_server_bound_request(SoupServer *server, SoupServerMessage *message, const char *path, GHashTable *query,
                                  gpointer data);
