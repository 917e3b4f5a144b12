// The leave to start threads: how many a confined process may have is decided outside of it (seccomp_unotify(2)).
#define _GNU_SOURCE
#include "tessera_threads.h"

#include <errno.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>

enum {
    // Threads that a process may have at a time. A decoder starts one for each core of the machine at most.
    MOST_THREADS = 96,
    // Threads that one may start in all its life where nobody can count those that it has.
    MOST_UNCOUNTED = 1024,
};

// Returns the threads that a process has; 0 where nobody says.
static guint threads_of(pid_t process) {
    char path[40];
    struct stat status;
    snprintf(path, sizeof path, "/proc/%d/task", (int)process);
    return stat(path, &status) == 0 && status.st_nlink > 2 ? (guint)status.st_nlink - 2 : 0;
}

// What the kernel writes and reads may be longer than in the headers of this build.
typedef union {
    struct seccomp_notif question;
    struct seccomp_notif_resp answer;
    char room[512];
} Notice;

static void answer(TesseraThreads *threads) {
    Notice asked, told;
    memset(&asked, 0, sizeof asked);
    memset(&told, 0, sizeof told);
    if (ioctl(threads->listener, SECCOMP_IOCTL_NOTIF_RECV, &asked) != 0) return;
    guint now = threads_of(threads->process);
    gboolean may = now > 0 ? now < MOST_THREADS : threads->started < MOST_UNCOUNTED;
    told.answer.id = asked.question.id;
    if (may) {
        threads->started++;
        told.answer.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
    } else {
        told.answer.error = -EAGAIN;
    }
    // One that has ended meanwhile hears nothing.
    ioctl(threads->listener, SECCOMP_IOCTL_NOTIF_SEND, &told);
}

gboolean tessera_threads_wait(TesseraThreads *threads, int socket, int milliseconds) {
    gint64 end = g_get_monotonic_time() + (gint64)milliseconds * 1000;
    for (;;) {
        struct pollfd pending[] = {{socket, POLLIN, 0}, {threads->listener, POLLIN, 0}};
        gint64 left = MAX(0, end - g_get_monotonic_time());
        int ready = poll(pending, 2, (int)((left + 999) / 1000));
        // A failure is found by what is tried next.
        if (ready < 0 && errno != EINTR) return TRUE;
        if (ready < 0) {
            if (left == 0) return FALSE;
            continue;
        }
        if (pending[1].revents & POLLIN) answer(threads);
        if (pending[0].revents != 0) return TRUE;
        if (ready == 0 || left == 0) return FALSE;
    }
}
