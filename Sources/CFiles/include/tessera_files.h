// System calls on files that glibc declares for GNU alone, which Swift's module of the C library leaves out.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Renames a file where the new name is free, in one step. Any thread; blocks. Returns 0, or the error's number:
/// EEXIST where the name is taken, EINVAL or ENOSYS where the file system knows no such renaming, or lies behind FUSE, where
/// it may take it for another one.
int tessera_rename_exclusive(const char *from, const char *to);

/// Copies up to `count` bytes between the positions of two open files, inside the file system where it can. Any
/// thread; blocks. Returns the number of bytes, 0 at the end, or the error's number, negative.
ssize_t tessera_copy_range(int from, int to, size_t count);

/// Gives an open file the extended attributes of another one, as many as its file system takes. Any thread; blocks.
/// Returns how many of those that the user or a program has given (`user.…`) were not taken. Their names, each with a zero
/// behind it, are in `lost`, as many as `size` bytes hold; the rest of it is zero.
int tessera_copy_attributes(int from, int to, char *lost, size_t size);

/// Exchanges the names of two files in one step. Who watches hears first that `a` goes, and last that `a` comes. Any thread;
/// blocks. Returns 0, or the error's number: ENOENT where one is missing, EINVAL or ENOSYS where the file system knows no
/// such exchange, or lies behind FUSE, where it may take it for a renaming.
int tessera_rename_exchange(const char *a, const char *b);

/// Returns the time at which the file at a path was made, following links, in nanoseconds since 1970; 0 where the file
/// system does not know it. Any thread; blocks.
int64_t tessera_birth(const char *path);
