/* Second order: what cells need to reconstruct, and their records (kernels/fv/reconstruct.h). */
#include "scheme/fv/internal.h"

#include "fv/kinds.h" /* kernels/fv/kinds.h */

/* Cells that share a vertex with a triangle, as most meshes have them; the most of a block count. */
enum { RING_CELLS = 13, RING_BYTES = sizeof(int32_t) + 2 * sizeof(float) };

/* Every cell has as many records as the faces of any cell of any rank, so that they are exchanged alike. */
void eg_fv_plan_records(eg_fv *fv, const eg_fv_options *options)
{
    double faces = fv->mesh->base.group[EG_QUADRANGLE].count > 0 ? 4 : 3;
    if (options->order != 2)
        return;
    eg_comm_max(fv->comm, &faces, 1);
    fv->records.faces = (int)faces;
}

int eg_fv_order(const eg_fv *fv)
{
    return fv->records.faces > 0 ? 2 : 1;
}

int32_t eg_fv_name_neighbour(const eg_fv *fv, int64_t cell, int64_t face, int32_t slot)
{
    if (fv->records.faces == 0)
        return slot;
    const eg_side side = eg_plane_side(fv->mesh, cell, face);
    return 4 * slot + (side.ends ? 0 : side.at);
}

/* From a cell's centre to the middle of a face. */
static void reach_of(const eg_plane *mesh, int64_t cell, int64_t face, double *reach)
{
    const double *from = mesh->x[mesh->face_vertex[face][0]], *to = mesh->x[mesh->face_vertex[face][1]];
    for (int i = 0; i < 2; i++)
        reach[i] = 0.5 * (from[i] + to[i]) - mesh->base.centroid[cell][i];
}

static void store_reach(const eg_fv *fv, int64_t local_slot, int first, const double pair[2], void *array)
{
    for (int v = 0; v < 2; v++)
        eg_layout_store(&fv->layout, array,
                        eg_layout_index(&fv->layout, EG_CELL_VERTICES * SW_REACH, local_slot, first + v),
                        pair[v]);
}

/* At an open face nothing counts. */
static void fill_quadrangle(const eg_fv_stencil *stencil, int64_t cell, int64_t local_slot, void *array)
{
    const eg_fv *fv = stencil->fv;
    const eg_plane *mesh = fv->mesh;
    double place[EG_CELL_VERTICES][2], weight[2], middle[2];
    const int faces = EG_CELL_VERTICES;
    int at[EG_CELL_VERTICES], count = 0;
    for (int k = 0; k < faces; k++) {
        at[count] = k;
        count += eg_fv_place_behind(stencil, cell, k, place[count]) != EG_FV_OPEN_BEHIND;
    }
    for (int i = 0; i < count; i++) {
        eg_fv_fit_weight(count, (const double(*)[2])place, i, weight);
        store_reach(fv, local_slot, SW_REACH * at[i], weight, array);
    }
    for (int k = 0; k < faces; k++) {
        reach_of(mesh, cell, eg_plane_face(mesh, cell, k), middle);
        store_reach(fv, local_slot, SW_REACH * k + 2, middle, array);
    }
}

static int reach_values(int faces)
{
    return faces == EG_CELL_VERTICES ? SW_REACH : 0;
}

double eg_fv_reconstruction_traffic(const eg_fv *fv, int type)
{
    double size = (double)eg_real_size(fv->layout.precision);
    int faces = eg_cell_type_vertices((eg_cell_type)type);
    /* state, bed, neighbours, faces and reach are read, records and inner fluxes written */
    double cell =
        (EG_FV_STATE + 1 + SW_INNER + faces * (3 + reach_values(faces) + EG_FV_STATE)) * size + faces * 4;
    double ring = (double)fv->cells[type].ring_rows * fv->layout.lanes * RING_BYTES;
    return fv->records.faces > 0 ? cell * (double)fv->mesh->base.group[type].count + ring : 0;
}

static eg_status build_reach(eg_fv *fv, const eg_fv_stencil *stencil, int type)
{
    eg_fv_cells *cells = &fv->cells[type];
    int64_t count = cells->blocks * fv->layout.lanes * EG_CELL_VERTICES * SW_REACH;
    size_t size = eg_real_size(fv->layout.precision);
    void *reach;
    EG_TRY(eg_alloc(fv->context, count, size, &reach));
    for (int64_t i = 0; i < fv->mesh->base.group[type].count; i++)
        fill_quadrangle(stencil, fv->layout.first_cell[type] + i, i, reach);
    eg_status status =
        eg_stepper_take(&fv->base, "reach of cells", count * (int64_t)size, &reach, &cells->reach);
    eg_free(fv->context, &reach);
    return status;
}

eg_status eg_fv_build_reconstruction(eg_fv *fv, const eg_fv_options *options, int type,
                                     const int32_t *open_index)
{
    eg_fv_cells *cells = &fv->cells[type];
    const eg_fv_stencil stencil = {fv, options, open_index};
    if (fv->records.faces == 0)
        return EG_OK;
    if (type == EG_TRIANGLE)
        EG_TRY(eg_fv_build_ring(fv, &stencil, type));
    else
        EG_TRY(build_reach(fv, &stencil, type));
    EG_TRY(eg_kernel_get(cells->program, "sw_reconstruct", &cells->reconstruct));
    eg_kernel_cost(cells->reconstruct, cells->blocks, eg_fv_reconstruction_traffic(fv, type), 0);
    return EG_OK;
}

eg_status eg_fv_build_records(eg_fv *fv)
{
    eg_fv_records *records = &fv->records;
    const eg_layout *layout = &fv->layout;
    int64_t size = (int64_t)eg_real_size(layout->precision);
    if (records->faces == 0)
        return EG_OK;
    return EG_UPLOAD(
        &fv->base,
        {"states at faces", eg_layout_bytes(layout, records->faces * EG_FV_STATE), NULL, &records->records},
        {"fluxes inside cells", layout->blocks * layout->lanes * SW_INNER * size, NULL, &records->inner});
}

eg_status eg_fv_build_records_halo(eg_fv *fv)
{
    eg_fv_records *records = &fv->records;
    eg_buffer *const both[2] = {records->records, records->records};
    if (records->faces == 0)
        return EG_OK;
    return eg_stepper_halo_of_cells(&fv->base, records->faces * EG_FV_STATE, both, &records->halo);
}

eg_status eg_fv_bind_records(eg_fv *fv, int type)
{
    const eg_fv_cells *cells = &fv->cells[type];
    if (fv->records.faces == 0)
        return EG_OK;
    return EG_BIND(cells->reconstruct, EG_BUFFER("reach", cells->reach), EG_BUFFER("rows", cells->rows),
                   EG_BUFFER("ring", cells->ring), EG_BUFFER("ring_weight", cells->ring_weight));
}

double eg_fv_reconstruction_bytes(eg_precision precision, int faces)
{
    double size = (double)eg_real_size(precision), ring = faces == 3 ? RING_CELLS * RING_BYTES : 0;
    return (double)(faces * (reach_values(faces) + EG_FV_STATE) + SW_INNER - EG_FV_STATE) * size +
           ring; /* no state is set aside */
}
