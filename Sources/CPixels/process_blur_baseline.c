// The blur for any processor.
#define BLUR tessera_process_blur_baseline
#include "blurring/strips.h"
