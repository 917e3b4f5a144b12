// Named, niced threads and loop threads.
#define _GNU_SOURCE
#include "tessera_thread.h"

#include <pthread.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

typedef struct {
    int niceness;
    TesseraThreadBody body;
    gpointer context;
} ThreadStart;

gint64 tessera_thread_id(void) { return syscall(SYS_gettid); }

gboolean tessera_thread_is_main(void) { return tessera_thread_id() == getpid(); }

gint64 tessera_thread_processor_time(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (gint64)time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

static gpointer thread_main(gpointer data) {
    ThreadStart start = *(ThreadStart *)data;
    g_free(data);
    if (start.niceness > 0) setpriority(PRIO_PROCESS, (id_t)tessera_thread_id(), start.niceness);
    start.body(start.context);
    return NULL;
}

GThread *tessera_thread_new(const char *name, int niceness, TesseraThreadBody body, gpointer context) {
    ThreadStart *start = g_new(ThreadStart, 1);
    start->niceness = niceness;
    start->body = body;
    start->context = context;
    // The kernel refuses a longer name instead of cutting it.
    char kept[16];
    g_strlcpy(kept, name, sizeof kept);
    GThread *thread = g_thread_try_new(kept, thread_main, start, NULL);
    if (thread == NULL) g_free(start);
    return thread;
}

struct TesseraLoopThread {
    GMainContext *context;
    GMainLoop *loop;
    GThread *thread; // NULL once joined
};

static void loop_main(gpointer data) {
    GMainLoop *loop = data;
    GMainContext *context = g_main_loop_get_context(loop);
    g_main_context_push_thread_default(context);
    g_main_loop_run(loop);
    g_main_context_pop_thread_default(context);
    g_main_loop_unref(loop);
}

TesseraLoopThread *tessera_loop_thread_new(const char *name, int niceness) {
    GMainContext *context = g_main_context_new();
    GMainLoop *loop = g_main_loop_new(context, TRUE);
    GThread *thread = tessera_thread_new(name, niceness, loop_main, g_main_loop_ref(loop));
    if (thread == NULL) {
        g_main_loop_unref(loop);
        g_main_loop_unref(loop);
        g_main_context_unref(context);
        return NULL;
    }
    TesseraLoopThread *self = g_new(TesseraLoopThread, 1);
    self->context = context;
    self->loop = loop;
    self->thread = thread;
    return self;
}

typedef struct {
    TesseraThreadBody body;
    gpointer context;
} Posted;

// GLib's own locks order the handover, but the thread sanitizer does not see them; it sees this one.
static pthread_mutex_t handover = PTHREAD_MUTEX_INITIALIZER;

static gboolean run_posted(gpointer data) {
    pthread_mutex_lock(&handover);
    Posted posted = *(Posted *)data;
    pthread_mutex_unlock(&handover);
    posted.body(posted.context);
    return G_SOURCE_REMOVE;
}

void tessera_loop_thread_post(TesseraLoopThread *self, TesseraThreadBody body, gpointer context) {
    Posted *posted = g_new(Posted, 1);
    pthread_mutex_lock(&handover);
    posted->body = body;
    posted->context = context;
    pthread_mutex_unlock(&handover);
    GSource *source = g_idle_source_new();
    // The priority of socket callbacks: neither the queue of jobs nor arriving data can starve the other.
    g_source_set_priority(source, G_PRIORITY_DEFAULT);
    g_source_set_callback(source, run_posted, posted, g_free);
    // Once the source is attached, the body may run, another thread stop the loop, and the loop's thread free the
    // context, before this one gives the source up: GLib before 2.85 would lock what is free (docs/workarounds.md).
    GMainContext *loop = g_main_context_ref(self->context);
    g_source_attach(source, loop);
    g_source_unref(source);
    g_main_context_unref(loop);
}

gboolean tessera_loop_thread_is_current(TesseraLoopThread *self) { return g_main_context_is_owner(self->context); }

static void quit_loop(gpointer data) { g_main_loop_quit(data); }

void tessera_loop_thread_join(TesseraLoopThread *self) {
    tessera_loop_thread_post(self, quit_loop, self->loop);
    g_thread_join(g_steal_pointer(&self->thread));
}

void tessera_loop_thread_stop(TesseraLoopThread *self) {
    // Posted, because a quit before the loop has started would have no effect.
    if (self->thread != NULL) {
        tessera_loop_thread_post(self, quit_loop, self->loop);
        g_thread_unref(self->thread);
    }
    g_main_context_unref(self->context);
    g_main_loop_unref(self->loop);
    g_free(self);
}
