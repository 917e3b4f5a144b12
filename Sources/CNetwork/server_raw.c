// Responses written onto the connection verbatim, bypassing libsoup: those that no server should send.
#include "server_private.h"

enum {
    CHUNK_BYTES = 32 * 1024,
    // Limit per main-loop iteration, so that an endless response does not starve the other connections.
    TURN_BYTES = 256 * 1024,
    TICK_MS = 20,
};

struct _TesseraRawAnswer {
    GIOStream *stream; // taken from libsoup
    GSocket *socket;
    GBytes *head;
    GBytes *cycle;
    guint64 sent;
    guint64 length; // total: the head and all `cycled` bytes
    guint bytes_per_second;
    gboolean reset;
    GSource *writable;
};

void tessera_raw_answer_free(TesseraRawAnswer *self) {
    tessera_server_drop_source(&self->writable);
    g_bytes_unref(self->head);
    g_bytes_unref(self->cycle);
    g_object_unref(self->socket);
    g_object_unref(self->stream);
    g_free(self);
}

void tessera_raw_answer_close(TesseraRawAnswer *self, gboolean reset) {
    tessera_server_drop_source(&self->writable);
    if (reset) tessera_server_reset_on_close(self->socket);
    g_io_stream_close(self->stream, NULL, NULL);
}

// Returns the next bytes without a copy; at least one.
static const guint8 *next_bytes(TesseraRawAnswer *self, gsize *count) {
    gsize size = 0;
    const guint8 *bytes = g_bytes_get_data(self->head, &size);
    guint64 place = self->sent;
    if (place >= size) {
        place -= size;
        bytes = g_bytes_get_data(self->cycle, &size);
        place %= size;
    }
    *count = (gsize)MIN(size - place, self->length - self->sent);
    return bytes + place;
}

static void write_some(TesseraExchange *exchange);

static gboolean on_writable(GSocket *socket, GIOCondition condition, gpointer data) {
    (void)socket;
    (void)condition;
    TesseraExchange *exchange = data;
    tessera_server_drop_source(&exchange->raw->writable);
    write_some(exchange);
    return G_SOURCE_REMOVE;
}

static gboolean on_tick(gpointer data) {
    write_some(data);
    return G_SOURCE_REMOVE;
}

static void wait_until_writable(TesseraExchange *exchange) {
    TesseraRawAnswer *self = exchange->raw;
    tessera_server_drop_source(&self->writable);
    self->writable = g_socket_create_source(self->socket, G_IO_OUT, NULL);
    g_source_set_callback(self->writable, G_SOURCE_FUNC(on_writable), exchange, NULL);
    tessera_server_attach(self->writable);
}

// Writes as much as the peer accepts. The exchange may have ended when this returns.
static void write_some(TesseraExchange *exchange) {
    TesseraRawAnswer *self = exchange->raw;
    gsize room = TURN_BYTES;
    guint wait = 0;
    if (self->bytes_per_second > 0) {
        // For less than a byte per tick: one byte at longer intervals.
        room = MAX(1, (gsize)self->bytes_per_second * TICK_MS / 1000);
        wait = MAX(TICK_MS, 1000 / self->bytes_per_second);
    }
    while (room > 0 && self->sent < self->length) {
        gsize count = 0;
        const guint8 *bytes = next_bytes(self, &count);
        GError *error = NULL;
        gssize taken = g_socket_send_with_blocking(self->socket, (const char *)bytes, MIN(MIN(count, room), CHUNK_BYTES), FALSE, NULL,
                                                   &error);
        if (taken < 0) {
            gboolean is_full = g_error_matches(error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK);
            g_error_free(error);
            if (is_full) wait_until_writable(exchange);
            else tessera_exchange_abandon(exchange, FALSE, TRUE);
            return;
        }
        self->sent += (guint64)taken;
        room -= (gsize)taken;
        exchange->listener->hooks.wrote(exchange, (guint)taken, exchange->listener->context);
    }
    if (self->sent >= self->length) {
        tessera_exchange_abandon(exchange, self->reset, FALSE);
        return;
    }
    if (wait > 0) tessera_exchange_after(exchange, wait, on_tick, exchange, NULL);
    else wait_until_writable(exchange);
}

void tessera_exchange_send_raw(TesseraExchange *exchange, GBytes *head, GBytes *cycle, guint64 cycled, guint bytes_per_second,
                               gboolean reset) {
    if (exchange->listener == NULL || exchange->body != NULL) return;
    GSocket *socket = soup_server_message_get_socket(exchange->message);
    if (socket == NULL) return;
    g_object_ref(socket);
    tessera_exchange_disconnect(exchange);
    GIOStream *stream = soup_server_message_steal_connection(exchange->message);
    if (stream == NULL) {
        g_object_unref(socket);
        tessera_exchange_abandon(exchange, FALSE, TRUE);
        return;
    }
    exchange->body = g_bytes_ref(head);
    TesseraRawAnswer *self = g_new0(TesseraRawAnswer, 1);
    self->stream = stream;
    self->socket = socket;
    self->head = g_bytes_ref(head);
    self->cycle = g_bytes_ref(cycle);
    gsize size = g_bytes_get_size(head);
    if (g_bytes_get_size(cycle) == 0) cycled = 0;
    self->length = cycled > G_MAXUINT64 - size ? G_MAXUINT64 : size + cycled;
    self->bytes_per_second = bytes_per_second;
    self->reset = reset;
    exchange->raw = self;
    g_socket_set_blocking(socket, FALSE);
    wait_until_writable(exchange);
}
