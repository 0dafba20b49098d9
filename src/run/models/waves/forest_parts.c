/* Point sources on forests: which cells share one. A point on a face, an edge or a vertex belongs to all cells that touch it;
 * each takes the part of the directions around the point that it fills. */
#include "run/models/waves/forest.h"

#include <string.h>

/* The point itself, and one beside it in each quadrant or octant. */
enum { PROBES = 1 + 8 };
/* How far beside, in parts of the mesh's diagonal. A point as near to a face lies on it. */
static const double BESIDE = 1e-9;
/* Reference coordinates as near to an end are that end. */
static const double AT_END = 1e-4;

typedef struct touching {
    int probes;
    double x[PROBES][3];
    eg_location at[PROBES];
} touching;

/* What a moment leaves in a fluid would never go, but for a pressure. */
static eg_status check_moment(const eg_forest_waves *model, const eg_waves_source *source,
                              int64_t cell, const double x[3])
{
    const eg_setup *setup = &model->setup;
    double material[EG_LINEAR_MATERIALS];
    char place[EG_POINT_ROOM];
    if (source->kind != EG_LINEAR_SOURCE_MOMENT ||
        eg_waves_is_pressure(model->kind->system, source->strength))
        return EG_OK;
    EG_TRY(eg_waves_region_at(&model->regions, cell, model->mesh->base.centroid[cell], material));
    if (!eg_forest_waves_is_fluid(model, material))
        return EG_OK;
    return eg_case_fail(setup->loaded, eg_case_find(setup->loaded, "sources"), EG_CASE,
                        "a source at %s has a moment with shear, and the medium there is a fluid; "
                        "give an explosion or a force",
                        eg_given_point(setup, x, place));
}

static void set_probes(const eg_mesh *mesh, const double x[3], touching *t)
{
    double diagonal = 0, largest = 0;
    for (int d = 0; d < mesh->dimension; d++) {
        diagonal += pow(mesh->box_high[d] - mesh->box_low[d], 2);
        largest = fmax(largest, fmax(fabs(mesh->box_high[d]), fabs(mesh->box_low[d])));
    }
    const double beside = fmax(BESIDE * sqrt(diagonal), 1e-15 * largest);
    t->probes = 1 + (1 << mesh->dimension);
    memcpy(t->x[0], x, sizeof t->x[0]);
    for (int p = 1; p < t->probes; p++)
        for (int d = 0; d < 3; d++)
            t->x[p][d] = x[d] + (d < mesh->dimension ? beside * ((p - 1) >> d & 1 ? 1 : -1) : 0);
}

/* Where the point is in the cell that probe p found: on its face. */
static void find_reference(const touching *t, int p, double reference[3])
{
    const eg_location *at = &t->at[t->at[p].cell == t->at[0].cell ? 0 : p];
    for (int d = 0; d < 3; d++) {
        double r = at->reference[d];
        reference[d] = 1 - fabs(r) < AT_END && at != &t->at[0] ? copysign(1, r) : r;
    }
}

/* Of the probes that are in the mesh, the part in the cell of probe p; 0 where an earlier one is in it, too. */
static double share_of(const touching *t, int p)
{
    int inside = 0, here = 0;
    if (t->at[p].owner < 0)
        return 0;
    for (int k = 1; k < t->probes; k++) {
        bool same = t->at[k].owner >= 0 && t->at[k].cell == t->at[p].cell;
        if (same && k < p)
            return 0;
        here += same;
        inside += t->at[k].owner >= 0;
    }
    return (double)here / inside;
}

static eg_status add_part(eg_forest_waves *model, int i, double share, const eg_location *at,
                          const double reference[3])
{
    const eg_waves_source *from = &model->sources.source[i];
    EG_TRY(eg_reserve(model->setup.context, model->own_parts + 1, &model->part_room,
                      sizeof *model->part, &model->part));
    eg_dg_source *to = &model->part[model->own_parts++];
    *to = (eg_dg_source){.source = i,
                         .share = share,
                         .cell = at->held,
                         .kind = from->kind,
                         .function = from->function};
    memcpy(to->reference, reference, sizeof to->reference);
    memcpy(to->strength, from->strength, sizeof to->strength);
    return EG_OK;
}

static eg_status take_own(eg_forest_waves *model, int i, const touching *t)
{
    for (int p = 1; p < t->probes; p++) {
        double share = share_of(t, p), reference[3];
        if (share == 0 || t->at[p].held < 0)
            continue;
        find_reference(t, p, reference);
        EG_TRY(check_moment(model, &model->sources.source[i], t->at[p].held, t->x[0]));
        EG_TRY(add_part(model, i, share, &t->at[p], reference));
    }
    return EG_OK;
}

eg_status eg_forest_waves_add_parts(eg_forest_waves *model, int i, const double x[3], bool *inside,
                                    eg_status status)
{
    const eg_setup *setup = &model->setup;
    touching t;
    set_probes(&model->mesh->base, x, &t);
    status = eg_mesh_locate(&model->mesh->base, setup->comm, t.probes, (const double(*)[3])t.x,
                            t.at, status);
    *inside = status == EG_OK && t.at[0].owner >= 0;
    if (*inside)
        status = take_own(model, i, &t);
    return eg_comm_agree(setup->comm, status);
}
