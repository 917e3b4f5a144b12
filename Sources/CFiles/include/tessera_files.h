// System calls on files that glibc declares for GNU alone, which Swift's module of the C library leaves out.
#pragma once
#include <stddef.h>
#include <sys/types.h>

/// Renames a file where the new name is free, in one step. Any thread; blocks. Returns 0, or the error's number:
/// EEXIST where the name is taken, EINVAL or ENOSYS where the file system knows no such renaming.
int tessera_rename_exclusive(const char *from, const char *to);

/// Copies up to `count` bytes between the positions of two open files, inside the file system where it can. Any
/// thread; blocks. Returns the number of bytes, 0 at the end, or the error's number, negative.
ssize_t tessera_copy_range(int from, int to, size_t count);

/// Gives an open file the extended attributes of another one, as many as its file system takes. Any thread; blocks.
void tessera_copy_attributes(int from, int to);
