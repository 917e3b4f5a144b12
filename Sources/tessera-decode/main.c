// A program that draws one SVG under limits of memory and time. Started by tessera only:
//   tessera-decode MEMORY SECONDS PIXELS
// with the limits in bytes, seconds of processor time, and pixels of the largest drawing.
#define _GNU_SOURCE
#include <errno.h>
#include <gdk-pixbuf/gdk-pixbuf.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tessera_drawing_wire.h"

// Address space beside the memory limit: libraries, stacks, and what an allocator reserves without using it.
static const rlim_t reserved = (rlim_t)1 << 30;
// Configuration, fonts and caches that may be open at one time.
static const rlim_t open_files = 64;

static rlim_t memory_limit;

// The allocator of all libraries in this program. A failed allocation ends the process, because some loaders would
// otherwise leave out a part of the drawing. These are glibc's own functions, under the names that it keeps for such
// programs.
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);

static void *given(void *memory, size_t size) {
    if (memory == NULL && size > 0) _exit(TESSERA_DRAWING_OUT_OF_MEMORY_STATUS);
    return memory;
}

void *malloc(size_t size) { return given(__libc_malloc(size), size); }
void *calloc(size_t count, size_t size) { return given(__libc_calloc(count, size), count != 0 ? size : 0); }
void *realloc(void *memory, size_t size) { return given(__libc_realloc(memory, size), size); }

static void limit(int resource, rlim_t soft, rlim_t hard) {
    struct rlimit value = {soft, hard};
    if (setrlimit(resource, &value) != 0) _exit(2);
}

static void confine(rlim_t seconds, rlim_t pixels) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_DUMPABLE, 0);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    rlim_t most = memory_limit + pixels * TESSERA_DRAWING_PIXEL_BYTES;
    limit(RLIMIT_DATA, memory_limit, most);
    limit(RLIMIT_AS, most + reserved, most + reserved);
    limit(RLIMIT_CPU, seconds, seconds + 1);  // SIGXCPU tells tessera why
    limit(RLIMIT_NOFILE, open_files, open_files);
    limit(RLIMIT_FSIZE, 0, 0);
    limit(RLIMIT_CORE, 0, 0);
    // Not RLIMIT_NPROC: threads count towards it, and librsvg ends when it gets no threads for its filters.
}

static void say(const void *bytes, gsize count) {
    const char *rest = bytes;
    while (count > 0) {
        ssize_t done = write(TESSERA_DRAWING_SOCKET, rest, count);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) _exit(3);  // tessera has ended
        rest += done;
        count -= (gsize)done;
    }
}

static void hear(void *bytes, gsize count) {
    char *rest = bytes;
    while (count > 0) {
        ssize_t done = read(TESSERA_DRAWING_SOCKET, rest, count);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) _exit(3);
        rest += done;
        count -= (gsize)done;
    }
}

static void fail(const GError *error) {
    TesseraDrawingMessage message = {.kind = TESSERA_DRAWING_FAILED, .code = -1};
    if (error->domain == GDK_PIXBUF_ERROR) message.code = error->code;
    message.length = (guint32)MIN(strlen(error->message), TESSERA_DRAWING_WORDS);
    say(&message, sizeof message);
    say(error->message, message.length);
    _exit(0);
}

static void size_prepared(GdkPixbufLoader *loader, int width, int height, gpointer announced) {
    if (*(gboolean *)announced) return;
    *(gboolean *)announced = TRUE;
    TesseraDrawingMessage message = {.kind = TESSERA_DRAWING_ANNOUNCES, .width = width, .height = height};
    say(&message, sizeof message);
    TesseraDrawingSize wanted;
    hear(&wanted, sizeof wanted);
    rlim_t area = (rlim_t)wanted.width * (rlim_t)wanted.height;
    struct rlimit data;
    getrlimit(RLIMIT_DATA, &data);
    limit(RLIMIT_DATA, MIN(memory_limit + area * TESSERA_DRAWING_PIXEL_BYTES, data.rlim_max), data.rlim_max);
    if (wanted.width != width || wanted.height != height) gdk_pixbuf_loader_set_size(loader, wanted.width, wanted.height);
}

int main(int count, char **arguments) {
    struct stat status;
    if (count != 4 || fstat(TESSERA_DRAWING_FILE, &status) != 0 || !S_ISREG(status.st_mode)) {
        fputs("tessera-decode is started by tessera, for a picture that has to be drawn under limits.\n", stderr);
        return 2;
    }
    memory_limit = strtoull(arguments[1], NULL, 10);
    confine(strtoull(arguments[2], NULL, 10), strtoull(arguments[3], NULL, 10));

    gsize length = (gsize)status.st_size;
    const guint8 *bytes = mmap(NULL, MAX(length, 1), PROT_READ, MAP_PRIVATE, TESSERA_DRAWING_FILE, 0);
    if (bytes == MAP_FAILED) return 2;
    GError *error = NULL;
    gboolean announced = FALSE;
    GdkPixbufLoader *loader = gdk_pixbuf_loader_new();
    g_signal_connect(loader, "size-prepared", G_CALLBACK(size_prepared), &announced);
    // A failed write closes the loader.
    if (!gdk_pixbuf_loader_write(loader, bytes, length, &error) || !gdk_pixbuf_loader_close(loader, &error)) fail(error);
    GdkPixbuf *pixbuf = gdk_pixbuf_loader_get_pixbuf(loader);
    if (pixbuf == NULL) {
        g_set_error_literal(&error, GDK_PIXBUF_ERROR, GDK_PIXBUF_ERROR_CORRUPT_IMAGE, "it holds no picture");
        fail(error);
    }
    TesseraDrawingMessage message = {
        .kind = TESSERA_DRAWING_DRAWN,
        .width = gdk_pixbuf_get_width(pixbuf),
        .height = gdk_pixbuf_get_height(pixbuf),
        .channels = gdk_pixbuf_get_n_channels(pixbuf),
    };
    say(&message, sizeof message);
    gsize row = (gsize)message.width * (gsize)message.channels, stride = (gsize)gdk_pixbuf_get_rowstride(pixbuf);
    const guint8 *pixels = gdk_pixbuf_read_pixels(pixbuf);
    if (row == stride) {
        say(pixels, row * (gsize)message.height);
    } else {
        for (gsize y = 0; y < (gsize)message.height; y++) say(pixels + y * stride, row);
    }
    // Nothing is freed: the kernel takes everything back when the process ends.
    _exit(0);
}
