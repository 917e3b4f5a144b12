// The heap of malloc: what it keeps of what is freed, and what it gives back.
//
// Why a shim: Swift's module of the C library leaves out malloc.h.
#pragma once

/// Has malloc give back what is freed (mallopt(3)): at most two arenas instead of eight a core, what is large from the
/// system itself and returned to it at once, and a heap's free end returned, both by fixed limits, which glibc raises with
/// the largest block that was ever freed otherwise. Call before there are threads.
void tessera_heap_return_freed(void);

/// Has malloc keep what is freed, of any size, until `tessera_heap_give_back`. For a process whose windows cairo draws.
/// Any thread. Processes that this one starts have settings of their own.
void tessera_heap_keep_surfaces(void);

/// Gives all free pages of all arenas back to the system (malloc_trim(3)), those between blocks in use as well. Any
/// thread; takes some milliseconds, for which threads that allocate may have to wait.
void tessera_heap_give_back(void);
