// check: DEGREE=2 POINTS=7 ALONG=4 ITEMS=6 LANES=8 PACK_BITS=3 TRACER=0 EVOLUTION=1 ARCS=0 HLLC=0 SPONGE=0 IMEX=0 VISCOUS=1
// check: DEGREE=3 POINTS=25 ALONG=5 ITEMS=10 LANES=4 PACK_BITS=2 TRACER=1 EVOLUTION=0 ARCS=0 HLLC=1 SPONGE=1 IMEX=1
// check: DEGREE=1 POINTS=3 ALONG=3 ITEMS=3 LANES=16 PACK_BITS=0 TRACER=0 EVOLUTION=0 ARCS=0 HLLC=0 SPONGE=0 PARTITIONED=1 IMEX=1
// check: DEGREE=2 POINTS=12 ALONG=4 ITEMS=6 LANES=4 PACK_BITS=2 TRACER=0 EVOLUTION=1 ARCS=1 HLLC=0 SPONGE=0 IMEX=0
/* Nodal DG for physics/euler.h. */
#include "physics/euler_star.h"
#include "field/partition_boundary.h"
#include "deg/stage.h"
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
