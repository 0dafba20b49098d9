/* The kernels of a program for a system of linear waves, behind its equations: by its constants those of
 * hanging faces, of adaptation, of matched layers, or of stages with sources and receivers. */
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
#include "dg/memory.h"
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
