// Start of a helper by posix_spawn.
#define _GNU_SOURCE
#include "tessera_helper.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

extern char **environ;

// meson defines its installation folder; a build without meson has the programs beside its own.
#ifndef TESSERA_LIBEXECDIR
#define TESSERA_LIBEXECDIR "/usr/libexec"
#endif

const char *tessera_helper_folder(void) { return TESSERA_LIBEXECDIR; }

// The part of this process's environment that a helper needs; secrets are often handed on in the rest. Ends with NULL; the
// strings are those of `environ`. NULL where there is no memory.
static char **small_environment(void) {
    static const char *const kept[] = {
        "HOME=", "LANG=", "LC_", "TZ=", "XDG_CACHE_HOME=", "XDG_CONFIG_HOME=", "XDG_DATA_HOME=", "XDG_DATA_DIRS=",
        "FONTCONFIG_", "FC_LANG=", "GDK_PIXBUF_", "LD_LIBRARY_PATH=",
    };
    gsize count = 0, used = 0;
    while (environ[count] != NULL) count++;
    char **result = g_try_new(char *, count + 1);
    for (gsize i = 0; result != NULL && i < count; i++) {
        for (gsize k = 0; k < G_N_ELEMENTS(kept); k++) {
            if (strncmp(environ[i], kept[k], strlen(kept[k])) == 0) {
                result[used++] = environ[i];
                break;
            }
        }
    }
    if (result != NULL) result[used] = NULL;
    return result;
}

static int spawn(char *const *arguments, char **environment, const int *descriptors, int count, pid_t *process) {
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    int problem = posix_spawn_file_actions_init(&files);
    if (problem != 0) return problem;
    problem = posix_spawnattr_init(&attributes);
    if (problem == 0) {
        for (int i = 0; i < count; i++) posix_spawn_file_actions_adddup2(&files, descriptors[i], i);
        for (int i = count; i <= STDERR_FILENO; i++) posix_spawn_file_actions_addopen(&files, i, "/dev/null", O_RDWR, 0);
        posix_spawn_file_actions_addclosefrom_np(&files, MAX(count, STDERR_FILENO + 1));
        posix_spawnattr_setsigmask(&attributes, &none);
        posix_spawnattr_setsigdefault(&attributes, &all);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
        problem = posix_spawn(process, arguments[0], &files, &attributes, arguments, environment);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&files);
    return problem;
}

int tessera_helper_start(char *const *arguments, const int *descriptors, int count, pid_t *process) {
    char **environment = small_environment();
    if (environment == NULL) return ENOMEM;
    int problem = spawn(arguments, environment, descriptors, count, process);
    g_free(environment);
    return problem;
}

int tessera_helper_hold(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

void tessera_helper_kill(int held) {
    if (held >= 0) syscall(SYS_pidfd_send_signal, held, SIGKILL, NULL, 0);
}
