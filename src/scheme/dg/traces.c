/* Traces of their own order, in slots behind the cells (kernels/dg/mortar.h, halo.h): of ghosts, and on
 * hanging faces. */
#include "scheme/dg/internal.h"

#include "dg/sizes.h"

enum { NONE = -1 };

/* ---- places */

int64_t eg_dg_place(const eg_dg *dg, int64_t slot, int64_t node)
{
    int64_t lanes = dg->layout.lanes;
    return (slot / lanes * dg->values + node) * lanes + slot % lanes;
}

eg_dg_view eg_dg_seen(const eg_dg *dg, int64_t base, const int64_t step[2], int orientation)
{
    int64_t at[3] = {0};
    for (int i = 0; i <= dg->dimension - 1; i++) { /* at (0,0), (1,0), (0,1) */
        int from[2] = {i == 1, i == 2}, to[2];
        eg_forest_turn(dg->dimension, orientation, dg->edge - 1, from, to);
        at[i] = base + to[0] * step[0] + (dg->dimension == 3 ? to[1] * step[1] : 0);
    }
    return (eg_dg_view){.place = at[0], .turn = {at[1] - at[0], dg->dimension == 3 ? at[2] - at[0] : 0}};
}

int64_t eg_dg_trace_lanes(const eg_dg *dg)
{
    return dg->one_state ? 1 : dg->layout.lanes;
}

/* The face of a cell in the state, or of one state in the cell's own trace. */
static eg_dg_view view_of_cell(const eg_dg *dg, int64_t cell, int face, int orientation)
{
    int64_t stride[3] = {1, dg->edge, dg->edge * (int64_t)dg->edge}, step[2] = {1, dg->edge};
    if (dg->one_state)
        return eg_dg_seen(dg, eg_dg_own_trace(dg, eg_layout_slot(&dg->layout, cell), face), step,
                          orientation);
    int64_t node = face % 2 ? (dg->edge - 1) * stride[face / 2] : 0;
    for (int d = 0, k = 0; d < dg->dimension; d++)
        if (d != face / 2)
            step[k++] = stride[d] * dg->layout.lanes;
    return eg_dg_seen(dg, eg_dg_place(dg, eg_layout_slot(&dg->layout, cell), node), step, orientation);
}

eg_dg_view eg_dg_own_face(const eg_dg *dg, int64_t cell, int f)
{
    return view_of_cell(dg, cell, f, 0);
}

int64_t eg_dg_entry_place(const eg_dg *dg, int64_t entry)
{
    if (dg->one_state)
        return eg_dg_own_traces(dg) + entry * dg->traced * (dg->nodes / dg->edge);
    return eg_dg_place(dg, dg->layout.extra_slot + entry / dg->edge,
                       entry % dg->edge * (dg->nodes / dg->edge));
}

eg_dg_view eg_dg_view_of_entry(const eg_dg *dg, int64_t entry, int orientation)
{
    int64_t lanes = eg_dg_trace_lanes(dg), step[2] = {lanes, dg->edge * lanes};
    return eg_dg_seen(dg, eg_dg_entry_place(dg, entry), step, orientation);
}

eg_dg_view eg_dg_view_of_face(const eg_dg *dg, int64_t cell, int face, int orientation)
{
    const eg_mesh *mesh = &dg->mesh->base;
    if (cell < mesh->own)
        return view_of_cell(dg, cell, face, orientation);
    int32_t entry = dg->traces.received[(cell - mesh->own) * 2 * dg->dimension + face];
    assert(entry >= 0);
    return eg_dg_view_of_entry(dg, entry, orientation);
}

eg_dg_view eg_dg_beyond(const eg_dg *dg, int64_t cell, int f)
{
    const eg_leaf_face *face = eg_forest_face(dg->mesh, cell, f);
    if (face->side == EG_SIDE_BOUNDARY)
        return view_of_cell(dg, cell, f, 0);
    if (face->side == EG_SIDE_EQUAL)
        return eg_dg_view_of_face(dg, face->across, face->face, face->orientation);
    return eg_dg_view_of_entry(dg, dg->traces.entry[cell * 2 * dg->dimension + f], 0);
}

/* ---- numbering */

static void mark_trace(eg_dg *dg, int64_t cell, int face)
{
    if (cell >= dg->mesh->base.own)
        dg->traces.received[(cell - dg->mesh->base.own) * 2 * dg->dimension + face] = 0;
}

/* Which faces of ghosts are seen, and which own faces hang. */
static void mark_face(eg_dg *dg, int64_t cell, int f)
{
    const eg_leaf_face *face = eg_forest_face(dg->mesh, cell, f);
    bool hangs = face->side == EG_SIDE_COARSE || face->side == EG_SIDE_FINE;
    dg->traces.entry[cell * 2 * dg->dimension + f] = hangs ? 0 : NONE;
    if (face->side == EG_SIDE_EQUAL || face->side == EG_SIDE_COARSE)
        mark_trace(dg, face->across, face->face);
    for (int i = 0; face->side == EG_SIDE_FINE && i < 1 << (dg->dimension - 1); i++)
        mark_trace(dg, dg->mesh->finer[face->across][i], face->face);
}

static void number_traces(int32_t *entry, int64_t count, int64_t *next)
{
    for (int64_t i = 0; i < count; i++)
        if (entry[i] >= 0)
            entry[i] = (int32_t)(*next)++;
}

eg_status eg_dg_number_traces(eg_dg *dg)
{
    const eg_mesh *mesh = &dg->mesh->base;
    eg_dg_traces *t = &dg->traces;
    int64_t faces = 2 * dg->dimension, ghosts = eg_mesh_ghosts(mesh) * faces, next = 0;
    EG_TRY(eg_owner_alloc(&dg->owned, mesh->own * faces, sizeof *t->entry, &t->entry));
    EG_TRY(eg_owner_alloc(&dg->owned, ghosts, sizeof *t->received, &t->received));
    for (int64_t i = 0; i < ghosts; i++)
        t->received[i] = NONE;
    for (int64_t c = 0; c < mesh->own; c++)
        for (int f = 0; f < faces; f++)
            mark_face(dg, c, f);
    number_traces(t->received, ghosts, &next);
    t->all_received = next;
    number_traces(t->entry, mesh->own * faces, &next);
    t->entries = next;
    if (next <= INT32_MAX)
        return EG_OK;
    return eg_fail(dg->context, EG_MESH,
                   "%s: has %lld hanging faces, and a rank can have %d; take more ranks or lower levels",
                   mesh->origin, (long long)next, INT32_MAX);
}
