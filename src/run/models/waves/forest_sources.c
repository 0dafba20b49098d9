/* Point sources and receivers on forests: from a case to cells. A point on a face, an edge or a vertex
 * belongs to all cells that touch it; each takes the part of the directions around the point that it
 * fills. */
#include "run/models/waves/forest.h"

#include <string.h>

/* ---- which cells share a source */

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

/* Of the probes that are in the mesh, the part in the cell of probe p; 0 where an earlier one is in it,
 * too. */
static double share_of_probe(const touching *t, int p)
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

static eg_status add_source_part(eg_forest_waves *model, int i, const eg_dg_source *part)
{
    const eg_waves_source *from = &model->sources.source[i];
    EG_TRY(eg_reserve(model->setup.context, model->own_parts + 1, &model->part_room, sizeof *model->part,
                      &model->part));
    eg_dg_source *to = &model->part[model->own_parts++];
    *to = *part;
    to->source = i;
    to->kind = from->kind;
    to->function = from->function;
    memcpy(to->strength, from->strength, sizeof to->strength);
    return EG_OK;
}

static eg_status take_own_parts(eg_forest_waves *model, int i, const touching *t)
{
    bool smooth = model->sources.source[i].smooth;
    for (int p = 1; p < t->probes; p++) {
        eg_dg_source part = {.share = share_of_probe(t, p), .cell = t->at[p].held};
        if (part.share == 0 || part.cell < 0)
            continue;
        find_reference(t, p, part.reference);
        EG_TRY(eg_waves_check_fluid_source(&model->regions, &model->sources.source[i], part.cell, t->x[0]));
        if (!smooth)
            EG_TRY(add_source_part(model, i, &part));
    }
    return EG_OK;
}

/* Collective, also where `status` is a failure of this rank. */
static eg_status take_smooth(eg_forest_waves *model, int i, const touching *t, eg_status status)
{
    const eg_setup *setup = &model->setup;
    const eg_dg_location place = {.comm = setup->comm,
                                  .mesh = model->mesh,
                                  .system = model->kind->system,
                                  .material = &model->material.field,
                                  .degree = model->degree};
    eg_dg_touch touch[PROBES];
    int touches = 0;
    int64_t before = model->spreads.count;
    for (int p = 1; p < t->probes; p++)
        if (share_of_probe(t, p) > 0)
            touch[touches++] = (eg_dg_touch){.cell = t->at[p].cell, .share = share_of_probe(t, p)};
    status = eg_dg_spread(&place, t->x[0], touches, touch, &model->spreads, status);
    for (int64_t k = before; status == EG_OK && k < model->spreads.count; k++)
        status = add_source_part(
            model, i, &(eg_dg_source){.share = 1, .cell = model->spreads.cell[k], .spread = k + 1});
    return status;
}

/* Adds what the own cells take of source number `i` at x, of a smooth one only where it is `used`. `inside`:
 * it lies in the mesh. Collective. */
static eg_status add_source_parts(eg_forest_waves *model, int i, const double x[3], bool used, bool *inside)
{
    const eg_setup *setup = &model->setup;
    touching t;
    set_probes(&model->mesh->base, x, &t);
    eg_status status =
        eg_mesh_locate(&model->mesh->base, setup->comm, t.probes, (const double(*)[3])t.x, t.at, EG_OK);
    *inside = status == EG_OK && t.at[0].owner >= 0;
    if (*inside)
        status = take_own_parts(model, i, &t);
    if (*inside && used && model->sources.source[i].smooth)
        status = take_smooth(model, i, &t, status);
    return eg_comm_agree(setup->comm, status);
}

/* ---- sources */

/* What a rank does for itself. */
static eg_status read_sources(eg_forest_waves *model)
{
    EG_TRY(eg_waves_open_shots(&model->setup, &model->shots));
    EG_TRY(eg_waves_open_sources(&model->setup, &model->sources));
    EG_TRY(eg_waves_judge_sources(&model->setup, &model->sources));
    return eg_waves_check_growth(&model->waves);
}

/* The sources where the current shot has them; not `used`: only whether they lie in the mesh. Collective. */
static eg_status place_dg_sources(eg_forest_waves *model, bool used)
{
    model->own_parts = 0;
    model->spreads.count = 0;
    for (int i = 0; i < model->sources.count; i++) {
        const eg_waves_source *source = &model->sources.source[i];
        double x[3];
        bool inside;
        eg_waves_move(&model->shots, NULL, &source->place, x);
        EG_TRY(add_source_parts(model, i, x, used, &inside));
        if (!inside)
            return eg_waves_refuse_moved(&model->setup, &model->shots, &source->place, x, "a source");
    }
    return EG_OK;
}

/* ---- receivers */

/* Those of this rank, as the solver takes them. Collective. */
static eg_status take_receivers(eg_forest_waves *model)
{
    const eg_setup *setup = &model->setup;
    const eg_waves_receivers *r = &model->receivers;
    eg_free(setup->context, &model->receiver);
    eg_status status = eg_alloc(setup->context, r->own, sizeof *model->receiver, &model->receiver);
    for (int i = 0; status == EG_OK && i < r->own; i++) {
        model->receiver[i].cell = r->own_cell[i];
        memcpy(model->receiver[i].reference, r->own_reference[i], sizeof *r->own_reference);
    }
    return eg_comm_agree(setup->comm, status);
}

/* ---- both */

eg_status eg_forest_waves_open_sources(eg_forest_waves *model, eg_status status)
{
    const eg_setup *setup = &model->setup;
    if (status == EG_OK)
        status = read_sources(model);
    EG_TRY(eg_comm_agree(setup->comm, status));
    for (int64_t k = model->shots.run.count - 1; k >= 0; k--) { /* all are looked up, the first last */
        eg_waves_choose_shot(&model->shots, k);
        EG_TRY(place_dg_sources(model, k == 0));
    }
    if (!model->shots.setup)
        EG_TRY(place_dg_sources(model, true));
    EG_TRY(eg_waves_open_receivers(setup, &model->shots, &model->receivers));
    return take_receivers(model);
}

eg_status eg_forest_waves_place_shot(eg_forest_waves *model)
{
    EG_TRY(place_dg_sources(model, true));
    EG_TRY(eg_waves_place_receivers(&model->receivers));
    return take_receivers(model);
}

eg_status eg_forest_waves_relocate(eg_forest_waves *model)
{
    EG_TRY(place_dg_sources(model, true));
    EG_TRY(eg_waves_relocate_receivers(&model->receivers));
    return take_receivers(model);
}
