// check: STAGED=1 DIM=2 N=4 LANES=8 LANE_BITS=3 GEOMETRY=0 STEPS=0 RUSANOV=0 DG_ROWS=16 DG_RESIDENT=1
// check: DIM=3 N=3 LANES=4 LANE_BITS=2 GEOMETRY=1 STEPS=1 RUSANOV=0 DG_ROWS=27 DG_RESIDENT=1
// check: STAGED=1 DIM=3 N=4 LANES=1 LANE_BITS=0 GEOMETRY=0 STEPS=0 RUSANOV=1 DG_ROWS=64 DG_RESIDENT=1
// check: MEDIUM=1 DIM=3 N=4 LANES=2 ITEMS=16 LANE_BITS=1 GEOMETRY=0 STEPS=0 RUSANOV=0 COLUMNS=1 DG_ROWS=16 DG_RESIDENT=1
// check: MEDIUM=1 MORTARS=1 DIM=3 N=4 LANES=1 STATE_LANES=8 RUSANOV=0 CENTRAL=1 MORTAR_THREADS=32
// check: MORTARS=1 DIM=2 N=5 LANES=1 STATE_LANES=1 RUSANOV=1 CENTRAL=0 MORTAR_THREADS=32
// check: DIM=3 N=3 LANES=4 LANE_BITS=2 GEOMETRY=2 STEPS=0 RUSANOV=0 DG_ROWS=27 DG_RESIDENT=1
// check: STAGED=1 DIM=2 N=4 LANES=2 LANE_BITS=1 GEOMETRY=2 STEPS=1 RUSANOV=0 DG_ROWS=16 DG_RESIDENT=1
// check: PML=1 PML_VARIABLES=5 DIM=2 N=4 LANES=8 LANE_BITS=3 GEOMETRY=0 STEPS=0 RUSANOV=0 DG_ROWS=16
// check: PML=1 PML_VARIABLES=8 MEDIUM=1 DIM=3 N=3 LANES=2 LANE_BITS=1 GEOMETRY=0 STEPS=1 RUSANOV=0 DG_ROWS=27
// check: ADAPT=1 DIM=2 N=5 LANES=8 LANE_BITS=3 GEOMETRY=0 STEPS=0 RUSANOV=0 DG_ROWS=25
// check: ADAPT=1 MEDIUM=1 DIM=3 N=4 LANES=2 LANE_BITS=1 GEOMETRY=1 STEPS=0 RUSANOV=0 DG_ROWS=64
// check: PARTS=1 DIM=2 N=4 LANES=2 LANE_BITS=1 GEOMETRY=0 STEPS=0 RUSANOV=0 DG_ROWS=16 DG_RESIDENT=1
/* Nodal DG for physics/elastic.h. */
#include "time/clock.h"
#include "ader/faces.h"
#include "field/partition_boundary.h"
#define TRACE_BITS 1
#include "physics/elastic.h"
#include "dg/shape.h"
#if MORTARS
#include "dg/mortar.h"
#include "dg/exchange.h"
#else
#include "dg/stage.h"
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
