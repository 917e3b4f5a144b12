// System calls on files that glibc declares for GNU alone.
#define _GNU_SOURCE
#include "tessera_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <unistd.h>

/// Linux's own limit of all names together and of one value.
enum { ATTRIBUTE_LIMIT = 65536 };

/// FUSE_SUPER_MAGIC of linux/magic.h, which older headers lack.
static const long fuse_magic = 0x65735546;

// The kernel refuses flags that one of its own file systems does not know. A program behind FUSE gets them, and may ignore
// them: exfat-fuse 1.4 takes an exchange for a renaming that replaces, and says that it is done.
static int heeds_flags(const char *path) {
    struct statfs status;
    return statfs(path, &status) != 0 || (long)status.f_type != fuse_magic;
}

static int rename_by(unsigned int flags, const char *from, const char *to) {
    if (!heeds_flags(from)) return EINVAL;
    return renameat2(AT_FDCWD, from, AT_FDCWD, to, flags) == 0 ? 0 : errno;
}

int tessera_rename_exclusive(const char *from, const char *to) { return rename_by(RENAME_NOREPLACE, from, to); }

ssize_t tessera_copy_range(int from, int to, size_t count) {
    ssize_t copied = copy_file_range(from, NULL, to, NULL, count, 0);
    return copied >= 0 ? copied : -errno;
}

int tessera_copy_attributes(int from, int to, char *lost, size_t size) {
    memset(lost, 0, size);
    // Most files have none.
    ssize_t length = flistxattr(from, NULL, 0);
    if (length <= 0) return 0;
    char *names = malloc(2 * ATTRIBUTE_LIMIT), *value = names ? names + ATTRIBUTE_LIMIT : NULL;
    if (!names) return 1;
    int count = 0;
    size_t used = 0;
    length = flistxattr(from, names, ATTRIBUTE_LIMIT);
    for (ssize_t at = 0; at < length; at += (ssize_t)strlen(names + at) + 1) {
        const char *name = names + at;
        ssize_t bytes = fgetxattr(from, name, value, ATTRIBUTE_LIMIT);
        if (bytes >= 0 && fsetxattr(to, name, value, (size_t)bytes, 0) == 0) continue;
        // One that is gone by now, or that the system gives by itself, is not lost.
        if ((bytes < 0 && errno == ENODATA) || strncmp(name, "user.", 5) != 0) continue;
        count++;
        size_t room = strlen(name) + 1;
        if (used + room < size) {
            memcpy(lost + used, name, room);
            used += room;
        }
    }
    free(names);
    return count;
}

int tessera_rename_exchange(const char *a, const char *b) { return rename_by(RENAME_EXCHANGE, a, b); }

int64_t tessera_birth(const char *path) {
    struct statx status;
    if (statx(AT_FDCWD, path, AT_STATX_DONT_SYNC, STATX_BTIME, &status) != 0) return 0;
    if (!(status.stx_mask & STATX_BTIME)) return 0;
    int64_t time;
    if (__builtin_mul_overflow(status.stx_btime.tv_sec, INT64_C(1000000000), &time)) return 0;
    return __builtin_add_overflow(time, (int64_t)status.stx_btime.tv_nsec, &time) ? 0 : time;
}
