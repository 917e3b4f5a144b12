// SQLite as imported by Swift.
#pragma once

#include <sqlite3.h>

#if SQLITE_VERSION_NUMBER < 3040000
#error "Tessera needs SQLite 3.40 or newer"
#endif
