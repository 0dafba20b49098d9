// check: ORDER=3 MODES=6 NFACES=3 ITEMS=6 LANES=8 TRACE_BITS=3 VARIABLE=0 REACTS=0 SOURCES=1 RECEIVERS=1
// check: ORDER=3 MODES=6 NFACES=4 ITEMS=6 LANES=32 TRACE_BITS=0 VARIABLE=0 REACTS=1 TERMS=3 SOURCES=1 RECEIVERS=1
// check: ORDER=3 MODES=6 NFACES=3 ITEMS=6 LANES=8 TRACE_BITS=3 VARIABLE=0 INFLOW=1
// check: ORDER=3 MODES=6 NFACES=3 ITEMS=6 LANES=8 TRACE_BITS=3 VARIABLE=0 REACTS=0 MAXIMA=2
/* ADER-DG for physics/matrices.h. */
#include "time/clock.h"
#include "ader/faces.h"
#include "field/partition_boundary.h"
#include "physics/matrices.h"
#include "ader/system.h"
