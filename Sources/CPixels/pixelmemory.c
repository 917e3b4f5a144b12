// Pixel buffers: whole pages from the system, a few kept for reuse.
#define _GNU_SOURCE  // mremap
#include "tessera_pixelmemory.h"

#include <pthread.h>
#include <sys/mman.h>

// Header of every buffer, one cache line long, so that the pixels are aligned.
typedef union {
    gsize capacity;
    guint8 line[64];
} Header;

enum {
    PAGE = 4096,
    // Enough for what two or four decoders allocate and free between two frames.
    SLOTS = 8,
};
// Maximum number of bytes kept: a dozen tiles, or one image of the size of a window.
static const gsize most_kept = 2 << 20;
// Flag in a capacity, which is otherwise a number of whole pages: the buffer is never kept.
static const gsize once = 1;

// Not GLib's, of which the thread sanitizer sees nothing.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Header *slots[SLOTS];  // guarded by the lock, as all that follows
static gsize kept;

// Returns the size in whole pages for `length` bytes after a header, or 0 on overflow.
static gsize pages_for(gsize length) {
    if (length > G_MAXSIZE - sizeof(Header) - PAGE) return 0;
    return (MAX(length, 1) + sizeof(Header) + PAGE - 1) / PAGE * PAGE;
}

static gpointer fresh_pages(gsize wanted, gsize flags) {
    Header *fresh = mmap(NULL, wanted, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (fresh == MAP_FAILED) return NULL;
    fresh->capacity = wanted | flags;
    return fresh + 1;
}

gpointer tessera_pixel_memory_new_once(gsize length) {
    gsize wanted = pages_for(length);
    return wanted > 0 ? fresh_pages(wanted, once) : NULL;
}

gpointer tessera_pixel_memory_resize_once(gpointer memory, gsize length) {
    Header *header = (Header *)memory - 1;
    gsize wanted = pages_for(length);
    if (wanted == 0) return NULL;
    Header *moved = mremap(header, header->capacity - once, wanted, MREMAP_MAYMOVE);
    if (moved == MAP_FAILED) return NULL;
    moved->capacity = wanted | once;
    return moved + 1;
}

gpointer tessera_pixel_memory_new(gsize length) {
    gsize wanted = pages_for(length);
    if (wanted == 0) return NULL;
    Header *found = NULL;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < SLOTS && found == NULL; i++) {
        // Accepts a buffer that is up to an eighth larger.
        if (slots[i] == NULL || slots[i]->capacity < wanted || slots[i]->capacity - wanted > wanted / 8) continue;
        found = slots[i];
        slots[i] = NULL;
        kept -= found->capacity;
    }
    pthread_mutex_unlock(&lock);
    return found != NULL ? found + 1 : fresh_pages(wanted, 0);
}

void tessera_pixel_memory_free(gpointer memory) {
    if (memory == NULL) return;
    Header *header = (Header *)memory - 1;
    gsize capacity = header->capacity;
    if (capacity & once) {
        munmap(header, capacity - once);
        return;
    }
    gboolean is_kept = FALSE;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < SLOTS && !is_kept && kept + capacity <= most_kept; i++) {
        if (slots[i] != NULL) continue;
        slots[i] = header;
        kept += capacity;
        is_kept = TRUE;
    }
    pthread_mutex_unlock(&lock);
    if (!is_kept) munmap(header, capacity);
}

GBytes *tessera_pixel_memory_bytes(gpointer memory, gsize length) {
    return g_bytes_new_with_free_func(memory, length, tessera_pixel_memory_free, memory);
}

void tessera_pixel_memory_trim(void) {
    Header *held[SLOTS];
    pthread_mutex_lock(&lock);
    for (int i = 0; i < SLOTS; i++) {
        held[i] = slots[i];
        slots[i] = NULL;
    }
    kept = 0;
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < SLOTS; i++)
        if (held[i] != NULL) munmap(held[i], held[i]->capacity);
}

gsize tessera_pixel_memory_kept(void) {
    pthread_mutex_lock(&lock);
    gsize bytes = kept;
    pthread_mutex_unlock(&lock);
    return bytes;
}
