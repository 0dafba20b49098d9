/* A matrix whose c is multiplied by a number that changes, as that of a step in time does with its length. */
#include "scheme/sem/internal.h"

#include "sem/kinds.h" /* kernels/sem/kinds.h */

/* The c of one kind of elements, as it was before it was multiplied, and where it stands. */
typedef struct saved_reaction {
    eg_buffer *saved;
    eg_buffer *all; /* of the sem's cells */
    int64_t values, at, rows;
} saved_reaction;

/* [nodes] the diagonal's two parts; 0 where a value is given. */
typedef struct diagonal_parts {
    eg_buffer *c, *k;
} diagonal_parts;

struct eg_sem_reaction {
    eg_program *program;
    eg_kernel *keep, *scale, *diagonal;
    saved_reaction kind[EG_HEX_KINDS];
    diagonal_parts diagonals;
};

/* Rows of LANES numbers; sem/element.h has the order of `shape`. */
static saved_reaction place_of_diagonal(const eg_sem *sem, eg_sem_cells *cells)
{
    int64_t lanes = sem->interleaved, volume = sem->volume, values = cells->values;
    if (cells->mass_kind == MASS_NODE)
        return (saved_reaction){.all = cells->mass, .values = volume * lanes, .rows = volume * lanes};
    int64_t rows = cells->geometry == GEOMETRY_STORED ? volume : 1; /* the last ones */
    return (saved_reaction){
        .all = cells->shape, .values = values * lanes, .at = (values - rows) * lanes, .rows = rows * lanes};
}

static eg_status keep_cells(eg_sem *sem, eg_sem_reaction *r)
{
    for (int k = 0; k < EG_HEX_KINDS; k++) {
        eg_sem_cells *cells = &sem->cells[k];
        saved_reaction *c = &r->kind[k];
        if (cells->count == 0 || cells->mass_kind == MASS_NONE)
            continue;
        *c = place_of_diagonal(sem, cells);
        EG_TRY(eg_sem_upload(sem, "c of elements",
                             cells->array_blocks * c->rows * (int64_t)eg_real_size(sem->precision), NULL,
                             &c->saved));
        EG_TRY(EG_LAUNCH(r->keep, cells->array_blocks, EG_BUFFER("all", c->all), EG_BUFFER("kept", c->saved),
                         EG_LONG("values", c->values), EG_LONG("at", c->at), EG_LONG("rows", c->rows),
                         EG_LONG("blocks", cells->array_blocks)));
    }
    return EG_OK;
}

static eg_status split_diagonal(eg_sem *sem, eg_sem_reaction *r)
{
    int64_t nodes = sem->nodes->nodes;
    double *part;
    EG_SCOPE(scope, sem->context);
    EG_TRY(eg_scope_alloc(&scope, nodes, sizeof *part, &part));
    EG_LOOP(sem->context, nodes)
    for (int64_t i = 0; i < nodes; i++)
        part[i] = sem->given[i] ? 0 : sem->reaction_mass[i];
    EG_TRY(eg_sem_upload_reals(sem, "diagonal of c", nodes, part, &r->diagonals.c));
    EG_LOOP(sem->context, nodes)
    for (int64_t i = 0; i < nodes; i++)
        part[i] = sem->given[i] ? 0 : sem->diagonal[i] - sem->reaction_mass[i];
    return eg_sem_upload_reals(sem, "diagonal of kappa", nodes, part, &r->diagonals.k);
}

static eg_status build_reaction(eg_sem *sem)
{
    eg_sem_reaction *r = sem->reaction;
    const eg_program_options options = {.file = "sem/reaction.c", .precision = sem->precision, .lanes = 1};
    EG_TRY(eg_owner_program(&sem->owned, sem->device, &options, &r->program));
    EG_TRY(EG_KERNELS(r->program, {"sem_keep_c", &r->keep}, {"sem_scale_c", &r->scale},
                      {"sem_scale_diagonal", &r->diagonal}));
    return keep_cells(sem, r);
}

eg_status eg_sem_scale_c(eg_sem *sem, double factor, bool often)
{
    assert(factor > 0);
    if (!sem->reaction_mass) /* c is 0 */
        return EG_OK;
    if (!sem->reaction) {
        EG_TRY(eg_owner_alloc(&sem->owned, 1, sizeof *sem->reaction, &sem->reaction));
        eg_status status = build_reaction(sem);
        if (status != EG_OK) {
            eg_owner_end_within(&sem->owned, sem->reaction, sizeof *sem->reaction);
            eg_free(sem->context, &sem->reaction);
            return status;
        }
    }
    eg_sem_reaction *r = sem->reaction;
    if (!r->diagonals.k)
        EG_TRY(split_diagonal(sem, r));
    sem->c_factor = factor;
    int64_t nodes = sem->nodes->nodes, chunks = eg_ceil_div(nodes, EG_CHUNK);
    for (int k = 0; k < EG_HEX_KINDS; k++) {
        const saved_reaction *c = &r->kind[k];
        int64_t blocks = sem->cells[k].array_blocks;
        if (c->saved)
            EG_TRY(EG_LAUNCH(r->scale, blocks, EG_BUFFER("kept", c->saved), EG_BUFFER("all", c->all),
                             EG_DOUBLE("factor", factor), EG_LONG("values", c->values), EG_LONG("at", c->at),
                             EG_LONG("rows", c->rows), EG_LONG("blocks", blocks)));
    }
    EG_TRY(EG_LAUNCH(r->diagonal, chunks, EG_BUFFER("c", r->diagonals.c), EG_BUFFER("k", r->diagonals.k),
                     EG_BUFFER("inverse", sem->scale), EG_DOUBLE("factor", factor), EG_LONG("nodes", nodes),
                     EG_LONG("chunks", chunks)));
    if (often)
        return EG_OK;
    EG_TRY(eg_device_finish(sem->device));
    eg_owner_end_within(&sem->owned, &r->diagonals, sizeof r->diagonals);
    return EG_OK;
}
