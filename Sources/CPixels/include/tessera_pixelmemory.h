// Allocator for pixels: page-aligned buffers outside the heap, a few of which are kept for reuse.
//
// Why a shim: the heap of a program that decodes on several threads becomes fragmented. Tiles of 100 to 700 KB that
// live for seconds lie between buffers that live for a millisecond, and memory freed between them is not returned to
// the system. Buffers of whole pages from the system are returned, and reusing one at once saves both the system call
// and the page faults.
#pragma once
#include "../../CGLib/cglib.h"

G_BEGIN_DECLS

/// Allocates `length` bytes for pixels, at least 1; aligned to 64 bytes, contents undefined. Any thread. Returns NULL
/// when out of memory. Transfer full: free with tessera_pixel_memory_free, or wrap in a GBytes.
gpointer tessera_pixel_memory_new(gsize length);

/// Allocates likewise memory for bytes whose count will not recur, such as a file's. It is returned to the system as
/// soon as it is freed.
gpointer tessera_pixel_memory_new_once(gsize length);

/// Gives `memory` of the second kind another length, without a copy. Its first bytes stay; it may lie elsewhere then. Any
/// thread. Returns NULL when out of memory, and leaves `memory` as it is.
gpointer tessera_pixel_memory_resize_once(gpointer memory, gsize length);

/// Frees `memory` of either kind. Any thread. Does nothing for NULL.
void tessera_pixel_memory_free(gpointer memory);

/// Wraps `memory`, of which it takes ownership, as `length` immutable bytes. Any thread. Transfer full.
GBytes *tessera_pixel_memory_bytes(gpointer memory, gsize length);

/// Releases the buffers that are kept for reuse. Any thread.
void tessera_pixel_memory_trim(void);

/// Number of bytes that are kept now, at most 2 MB, for tests. Any thread.
gsize tessera_pixel_memory_kept(void);

G_END_DECLS
