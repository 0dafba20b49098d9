/* Many ranks: what the ghosts need once. */
#include "scheme/fv/internal.h"

/* Values of a cell and its ghosts, in the order of `given`. */
enum { DEPTH, VELOCITY_X, VELOCITY_Y, BED, MANNING, BLOCKED, CORIOLIS, FRICTION, LAW, GIVEN };

/* The arrays with those of the ghosts behind. */
typedef struct given_arrays {
    double *depth, (*velocity)[2], *bed, *manning, *coriolis, *linear_friction;
    bool *blocked;
    int32_t *law;
} given_arrays;

static eg_status allocate_given(eg_scope *scope, int64_t count, given_arrays *given)
{
    return EG_SCOPE_ALLOC(scope, EG_BLOCK(count, given->depth), EG_BLOCK(count, given->velocity),
                          EG_BLOCK(count, given->bed), EG_BLOCK(count, given->manning),
                          EG_BLOCK(count, given->coriolis), EG_BLOCK(count, given->linear_friction),
                          EG_BLOCK(count, given->blocked), EG_BLOCK(count, given->law));
}

static void put_in(const eg_fv_options *options, int64_t cells, double (*row)[GIVEN])
{
    for (int64_t c = 0; c < cells; c++) {
        row[c][DEPTH] = options->depth[c];
        row[c][VELOCITY_X] = options->velocity ? options->velocity[c][0] : 0;
        row[c][VELOCITY_Y] = options->velocity ? options->velocity[c][1] : 0;
        row[c][BED] = options->bed[c];
        row[c][MANNING] = options->manning ? options->manning[c] : 0;
        row[c][CORIOLIS] = options->coriolis ? options->coriolis[c] : 0;
        row[c][FRICTION] = options->linear_friction ? options->linear_friction[c] : 0;
        row[c][BLOCKED] = options->blocked && options->blocked[c];
        row[c][LAW] = options->roughness.law ? options->roughness.law[c] : EG_FV_MANNING;
    }
}

static void take_out(const double (*row)[GIVEN], int64_t count, given_arrays *given)
{
    for (int64_t c = 0; c < count; c++) {
        given->depth[c] = row[c][DEPTH];
        given->velocity[c][0] = row[c][VELOCITY_X];
        given->velocity[c][1] = row[c][VELOCITY_Y];
        given->bed[c] = row[c][BED];
        given->manning[c] = row[c][MANNING];
        given->coriolis[c] = row[c][CORIOLIS];
        given->linear_friction[c] = row[c][FRICTION];
        given->blocked[c] = row[c][BLOCKED] > 0;
        given->law[c] = (int32_t)row[c][LAW];
    }
}

eg_status eg_fv_exchange_given(eg_fv *fv, eg_scope *scope, eg_fv_options *options)
{
    const eg_plane *mesh = fv->mesh;
    int64_t count = mesh->base.own + eg_mesh_ghosts(&mesh->base);
    double(*row)[GIVEN] = NULL;
    given_arrays given = {0};
    EG_SCOPE(own, fv->context);
    eg_status status = allocate_given(scope, count, &given);
    if (status == EG_OK)
        status = eg_scope_alloc(&own, count, sizeof *row, &row);
    if (status == EG_OK)
        put_in(options, mesh->base.own, row);
    status = eg_halo_fill_host(fv->comm, &mesh->base, (double *)row, GIVEN, status);
    if (status == EG_OK) {
        take_out((const double(*)[GIVEN])row, count, &given);
        options->depth = given.depth;
        options->velocity = (const double(*)[2])given.velocity;
        options->bed = given.bed;
        options->manning = given.manning;
        options->roughness.law = options->roughness.law ? given.law : NULL;
        options->coriolis = options->coriolis ? given.coriolis : NULL;
        options->linear_friction = options->linear_friction ? given.linear_friction : NULL;
    }
    double any[3] = {fv->friction, options->blocked != NULL,
                     eg_fv_any_above_zero(options->linear_friction, mesh->base.own)};
    eg_comm_max(fv->comm, any, 3); /* one program on all ranks */
    fv->friction = any[0] > 0;
    if (any[2] == 0)
        options->linear_friction = NULL;
    if (status == EG_OK)
        options->blocked = any[1] > 0 ? given.blocked : NULL;
    return status;
}
