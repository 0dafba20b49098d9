/* Sections: faces inside the mesh, and what went through them (kernels/fv/sections.c). */
#include "scheme/fv/internal.h"

#include <stdio.h>

#include "fv/kinds.h" /* kernels/fv/kinds.h */

/* What a face has: volume through it, as a sum of two doubles, m3, and its flux, m3/s. */
enum { HIGH, LOW, FLUX, THROUGH };

static int64_t padded_section_faces(const eg_fv *fv)
{
    return fv->sections.blocks * fv->layout.lanes;
}

/* ---- making */

static eg_status keep_faces(eg_fv *fv, const eg_fv_options *options)
{
    eg_fv_sections *own = &fv->sections;
    int64_t all = 0;
    own->count = options->sections;
    for (int s = 0; s < own->count; s++)
        all += options->section[s].faces;
    EG_TRY(eg_owner_alloc(&fv->owned, own->count + 1, sizeof *own->first, &own->first));
    EG_TRY(eg_owner_alloc(&fv->owned, all, sizeof *own->sense, &own->sense));
    EG_TRY(eg_owner_alloc(&fv->owned, all, sizeof *own->face_number, &own->face_number));
    for (int s = 0; s < own->count; s++) {
        for (int64_t i = 0; i < options->section[s].faces; i++) {
            int32_t face = options->section[s].face[i];
            if (eg_fv_is_closed(fv, options, face))
                continue; /* nothing goes through it */
            own->face_number[own->faces] = face;
            own->sense[own->faces++] = options->section[s].sense[i];
        }
        own->first[s + 1] = own->faces;
    }
    own->blocks = eg_ceil_div(own->faces, fv->layout.lanes);
    return EG_OK;
}

static void fill_section_face(const eg_fv *fv, int64_t face, int64_t i, int32_t *slot, void *constants)
{
    const eg_plane *mesh = fv->mesh;
    const eg_layout *layout = &fv->layout;
    double normal[2], length;
    int32_t left = mesh->face_cell[face][0], right = mesh->face_cell[face][1];
    assert(right >= 0 && left < mesh->base.own);
    eg_fv_frame(fv, face, normal, &length);
    const double values[SECTION_CONSTANTS] = {normal[0], normal[1], length, 1 / mesh->area[left]};
    for (int v = 0; v < SECTION_CONSTANTS; v++)
        eg_layout_store(layout, constants, eg_layout_index(layout, SECTION_CONSTANTS, i, v), values[v]);
    slot[i] = eg_fv_name_neighbour(fv, right, face, eg_layout_slot(layout, left));
    slot[padded_section_faces(fv) + i] = eg_fv_name_neighbour(fv, left, face, eg_layout_slot(layout, right));
}

static eg_status upload_section_faces(eg_fv *fv)
{
    eg_fv_sections *own = &fv->sections;
    int64_t slots = padded_section_faces(fv), size = (int64_t)eg_real_size(fv->layout.precision);
    EG_SCRATCH int32_t *slot = NULL;
    EG_SCRATCH void *constants = NULL;
    EG_TRY(EG_ALLOC(fv->context, EG_BLOCK(2 * slots, slot),
                    {slots * SECTION_CONSTANTS, (size_t)size, &constants}));
    for (int64_t i = 0; i < own->faces; i++)
        fill_section_face(fv, own->face_number[i], i, slot, constants);
    return EG_UPLOAD(&fv->base, {"cells of sections", 2 * slots * (int64_t)sizeof *slot, slot, &own->slot},
                     {"faces of sections", slots * SECTION_CONSTANTS * size, constants, &own->face},
                     {"volumes through sections", THROUGH * slots * 8, NULL, &own->through});
}

eg_status eg_fv_build_sections(eg_fv *fv, const eg_fv_options *options)
{
    eg_fv_sections *own = &fv->sections;
    if (options->sections == 0)
        return EG_OK;
    EG_TRY(keep_faces(fv, options));
    if (own->faces == 0)
        return EG_OK;
    EG_TRY(upload_section_faces(fv));
    const eg_define defines[] = {{"STATE_BITS", fv->layout.state_bits},
                                 {"FRICTION", fv->friction},
                                 {"MIXED", fv->waves != fv->layout.precision},
                                 {"ORDER", eg_fv_order(fv)},
                                 {"RECORDS", fv->records.faces}};
    EG_TRY(eg_fv_program(fv, "fv/sections.c", fv->layout.lanes, defines, 5, NULL, &own->program));
    return eg_kernel_get(own->program, "sw_sections", &own->step);
}

eg_status eg_fv_bind_sections(eg_fv *fv)
{
    const eg_fv_sections *own = &fv->sections;
    if (own->faces == 0)
        return EG_OK;
    return EG_BIND(own->step, EG_BUFFER("slot", own->slot), EG_BUFFER("face", own->face),
                   EG_BUFFER("through", own->through), EG_LONG("blocks", own->blocks));
}

eg_status eg_fv_queue_sections(eg_fv *fv)
{
    const eg_fv_sections *own = &fv->sections;
    return own->faces > 0 ? eg_kernel_launch(own->step, own->blocks, NULL, 0) : EG_OK;
}

/* ---- looking */

static eg_status read_section_volumes(const eg_fv *fv, eg_scope *scope, double **through)
{
    int64_t count = THROUGH * padded_section_faces(fv);
    if (count == 0)
        return EG_OK;
    EG_TRY(eg_scope_alloc(scope, count, sizeof **through, through));
    return eg_buffer_read(fv->sections.through, 0, *through, count * 8);
}

/* A section's faces in their order, which goes on from rank to rank. */
static double sum_section(const eg_fv *fv, const eg_comm *comm, const double *through, int section, int from,
                          int to)
{
    const eg_fv_sections *own = &fv->sections;
    eg_sum sum;
    eg_comm_scan_begin(comm, &sum, 1);
    for (int64_t f = own->first[section]; f < own->first[section + 1]; f++)
        for (int v = from; v < to; v++)
            eg_sum_add(&sum, own->sense[f] * through[v * padded_section_faces(fv) + f]);
    eg_comm_scan_end(comm, &sum, 1);
    return eg_sum_value(&sum);
}

eg_status eg_fv_sections_of(eg_fv *fv, const eg_comm *comm, double *volume, double *discharge)
{
    double *through = NULL;
    EG_SCOPE(scope, fv->context);
    EG_TRY(eg_comm_agree(comm, read_section_volumes(fv, &scope, &through)));
    for (int s = 0; s < fv->sections.count; s++) {
        volume[s] = sum_section(fv, comm, through, s, HIGH, FLUX);
        discharge[s] = sum_section(fv, comm, through, s, FLUX, THROUGH);
    }
    return EG_OK;
}

/* ---- checkpoints */

static eg_status persist_section(const eg_fv *fv, const eg_persist *persist, int section, double *through,
                                 double (*row)[THROUGH])
{
    const eg_fv_sections *own = &fv->sections;
    int64_t first = own->first[section], count = own->first[section + 1] - first;
    char name[32];
    snprintf(name, sizeof name, "section-%d", section);
    for (int64_t i = 0; i < count; i++)
        for (int v = 0; v < THROUGH; v++)
            row[i][v] = through[v * padded_section_faces(fv) + first + i];
    EG_TRY(persist->part(persist, name, row, count * (int64_t)sizeof *row));
    for (int64_t i = 0; i < count; i++)
        for (int v = 0; v < THROUGH; v++)
            through[v * padded_section_faces(fv) + first + i] = row[i][v];
    return EG_OK;
}

eg_status eg_fv_persist_sections(eg_fv *fv, const eg_persist *persist)
{
    const eg_fv_sections *own = &fv->sections;
    double *through = NULL, (*row)[THROUGH];
    EG_SCOPE(scope, fv->context);
    EG_TRY(read_section_volumes(fv, &scope, &through));
    EG_TRY(eg_scope_alloc(&scope, own->faces, sizeof *row, &row));
    for (int s = 0; s < own->count; s++)
        EG_TRY(persist_section(fv, persist, s, through, row));
    if (!persist->restoring || own->faces == 0)
        return EG_OK;
    return eg_buffer_write(own->through, 0, through, THROUGH * padded_section_faces(fv) * 8);
}
