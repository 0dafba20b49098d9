/* A context and the communicator of one process; at the end nothing is held any more. Include behind cmocka.h. */
#ifndef EG_TEST_WORLD_H
#define EG_TEST_WORLD_H

#include "comm/comm.h"

typedef struct world {
    eg_context *context;
    eg_comm *comm;
} world;

static inline world open_world(void)
{
    world w;
    assert_int_equal(eg_context_create(NULL, &w.context), EG_OK);
    assert_int_equal(eg_comm_create(w.context, &w.comm), EG_OK);
    return w;
}

static inline void close_world(world *w)
{
    eg_comm_destroy(&w->comm);
    assert_int_equal(eg_context_blocks_held(w->context), 0);
    eg_context_destroy(&w->context);
}

#endif
