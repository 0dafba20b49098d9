/* The subdomains: what is beyond their ends, their shape; and the coarse matrix. */
#include "scheme/sem/schwarz/internal.h"

/* ---- ends */

static bool has_neighbour(const eg_hexes *mesh, int64_t element, int side)
{
    return mesh->face_element[mesh->face[element][side]][1] >= 0;
}

static bool face_is_given(const eg_sem *sem, int64_t element, int side)
{
    int32_t room[SEM_VOLUME];
    const int32_t *node = eg_hex_nodes_of(sem->mesh, sem->nodes, element, room);
    int n = sem->side;
    for (int i = 0; i < n * n; i++)
        if (!sem->given[node[eg_sem_node_of_side(side, n, i % n, i / n)]])
            return false;
    return true;
}

static eg_schwarz_end end_of_side(const eg_sem *sem, int64_t element, int side)
{
    return has_neighbour(sem->mesh, element, side) ? SCHWARZ_NEIGHBOUR
           : face_is_given(sem, element, side)     ? SCHWARZ_GIVEN
                                                   : SCHWARZ_NATURAL;
}

static void put_ends(const eg_schwarz *s, int64_t slot, int32_t *end)
{
    for (int d = 0; d < SCHWARZ_ENDS; d++)
        end[(slot / s->lanes * SCHWARZ_ENDS + d) * s->lanes + slot % s->lanes] =
            (int32_t)(3 * end_of_side(s->sem, s->element[slot], 2 * d) +
                      end_of_side(s->sem, s->element[slot], 2 * d + 1));
}

/* ---- all of them */

static eg_status find_ends(const eg_schwarz *s, eg_schwarz_tables *to)
{
    enum { LEAST = 256 };
    EG_TRY(eg_alloc(s->context, s->slots * SCHWARZ_ENDS, sizeof *to->end, &to->end));
    EG_LOOP_OF(s->context, s->solved, LEAST)
    for (int64_t slot = 0; slot < s->solved; slot++)
        put_ends(s, slot, to->end);
    return EG_OK;
}

/* The means of elements, as the kernels have them. */
static eg_status find_shapes(const eg_schwarz *s, eg_schwarz_tables *to)
{
    int64_t lanes = s->lanes;
    EG_TRY(eg_alloc(s->context, s->slots * SCHWARZ_SHAPE, sizeof *to->shape, &to->shape));
    EG_LOOP(s->context, s->solved)
    for (int64_t slot = 0; slot < s->solved; slot++)
        for (int v = 0; v < SCHWARZ_SHAPE; v++)
            to->shape[(slot / lanes * SCHWARZ_SHAPE + v) * lanes + slot % lanes] =
                to->coarse.means[s->element[slot]][v];
    return EG_OK;
}

eg_status eg_schwarz_fill_tables(eg_schwarz *schwarz, const eg_sem_options *coefficients, eg_status status,
                                 eg_schwarz_tables *tables)
{
    const eg_trilinear_options how = {.numbers_only = !schwarz->coarse, .means = true, .enough = INT32_MAX};
    eg_trilinear *coarse = &tables->coarse;
    if (status == EG_OK)
        status = find_ends(schwarz, tables);
    EG_TRY(eg_trilinear_make(schwarz->sem, coefficients, &how, status, coarse));
    schwarz->vertices = coarse->rows;
    schwarz->rows = coarse->own_rows;
    schwarz->singular = coarse->singular;
    status = find_shapes(schwarz, tables);
    if (status == EG_OK)
        status = eg_schwarz_number_cases(schwarz, tables);
    return eg_sem_agree(schwarz->sem, status);
}

void eg_schwarz_free_tables(eg_schwarz_tables *tables)
{
    eg_element_lists_destroy(&tables->lists);
    eg_hex_steps_destroy(&tables->steps);
    EG_FREE(&tables->end, &tables->shape, &tables->line);
    eg_trilinear_free(&tables->coarse);
}
