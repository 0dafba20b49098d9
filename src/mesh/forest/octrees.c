/* Octrees by p4est. */
#include "mesh/forest/octrees.h"

#if EAGRE_P4EST
#include <string.h>

#include <p8est_bits.h>
#include <p8est_algorithms.h>
#include <p8est_communication.h>
#include <p8est_extended.h>
#include <p8est_ghost.h>

#define DIMENSION 3
#define P(name) p8est_##name
#define MAXLEVEL P8EST_MAXLEVEL
#define FACES P8EST_FACES
#define CORNERS P8EST_CHILDREN
#define CONNECT_FULL P8EST_CONNECT_FULL
#define CONNECT_FACE P8EST_CONNECT_FACE
#define TABLE eg_forest_octrees
#include "mesh/forest/octrees_body.h"
#endif
