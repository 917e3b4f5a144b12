// Start of the programs that read strangers' bytes for this one: few variables, few descriptors, no signals of ours.
//
// Why a shim: posix_spawn's attributes are structs that differ by platform, and glibc declares what closes all other
// descriptors for GNU alone.
#pragma once
#include <sys/types.h>

#include "../../CGLib/cglib.h"

G_BEGIN_DECLS

/// Returns the folder of the installed helpers. Static; any thread.
const char *tessera_helper_folder(void);

/// Starts the program at the path `arguments[0]`, with `count` descriptors, each above STDERR_FILENO, as its descriptors 0,
/// 1, …, the null device as those of the standard streams that are left, no other descriptor, and of the environment what
/// finds and chooses fonts, loaders, libraries and the time zone. `arguments` ends with NULL. Any thread. Returns 0, or the number of the error. The caller
/// waits for the process (waitpid(2)).
int tessera_helper_start(char *const *arguments, const int *descriptors, int count, pid_t *process);

/// Returns a descriptor of a running process, which the caller closes, or -1 with errno set. What it stands for is this process
/// and no later one of the same number. Any thread.
int tessera_helper_hold(pid_t process);

/// Kills the process that a descriptor stands for, if it has not ended. Any thread.
void tessera_helper_kill(int held);

G_END_DECLS
