/* Places that a case names, located in the mesh. */
#include "run/state/points.h"

static void refuse_point(eg_run *run, const eg_mesh *mesh, const eg_node *node, const char *what,
                         const char *name, const double x[3])
{
    EG_TEXT(place, run->context);
    EG_TEXT(span, run->context);
    for (int d = 0; d < mesh->dimension; d++) {
        eg_text_add(&place, "%s%.9g", d ? ", " : "", x[d]);
        eg_text_add(&span, "%s%.9g to %.9g", d ? " by " : "", mesh->box_low[d], mesh->box_high[d]);
    }
    eg_case_error_add(run->loaded, node, "%s '%s' at (%s) lies outside the mesh, which spans %s", what, name,
                      eg_text_string(&place), eg_text_string(&span));
}

eg_status eg_points_allocate(eg_run *run, int count, eg_points *points)
{
    eg_context *context = run->context;
    *points = (eg_points){.count = count};
    eg_status status = EG_ALLOC(context, EG_BLOCK(count, points->x), EG_BLOCK(count, points->at),
                                EG_BLOCK(count, points->owner));
    return eg_run_agree(run, status);
}

eg_status eg_points_locate(eg_run *run, const eg_mesh *mesh, eg_points *points)
{
    EG_TRY(eg_mesh_locate(mesh, run->comm, points->count, (const double(*)[3])points->x, points->at, EG_OK));
    for (int i = 0; i < points->count; i++)
        points->owner[i] = points->at[i].owner < 0 ? 0 : points->at[i].owner;
    return EG_OK;
}

static eg_status take_names(eg_run *run, const eg_node *map, int dimension, eg_points *points)
{
    EG_TRY(eg_alloc(run->context, points->count, sizeof *points->name, &points->name));
    for (int i = 0; i < points->count; i++) {
        points->name[i] = eg_node_key(map, i);
        eg_node_reals(eg_node_item(map, i), 0, dimension, points->x[i]);
    }
    return EG_OK;
}

eg_status eg_points_create(eg_run *run, const eg_mesh *mesh, const eg_node *map, const char *what,
                           eg_points *points)
{
    EG_TRY(eg_points_allocate(run, (int)eg_node_count(map), points));
    EG_TRY(eg_run_agree(run, take_names(run, map, mesh->dimension, points)));
    EG_TRY(eg_points_locate(run, mesh, points));
    for (int i = 0; i < points->count; i++)
        if (points->at[i].owner < 0)
            refuse_point(run, mesh, eg_node_item(map, i), what, points->name[i], points->x[i]);
    return eg_run_agree(run, eg_case_errors_finish(run->loaded, EG_CASE));
}

void eg_points_free(eg_points *points)
{
    EG_FREE(&points->name, &points->x, &points->at, &points->owner);
}
