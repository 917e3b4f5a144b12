// Proxy resolver: loopback directly, everything else through the desktop's resolver.
#include "tessera_proxy.h"

struct _TesseraProxyResolver {
    GObject parent_instance;
    // Borrowed: GLib owns its default resolver.
    GProxyResolver *desktop;
};

static void proxy_resolver_interface_init(GProxyResolverInterface *interface);

G_DEFINE_FINAL_TYPE_WITH_CODE(TesseraProxyResolver, tessera_proxy_resolver, G_TYPE_OBJECT,
                              G_IMPLEMENT_INTERFACE(G_TYPE_PROXY_RESOLVER, proxy_resolver_interface_init))

static gboolean is_loopback(const char *uri) {
    char *host = NULL;
    if (!g_uri_split_network(uri, G_URI_FLAGS_NONE, NULL, &host, NULL, NULL) || host == NULL) return FALSE;
    GInetAddress *address = g_inet_address_new_from_string(host);
    gboolean result =
        address != NULL ? g_inet_address_get_is_loopback(address) : g_ascii_strcasecmp(host, "localhost") == 0;
    g_clear_object(&address);
    g_free(host);
    return result;
}

static char **direct(void) {
    const char *const proxies[] = {"direct://", NULL};
    return g_strdupv((char **)proxies);
}

static gboolean resolver_is_supported(GProxyResolver *resolver) {
    (void)resolver;
    return TRUE;
}

static char **resolver_lookup(GProxyResolver *resolver, const char *uri, GCancellable *cancellable, GError **error) {
    if (is_loopback(uri)) return direct();
    return g_proxy_resolver_lookup(TESSERA_PROXY_RESOLVER(resolver)->desktop, uri, cancellable, error);
}

// Completes the task in `data`, which it owns.
static void desktop_answered(GObject *desktop, GAsyncResult *result, gpointer data) {
    GTask *task = data;
    GError *error = NULL;
    char **proxies = g_proxy_resolver_lookup_finish(G_PROXY_RESOLVER(desktop), result, &error);
    if (proxies != NULL) {
        g_task_return_pointer(task, proxies, (GDestroyNotify)g_strfreev);
    } else {
        g_task_return_error(task, error);
    }
    g_object_unref(task);
}

static void resolver_lookup_async(GProxyResolver *resolver, const char *uri, GCancellable *cancellable,
                                  GAsyncReadyCallback callback, gpointer data) {
    GTask *task = g_task_new(resolver, cancellable, callback, data);
    if (is_loopback(uri)) {
        g_task_return_pointer(task, direct(), (GDestroyNotify)g_strfreev);
        g_object_unref(task);
    } else {
        GProxyResolver *desktop = TESSERA_PROXY_RESOLVER(resolver)->desktop;
        g_proxy_resolver_lookup_async(desktop, uri, cancellable, desktop_answered, task);
    }
}

static char **resolver_lookup_finish(GProxyResolver *resolver, GAsyncResult *result, GError **error) {
    (void)resolver;
    return g_task_propagate_pointer(G_TASK(result), error);
}

static void proxy_resolver_interface_init(GProxyResolverInterface *interface) {
    interface->is_supported = resolver_is_supported;
    interface->lookup = resolver_lookup;
    interface->lookup_async = resolver_lookup_async;
    interface->lookup_finish = resolver_lookup_finish;
}

static void tessera_proxy_resolver_class_init(TesseraProxyResolverClass *class) { (void)class; }

static void tessera_proxy_resolver_init(TesseraProxyResolver *self) { self->desktop = g_proxy_resolver_get_default(); }

GProxyResolver *tessera_proxy_resolver_new(void) { return g_object_new(TESSERA_TYPE_PROXY_RESOLVER, NULL); }
