// A program that draws one SVG under limits of memory and time, and confines itself before it reads the first byte.
// Started by tessera only:
//   tessera-draw MEMORY MOST SECONDS NEEDS ENCODING
// with the limits in bytes beside the pixels, bytes with them, and seconds of processor time; what to load for it
// (TESSERA_DRAWING_NEEDS_…); and the name of its encoding if that is an unusual one, or nothing.
#define _GNU_SOURCE
#include <errno.h>
#include <gdk-pixbuf/gdk-pixbuf.h>
#include <iconv.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fonts.h"
#include "tessera_confinement.h"
#include "tessera_drawing_wire.h"

// Address space beside the memory limit: libraries, stacks, and what an allocator reserves without using it.
static const rlim_t reserved = (rlim_t)1 << 30;
// Descriptors beside those that are open when the process is confined: copies of a font's, for a moment.
static const rlim_t more_descriptors = 8;

static rlim_t memory_limit;
// What is reported to tessera about the confinement.
static guint32 confined;

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

static void set_limits(rlim_t most, rlim_t seconds) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    limit(RLIMIT_DATA, memory_limit, most);
    limit(RLIMIT_AS, most + reserved, most + reserved);
    limit(RLIMIT_CPU, seconds, seconds + 1);  // SIGXCPU tells tessera why
    limit(RLIMIT_FSIZE, 0, 0);
    signal(SIGXFSZ, SIG_IGN);  // fontconfig tries to write its cache, and goes on without
    limit(RLIMIT_CORE, 0, 0);
    // Not RLIMIT_NPROC: threads count towards it, and librsvg ends when it gets no threads for its filters.
}

// Loads the loaders of pictures that a drawing may embed. PNG and JPEG are usual, and nearly everywhere part of
// gdk-pixbuf; the libraries of the others take 3 ms.
static void load_loaders(gboolean has_others) {
    static const char *const types[] = {"png", "jpeg", "gif", "webp", "tiff", "bmp"};
    for (gsize i = 0; i < (has_others ? G_N_ELEMENTS(types) : 2); i++) {
        GdkPixbufLoader *loader = gdk_pixbuf_loader_new_with_type(types[i], NULL);
        if (loader == NULL) continue;  // not installed
        gdk_pixbuf_loader_close(loader, NULL);
        g_object_unref(loader);
    }
}

// Loads what libraries would otherwise open when they need it first. Returns the number of descriptors that are open.
static unsigned make_ready(unsigned long needs, const char *encoding) {
    if (*encoding != '\0') {
        // Never closed, so that the tables stay.
        iconv_open("UTF-8", encoding);
        iconv_open(encoding, "UTF-8");
    }
    load_loaders((needs & TESSERA_DRAWING_NEEDS_LOADERS) != 0);
    return needs & TESSERA_DRAWING_NEEDS_FONTS ? tessera_fonts_open() : 0;
}

static void confine(unsigned descriptors) {
    rlim_t most = MAX(descriptors, STDERR_FILENO + 1) + more_descriptors;
    limit(RLIMIT_NOFILE, most, most);
    tessera_fonts_only();
    confined = tessera_confine(0);
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
    TesseraDrawingMessage message = {.kind = TESSERA_DRAWING_FAILED, .confined = confined, .code = -1};
    if (error->domain == GDK_PIXBUF_ERROR) message.code = error->code;
    message.length = (guint32)MIN(strlen(error->message), TESSERA_DRAWING_WORDS);
    say(&message, sizeof message);
    say(error->message, message.length);
    _exit(0);
}

static void size_prepared(GdkPixbufLoader *loader, int width, int height, gpointer announced) {
    if (*(gboolean *)announced) return;
    *(gboolean *)announced = TRUE;
    TesseraDrawingMessage message = {
        .kind = TESSERA_DRAWING_ANNOUNCES, .confined = confined, .width = width, .height = height,
    };
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
    if (count != 6 || fstat(TESSERA_DRAWING_FILE, &status) != 0 || !S_ISREG(status.st_mode)) {
        fputs("tessera-draw is started by tessera, for a picture that has to be drawn under limits.\n", stderr);
        return 2;
    }
    memory_limit = strtoull(arguments[1], NULL, 10);
    set_limits(strtoull(arguments[2], NULL, 10), strtoull(arguments[3], NULL, 10));

    GError *error = NULL;
    gboolean announced = FALSE;
    // librsvg's module, and no other by what the bytes look like.
    GdkPixbufLoader *loader = gdk_pixbuf_loader_new_with_type("svg", &error);
    if (loader == NULL) fail(error);
    unsigned long needs = strtoul(arguments[4], NULL, 10);
    confine(make_ready(needs, arguments[5]));

    gsize length = (gsize)status.st_size;
    const guint8 *bytes = mmap(NULL, MAX(length, 1), PROT_READ, MAP_PRIVATE, TESSERA_DRAWING_FILE, 0);
    if (bytes == MAP_FAILED) return 2;
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
        .confined = confined,
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
