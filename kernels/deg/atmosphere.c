// check: DEGREE=2 POINTS=7 ALONG=4 ITEMS=6 LANES=8 PACK_BITS=3 TRACER=0 EVOLUTION=1 ARCS=0 HLLC=0 SPONGE=0 IMEX=0 VISCOUS=1
// check: DEGREE=3 POINTS=25 ALONG=5 ITEMS=10 LANES=4 PACK_BITS=2 TRACER=1 EVOLUTION=0 ARCS=0 HLLC=1 SPONGE=1 IMEX=1
// check: DEGREE=1 POINTS=3 ALONG=3 ITEMS=3 LANES=16 PACK_BITS=0 TRACER=0 EVOLUTION=0 ARCS=0 HLLC=0 SPONGE=0 PARTITIONED=1 IMEX=1
// check: DEGREE=2 POINTS=12 ALONG=4 ITEMS=6 LANES=4 PACK_BITS=2 TRACER=0 EVOLUTION=1 ARCS=1 HLLC=0 SPONGE=0 IMEX=0
// check: DEG_CELLS=1 DEG_COLUMNS=1 DEG_TEAM=1 DEG_POINTS=2 DEG_RESIDENT=8 DEGREE=2 POINTS=7 ALONG=4 ITEMS=1 LANES=32 PACK_BITS=5 EVOLUTION=1 ARCS=0
// check: DEG_CELLS=1 DEG_COLUMNS=0 DEG_TEAM=2 DEG_POINTS=3 DEG_RESIDENT=2 DEGREE=3 POINTS=25 ALONG=5 ITEMS=2 LANES=16 PACK_BITS=4 HLLC=1 SPONGE=1 TRACER=1 EVOLUTION=0 ARCS=0
/* Nodal DG for physics/euler.h. */
#include "physics/euler_star.h"
#include "field/partition_boundary.h"
#include "deg/stage.h"
#if DEG_CELLS
#include "deg/cells.h"
#else
#include "deg/nodes.h"
#endif
#include "deg/stars.h"
#include "deg/arcs.h"
#include "deg/edges.h"
#include "deg/content.h"
#include "deg/adapt.h"
#if VISCOUS
#include "deg/viscous.h"
#endif
#if IMEX
#include "linear/solve.h"
#include "deg/imex.h"
#endif
