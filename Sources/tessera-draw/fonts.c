// Font files, opened before the process is confined, and the C library's functions for opening files, which find them
// there afterwards. FreeType and HarfBuzz open a font when its first letter is drawn, by the name that fontconfig has
// listed; which one that will be depends on the drawing.
#define _GNU_SOURCE
#include "fonts.h"

#include <errno.h>
#include <fcntl.h>
#include <fontconfig/fontconfig.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef struct {
    // Fontconfig's own text.
    const char *path;
    int descriptor;
} Font;

static Font *fonts;
static size_t font_count;
static int only_fonts;

// Descriptors beside the fonts': standard streams, and those that the libraries have open for a moment.
enum { other_descriptors = 16 };

static int by_path(const void *a, const void *b) { return strcmp(((const Font *)a)->path, ((const Font *)b)->path); }

// Adds the files of a set, each once.
static void list(const FcFontSet *set) {
    if (set == NULL) return;
    Font *more = realloc(fonts, (font_count + (size_t)set->nfont) * sizeof *fonts);
    if (more == NULL) return;
    fonts = more;
    for (int i = 0; i < set->nfont; i++) {
        FcChar8 *path;
        if (FcPatternGetString(set->fonts[i], FC_FILE, 0, &path) == FcResultMatch)
            fonts[font_count++] = (Font){(const char *)path, -1};
    }
}

unsigned tessera_fonts_open(void) {
    if (!FcInit()) return 0;
    list(FcConfigGetFonts(NULL, FcSetSystem));
    list(FcConfigGetFonts(NULL, FcSetApplication));
    if (font_count == 0) return 0;
    struct rlimit descriptors;
    getrlimit(RLIMIT_NOFILE, &descriptors);
    descriptors.rlim_cur = descriptors.rlim_max;
    setrlimit(RLIMIT_NOFILE, &descriptors);

    // A collection of fonts is one file of several fonts.
    qsort(fonts, font_count, sizeof *fonts, by_path);
    size_t count = 0;
    unsigned end = 0;
    for (size_t i = 0; i < font_count; i++) {
        if (count > 0 && strcmp(fonts[count - 1].path, fonts[i].path) == 0) continue;
        int descriptor = open(fonts[i].path, O_RDONLY | O_CLOEXEC);
        if (descriptor < 0) continue;
        if ((rlim_t)descriptor + other_descriptors >= descriptors.rlim_max) {
            close(descriptor);
            break;
        }
        fonts[count++] = (Font){fonts[i].path, descriptor};
        end = (unsigned)descriptor + 1;
    }
    font_count = count;
    return end;
}

void tessera_fonts_only(void) { only_fonts = 1; }

static const Font *font_named(const char *path) {
    if (font_count == 0) return NULL;
    Font key = {path, -1};
    return bsearch(&key, fonts, font_count, sizeof *fonts, by_path);
}

static int opened(const char *path, int flags, mode_t mode) {
    if (!only_fonts) return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
    const Font *font = (flags & (O_ACCMODE | O_CREAT)) == O_RDONLY ? font_named(path) : NULL;
    if (font != NULL) return fcntl(font->descriptor, F_DUPFD_CLOEXEC, 0);
    errno = EACCES;
    return -1;
}

// The functions below are those of the C library, for all libraries in this program. Where it calls them by itself it
// does not come by here, and the filter answers.

static mode_t mode_of(int flags, va_list rest) {
    return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE ? (mode_t)va_arg(rest, int) : 0;
}

int open(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = mode_of(flags, rest);
    va_end(rest);
    return opened(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = mode_of(flags, rest);
    va_end(rest);
    return opened(path, flags | O_LARGEFILE, mode);
}

int access(const char *path, int mode) {
    if (!only_fonts) return (int)syscall(SYS_faccessat, AT_FDCWD, path, mode);
    if ((mode & (W_OK | X_OK)) == 0 && font_named(path) != NULL) return 0;
    errno = EACCES;
    return -1;
}

// The size of an open file. The C library asks for it by a call that takes a path as well.
int fstat(int descriptor, struct stat *status) { return (int)syscall(SYS_fstat, descriptor, status); }
int fstat64(int descriptor, struct stat64 *status) { return (int)syscall(SYS_fstat, descriptor, status); }
