// Refusal of requests whose body is too large, as soon as that is known and without keeping any of the body.
#include "server_private.h"

#include <string.h>

// The service has no route that takes a body; a form sent by a browser is smaller than this.
enum { BODY_LIMIT = 64 * 1024 };

static const char refusal[] = "HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

static GQuark received_quark(void) { return g_quark_from_static_string("tessera-body-received"); }
static GQuark refused_quark(void) { return g_quark_from_static_string("tessera-body-refused"); }

static gboolean on_refuse(gpointer data) {
    SoupServerMessage *message = data;
    GSocket *socket = soup_server_message_get_socket(message);
    // Does not wait for what does not fit into an empty send buffer.
    if (socket != NULL) g_socket_send_with_blocking(socket, refusal, strlen(refusal), FALSE, NULL, NULL);
    GIOStream *stream = soup_server_message_steal_connection(message);
    if (stream == NULL) return G_SOURCE_REMOVE;
    g_io_stream_close(stream, NULL, NULL);
    g_object_unref(stream);
    return G_SOURCE_REMOVE;
}

// Called inside libsoup's read loop, so the connection is taken over only afterwards, in a timeout of 0.
static void refuse(SoupServerMessage *message) {
    if (g_object_get_qdata(G_OBJECT(message), refused_quark()) != NULL) return;
    g_object_set_qdata(G_OBJECT(message), refused_quark(), GINT_TO_POINTER(1));
    soup_server_message_pause(message);
    GSource *source = g_timeout_source_new(0);
    g_source_set_callback(source, on_refuse, g_object_ref(message), g_object_unref);
    tessera_server_attach(source);
    g_source_unref(source);
}

static void on_got_chunk(SoupServerMessage *message, GBytes *chunk, gpointer data) {
    (void)data;
    gsize received = GPOINTER_TO_SIZE(g_object_get_qdata(G_OBJECT(message), received_quark())) + g_bytes_get_size(chunk);
    g_object_set_qdata(G_OBJECT(message), received_quark(), GSIZE_TO_POINTER(received));
    if (received > BODY_LIMIT) refuse(message);
}

void tessera_server_bound_request(SoupServer *server, SoupServerMessage *message, const char *path, GHashTable *query,
                                  gpointer data) {
    (void)server;
    (void)path;
    (void)query;
    (void)data;
    soup_message_body_set_accumulate(soup_server_message_get_request_body(message), FALSE);
    SoupMessageHeaders *headers = soup_server_message_get_request_headers(message);
    goffset announced = soup_message_headers_get_content_length(headers);
    if (announced < 0 || announced > BODY_LIMIT) refuse(message);
    else g_signal_connect(message, "got-chunk", G_CALLBACK(on_got_chunk), NULL);
}
