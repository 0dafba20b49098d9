/* Quadtrees by p4est; and whether there is p4est at all. */
#include "mesh/forest/octrees.h"

#if EAGRE_P4EST
#include <pthread.h>
#include <stdio.h>
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

/* What libsc says before it ends the process: memory or MPI failed within p4est, or one of its rules is
 * broken. */
static void tell_end(FILE *stream, const char *file, int line, int package, int category, int priority,
                     const char *message)
{
    (void)stream, (void)file, (void)line, (void)package, (void)category, (void)priority;
    fprintf(stderr, "eagre: p4est: %s", message);
}

/* Nothing but that is written: what a user should know is told by eg_fail() and eg_log(). */
static void begin_silently(void)
{
    sc_init(sc_MPI_COMM_NULL, 0, 0, tell_end, SC_LP_ERROR);
    p4est_init(tell_end, SC_LP_ERROR);
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
