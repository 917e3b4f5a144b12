// libseccomp, which writes the kernel's filters of system calls. Only `CConfinement` calls it.
#pragma once
#include <seccomp.h>
