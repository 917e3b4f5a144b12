// The turn counter.
#include "tessera_turns.h"

// Stalls are counted against this until the next call of tessera_turns_take says otherwise.
static gint64 stall_limit;
static gint64 woke, longest;
static guint stalls_counted;

// About to wait: the turn ends.
static gboolean turns_prepare(GSource *source, gint *timeout) {
    (void)source;
    *timeout = -1;
    if (woke == 0) return FALSE;
    gint64 lasted = g_get_monotonic_time() - woke;
    woke = 0;
    longest = MAX(longest, lasted);
    if (lasted > stall_limit) stalls_counted += 1;
    return FALSE;
}

// Has waited: a turn begins.
static gboolean turns_check(GSource *source) {
    (void)source;
    woke = g_get_monotonic_time();
    return FALSE;
}

static GSourceFuncs turns_funcs = {.prepare = turns_prepare, .check = turns_check};

guint tessera_turns_start(gint64 limit) {
    stall_limit = limit;
    woke = longest = 0;
    stalls_counted = 0;
    GSource *source = g_source_new(&turns_funcs, sizeof(GSource));
    g_source_set_static_name(source, "turns");
    // Before all others: the loop asks sources by priority, and no longer than until one of another priority is ready.
    g_source_set_priority(source, G_MININT);
    guint id = g_source_attach(source, NULL);
    g_source_unref(source);
    return id;
}

void tessera_turns_stop(guint id) { g_source_remove(id); }

gint64 tessera_turns_take(guint *stalls) {
    gint64 result = longest;
    *stalls = stalls_counted;
    longest = 0;
    stalls_counted = 0;
    return result;
}
