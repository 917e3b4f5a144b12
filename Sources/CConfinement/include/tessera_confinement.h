// Confinement of the calling process to computing: what reads strangers' bytes takes from itself, for ever, what it
// does not need for that.
//
// Why C: the filter and Landlock are numbers, structs and raw system calls, and the program that calls this is in C, so
// that nothing of another language's runtime has to be let through.
#pragma once

/// What is in force, as bits.
enum {
    /// A filter of system calls (seccomp). Whatever is not needed for computing ends the process with SIGSYS; questions
    /// for paths, which libraries ask by the way, are answered with EACCES.
    TESSERA_CONFINED_BY_FILTER = 1,
    /// No file can be opened and no address connected (Landlock). A second wall behind the filter.
    TESSERA_CONFINED_BY_LANDLOCK = 2,
    /// An empty root and name spaces of its own, where tessera_confine_namespaces could make them: not every kernel lets users,
    /// nor a program whose root has been changed. A third wall, no part of what has to be there.
    TESSERA_CONFINED_BY_ROOT = 4,
    TESSERA_CONFINED_BY_ALL = TESSERA_CONFINED_BY_FILTER | TESSERA_CONFINED_BY_LANDLOCK,
};

/// What is let through beside computing.
enum {
    /// Messages over a socket that is open, with descriptors, and seals of files in memory.
    TESSERA_CONFINE_MESSAGES = 1,
};

/// Gives this process name spaces of its own for users, mounts, network, names and messages where the kernel lets it, with
/// an empty folder that tessera_confine makes the root of what is forked later. Ends nothing where it does not. Once, by the
/// only thread, before tessera_confine.
void tessera_confine_namespaces(void);

/// Confines the process and returns which of the measures are in force: a kernel may lack some, which is not an error.
/// What is open stays open, and threads may be started. No privileges are gained and no other process may look in from
/// now on. Once, by the only thread. `more` are bits of TESSERA_CONFINE_….
unsigned tessera_confine(unsigned more);

/// Does the same, and has each thread that is started wait for the leave of whoever holds `*listener`, a descriptor of
/// seccomp_unotify(2) that the caller hands over and closes; -1 where the kernel has none, and threads are started
/// without.
unsigned tessera_confine_supervised(unsigned more, int *listener);
