// State machine of one request and its response, from "request read" to "ended".
#include "server_private.h"

#include <sys/socket.h>

// Bytes handed to libsoup at a time. With the connection's small send buffer it limits how much is in flight to a peer
// that has disconnected.
enum { CHUNK_BYTES = 32 * 1024, DRIP_INTERVAL_MS = 20 };

TesseraExchange *tessera_exchange_ref(TesseraExchange *exchange) {
    g_atomic_ref_count_inc(&exchange->references);
    return exchange;
}

void tessera_exchange_unref(TesseraExchange *exchange) {
    if (!g_atomic_ref_count_dec(&exchange->references)) return;
    g_clear_pointer(&exchange->body, g_bytes_unref);
    g_clear_pointer(&exchange->raw, tessera_raw_answer_free);
    g_free(exchange);
}

gboolean tessera_exchange_is_over(TesseraExchange *exchange) { return g_atomic_int_get(&exchange->over) != 0; }

void tessera_server_drop_source(GSource **source) {
    if (*source == NULL) return;
    g_source_destroy(*source);
    g_source_unref(*source);
    *source = NULL;
}

void tessera_server_attach(GSource *source) { g_source_attach(source, g_main_context_get_thread_default()); }

void tessera_exchange_disconnect(TesseraExchange *self) {
    for (guint i = 0; i < G_N_ELEMENTS(self->handlers); i++) g_clear_signal_handler(&self->handlers[i], self->message);
}

// Ends the exchange; the only way to do so. Releases the listener's reference.
static void end(TesseraExchange *self, gboolean complete, gboolean peer_left) {
    TesseraListener *listener = self->listener;
    if (listener == NULL) return;
    g_atomic_int_set(&self->over, 1);
    self->listener = NULL;
    tessera_server_drop_source(&self->timer);
    if (self->connection != NULL && self->connection->current == self) self->connection->current = NULL;
    self->connection = NULL;
    tessera_exchange_disconnect(self);
    g_clear_object(&self->message);
    g_hash_table_remove(listener->exchanges, self);
    listener->hooks.ended(self, complete, peer_left, listener->context);
    tessera_exchange_unref(self);
}

void tessera_server_reset_on_close(GSocket *socket) {
    struct linger at_once = {.l_onoff = 1, .l_linger = 0};
    setsockopt(g_socket_get_fd(socket), SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
}

// Takes the connection over from libsoup and closes it; with `reset` the peer sees RST instead of an orderly end.
static void close_connection(SoupServerMessage *message, gboolean reset) {
    GSocket *socket = soup_server_message_get_socket(message);
    if (reset && socket != NULL) tessera_server_reset_on_close(socket);
    GIOStream *stream = soup_server_message_steal_connection(message);
    if (stream == NULL) return;
    g_io_stream_close(stream, NULL, NULL);
    g_object_unref(stream);
}

void tessera_exchange_abandon(TesseraExchange *self, gboolean reset, gboolean peer_left) {
    if (self->listener == NULL) return;
    tessera_exchange_ref(self);
    SoupServerMessage *message = g_object_ref(self->message);
    // Reported before the connection is closed, so that a client that sees it close finds the counters up to date.
    end(self, FALSE, peer_left);
    if (self->raw != NULL) tessera_raw_answer_close(self->raw, reset);
    else close_connection(message, reset);
    g_object_unref(message);
    tessera_exchange_unref(self);
}

static gboolean on_cut(gpointer data) {
    tessera_exchange_abandon(data, FALSE, FALSE);
    return G_SOURCE_REMOVE;
}

static void set_timer(TesseraExchange *self, guint milliseconds, GSourceFunc function, gpointer data,
                      GDestroyNotify destroy) {
    tessera_server_drop_source(&self->timer);
    self->timer = g_timeout_source_new(milliseconds);
    g_source_set_callback(self->timer, function, data, destroy);
    tessera_server_attach(self->timer);
}

static void unpause(TesseraExchange *self) {
    if (!self->paused) return;
    self->paused = FALSE;
    soup_server_message_unpause(self->message);
}

static void append_chunk(TesseraExchange *self) {
    gsize room = self->limit - self->appended;
    gsize wanted = CHUNK_BYTES;
    if (self->bytes_per_second > 0) wanted = MAX(1, (gsize)self->bytes_per_second * DRIP_INTERVAL_MS / 1000);
    gsize count = MIN(room, wanted);
    GBytes *chunk = g_bytes_new_from_bytes(self->body, self->appended, count);
    soup_message_body_append_bytes(soup_server_message_get_response_body(self->message), chunk);
    g_bytes_unref(chunk);
    self->appended += count;
}

static gboolean on_drip(gpointer data) {
    TesseraExchange *self = data;
    tessera_server_drop_source(&self->timer);
    append_chunk(self);
    self->paused = TRUE; // libsoup paused itself when it found no chunk
    unpause(self);
    return G_SOURCE_REMOVE;
}

static void on_wrote_body_data(SoupServerMessage *message, guint bytes, gpointer data) {
    (void)message;
    TesseraExchange *self = data;
    if (self->listener != NULL) self->listener->hooks.wrote(self, bytes, self->listener->context);
}

static void on_wrote_headers(SoupServerMessage *message, gpointer data) {
    (void)message;
    TesseraExchange *self = data;
    // Headers that announce a body, of which nothing is to be sent. libsoup is still inside its write loop; the
    // connection may be taken over only afterwards.
    if (self->cut && self->limit == 0) set_timer(self, 0, on_cut, self, NULL);
}

static void on_wrote_chunk(SoupServerMessage *message, gpointer data) {
    (void)message;
    TesseraExchange *self = data;
    if (self->appended >= self->limit) {
        if (self->cut) set_timer(self, 0, on_cut, self, NULL);
        else self->wrote_all = TRUE;
    } else if (self->bytes_per_second > 0) {
        set_timer(self, DRIP_INTERVAL_MS, on_drip, self, NULL);
    } else {
        append_chunk(self);
    }
}

static void on_finished(SoupServerMessage *message, gpointer data) {
    (void)message;
    TesseraExchange *self = data;
    end(self, self->wrote_all, !self->wrote_all);
}

TesseraExchange *tessera_exchange_new(TesseraListener *listener, SoupServerMessage *message,
                                      TesseraConnection *connection) {
    TesseraExchange *self = g_new0(TesseraExchange, 1);
    g_atomic_ref_count_init(&self->references);
    self->listener = listener;
    self->message = g_object_ref(message);
    self->handlers[0] = g_signal_connect(message, "wrote-body-data", G_CALLBACK(on_wrote_body_data), self);
    self->handlers[1] = g_signal_connect(message, "wrote-chunk", G_CALLBACK(on_wrote_chunk), self);
    self->handlers[3] = g_signal_connect(message, "wrote-headers", G_CALLBACK(on_wrote_headers), self);
    self->handlers[2] = g_signal_connect(message, "finished", G_CALLBACK(on_finished), self);
    g_hash_table_add(listener->exchanges, self);
    self->connection = connection;
    if (connection != NULL) connection->current = self;
    return self;
}

const char *tessera_exchange_get_method(TesseraExchange *exchange) {
    return soup_server_message_get_method(exchange->message);
}

const char *tessera_exchange_get_path(TesseraExchange *exchange) {
    return g_uri_get_path(soup_server_message_get_uri(exchange->message));
}

const char *tessera_exchange_get_query(TesseraExchange *exchange) {
    return g_uri_get_query(soup_server_message_get_uri(exchange->message));
}

const char *tessera_exchange_get_request_header(TesseraExchange *exchange, const char *name) {
    return soup_message_headers_get_list(soup_server_message_get_request_headers(exchange->message), name);
}

void tessera_exchange_add_header(TesseraExchange *exchange, const char *name, const char *value) {
    if (exchange->listener == NULL) return;
    soup_message_headers_append(soup_server_message_get_response_headers(exchange->message), name, value);
}

void tessera_exchange_send(TesseraExchange *exchange, guint status, GBytes *body, goffset announced, gsize limit,
                           guint bytes_per_second) {
    if (exchange->listener == NULL || exchange->body != NULL) return;
    SoupServerMessage *message = exchange->message;
    SoupMessageHeaders *headers = soup_server_message_get_response_headers(message);
    exchange->body = g_bytes_ref(body);
    exchange->bytes_per_second = bytes_per_second;
    exchange->limit = MIN(MIN(limit, g_bytes_get_size(body)), (gsize)announced);
    exchange->cut = (goffset)exchange->limit < announced;
    soup_server_message_set_status(message, status, NULL);
    // Neither status has a body; a 304 need not announce the length of the body that it stands for.
    gboolean never_has_body = status == SOUP_STATUS_NO_CONTENT || status == SOUP_STATUS_NOT_MODIFIED;
    if (never_has_body) soup_message_headers_set_encoding(headers, SOUP_ENCODING_NONE);
    else soup_message_headers_set_content_length(headers, announced);
    soup_message_body_set_accumulate(soup_server_message_get_response_body(message), FALSE);
    gboolean bodiless = g_strcmp0(soup_server_message_get_method(message), "HEAD") == 0 || announced == 0 ||
                        never_has_body;
    if (bodiless) {
        exchange->wrote_all = TRUE;
        exchange->cut = FALSE;
    } else if (exchange->limit > 0) {
        append_chunk(exchange);
    }
    unpause(exchange);
}

void tessera_exchange_reset(TesseraExchange *exchange) { tessera_exchange_abandon(exchange, TRUE, FALSE); }

void tessera_exchange_after(TesseraExchange *exchange, guint milliseconds, GSourceFunc function, gpointer data,
                            GDestroyNotify destroy) {
    if (exchange->listener == NULL) {
        if (destroy != NULL) destroy(data);
        return;
    }
    set_timer(exchange, milliseconds, function, data, destroy);
}
