// A picture format loader that does harm: a module for gdk-pixbuf that is built for the tests alone. It reads files that begin
// as QOI do, for which Debian has no loader; what it does is told by the letter behind “qoif”.
#define _GNU_SOURCE
#define GDK_PIXBUF_ENABLE_BACKEND
#include <errno.h>
#include <fcntl.h>
#include <gdk-pixbuf/gdk-pixbuf-io.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

G_MODULE_EXPORT void fill_vtable(GdkPixbufModule *module);
G_MODULE_EXPORT void fill_info(GdkPixbufFormat *info);

typedef struct {
    GdkPixbufModulePreparedFunc prepared;
    gpointer context;
    GString *bytes;
} Load;

static void loop(void) {
    for (volatile int i = 0;; i++) {}
}

// Volatile, here and below, so that the compiler leaves nothing out.
static void allocate(void) {
    for (;;) {
        volatile char *memory = malloc(8 << 20);
        if (memory == NULL) abort();
        memory[0] = 1;
    }
}

// Memory that no limit of this process counts, if it may have any.
static void allocate_outside(void) {
    for (;;) {
        int file = memfd_create("harm", 0);
        if (file < 0 || ftruncate(file, 1 << 30) != 0) abort();
    }
}

// Memory that the limit of private memory does not count: shared with nobody, or growing downwards as a stack does.
static gboolean allocate_uncounted(int flags) {
    return mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_ANONYMOUS | flags, -1, 0) != MAP_FAILED;
}

static int wait_for_ever(void *context) {
    (void)context;
    for (;;) syscall(SYS_nanosleep, &(struct timespec){1000, 0}, NULL);
}

// Threads without a stack worth the name, as many as there may be. Returns whether there were more than any decoder
// needs.
static gboolean start_threads(void) {
    enum { stack = 4096, most = 1500, enough = 200 };
    const int flags = CLONE_VM | CLONE_THREAD | CLONE_SIGHAND | CLONE_FS | CLONE_FILES;
    int count = 0;
    char *stacks = mmap(NULL, stack * most, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (stacks == MAP_FAILED) abort();
    while (count < most && clone(wait_for_ever, stacks + stack * (count + 1), flags, NULL) >= 0) count++;
    // Some have to be possible.
    if (count < 8) abort();
    return count > enough;
}

static void write_out_of_bounds(void) {
    volatile char *memory = malloc(16);
    for (size_t i = 0;; i += 4096) memory[i] = 1;
}

static void execute(void) {
    char *const arguments[] = {"/bin/true", NULL};
    execve(arguments[0], arguments, arguments + 1);
}

// Answers in place of the process, with what is no answer, and with one that promises pixels.
static void answer(char kind) {
    static const char nonsense[64 << 10] = {(char)0xFF};
    static const guint8 promise[] = {2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0};
    struct iovec data = {(void *)promise, sizeof promise};
    if (kind == 'n') data = (struct iovec){(void *)nonsense, sizeof nonsense};
    struct msghdr message = {.msg_iov = &data, .msg_iovlen = 1};
    sendmsg(0, &message, 0);
    loop();
}

// Does what the letter says. Returns whether that was possible.
static gboolean harm(char letter) {
    switch (letter) {
    case 'o': return open("/etc/passwd", O_RDONLY) >= 0;
    case 'w': return open("/tmp/tessera-harm", O_WRONLY | O_CREAT, 0600) >= 0;
    case 's': return socket(AF_INET, SOCK_STREAM, 0) >= 0;
    case 'x': execute(); return TRUE;
    case 'f': return fork() >= 0;
    case 'k': return kill(getppid(), SIGKILL) == 0;
    case 't': return ptrace(PTRACE_ATTACH, getppid(), NULL, NULL) == 0;
    case 'a': allocate(); return TRUE;
    case 'm': allocate_outside(); return TRUE;
    case 'r': return allocate_uncounted(MAP_SHARED);
    case 'g': return allocate_uncounted(MAP_PRIVATE | MAP_GROWSDOWN);
    case 'd': return start_threads();
    case 'l': loop(); return TRUE;
    case 'z': for (;;) sleep(1000);
    case 'b': write_out_of_bounds(); return TRUE;
    case 'n':
    case 'v': answer(letter); return TRUE;
    default: return FALSE;
    }
}

static gpointer begin_load(GdkPixbufModuleSizeFunc size, GdkPixbufModulePreparedFunc prepared,
                           GdkPixbufModuleUpdatedFunc updated, gpointer context, GError **error) {
    (void)size, (void)updated, (void)error;
    Load *load = g_new0(Load, 1);
    *load = (Load){prepared, context, g_string_new(NULL)};
    return load;
}

static gboolean load_increment(gpointer context, const guchar *bytes, guint count, GError **error) {
    (void)error;
    g_string_append_len(((Load *)context)->bytes, (const char *)bytes, count);
    return TRUE;
}

// A green square where nothing was possible.
static gboolean stop_load(gpointer context, GError **error) {
    Load *load = context;
    gboolean done = load->bytes->len > 4 && harm(load->bytes->str[4]);
    g_string_free(load->bytes, TRUE);
    if (done) {
        g_set_error_literal(error, GDK_PIXBUF_ERROR, GDK_PIXBUF_ERROR_FAILED, "it did harm");
    } else {
        GdkPixbuf *pixbuf = gdk_pixbuf_new(GDK_COLORSPACE_RGB, FALSE, 8, 64, 64);
        gdk_pixbuf_fill(pixbuf, 0x00FF00FF);
        load->prepared(pixbuf, NULL, load->context);
        g_object_unref(pixbuf);
    }
    g_free(load);
    return !done;
}

void fill_vtable(GdkPixbufModule *module) {
    module->begin_load = begin_load;
    module->load_increment = load_increment;
    module->stop_load = stop_load;
}

void fill_info(GdkPixbufFormat *info) {
    static GdkPixbufModulePattern signature[] = {{"qoif", NULL, 100}, {NULL, NULL, 0}};
    static gchar *types[] = {"image/qoi", NULL}, *extensions[] = {"qoi", NULL};
    info->name = "hostile";
    info->signature = signature;
    info->description = "Harm";
    info->mime_types = types;
    info->extensions = extensions;
    info->flags = GDK_PIXBUF_FORMAT_THREADSAFE;
    info->license = "MIT";
}
