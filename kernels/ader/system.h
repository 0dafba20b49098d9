/* The kernels of ADER-DG for a system. Included by the file of each, behind its point functions and
 * ader/faces.h; INFLOW: what inflow boundaries need alone. */
#ifndef TRANSPORTS
#define TRANSPORTS 0
#endif
#include "ader/places.h"
#include "ader/lift.h"
#include "ader/waves.h"
#if INFLOW
#include "ader/inflow.h"
#else
#if MOVING
#include "ader/moving/moving.h"
#elif VARIABLE
#include "ader/variable.h"
#else
#include "ader/step.h"
#endif
#include "ader/content.h"
#if !MOVING
#include "ader/point.h"
#include "ader/source.h"
#endif
#include "ader/receive.h"
#include "ader/damp.h"
#include "ader/maxima.h"
#if EXCHANGES
#include "ader/exchange.h"
#endif
#if BOUNDED
#include "ader/bounds.h"
#endif
#endif
