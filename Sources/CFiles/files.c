// System calls on files that glibc declares for GNU alone.
#define _GNU_SOURCE
#include "tessera_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/xattr.h>
#include <unistd.h>

/// Limit of all names together and of one value; larger ones are left out.
enum { ATTRIBUTE_LIMIT = 4096 };

int tessera_rename_exclusive(const char *from, const char *to) {
    return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0 ? 0 : errno;
}

ssize_t tessera_copy_range(int from, int to, size_t count) {
    ssize_t copied = copy_file_range(from, NULL, to, NULL, count, 0);
    return copied >= 0 ? copied : -errno;
}

void tessera_copy_attributes(int from, int to) {
    char names[ATTRIBUTE_LIMIT], value[ATTRIBUTE_LIMIT];
    ssize_t length = flistxattr(from, names, sizeof names);
    for (ssize_t at = 0; at < length; at += (ssize_t)strlen(names + at) + 1) {
        ssize_t size = fgetxattr(from, names + at, value, sizeof value);
        if (size >= 0) (void)fsetxattr(to, names + at, value, (size_t)size, 0);
    }
}
