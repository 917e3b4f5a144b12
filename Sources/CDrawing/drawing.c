// Parent side of an SVG drawing: starts tessera-draw, answers its announcement, receives its pixels, and ends it.
#define _GNU_SOURCE
#include "tessera_drawing.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tessera_confinement.h"
#include "tessera_drawing_needs.h"
#include "tessera_drawing_wire.h"
#include "tessera_helper.h"
#include "tessera_memory_file.h"

// Milliseconds between two checks for cancellation while no data arrives.
static const int pause_ms = 20;
// Seconds of wall-clock time per second of processor time: on a busy machine an ordinary drawing waits for a processor,
// too.
static const gint64 patience = 2;

typedef struct {
    const TesseraPixbufHooks *hooks;
    int socket;
    // Microseconds of the monotonic clock.
    gint64 deadline;
    TesseraDrawingOutcome outcome;
} Drawing;

// Waits for `event`. Returns whether the socket is ready; if not, `outcome` is the reason.
static gboolean wait_for(Drawing *self, short event) {
    for (;;) {
        if (self->hooks->cancelled(self->hooks->context)) {
            self->outcome = TESSERA_DRAWING_OUTCOME_CANCELLED;
            return FALSE;
        }
        gint64 left = (self->deadline - g_get_monotonic_time()) / 1000;
        if (left <= 0) {
            self->outcome = TESSERA_DRAWING_OUTCOME_OUT_OF_TIME;
            return FALSE;
        }
        struct pollfd pending = {self->socket, event, 0};
        int ready = poll(&pending, 1, (int)MIN(left, pause_ms));
        if (ready > 0 || (ready < 0 && errno != EINTR)) return TRUE;
    }
}

static gboolean receive(Drawing *self, void *bytes, gsize count) {
    for (gsize done = 0; done < count;) {
        if (!wait_for(self, POLLIN)) return FALSE;
        ssize_t length = recv(self->socket, (char *)bytes + done, count - done, MSG_DONTWAIT);
        if (length > 0) {
            done += (gsize)length;
        } else if (length == 0 || (errno != EAGAIN && errno != EINTR)) {
            self->outcome = TESSERA_DRAWING_OUTCOME_ENDED;
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean answer(Drawing *self, TesseraDrawingSize size) {
    // A message this small always fits into the socket's buffer.
    if (send(self->socket, &size, sizeof size, MSG_NOSIGNAL) == sizeof size) return TRUE;
    self->outcome = TESSERA_DRAWING_OUTCOME_ENDED;
    return FALSE;
}

// Receives the pixels of a TESSERA_DRAWING_DRAWN message, without trusting any of its fields.
static GdkPixbuf *take_pixels(Drawing *self, const TesseraDrawingMessage *message, TesseraDrawingSize wanted, GError **error) {
    gboolean sized = message->width > 0 && message->height > 0 && message->width <= wanted.width && message->height <= wanted.height;
    if (!sized || (message->channels != 3 && message->channels != 4)) {
        self->outcome = TESSERA_DRAWING_OUTCOME_ENDED;
        return NULL;
    }
    GdkPixbuf *pixbuf = gdk_pixbuf_new(GDK_COLORSPACE_RGB, message->channels == 4, 8, message->width, message->height);
    if (pixbuf == NULL) {
        g_set_error_literal(error, GDK_PIXBUF_ERROR, GDK_PIXBUF_ERROR_INSUFFICIENT_MEMORY, "there is no memory for it");
        return NULL;
    }
    gsize row = (gsize)message->width * (gsize)message->channels, stride = (gsize)gdk_pixbuf_get_rowstride(pixbuf);
    gsize rows = (gsize)message->height, step = row == stride ? rows : 1;
    guint8 *pixels = gdk_pixbuf_get_pixels(pixbuf);
    for (gsize y = 0; y < rows; y += step) {
        if (receive(self, pixels + y * stride, row * step)) continue;
        g_object_unref(pixbuf);
        return NULL;
    }
    self->outcome = TESSERA_DRAWING_OUTCOME_DRAWN;
    return pixbuf;
}

static void take_failure(Drawing *self, const TesseraDrawingMessage *message, GError **error) {
    char words[TESSERA_DRAWING_WORDS + 1] = "";
    gsize length = MIN(message->length, TESSERA_DRAWING_WORDS);
    if (!receive(self, words, length)) return;
    self->outcome = TESSERA_DRAWING_OUTCOME_FAILED;
    char *text = g_utf8_make_valid(words, (gssize)length);
    int code = message->code >= 0 && message->code <= GDK_PIXBUF_ERROR_INCOMPLETE_ANIMATION ? message->code : GDK_PIXBUF_ERROR_FAILED;
    g_set_error_literal(error, GDK_PIXBUF_ERROR, code, text);
    g_free(text);
}

// Says once in the log what of the confinement the kernel lacks.
static void note_confinement(guint32 confined) {
    static gsize noted = 0;
    guint32 missing = ~confined & TESSERA_CONFINED_BY_ALL;
    if (missing == 0 || !g_once_init_enter(&noted)) return;
    const char *words = "are not confined: the kernel has neither seccomp nor Landlock";
    if (missing == TESSERA_CONFINED_BY_FILTER) words = "are confined by Landlock alone: the kernel has no seccomp";
    if (missing == TESSERA_CONFINED_BY_LANDLOCK) words = "are confined by seccomp alone: the kernel has no Landlock";
    g_log("Tessera", G_LOG_LEVEL_MESSAGE, "drawings %s", words);
    g_once_init_leave(&noted, 1);
}

static GdkPixbuf *converse(Drawing *self, GError **error) {
    TesseraDrawingMessage message;
    TesseraDrawingSize wanted = {0, 0};
    if (!receive(self, &message, sizeof message)) return NULL;
    if (message.kind == TESSERA_DRAWING_ANNOUNCES) note_confinement(message.confined);
    if (message.kind == TESSERA_DRAWING_ANNOUNCES) {
        wanted = (TesseraDrawingSize){message.width, message.height};
        gint64 before = g_get_monotonic_time();
        gboolean accepted = wanted.width > 0 && wanted.height > 0
            && self->hooks->prepare(self->hooks->context, &wanted.width, &wanted.height);
        self->deadline += g_get_monotonic_time() - before;
        if (!accepted) {
            self->outcome = TESSERA_DRAWING_OUTCOME_REFUSED;
            return NULL;
        }
        if (!answer(self, wanted) || !receive(self, &message, sizeof message)) return NULL;
    }
    if (message.kind == TESSERA_DRAWING_DRAWN) return take_pixels(self, &message, wanted, error);
    if (message.kind == TESSERA_DRAWING_FAILED)
        take_failure(self, &message, error);
    else
        self->outcome = TESSERA_DRAWING_OUTCOME_ENDED;
    return NULL;
}

// Moves the descriptor to a number above those of the standard streams. Returns -1 on failure.
static int lifted(int descriptor) {
    if (descriptor < 0 || descriptor > STDERR_FILENO) return descriptor;
    int higher = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    close(descriptor);
    return higher;
}

static int start(const char *program, int file, int socket, const TesseraDrawingLimits *limits,
                 const TesseraDrawingNeeds *needs, pid_t *child) {
    char memory[24], seconds[24], most[24], bits[12];
    g_snprintf(memory, sizeof memory, "%" G_GUINT64_FORMAT, limits->memory);
    g_snprintf(seconds, sizeof seconds, "%u", limits->seconds);
    g_snprintf(most, sizeof most, "%" G_GUINT64_FORMAT, MAX(limits->most, limits->memory));
    g_snprintf(bits, sizeof bits, "%u", needs->bits);
    char *const arguments[] = {(char *)program, memory, most, seconds, bits, (char *)needs->encoding, NULL};
    const int descriptors[] = {[TESSERA_DRAWING_FILE] = file, [TESSERA_DRAWING_SOCKET] = socket};
    return tessera_helper_start(arguments, descriptors, G_N_ELEMENTS(descriptors), child);
}

// Outcome of a process that closed its socket by itself, from its exit status.
static TesseraDrawingOutcome ending(int status) {
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) return TESSERA_DRAWING_OUTCOME_OUT_OF_TIME;
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS) return TESSERA_DRAWING_OUTCOME_FORBIDDEN;
    if (WIFEXITED(status) && WEXITSTATUS(status) == TESSERA_DRAWING_OUT_OF_MEMORY_STATUS)
        return TESSERA_DRAWING_OUTCOME_OUT_OF_MEMORY;
    return TESSERA_DRAWING_OUTCOME_ENDED;
}

GdkPixbuf *tessera_drawing_load(const char *program, const guint8 *bytes, gsize count, const TesseraDrawingLimits *limits,
                                const TesseraPixbufHooks *hooks, TesseraDrawingOutcome *outcome, GError **error) {
    *outcome = TESSERA_DRAWING_OUTCOME_NOT_STARTED;
    int file = tessera_memory_file_holding(bytes, count), sockets[2] = {-1, -1}, problem = 0;
    pid_t child = -1;
    if (file < 0 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0) {
        problem = errno;
    } else {
        sockets[1] = lifted(sockets[1]);
        TesseraDrawingNeeds needs = tessera_drawing_needs(bytes, count);
        problem = sockets[1] < 0 ? errno : start(program, file, sockets[1], limits, &needs, &child);
    }
    if (file >= 0) close(file);
    if (sockets[1] >= 0) close(sockets[1]);
    GdkPixbuf *pixbuf = NULL;
    if (problem != 0) {
        g_set_error_literal(error, G_FILE_ERROR, (int)g_file_error_from_errno(problem), g_strerror(problem));
    } else {
        // NOT_STARTED is kept for a failure in this process, which sets the error.
        Drawing drawing = {hooks, sockets[0], g_get_monotonic_time() + patience * limits->seconds * G_USEC_PER_SEC,
                           TESSERA_DRAWING_OUTCOME_NOT_STARTED};
        pixbuf = converse(&drawing, error);
        *outcome = drawing.outcome;
        kill(child, SIGKILL);
        int status = 0;
        while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
        if (*outcome == TESSERA_DRAWING_OUTCOME_ENDED) *outcome = ending(status);
    }
    if (sockets[0] >= 0) close(sockets[0]);
    return pixbuf;
}
