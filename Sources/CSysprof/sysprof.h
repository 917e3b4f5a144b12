// libsysprof-capture where it is installed, and an empty module elsewhere. Only `CLoop` tests which.
#pragma once

#if __has_include(<sysprof-capture.h>)
#include <sysprof-capture.h>
#endif
