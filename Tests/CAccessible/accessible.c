// The functions are inline; a target needs a file that is compiled.
#include "tessera_accessible_checks.h"
