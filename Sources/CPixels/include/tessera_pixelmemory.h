// Memory for pictures: buffers beside the heap, of which a few are kept for the next picture.
//
// Why a shim: the heap of a program that decodes on several threads grows into holes. Tiles of 100 to 700 KB that live
// for seconds lie between buffers that live for a millisecond, and what is freed between them does not go back. Buffers
// of whole pages from the system do go back, and one that is used again at once costs neither the call nor the faults.
#pragma once
#include "../../CGLib/cglib.h"

G_BEGIN_DECLS

/// Memory for `length` bytes of pixels, at least 1; aligned to 64 bytes, contents undefined. Any thread. NULL when
/// there is none. Transfer full: give it back with tessera_pixel_memory_free, or in a GBytes.
gpointer tessera_pixel_memory_new(gsize length);

/// The same for bytes of which the next are never as many, such as a file's: goes back to the system at once.
gpointer tessera_pixel_memory_new_once(gsize length);

/// Gives `memory` of either kind back. Any thread. NULL is nothing.
void tessera_pixel_memory_free(gpointer memory);

/// `memory`, taken over, as `length` immutable bytes. Any thread. Transfer full.
GBytes *tessera_pixel_memory_bytes(gpointer memory, gsize length);

/// Lets go of what is kept for the next picture. Any thread.
void tessera_pixel_memory_trim(void);

/// Bytes that are kept right now, at most 2 MB; tests compare. Any thread.
gsize tessera_pixel_memory_kept(void);

G_END_DECLS
