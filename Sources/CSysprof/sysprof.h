// libsysprof-capture where it is installed, and nothing elsewhere. Only `CShim` looks.
#pragma once

#if __has_include(<sysprof-capture.h>)
#include <sysprof-capture.h>
#endif
