// Messages over a SOCK_SEQPACKET socket, with descriptors as ancillary data.
#define _GNU_SOURCE
#include "tessera_channel.h"
#include "tessera_threads.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// Moves the descriptor to a number above those of the standard streams. Returns -1 on failure.
static int lifted(int descriptor) {
    if (descriptor < 0 || descriptor > STDERR_FILENO) return descriptor;
    int higher = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    close(descriptor);
    return higher;
}

gboolean tessera_channel_pair(int ends[2]) {
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return FALSE;
    for (int i = 0; i < 2; i++) ends[i] = lifted(ends[i]);
    if (ends[0] >= 0 && ends[1] >= 0) return TRUE;
    for (int i = 0; i < 2; i++)
        if (ends[i] >= 0) close(ends[i]);
    return FALSE;
}

typedef union {
    struct cmsghdr header;
    char room[CMSG_SPACE(sizeof(int) * TESSERA_CHANNEL_DESCRIPTORS)];
} Ancillary;

gboolean tessera_channel_send(int socket, const void *bytes, gsize length, const int *descriptors, gsize count) {
    Ancillary ancillary = {0};
    struct iovec data = {(void *)bytes, length};
    struct msghdr message = {.msg_iov = &data, .msg_iovlen = 1};
    if (length == 0 || length > TESSERA_CHANNEL_BYTES || count > TESSERA_CHANNEL_DESCRIPTORS) {
        errno = EMSGSIZE;
        return FALSE;
    }
    if (count > 0) {
        message.msg_control = ancillary.room;
        message.msg_controllen = CMSG_SPACE(sizeof(int) * count);
        struct cmsghdr *rights = CMSG_FIRSTHDR(&message);
        rights->cmsg_level = SOL_SOCKET;
        rights->cmsg_type = SCM_RIGHTS;
        rights->cmsg_len = CMSG_LEN(sizeof(int) * count);
        memcpy(CMSG_DATA(rights), descriptors, sizeof(int) * count);
    }
    for (;;) {
        ssize_t sent = sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && errno == EINTR) continue;
        return sent == (ssize_t)length;
    }
}

// Hands the descriptors of a message over, and closes those for which there is no room.
static void take_descriptors(struct msghdr *message, int *descriptors, gsize *count) {
    for (struct cmsghdr *part = CMSG_FIRSTHDR(message); part != NULL; part = CMSG_NXTHDR(message, part)) {
        if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS) continue;
        gsize there = (part->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (gsize i = 0; i < there; i++) {
            int descriptor;
            memcpy(&descriptor, CMSG_DATA(part) + i * sizeof(int), sizeof(int));
            if (*count < TESSERA_CHANNEL_DESCRIPTORS)
                descriptors[(*count)++] = descriptor;
            else
                close(descriptor);
        }
    }
}

gssize tessera_channel_receive(int socket, void *bytes, gsize room, int *descriptors, gsize *count) {
    Ancillary ancillary;
    struct iovec data = {bytes, room};
    *count = 0;
    for (;;) {
        struct msghdr message = {
            .msg_iov = &data, .msg_iovlen = 1, .msg_control = ancillary.room, .msg_controllen = sizeof ancillary.room,
        };
        ssize_t length = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
        if (length < 0 && errno == EINTR) continue;
        if (length < 0) return -1;
        take_descriptors(&message, descriptors, count);
        if (!(message.msg_flags & (MSG_TRUNC | MSG_CTRUNC))) return length;
        for (gsize i = 0; i < *count; i++) close(descriptors[i]);
        *count = 0;
        errno = EMSGSIZE;
        return -1;
    }
}

gboolean tessera_channel_wait(int socket, int milliseconds) {
    TesseraThreads none = {.listener = -1};
    return tessera_threads_wait(&none, socket, milliseconds);
}
