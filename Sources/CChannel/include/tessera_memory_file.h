// Files in memory (memfd_create(2)) that hold the bytes of a picture on their way to a decode process, and its pixels on
// their way back.
//
// Why a shim: seals and memfd_create are GNU extensions that Swift's module of the C library leaves out.
#pragma once
#include <sys/stat.h>

#include "../../CGLib/cglib.h"

G_BEGIN_DECLS

/// Creates a file with a copy of the bytes, sealed against any change. Any thread. Returns the descriptor, which the caller
/// closes, or -1 with errno set.
int tessera_memory_file_holding(const void *bytes, gsize count);

/// Creates an empty file of `capacity` bytes, sealed against another size. Memory is taken for what is written alone. Any
/// thread. Returns the descriptor, which the caller closes, or -1 with errno set.
int tessera_memory_file_empty(gsize capacity);

/// Gives back the memory of a part of a file whose content may change, which reads as zeros then. Any thread. Returns FALSE with
/// errno set on failure.
gboolean tessera_memory_file_clear(int file, gsize start, gsize count);

/// Maps the first `count` bytes of a file to be written through `*memory`. Any thread. Transfer full: the mapping ends with the
/// last reference. NULL with errno set on failure.
GBytes *tessera_memory_file_writable(int file, gsize count, guint8 **memory);

/// Seals a file against being written to, after its mappings have ended. By the thread that wrote the pages: the kernel
/// asks all processors otherwise. Returns FALSE with errno set on failure.
gboolean tessera_memory_file_seal(int file);

/// Returns the first `count` bytes of a file that is sealed by both functions above and not shorter, without a copy. The
/// descriptor stays the caller's. Any thread. Transfer full: the mapping ends with the last reference. NULL when the file
/// is not such a one, or cannot be mapped.
GBytes *tessera_memory_file_bytes(int file, gsize count);

/// fstat(2) by the system call of that name. The function of glibc 2.33 to 2.38 asks by another one that could ask for any path,
/// and is refused to a confined process for that. Any thread. Returns FALSE with errno set on failure.
gboolean tessera_file_status(int file, struct stat *status);

G_END_DECLS
