// Child processes without input and output, and processes that end with their parent.
//
// Why a shim: Swift's module of the C library leaves out what glibc declares for GNU alone, among it the call that
// closes all other descriptors in the child.
#pragma once
#include <sys/types.h>

/// Starts a program in a process group of its own, whose number is that of the process: with the environment of this
/// process, /dev/null for the standard streams, no other descriptor, default signals, and the niceness of the calling
/// thread. Any thread; takes a millisecond. `arguments` ends with NULL; the first one is searched for in PATH.
/// Returns the process, which the caller has to wait for with waitpid(2), or -1 where it did not start.
pid_t tessera_spawn(char *const *arguments);

/// Has the kernel kill this process when the thread that started it ends, with its process or alone (prctl(2),
/// PR_SET_PDEATHSIG). Any thread. A parent that has ended before this call is not noticed.
void tessera_end_with_parent(void);
