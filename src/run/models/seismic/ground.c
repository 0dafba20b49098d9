/* Receivers on the ground: heights that count from the surface of the mesh.
 *
 * The surface above a place is the highest point of the mesh there: the mesh is searched from above, then the last
 * interval is halved until it is the spacing of numbers. Where the surface is not the top of the mesh's box a point is
 * put a ten-thousandth of a millionth of the box's height below it, so that rounding in another mesh of the same shape,
 * as adaptation makes, leaves it inside. */
#include "run/models/seismic/receivers.h"

#include <stdio.h>
#include <string.h>

enum { SLICES = 64, HALVINGS = 60 };

static const double BELOW = 1e-10; /* of the box's height */

/* Of each place: where the mesh is, and where it is not, above. */
typedef struct column {
    double inside, outside;
    bool found;
} column;

typedef struct ground {
    const eg_setup *setup;
    int64_t count;
    int up; /* the vertical axis */
    column *column;
    double (*x)[3];
    eg_location *at;
} ground;

/* Whether points x[] are inside; collective. */
static eg_status locate(const ground *g, eg_status status)
{
    return eg_mesh_locate(g->setup->cells, g->setup->comm, g->count, (const double(*)[3])g->x, g->at, status);
}

/* From the top of the box down to its bottom, until a point is inside. */
static eg_status search_from_above(ground *g)
{
    double low = g->setup->cells->box_low[g->up], high = g->setup->cells->box_high[g->up];
    eg_status status = EG_OK;
    for (int k = 0; k <= SLICES && status == EG_OK; k++) {
        double height = k == SLICES ? low : high - (high - low) * k / SLICES;
        for (int64_t i = 0; i < g->count; i++)
            g->x[i][g->up] = height;
        status = locate(g, status);
        for (int64_t i = 0; i < g->count && status == EG_OK; i++) {
            column *c = &g->column[i];
            if (c->found)
                continue;
            c->found = g->at[i].owner >= 0;
            c->inside = height;
            c->outside = c->found && k == 0 ? height : c->found ? c->outside : height;
        }
    }
    return status;
}

static eg_status halve(ground *g)
{
    eg_status status = EG_OK;
    for (int k = 0; k < HALVINGS && status == EG_OK; k++) {
        for (int64_t i = 0; i < g->count; i++)
            g->x[i][g->up] = 0.5 * (g->column[i].inside + g->column[i].outside);
        status = locate(g, status);
        for (int64_t i = 0; i < g->count && status == EG_OK; i++)
            *(g->at[i].owner >= 0 ? &g->column[i].inside : &g->column[i].outside) = g->x[i][g->up];
    }
    return status;
}

static eg_status check_found(const ground *g, const eg_waves_stations *stations)
{
    for (int64_t i = 0; i < g->count; i++) {
        char what[256];
        if (g->column[i].found)
            continue;
        snprintf(what, sizeof what, "the receiver '%s', below which there is no mesh,",
                 stations->station[i].name);
        return eg_waves_refuse_place(g->setup, &stations->station[i].place, what);
    }
    return EG_OK;
}

static void put_on_ground(const ground *g, eg_waves_stations *stations)
{
    double high = g->setup->cells->box_high[g->up], size = high - g->setup->cells->box_low[g->up];
    for (int64_t i = 0; i < g->count; i++) {
        double surface = g->column[i].inside;
        stations->station[i].place.x[g->up] += surface == high ? surface : surface - BELOW * size;
    }
}

eg_status eg_waves_put_on_ground(const eg_setup *setup, eg_waves_stations *stations, eg_status status)
{
    ground g = {.setup = setup, .count = stations->count, .up = setup->cells->dimension - 1};
    EG_SCRATCH column *columns = NULL;
    EG_SCRATCH double(*x)[3] = NULL;
    EG_SCRATCH eg_location *at = NULL;
    if (status == EG_OK)
        status =
            EG_ALLOC(setup->context, EG_BLOCK(g.count, columns), EG_BLOCK(g.count, x), EG_BLOCK(g.count, at));
    EG_TRY(eg_comm_agree(setup->comm, status));
    g.column = columns;
    g.x = x;
    g.at = at;
    for (int64_t i = 0; i < g.count; i++)
        memcpy(x[i], stations->station[i].place.x, sizeof x[i]);
    EG_TRY(search_from_above(&g));
    EG_TRY(check_found(&g, stations));
    EG_TRY(halve(&g));
    put_on_ground(&g, stations);
    return EG_OK;
}
