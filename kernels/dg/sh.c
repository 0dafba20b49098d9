// check: STAGED=1 DIM=2 N=4 LANES=8 LANE_BITS=3 GEOMETRY=0 STEPS=0 RUSANOV=0 DG_ROWS=16 DG_RESIDENT=1 SOURCES=1 RECEIVERS=1
// check: MORTARS=1 GEOMETRY=0 DIM=2 N=5 LANES=1 STATE_LANES=1 RUSANOV=1 CENTRAL=0 MORTAR_THREADS=32
// check: MORTARS=1 GEOMETRY=2 DIM=2 N=5 LANES=1 STATE_LANES=8 RUSANOV=0 CENTRAL=0 MORTAR_THREADS=32
// check: ONE_STATE=1 TRACE_ALL=1 DIM=2 N=4 LANES=4 LANE_BITS=2 GEOMETRY=0 STEPS=1 RUSANOV=1 DG_ROWS=16 DG_RESIDENT=1
// check: STAGED=1 DIM=2 N=4 LANES=2 LANE_BITS=1 GEOMETRY=2 STEPS=1 RUSANOV=0 DG_ROWS=16 DG_RESIDENT=1
// check: PML=1 PML_VARIABLES=2 DIM=2 N=4 LANES=8 LANE_BITS=3 GEOMETRY=0 STEPS=0 RUSANOV=0 DG_ROWS=16
// check: ONE_STATE=1 PML=1 PML_VARIABLES=2 DIM=2 N=4 LANES=8 LANE_BITS=3 GEOMETRY=0 STEPS=0 RUSANOV=0 DG_ROWS=16
// check: ADAPT=1 DIM=2 N=5 LANES=8 LANE_BITS=3 GEOMETRY=0 STEPS=0 RUSANOV=0 DG_ROWS=25
// check: MEDIUM=1 DIM=2 N=4 LANES=8 LANE_BITS=3 GEOMETRY=0 STEPS=0 RUSANOV=0 DG_ROWS=16 DG_RESIDENT=1
// check: ADAPT=1 MEDIUM=1 DIM=2 N=4 LANES=2 LANE_BITS=1 GEOMETRY=2 STEPS=0 RUSANOV=0 DG_ROWS=16
/* Nodal DG for physics/sh.h. */
#include "time/clock.h"
#include "ader/faces.h"
#include "field/partition_boundary.h"
#define TRACE_BITS 1
#include "physics/sh.h"
#include "dg/shape.h"
#if MORTARS
#include "dg/mortar.h"
#include "dg/exchange.h"
#else
#include "dg/stage.h"
#include "dg/one_state.h"
#if ADAPT
#include "dg/adapt.h"
#else
#if COLUMNS
#include "dg/columns.h"
#else
#include "dg/lines.h"
#if PML
#include "dg/pml.h"
#elif PARTS
#include "dg/parts.h"
#else
#include "dg/nodes.h"
#endif
#endif
#if !PML
#include "dg/content.h"
#include "dg/source.h"
#include "dg/receive.h"
#endif
#endif
#endif
