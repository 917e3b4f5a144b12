// A program that confines itself as tessera-draw does, and then does one thing: `confinement-probe THING`. Its exit
// status says how that went, if it comes to that.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tessera_confinement.h"

// Takes from this process what a kernel without Landlock, seccomp or both lacks.
static int age(unsigned lacking) {
    const uint32_t missing = SCMP_ACT_ERRNO(ENOSYS);
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    if (lacking & TESSERA_CONFINED_BY_LANDLOCK)
        seccomp_rule_add(filter, missing, SCMP_SYS(landlock_create_ruleset), 0);
    if (lacking & TESSERA_CONFINED_BY_FILTER) {
        seccomp_rule_add(filter, missing, SCMP_SYS(seccomp), 0);
        seccomp_rule_add(filter, SCMP_ACT_ERRNO(EINVAL), SCMP_SYS(prctl), 1, SCMP_A0(SCMP_CMP_EQ, PR_SET_SECCOMP, 0));
    }
    return seccomp_load(filter);
}

enum { done = 0, misused = 2, unconfined = 3, refused = 7 };

// What a call has returned.
static int ended(long result) { return result >= 0 ? done : refused; }

static void *nothing(void *context) { return context; }

// What drawing takes.
static int compute(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, nothing, NULL) != 0 || pthread_join(thread, NULL) != 0) return refused;
    char *memory = malloc(64 << 20);
    if (memory == NULL) return refused;
    memset(memory, 1, 64 << 20);
    free(memory);
    return done;
}

static int start(const char *program) {
    char *const arguments[] = {(char *)program, NULL};
    return ended(execve(program, arguments, arguments + 1));
}

static int executable_memory(void) {
    void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? refused : ended(mprotect(memory, 4096, PROT_READ | PROT_EXEC));
}

// What glibc 2.41 asks for before it gives random numbers (MAP_DROPPABLE). An older kernel refuses it; none ends the process.
static int droppable_memory(void) {
    (void)mmap(NULL, 4096, PROT_READ | PROT_WRITE, 0x08 | MAP_ANONYMOUS, -1, 0);
    return 0;
}

int main(int count, char **arguments) {
    const char *thing = count == 2 ? arguments[1] : "";
    pid_t parent = getppid();
    int descriptors[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, descriptors) != 0) return misused;
    unsigned lacking = strcmp(thing, "live without Landlock") == 0 ? TESSERA_CONFINED_BY_LANDLOCK
                     : strcmp(thing, "live without a filter") == 0 ? TESSERA_CONFINED_BY_FILTER
                     : strcmp(thing, "live without both") == 0     ? TESSERA_CONFINED_BY_ALL
                                                                   : 0;
    if (lacking != 0 && age(lacking) != 0) return misused;
    if (tessera_confine(0) != (TESSERA_CONFINED_BY_ALL & ~lacking)) return unconfined;
    if (lacking != 0) return compute();

    if (strcmp(thing, "compute") == 0) return compute();
    if (strcmp(thing, "ask for random numbers") == 0) return droppable_memory();
    if (strcmp(thing, "abort") == 0) abort();
    if (strcmp(thing, "open to read") == 0) return ended(open("/etc/passwd", O_RDONLY));
    if (strcmp(thing, "open a folder") == 0) return ended(open("/", O_RDONLY | O_DIRECTORY));
    if (strcmp(thing, "ask for a path") == 0) return ended(access("/etc/passwd", F_OK));
    if (strcmp(thing, "open to write") == 0) return ended(open("/tmp", O_WRONLY));
    if (strcmp(thing, "create") == 0) return ended(open("/tmp/tessera-confinement-probe", O_RDONLY | O_CREAT, 0600));
    if (strcmp(thing, "create a nameless file") == 0) return ended(open("/tmp", O_RDWR | O_TMPFILE, 0600));
    if (strcmp(thing, "open in a newer way") == 0) return ended(syscall(SYS_openat2, AT_FDCWD, "/", NULL, 0));
    if (strcmp(thing, "remove") == 0) return ended(unlink("/tmp/tessera-confinement-probe"));
    if (strcmp(thing, "rename") == 0) return ended(rename("/tmp/tessera-confinement-probe", "/tmp/tessera-probe"));
    if (strcmp(thing, "socket") == 0) return ended(socket(AF_INET, SOCK_STREAM, 0));
    if (strcmp(thing, "connect") == 0) {
        struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(80)};
        return ended(connect(descriptors[0], (struct sockaddr *)&address, sizeof address));
    }
    if (strcmp(thing, "pass a descriptor") == 0) {
        struct msghdr message = {0};
        return ended(sendmsg(descriptors[0], &message, 0));
    }
    if (strcmp(thing, "execute") == 0) return start("/bin/true");
    if (strcmp(thing, "fork") == 0) return ended(fork());
    if (strcmp(thing, "trace") == 0) return ended(ptrace(PTRACE_ATTACH, parent, NULL, NULL));
    if (strcmp(thing, "read another process") == 0)
        return ended(syscall(SYS_process_vm_readv, parent, NULL, 0, NULL, 0, 0));
    if (strcmp(thing, "signal its parent") == 0) return ended(kill(parent, 0));
    if (strcmp(thing, "signal a thread of its parent") == 0) return ended(syscall(SYS_tgkill, parent, parent, 0));
    if (strcmp(thing, "limit its parent") == 0) return ended(syscall(SYS_prlimit64, parent, 0, NULL, NULL));
    if (strcmp(thing, "make code") == 0) return executable_memory();
    if (strcmp(thing, "be looked into") == 0) return ended(prctl(PR_SET_DUMPABLE, 1));
    if (strcmp(thing, "change its root") == 0) return ended(chroot("/tmp"));
    if (strcmp(thing, "make a ring") == 0) return ended(syscall(SYS_io_uring_setup, 1, NULL));
    return misused;
}
