// The root of a process that has name spaces of its own.
#pragma once

/// Makes the empty folder of tessera_confine_namespaces the root of this process, where there is one, and gives up the
/// privileges that made it possible. By the only thread.
void tessera_enter_empty_root(void);
