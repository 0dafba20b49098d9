/* The material at the nodes of cells, and the constants of the flux at the nodes of faces and mortars. What a
 * cell has at a place on its face is asked of the cell, so that materials may jump there. */
#include "scheme/dg/internal.h"

#include <math.h>

#include "base/parallel.h"
#include "dg/sizes.h"

/* ---- constants of fluxes */

eg_status eg_dg_find_meeting(const eg_dg *dg, const eg_dg_options *options, eg_dg_nodes *room,
                             const eg_dg_meeting *between, double *constants)
{
    const eg_linear *system = dg->system;
    const eg_dg_field *field = options->material;
    int count = dg->nodes / dg->edge, numbers = system->face_constants[dg->flux];
    const double(*x)[3] = (const double(*)[3])room->x;
    EG_TRY(field->at(field, between->cell[0], count, x, room->own));
    EG_TRY(field->at(field, between->cell[1], count, x, room->other));
    for (int i = 0; i < count; i++) {
        double here[EG_LINEAR_FACE_CONSTANTS];
        system->face(system,
                     &(eg_linear_face){.flux = between->flux,
                                       .left = &room->own[i * system->materials],
                                       .right = &room->other[i * system->materials],
                                       .normal = between->normal,
                                       .boundary = between->boundary},
                     here);
        for (int k = 0; k < numbers; k++)
            constants[k * between->stride * count + i * between->stride] = here[k];
    }
    return EG_OK;
}

/* ---- arrays */

typedef struct medium_job {
    eg_dg *dg;
    const eg_dg_options *options;
    double *medium, *meeting;
} medium_job;

static eg_status fill_medium_nodes(const medium_job *job, eg_dg_nodes *room, int64_t cell)
{
    const eg_dg *dg = job->dg;
    const eg_dg_field *field = job->options->material;
    int64_t slot = eg_layout_slot(&dg->layout, cell), lanes = dg->layout.lanes;
    int materials = dg->system->materials;
    eg_dg_place_nodes(dg, cell, room->x);
    EG_TRY(field->at(field, cell, dg->nodes, (const double(*)[3])room->x, room->own));
    double *to = &job->medium[slot / lanes * materials * dg->nodes * lanes + slot % lanes];
    for (int i = 0; i < dg->nodes; i++)
        for (int p = 0; p < materials; p++)
            to[(p * dg->nodes + i) * lanes] = room->own[i * materials + p];
    return EG_OK;
}

/* Rusanov's flux towards smaller cells takes the largest speed of all of them. */
static eg_status fill_medium_fine(const medium_job *job, eg_dg_nodes *room, eg_dg_meeting *between,
                                  const eg_leaf_face *face, double *constants)
{
    const eg_dg *dg = job->dg;
    int64_t count = dg->nodes / dg->edge, stride = between->stride;
    for (int i = 0; i < 1 << (dg->dimension - 1); i++) {
        double before[EG_LINE_NODES * EG_LINE_NODES];
        for (int64_t k = 0; k < count; k++)
            before[k] = constants[k * stride];
        between->cell[1] = dg->mesh->finer[face->across][i];
        EG_TRY(eg_dg_find_meeting(dg, job->options, room, between, constants));
        for (int64_t k = 0; k < count; k++)
            constants[k * stride] = fmax(before[k], constants[k * stride]);
    }
    return EG_OK;
}

static eg_status fill_medium_face(const medium_job *job, eg_dg_nodes *room, int64_t cell, int f)
{
    const eg_dg *dg = job->dg;
    const eg_leaf_face *face = eg_forest_face(dg->mesh, cell, f);
    int64_t slot = eg_layout_slot(&dg->layout, cell), lanes = dg->layout.lanes;
    int64_t count = dg->nodes / dg->edge, numbers = dg->system->face_constants[dg->flux];
    bool alone = face->side == EG_SIDE_BOUNDARY || face->side == EG_SIDE_FINE;
    eg_dg_map map;
    eg_dg_meeting between = {.cell = {cell, alone ? cell : face->across},
                             .stride = lanes,
                             .flux = eg_dg_flux_of(dg, face),
                             .boundary = eg_dg_boundary_of(job->options, face)};
    eg_dg_map_of(dg, cell, &map);
    eg_dg_face_frame(dg, &map, f, between.normal);
    eg_dg_place_face(dg, cell, f, -1, room->x);
    double *to =
        &job->meeting[((slot / lanes * 2 * dg->dimension + f) * numbers * count) * lanes + slot % lanes];
    EG_TRY(eg_dg_find_meeting(dg, job->options, room, &between, to));
    return face->side == EG_SIDE_FINE && dg->flux == EG_FLUX_RUSANOV
               ? fill_medium_fine(job, room, &between, face, to)
               : EG_OK;
}

static eg_status fill_media(void *with, int part, int64_t from, int64_t to)
{
    const medium_job *job = with;
    const eg_dg *dg = job->dg;
    eg_dg_nodes room;
    EG_SCOPE(scope, dg->context);
    (void)part;
    EG_TRY(eg_dg_nodes_create(dg, &scope, &room));
    for (int64_t c = from; c < to; c++) {
        EG_TRY(fill_medium_nodes(job, &room, c));
        for (int f = 0; f < 2 * dg->dimension; f++)
            EG_TRY(fill_medium_face(job, &room, c, f));
    }
    return EG_OK;
}

/* Padding lanes have the material 1; a rank without cells has none. */
static void fill_medium_padding(const medium_job *job, int64_t medium)
{
    const eg_dg *dg = job->dg;
    int64_t lanes = dg->layout.lanes, of_block = medium / eg_max_i64(dg->blocks, 1);
    for (int64_t slot = dg->mesh->base.own; slot < dg->blocks * lanes; slot++)
        for (int64_t i = 0; i < of_block / lanes; i++)
            job->medium[slot / lanes * of_block + i * lanes + slot % lanes] = 1;
}

eg_status eg_dg_build_medium(eg_dg *dg, const eg_dg_options *options)
{
    medium_job job = {.dg = dg, .options = options};
    int64_t slots = dg->blocks * dg->layout.lanes, own = dg->mesh->base.own;
    int64_t medium = slots * dg->nodes * dg->system->materials;
    int64_t meeting =
        slots * 2 * dg->dimension * (dg->nodes / dg->edge) * dg->system->face_constants[dg->flux];
    if (!dg->nodal)
        return EG_OK;
    EG_SCOPE(scope, dg->context);
    EG_TRY(EG_SCOPE_ALLOC(&scope, EG_BLOCK(medium, job.medium), EG_BLOCK(meeting, job.meeting)));
    fill_medium_padding(&job, medium);
    int parts = eg_parts(dg->context, own, eg_least_elements(dg->nodes));
    EG_TRY(eg_in_parts(dg->context, parts, own, fill_media, &job));
    return EG_UPLOAD_REALS(&dg->base, {"materials of nodes", medium, job.medium, &dg->medium},
                           {"fluxes at nodes", meeting, job.meeting, &dg->meeting});
}
