// check: ORDER=3 MODES=6 NFACES=3 ITEMS=6 LANES=8 TRACE_BITS=3 RUSANOV=0
// check: ORDER=2 MODES=3 NFACES=4 ITEMS=3 LANES=32 TRACE_BITS=0 RUSANOV=1
/* ADER-DG for physics/acoustic.h. */
#include "ader/faces.h"
#include "physics/acoustic.h"
#include "ader/step.h"
#include "ader/content.h"
