// The main-queue source: one eventfd, read before the queue is drained.
#include "tessera_mainloop.h"

#include <glib-unix.h>
#include <unistd.h>

// Exported by every libdispatch on Linux; CoreFoundation's run loop uses the same two.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);

typedef struct {
    GSource base;
    gpointer tag;
    int handle;
} MainQueueSource;

static guint64 dispatch_count;
static gint64 dispatch_time;

static gboolean main_queue_dispatch(GSource *source, GSourceFunc callback, gpointer data) {
    (void)callback;
    (void)data;
    MainQueueSource *self = (MainQueueSource *)source;
    guint64 wakeups;
    // Read first: a job queued during the drain signals the handle again and runs in the next main-loop iteration;
    // without the read the handle stays signalled and the loop spins.
    if (read(self->handle, &wakeups, sizeof wakeups) < 0) wakeups = 0;
    dispatch_count += 1;
    gint64 start = g_get_monotonic_time();
    _dispatch_main_queue_callback_4CF(NULL);
    dispatch_time += g_get_monotonic_time() - start;
    return G_SOURCE_CONTINUE;
}

static gboolean main_queue_check(GSource *source) {
    MainQueueSource *self = (MainQueueSource *)source;
    return (g_source_query_unix_fd(source, self->tag) & G_IO_IN) != 0;
}

static GSourceFuncs main_queue_funcs = {.check = main_queue_check, .dispatch = main_queue_dispatch};

guint tessera_mainloop_attach(GMainContext *context) {
    int handle = _dispatch_get_main_queue_handle_4CF();
    if (handle < 0) return 0;
    GSource *source = g_source_new(&main_queue_funcs, sizeof(MainQueueSource));
    MainQueueSource *self = (MainQueueSource *)source;
    self->handle = handle;
    self->tag = g_source_add_unix_fd(source, handle, G_IO_IN);
    g_source_set_static_name(source, "Swift main actor");
    g_source_set_priority(source, G_PRIORITY_HIGH_IDLE);
    guint id = g_source_attach(source, context);
    g_source_unref(source);
    return id;
}

guint64 tessera_mainloop_dispatch_count(void) { return dispatch_count; }

gint64 tessera_mainloop_dispatch_time(void) { return dispatch_time; }
