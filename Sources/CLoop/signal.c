// Signal connections with one release path.
#include "tessera_signal.h"

static gulong connect(gpointer object, const char *detailed_signal, GCallback callback, gpointer context,
                      GClosureNotify destroy, GConnectFlags flags) {
    guint id;
    GQuark detail;
    if (!g_signal_parse_name(detailed_signal, G_OBJECT_TYPE(object), &id, &detail, FALSE)) {
        g_critical("%s has no signal %s", G_OBJECT_TYPE_NAME(object), detailed_signal);
        destroy(context, NULL);
        return 0;
    }
    return g_signal_connect_data(object, detailed_signal, callback, context, destroy, flags);
}

gulong tessera_signal_connect(gpointer object, const char *detailed_signal, GCallback callback, gpointer context,
                              GClosureNotify destroy) {
    return connect(object, detailed_signal, callback, context, destroy, 0);
}

gulong tessera_signal_connect_after(gpointer object, const char *detailed_signal, GCallback callback, gpointer context,
                                    GClosureNotify destroy) {
    return connect(object, detailed_signal, callback, context, destroy, G_CONNECT_AFTER);
}

void tessera_signal_disconnect(gpointer object, gulong handler) {
    if (handler != 0 && g_signal_handler_is_connected(object, handler)) g_signal_handler_disconnect(object, handler);
}
