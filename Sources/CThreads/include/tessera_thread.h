// Threads with a name and a niceness, and threads that run a GLib main loop. Child processes are in tessera_spawn.h.
//
// Why a shim: Linux renices a thread by its kernel id, which only the thread itself knows, and a GSourceFunc with a
// destroy notify is easier to implement correctly once, in C.
#pragma once
#include "../../CGLib/cglib.h"

G_BEGIN_DECLS

typedef void (*TesseraThreadBody)(gpointer context);

/// Starts a thread called `name` (15 bytes are kept) that runs `body(context)` once. `niceness` 0…19 is set before the
/// body starts; a system that refuses it leaves the thread at 0. Any thread. The body releases `context`. Transfer
/// full: give it back with g_thread_join, which waits for the thread's end, or with g_thread_unref, which does not.
/// NULL, without having called the body, if the system gives no thread.
GThread *tessera_thread_new(const char *name, int niceness, TesseraThreadBody body, gpointer context);

/// Returns the kernel's id of the calling thread; on the process's main thread it equals the process id.
gint64 tessera_thread_id(void);

/// Whether the calling thread is the process's main thread.
gboolean tessera_thread_is_main(void);

/// Returns the microseconds of processor time of the calling thread since it started, without the time that other
/// threads and programs ran (clock_gettime(2), CLOCK_THREAD_CPUTIME_ID). A system call of some 0.3 µs.
gint64 tessera_thread_processor_time(void);

/// Thread that runs a main loop over a context of its own, which is its thread-default context.
typedef struct TesseraLoopThread TesseraLoopThread;

/// Starts the thread with `niceness` 0…19, as tessera_thread_new does. Any thread. Transfer full: give it back with
/// tessera_loop_thread_stop. NULL if the system gives no thread.
TesseraLoopThread *tessera_loop_thread_new(const char *name, int niceness);

/// Schedules `body(context)` on the loop's thread, in the order of the calls, never inside this call. Any thread.
void tessera_loop_thread_post(TesseraLoopThread *self, TesseraThreadBody body, gpointer context);

/// Whether the caller runs on the loop's thread. Any thread.
gboolean tessera_loop_thread_is_current(TesseraLoopThread *self);

/// Ends the loop once what was posted before has run, and waits for the thread's end. What is posted afterwards never
/// runs. Any thread but the loop's own; at most once. `self` still has to be given to tessera_loop_thread_stop.
void tessera_loop_thread_join(TesseraLoopThread *self);

/// Ends the loop once what was posted before has run, then frees it. Any thread, the loop's own included; does not
/// wait. `self` must not be used afterwards.
void tessera_loop_thread_stop(TesseraLoopThread *self);

G_END_DECLS
