// The loop of the fork server, and what a forked process does before it serves.
#define _GNU_SOURCE
#include "tessera_fork_server.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tessera_channel.h"
#include "tessera_confinement.h"
#include "tessera_fork_wire.h"

enum {
    // Descriptor of a forked process's channel.
    CHANNEL = 0,
    // The channel, two null devices, the exchange area, and the descriptors of two messages.
    DESCRIPTORS = STDERR_FILENO + 2 + 2 * TESSERA_CHANNEL_DESCRIPTORS,
    // Processes that are waited for at the end; there is one a core, one more, and one for each animation.
    MOST_PROCESSES = 256,
    // Behind the main thread and the renderer of the program.
    NICENESS = 10,
    // Bytes from which an allocation is pages of its own, and bytes of free memory that are kept for the next picture: those
    // of a large progressive JPEG, whose pages take as long to get as it takes to decode. tessera_fork_idle gives them back.
    OWN_PAGES = 32 << 20,
    KEPT = 64 << 20,
};

_Static_assert((int)TESSERA_FORK_CONFINED_BY_FILTER == (int)TESSERA_CONFINED_BY_FILTER, "one bit");
_Static_assert((int)TESSERA_FORK_CONFINED_BY_ROOT == (int)TESSERA_CONFINED_BY_ROOT, "one bit");
_Static_assert((int)TESSERA_FORK_CONFINED_BY_LANDLOCK == (int)TESSERA_CONFINED_BY_LANDLOCK, "one bit");

// A limit that is stricter already stays.
static void limit(int resource, rlim_t value) {
    struct rlimit both;
    if (getrlimit(resource, &both) != 0) _exit(2);
    both.rlim_max = MIN(both.rlim_max, value);
    both.rlim_cur = both.rlim_max;
    if (setrlimit(resource, &both) != 0) _exit(2);
}

// GLib ends a process that gets no memory. Its message is that of an error; all that are fatal here are.
static void end_plainly(const char *domain, GLogLevelFlags level, const char *message, gpointer data) {
    (void)domain, (void)data;
    if (level & G_LOG_FLAG_FATAL) _exit(strstr(message, "allocat") != NULL ? TESSERA_FORK_OUT_OF_MEMORY_STATUS : 3);
}

static void become_server_of(int channel, pid_t parent, const TesseraForkLimits *limits,
                             void (*serve)(int, guint32, int)) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(0);
    if (dup2(channel, CHANNEL) < 0) _exit(2);
    close_range(STDERR_FILENO + 1, ~0U, 0);
    g_log_set_default_handler(end_plainly, NULL);
    limit(RLIMIT_DATA, limits->memory);
    limit(RLIMIT_AS, limits->memory + limits->reserved);
    limit(RLIMIT_FSIZE, 0);
    limit(RLIMIT_CORE, 0);
    int listener;
    unsigned confined = tessera_confine_supervised(TESSERA_CONFINE_MESSAGES, &listener);
    serve(CHANNEL, confined, listener);
    _exit(0);
}

static pid_t processes[MOST_PROCESSES];

static void note(pid_t gone, pid_t come) {
    for (size_t i = 0; i < MOST_PROCESSES; i++) {
        if (processes[i] != gone) continue;
        processes[i] = come;
        return;
    }
}

// Ends all, so that none is left for the system to wait for.
G_NORETURN static void end_all(void) {
    for (size_t i = 0; i < MOST_PROCESSES; i++)
        if (processes[i] > 0) kill(processes[i], SIGKILL);
    while (wait(NULL) > 0 || errno == EINTR) {}
    _exit(0);
}

static int fork_server_of(int channel, const TesseraForkLimits *limits, void (*serve)(int, guint32, int)) {
    pid_t parent = getpid(), child = fork();
    if (child == 0) become_server_of(channel, parent, limits, serve);
    if (child < 0) return -errno;
    note(0, child);
    return child;
}

// Ends a process that this one has forked, and no other that has its number.
static int end(pid_t child) {
    int status = 0;
    if (child <= 0) return 0;
    pid_t ended = waitpid(child, &status, WNOHANG);
    note(child, 0);
    if (ended != 0) return ended == child ? status : 0;
    kill(child, SIGKILL);
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return 0;
    return status;
}

G_NORETURN void tessera_fork_server_run(const TesseraForkLimits *limits, void (*load)(const char *),
                                        void (*serve)(int, guint32, int)) {
    setpriority(PRIO_PROCESS, 0, NICENESS);
    mallopt(M_MMAP_THRESHOLD, OWN_PAGES);
    mallopt(M_TRIM_THRESHOLD, KEPT);
    tessera_confine_namespaces();
    for (;;) {
        TesseraForkRequest request;
        TesseraForkAnswer answer = {0};
        int descriptors[TESSERA_CHANNEL_DESCRIPTORS];
        gsize count;
        gssize length = tessera_channel_receive(TESSERA_FORK_CHANNEL, &request, sizeof request, descriptors, &count);
        if (length != sizeof request) end_all();
        request.type[sizeof request.type - 1] = '\0';
        if (request.kind == TESSERA_FORK_STARTS && count == 1)
            answer.process = fork_server_of(descriptors[0], limits, serve);
        if (request.kind == TESSERA_FORK_ENDS) answer.status = end(request.process);
        if (request.kind == TESSERA_FORK_LOADS) load(request.type);
        for (gsize i = 0; i < count; i++) close(descriptors[i]);
        if (!tessera_channel_send(TESSERA_FORK_CHANNEL, &answer, sizeof answer, NULL, 0)) end_all();
    }
}

void tessera_fork_idle(void) { malloc_trim(0); }

void tessera_fork_limit_descriptors(void) { limit(RLIMIT_NOFILE, DESCRIPTORS); }

void tessera_fork_limit_time(guint32 seconds) {
    struct timespec used;
    struct rlimit time;
    if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used) != 0 || getrlimit(RLIMIT_CPU, &time) != 0) return;
    // Rounded up twice: the kernel counts whole seconds.
    time.rlim_cur = (rlim_t)used.tv_sec + seconds + 1;
    setrlimit(RLIMIT_CPU, &time);
}
