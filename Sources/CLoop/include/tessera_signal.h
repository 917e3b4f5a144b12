// Signal connections that carry a Swift closure, with exactly one release path.
//
// Why a shim: g_signal_connect is a macro, G_CALLBACK erases the function's type, and a failed connection never calls
// the destroy notify, so the name must be checked first.
#pragma once
#include "../../CGLib/cglib.h"

G_BEGIN_DECLS

/// Connects `callback` (a C function with the signal's own signature, `context` as its last argument) to
/// `detailed_signal` of `object`. `destroy` is called with `context` exactly once: when the handler is disconnected or
/// the object finalized, or at once when the signal does not exist (the return value is then 0).
/// Thread: that of the object. Ownership: takes over one retain of `context`.
gulong tessera_signal_connect(gpointer object, const char *detailed_signal, GCallback callback, gpointer context,
                              GClosureNotify destroy);

/// Connects likewise a handler that runs after all handlers that were connected without this, now or later.
gulong tessera_signal_connect_after(gpointer object, const char *detailed_signal, GCallback callback, gpointer context,
                                    GClosureNotify destroy);

/// Disconnects `handler` if it is still connected. Same thread as connect.
void tessera_signal_disconnect(gpointer object, gulong handler);

G_END_DECLS
