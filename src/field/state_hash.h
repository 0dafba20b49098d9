/* state_hash: one number for a state, from a copy of it, the same for any device, lanes and ranks:
 * mesh/chunk_hash.h over the values of cells, or of nodes, in canonical order. */
#ifndef EG_FIELD_STATE_HASH_H
#define EG_FIELD_STATE_HASH_H

#include "field/space.h"

typedef struct eg_state_hash eg_state_hash;

/* For states of the space, while its cells stay. EG_MEMORY. Not collective. The caller owns *hash. */
eg_status eg_state_hash_create(const eg_space *space, const eg_comm *comm, eg_state_hash **hash);
void eg_state_hash_destroy(eg_state_hash **hash);

/* What this rank does for itself. Any thread. The copy stays as it is until the end. EG_MEMORY. */
eg_status eg_state_hash_begin(eg_state_hash *hash, const void *copy);
/* When all ranks have: the number. Collective. */
uint64_t eg_state_hash_end(eg_state_hash *hash);

#endif
