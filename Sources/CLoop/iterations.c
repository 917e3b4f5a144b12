// Measurement of main-loop iterations by a GSource.
#include "tessera_iterations.h"

// Duration above which an iteration is a stall, in microseconds.
static gint64 stall_limit;
static gint64 woke, longest;
static guint stalls_counted;

// The loop is about to wait: the iteration ends.
static gboolean iterations_prepare(GSource *source, gint *timeout) {
    (void)source;
    *timeout = -1;
    if (woke == 0) return FALSE;
    gint64 lasted = g_get_monotonic_time() - woke;
    woke = 0;
    longest = MAX(longest, lasted);
    if (lasted > stall_limit) stalls_counted += 1;
    return FALSE;
}

// The loop has waited: an iteration begins.
static gboolean iterations_check(GSource *source) {
    (void)source;
    woke = g_get_monotonic_time();
    return FALSE;
}

static GSourceFuncs iterations_funcs = {.prepare = iterations_prepare, .check = iterations_check};

guint tessera_iterations_start(gint64 limit) {
    stall_limit = limit;
    woke = longest = 0;
    stalls_counted = 0;
    GSource *source = g_source_new(&iterations_funcs, sizeof(GSource));
    g_source_set_static_name(source, "iterations");
    // Highest priority: the loop calls sources in order of priority, and stops once one of another priority is ready.
    g_source_set_priority(source, G_MININT);
    guint id = g_source_attach(source, NULL);
    g_source_unref(source);
    return id;
}

void tessera_iterations_stop(guint id) { g_source_remove(id); }

gint64 tessera_iterations_take(guint *stalls) {
    gint64 result = longest;
    *stalls = stalls_counted;
    longest = 0;
    stalls_counted = 0;
    return result;
}
