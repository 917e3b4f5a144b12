// Files in memory, whose seals say what the other side can no longer change.
#define _GNU_SOURCE
#include "tessera_memory_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    SIZE_SEALS = F_SEAL_SHRINK | F_SEAL_GROW,
    ALL_SEALS = SIZE_SEALS | F_SEAL_WRITE,
};

gboolean tessera_file_status(int file, struct stat *status) {
#ifdef SYS_fstat
    return syscall(SYS_fstat, file, status) == 0;
#else
    return fstat(file, status) == 0;
#endif
}

static int fresh(void) {
    int file = memfd_create("tessera-picture", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0 || file > STDERR_FILENO) return file;
    int higher = fcntl(file, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    close(file);
    return higher;
}

static int failed(int file) {
    int problem = errno;
    close(file);
    errno = problem;
    return -1;
}

int tessera_memory_file_holding(const void *bytes, gsize count) {
    int file = fresh();
    if (file < 0) return -1;
    for (gsize done = 0; done < count;) {
        ssize_t length = write(file, (const char *)bytes + done, count - done);
        if (length < 0 && errno == EINTR) continue;
        if (length <= 0) return failed(file);
        done += (gsize)length;
    }
    return fcntl(file, F_ADD_SEALS, ALL_SEALS | F_SEAL_SEAL) == 0 ? file : failed(file);
}

int tessera_memory_file_empty(gsize capacity) {
    int file = fresh();
    if (file < 0) return -1;
    if (ftruncate(file, (off_t)capacity) != 0 || fcntl(file, F_ADD_SEALS, SIZE_SEALS) != 0) return failed(file);
    return file;
}

gboolean tessera_memory_file_clear(int file, gsize start, gsize count) {
    return fallocate(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)start, (off_t)count) == 0;
}

gboolean tessera_memory_file_seal(int file) { return fcntl(file, F_ADD_SEALS, F_SEAL_WRITE) == 0; }

typedef struct {
    void *memory;
    gsize count;
} Mapping;

static void end_mapping(gpointer data) {
    Mapping *mapping = data;
    munmap(mapping->memory, mapping->count);
    g_free(mapping);
}

static GBytes *bytes_of(void *memory, gsize count) {
    Mapping *mapping = g_new(Mapping, 1);
    *mapping = (Mapping){memory, count};
    return g_bytes_new_with_free_func(memory, count, end_mapping, mapping);
}

GBytes *tessera_memory_file_writable(int file, gsize count, guint8 **memory) {
    void *pages = mmap(NULL, MAX(count, 1), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (pages == MAP_FAILED) return NULL;
    *memory = pages;
    return bytes_of(pages, MAX(count, 1));
}

GBytes *tessera_memory_file_bytes(int file, gsize count) {
    struct stat status;
    int seals = fcntl(file, F_GET_SEALS);
    if (seals < 0 || (seals & ALL_SEALS) != ALL_SEALS) return NULL;
    if (count == 0 || !tessera_file_status(file, &status) || status.st_size < 0 || (guint64)status.st_size < count) return NULL;
    void *memory = mmap(NULL, count, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0);
    if (memory == MAP_FAILED) return NULL;
    return bytes_of(memory, count);
}
