/* Quadtrees by p4est; and whether there is p4est at all. */
#include "mesh/forest/octrees.h"

#if EAGRE_P4EST
#include <pthread.h>
#include <string.h>

#include <p4est_bits.h>
#include <p4est_algorithms.h>
#include <p4est_communication.h>
#include <p4est_extended.h>
#include <p4est_ghost.h>
#include <sc.h>

#define DIMENSION 2
#define P(name) p4est_##name
#define MAXLEVEL P4EST_MAXLEVEL
#define FACES P4EST_FACES
#define CORNERS P4EST_CHILDREN
#define CONNECT_FULL P4EST_CONNECT_FULL
#define CONNECT_FACE P4EST_CONNECT_FACE
#define TABLE eg_forest_quadtrees
#include "mesh/forest/octrees_body.h"

/* Nothing is written: what a user should know is told by eg_fail() and eg_log(). */
static void begin_silently(void)
{
    sc_init(sc_MPI_COMM_NULL, 0, 0, NULL, SC_LP_SILENT);
    p4est_init(NULL, SC_LP_SILENT);
}

const forest_library *eg_forest_library(int dimension)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, begin_silently);
    return dimension == 3 ? &eg_forest_octrees : &eg_forest_quadtrees;
}
#else
const forest_library *eg_forest_library(int dimension)
{
    (void)dimension;
    return NULL;
}
#endif
