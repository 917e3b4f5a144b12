// Settings of malloc.
//
// Why blocks are kept where cairo draws: GDK allocates a surface of the window's size for each frame, and GSK one for each
// group with an opacity, and both free them in the same frame. malloc takes such blocks from the system and returns them
// at once, so that the kernel clears and maps a window's pages anew several times a frame: a third to a half of all
// processor time (docs/measurements.md, “Kept surfaces”). Nothing in GDK or cairo offers to keep a surface. While the
// blocks stay in the heap, the next frame finds them mapped. What is free goes back when nothing has been drawn for a
// while (App/Program/FrameHeap.swift), under memory pressure, and when the windows are hidden.
#include "tessera_heap.h"

#include <limits.h>
#include <malloc.h>

void tessera_heap_return_freed(void) {
    mallopt(M_ARENA_MAX, 2);
    // Above what a tile takes while it is made, for whose pages the system would be asked each time (half of this makes a tile
    // of 0.7 megapixels 15 % slower), below what a large picture or a download takes.
    mallopt(M_MMAP_THRESHOLD, 1 << 20);
    mallopt(M_TRIM_THRESHOLD, 2 << 20);
}

void tessera_heap_keep_surfaces(void) {
    // Not M_MMAP_THRESHOLD: glibc refuses more than 32 MB, and a window of 3840×2160 has surfaces of 33.
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, INT_MAX);
}

void tessera_heap_give_back(void) { malloc_trim(0); }
