// Structured log messages.
#include "tessera_log.h"

void tessera_log(const char *domain, GLogLevelFlags level, const char *file, const char *line, const char *message) {
    g_log_structured(domain, level, "CODE_FILE", file, "CODE_LINE", line, "MESSAGE", "%s", message);
}
