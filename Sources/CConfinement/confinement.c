// The walls around a process that reads strangers' bytes: no new privileges, Landlock, a filter of system calls.
#define _GNU_SOURCE
#include "tessera_confinement.h"
#include "tessera_namespaces.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// Landlock's structures and bits, of which the headers of older kernels have a part.
typedef struct {
    uint64_t handled_files, handled_network, scoped;
} Ruleset;

enum { ask_version = 1 };

// Files in 13 bits at first; then REFER (2), TRUNCATE (3), IOCTL_DEV (5).
static uint64_t file_rights(int version) {
    uint64_t rights = (UINT64_C(1) << 13) - 1;
    if (version >= 2) rights |= UINT64_C(1) << 13;
    if (version >= 3) rights |= UINT64_C(1) << 14;
    if (version >= 5) rights |= UINT64_C(1) << 15;
    return rights;
}

// Handles every right and grants none. Returns whether it is in force.
static int close_files(void) {
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, ask_version);
    if (version < 1) return 0;
    Ruleset rules = {
        .handled_files = file_rights((int)version),
        .handled_network = version >= 4 ? 3 : 0,  // bind, connect
        .scoped = version >= 6 ? 3 : 0,           // abstract sockets, signals
    };
    size_t size = offsetof(Ruleset, handled_network);
    if (version >= 4) size = offsetof(Ruleset, scoped);
    if (version >= 6) size = sizeof rules;
    int ruleset = (int)syscall(SYS_landlock_create_ruleset, &rules, size, 0);
    if (ruleset < 0) return 0;
    long failed = syscall(SYS_landlock_restrict_self, ruleset, 0);
    close(ruleset);
    return failed == 0;
}

// What computing takes, on what is open already.
static const int allowed[] = {
    SCMP_SYS(read), SCMP_SYS(readv), SCMP_SYS(pread64), SCMP_SYS(write), SCMP_SYS(writev), SCMP_SYS(lseek),
    SCMP_SYS(close), SCMP_SYS(fstat), SCMP_SYS(poll), SCMP_SYS(ppoll), SCMP_SYS(eventfd2),
    SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(brk), SCMP_SYS(madvise),
    SCMP_SYS(futex), SCMP_SYS(membarrier), SCMP_SYS(rseq), SCMP_SYS(set_robust_list), SCMP_SYS(set_tid_address),
    SCMP_SYS(sched_yield), SCMP_SYS(sched_getaffinity), SCMP_SYS(sched_getattr),
    SCMP_SYS(exit), SCMP_SYS(exit_group), SCMP_SYS(restart_syscall),
    SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigreturn), SCMP_SYS(sigaltstack),
    SCMP_SYS(clock_gettime), SCMP_SYS(clock_getres), SCMP_SYS(clock_nanosleep), SCMP_SYS(nanosleep),
    SCMP_SYS(gettimeofday), SCMP_SYS(time), SCMP_SYS(getrandom), SCMP_SYS(sysinfo), SCMP_SYS(uname), SCMP_SYS(getrusage), SCMP_SYS(getrlimit),
    SCMP_SYS(getpid), SCMP_SYS(gettid), SCMP_SYS(getuid), SCMP_SYS(geteuid), SCMP_SYS(getgid), SCMP_SYS(getegid),
};

// What libraries ask by the way and can do without: the C library looks for tables of encodings and for the number of
// processors, others for files of settings.
static const int refused[] = {
    SCMP_SYS(access), SCMP_SYS(faccessat), SCMP_SYS(faccessat2), SCMP_SYS(stat), SCMP_SYS(lstat), SCMP_SYS(newfstatat),
    SCMP_SYS(statx), SCMP_SYS(statfs), SCMP_SYS(readlink), SCMP_SYS(readlinkat), SCMP_SYS(getcwd), SCMP_SYS(ioctl),
    SCMP_SYS(sched_setattr), SCMP_SYS(sched_setscheduler), SCMP_SYS(setpriority),
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

// One condition: the argument has these bits, of those in the mask.
static int allow_where(scmp_filter_ctx filter, uint32_t action, int call, unsigned argument, uint64_t mask, uint64_t bits) {
    return seccomp_rule_add(filter, action, call, 1, SCMP_CMP64(argument, SCMP_CMP_MASKED_EQ, mask, bits));
}

// What a process takes that is given one picture after the other.
static const int messages[] = {SCMP_SYS(recvmsg), SCMP_SYS(sendmsg)};

// Memory that the kernel may take back (MAP_DROPPABLE), of which the headers of glibc 2.36 do not know.
enum { TESSERA_MAP_DROPPABLE = 0x08 };

// Memory that the limit of private memory counts, and files: none that is shared without a file, whose limit is that of
// addresses alone, none that grows downwards, which counts as a stack, and no huge pages, which are counted nowhere.
static int add_memory_rules(scmp_filter_ctx filter) {
    const uint64_t uncounted = MAP_GROWSDOWN | MAP_HUGETLB;
    // No memory that can be executed is made: the program's code is what was loaded.
    const struct scmp_arg_cmp plain = SCMP_A2_64(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0);
    int failed = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 2, plain,
                                  SCMP_A3_64(SCMP_CMP_MASKED_EQ, MAP_TYPE | uncounted, MAP_PRIVATE));
    failed |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 2, plain,
                               SCMP_A3_64(SCMP_CMP_MASKED_EQ, MAP_ANONYMOUS | uncounted, 0));
    // For random numbers, from glibc 2.41 on a kernel of 6.11 on. It is private memory, and is counted as that.
    failed |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 2, plain,
                               SCMP_A3_64(SCMP_CMP_MASKED_EQ, MAP_TYPE | MAP_ANONYMOUS | uncounted,
                                          TESSERA_MAP_DROPPABLE | MAP_ANONYMOUS));
    failed |= allow_where(filter, SCMP_ACT_ALLOW, SCMP_SYS(mprotect), 2, PROT_EXEC, 0);
    return failed;
}

static int add_rules(scmp_filter_ctx filter, unsigned more, uint32_t threads) {
    const uint64_t all = UINT64_MAX;
    const uint32_t allow = SCMP_ACT_ALLOW, denied = SCMP_ACT_ERRNO(EACCES);
    int failed = 0;
    for (size_t i = 0; i < COUNT(allowed); i++) failed |= seccomp_rule_add(filter, allow, allowed[i], 0);
    for (size_t i = 0; i < COUNT(refused); i++) failed |= seccomp_rule_add(filter, denied, refused[i], 0);
    // To open for reading is refused; to write or to create ends the process.
    const uint64_t writing = O_ACCMODE | O_CREAT;
    failed |= allow_where(filter, denied, SCMP_SYS(open), 1, writing, O_RDONLY);
    failed |= allow_where(filter, denied, SCMP_SYS(openat), 2, writing, O_RDONLY);
    failed |= add_memory_rules(filter);
    // Threads of this process, no processes. What clone3 would start is told in memory, which a filter cannot read; the
    // C library takes clone where there is no clone3.
    const uint64_t thread = CLONE_VM | CLONE_THREAD | CLONE_SIGHAND;
    failed |= allow_where(filter, threads, SCMP_SYS(clone), 0, thread, thread);
    failed |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
    // Signals to this process: abort().
    failed |= allow_where(filter, allow, SCMP_SYS(tgkill), 0, all, (uint64_t)getpid());
    // Limits of this process, which can be lowered.
    failed |= allow_where(filter, allow, SCMP_SYS(prlimit64), 0, all, 0);
    failed |= allow_where(filter, allow, SCMP_SYS(prctl), 0, all, PR_SET_NAME);
    // Copies of a descriptor, and its flags.
    const int flags[] = {F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL};
    for (size_t i = 0; i < COUNT(flags); i++)
        failed |= allow_where(filter, allow, SCMP_SYS(fcntl), 1, all, (uint64_t)flags[i]);
    if (more & TESSERA_CONFINE_MESSAGES) {
        for (size_t i = 0; i < COUNT(messages); i++) failed |= seccomp_rule_add(filter, allow, messages[i], 0);
        const int seals[] = {F_ADD_SEALS, F_GET_SEALS};
        for (size_t i = 0; i < COUNT(seals); i++)
            failed |= allow_where(filter, allow, SCMP_SYS(fcntl), 1, all, (uint64_t)seals[i]);
    }
    return failed;
}

// Returns whether the filter is in force. `listener` gets the descriptor of who is asked for each thread; NULL where
// none is asked.
static int close_calls(unsigned more, int *listener) {
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_KILL_PROCESS);
    if (filter == NULL) return 0;
    int failed = add_rules(filter, more, listener != NULL ? SCMP_ACT_NOTIFY : SCMP_ACT_ALLOW);
    failed |= seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2);
    // Every thread, should a library have started one; the kernel does not take this together with a listener.
    failed |= seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, listener == NULL);
    if (failed == 0) failed = seccomp_load(filter);
    if (failed == 0 && listener != NULL) *listener = seccomp_notify_fd(filter);
    seccomp_release(filter);
    return failed == 0;
}

// Makes crashes end the process as what they are. Swift's runtime, which SwiftPM links to every program, would start a
// program that describes them, and end by that.
static void crash_plainly(void) {
    static const int crashes[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT, SIGSEGV, SIGTRAP};
    for (size_t i = 0; i < COUNT(crashes); i++) signal(crashes[i], SIG_DFL);
}

static unsigned confine(unsigned more, int *listener) {
    crash_plainly();
    unsigned result = tessera_enter_empty_root() ? TESSERA_CONFINED_BY_ROOT : 0;
    prctl(PR_SET_DUMPABLE, 0);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return result;
    if (close_files()) result |= TESSERA_CONFINED_BY_LANDLOCK;
    // A kernel has one listener at most, which may be somebody else's: a container's.
    if ((listener != NULL && close_calls(more, listener)) || close_calls(more, NULL))
        result |= TESSERA_CONFINED_BY_FILTER;
    return result;
}

unsigned tessera_confine(unsigned more) { return confine(more, NULL); }

unsigned tessera_confine_supervised(unsigned more, int *listener) {
    *listener = -1;
    return confine(more, listener);
}
