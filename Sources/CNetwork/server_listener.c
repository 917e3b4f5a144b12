// Listening socket on loopback, and detection of peers that disconnect.
#include "server_private.h"

#include <glib-unix.h>
#include <poll.h>
#include <sys/socket.h>

// Not in poll.h without _GNU_SOURCE; the value is the kernel's.
#ifndef POLLRDHUP
#define POLLRDHUP 0x2000
#endif

enum { SEND_BUFFER_BYTES = 64 * 1024 };

static GQuark connection_quark(void) { return g_quark_from_static_string("tessera-connection"); }

static void connection_over(TesseraConnection *self) {
    if (self->hangup == NULL) return;
    tessera_server_drop_source(&self->hangup);
    if (!self->listener->closed) self->listener->hooks.connection(-1, self->listener->context);
}

static void connection_free(gpointer data) {
    TesseraConnection *self = data;
    connection_over(self);
    g_rc_box_release(self->listener);
    g_free(self);
}

static gboolean on_hangup(gint fd, GIOCondition condition, gpointer data) {
    (void)fd;
    (void)condition;
    TesseraConnection *self = data;
    // A peer that has received everything may disconnect: libsoup is about to report the end.
    if (self->current != NULL && self->current->wrote_all) return G_SOURCE_CONTINUE;
    GSocket *socket = g_object_ref(self->socket);
    if (self->current != NULL) tessera_exchange_abandon(self->current, FALSE, TRUE);
    connection_over(self);
    // libsoup 3.2 does not close a connection whose peer left between two requests; the descriptor would stay.
    if (!g_socket_is_closed(socket)) g_socket_close(socket, NULL);
    g_object_unref(socket);
    return G_SOURCE_REMOVE;
}

static TesseraConnection *connection_of(TesseraListener *listener, GSocket *socket) {
    if (socket == NULL) return NULL;
    TesseraConnection *self = g_object_get_qdata(G_OBJECT(socket), connection_quark());
    if (self != NULL) return self;
    // A small send buffer: otherwise the kernel accepts megabytes for a peer that stopped reading, and neither the byte
    // counter nor a cancelled download would mean anything on loopback.
    g_socket_set_option(socket, SOL_SOCKET, SO_SNDBUF, SEND_BUFFER_BYTES, NULL);
    self = g_new0(TesseraConnection, 1);
    self->listener = g_rc_box_acquire(listener);
    self->socket = socket;
    // libsoup does not look at the socket of a paused message. Readability alone does not mean that the peer
    // disconnected (a second request may be waiting); a shut peer half of the connection does.
    self->hangup = g_unix_fd_source_new(g_socket_get_fd(socket), POLLRDHUP | G_IO_HUP | G_IO_ERR);
    g_source_set_callback(self->hangup, G_SOURCE_FUNC(on_hangup), self, NULL);
    tessera_server_attach(self->hangup);
    g_object_set_qdata_full(G_OBJECT(socket), connection_quark(), self, connection_free);
    listener->hooks.connection(1, listener->context);
    return self;
}

static void on_request(SoupServer *server, SoupServerMessage *message, const char *path, GHashTable *query,
                       gpointer data) {
    (void)server;
    (void)path;
    (void)query;
    TesseraListener *listener = data;
    TesseraConnection *connection = connection_of(listener, soup_server_message_get_socket(message));
    TesseraExchange *self = tessera_exchange_new(listener, message, connection);
    tessera_exchange_ref(self);
    listener->hooks.request(self, listener->context);
    if (self->listener != NULL && self->body == NULL) {
        self->paused = TRUE;
        soup_server_message_pause(message);
    }
    tessera_exchange_unref(self);
}

TesseraListener *tessera_listener_new(guint16 port, const TesseraListenerHooks *hooks, gpointer context,
                                      GError **error) {
    SoupServer *server = soup_server_new(NULL, NULL);
    GInetAddress *loopback = g_inet_address_new_loopback(G_SOCKET_FAMILY_IPV4);
    GSocketAddress *address = g_inet_socket_address_new(loopback, port);
    gboolean listening = soup_server_listen(server, address, 0, error);
    g_object_unref(address);
    g_object_unref(loopback);
    if (!listening) {
        g_object_unref(server);
        return NULL;
    }
    TesseraListener *self = g_rc_box_new0(TesseraListener);
    self->server = server;
    self->hooks = *hooks;
    self->context = context;
    self->exchanges = g_hash_table_new(NULL, NULL);
    GSList *uris = soup_server_get_uris(server);
    if (uris != NULL) self->port = (guint16)g_uri_get_port(uris->data);
    g_slist_free_full(uris, (GDestroyNotify)g_uri_unref);
    soup_server_add_early_handler(server, NULL, tessera_server_bound_request, NULL, NULL);
    soup_server_add_handler(server, NULL, on_request, self, NULL);
    return self;
}

guint16 tessera_listener_get_port(TesseraListener *listener) { return listener->port; }

void tessera_listener_free(TesseraListener *listener) {
    GList *live = g_hash_table_get_keys(listener->exchanges);
    for (GList *each = live; each != NULL; each = each->next) tessera_exchange_abandon(each->data, FALSE, FALSE);
    g_list_free(live);
    soup_server_remove_handler(listener->server, NULL);
    soup_server_disconnect(listener->server);
    g_object_unref(listener->server);
    g_hash_table_unref(listener->exchanges);
    listener->closed = TRUE;
    g_rc_box_release(listener);
}

GSocket *tessera_dead_end_new(guint16 *port) {
    GSocket *socket = g_socket_new(G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, NULL);
    if (socket == NULL) return NULL;
    GInetAddress *loopback = g_inet_address_new_loopback(G_SOCKET_FAMILY_IPV4);
    GSocketAddress *wanted = g_inet_socket_address_new(loopback, 0);
    GSocketAddress *bound = g_socket_bind(socket, wanted, FALSE, NULL) ? g_socket_get_local_address(socket, NULL) : NULL;
    g_object_unref(wanted);
    g_object_unref(loopback);
    if (bound == NULL) {
        g_object_unref(socket);
        return NULL;
    }
    *port = g_inet_socket_address_get_port(G_INET_SOCKET_ADDRESS(bound));
    g_object_unref(bound);
    return socket;
}
