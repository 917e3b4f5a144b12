// Name spaces with an empty root: a third wall, behind the filter and Landlock.
#define _GNU_SOURCE
#include "tessera_namespaces.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tessera_confinement.h"

// What is hidden by the empty folder: what decodes asks for nothing in it, and neither does what loads for it.
static const char place[] = "/sys";

static int is_ready;

static int write_text(const char *path, const char *text) {
    int file = open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0) return 0;
    ssize_t length = write(file, text, strlen(text));
    close(file);
    return length == (ssize_t)strlen(text);
}

// Makes the user the same in the new name space; without this files would be those of strangers.
static int keep_user(uid_t user, gid_t group) {
    char map[64];
    if (!write_text("/proc/self/setgroups", "deny")) return 0;
    snprintf(map, sizeof map, "%u %u 1", (unsigned)user, (unsigned)user);
    if (!write_text("/proc/self/uid_map", map)) return 0;
    snprintf(map, sizeof map, "%u %u 1", (unsigned)group, (unsigned)group);
    return write_text("/proc/self/gid_map", map);
}

void tessera_confine_namespaces(void) {
    uid_t user = geteuid();
    gid_t group = getegid();
    if (unshare(CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS) != 0) return;
    if (!keep_user(user, group)) return;
    // Nothing of this is seen outside.
    if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) return;
    const unsigned long flags = MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC;
    is_ready = mount("none", place, "tmpfs", flags, "size=4k,nr_inodes=1,mode=555") == 0;
}

// Whether the root is the empty folder.
static int enter(void) { return is_ready && chroot(place) == 0 && chdir("/") == 0; }

int tessera_enter_empty_root(void) {
    int is_empty = enter();
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct none[2] = {{0}, {0}};
    syscall(SYS_capset, &header, none);
    return is_empty;
}
