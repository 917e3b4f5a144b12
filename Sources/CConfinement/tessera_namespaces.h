// The root of a process that has name spaces of its own.
#pragma once

/// Makes the empty folder of tessera_confine_namespaces the root of this process, where there is one, and returns whether that
/// is so. Gives up all privileges, those of the superuser too. By the only thread.
int tessera_enter_empty_root(void);
