// Bridge to GLib's structured log, so that G_MESSAGES_DEBUG and the journal work as for any desktop program.
//
// Why a shim: g_log_structured is variadic.
#pragma once
#include "../../CGLib/cglib.h"

G_BEGIN_DECLS

/// Writes one message. Any thread; nothing is kept.
void tessera_log(const char *domain, GLogLevelFlags level, const char *file, const char *line, const char *message);

G_END_DECLS
