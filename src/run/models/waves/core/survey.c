/* What a model of waves has to know of the whole mesh: the delta functions of sources by cells, which cell
 * holds a receiver, where the faces of absorbing boundaries run. Rank 0 finds it while it has the whole mesh;
 * all ranks get it as bytes,
 *
 *     counts[SECTIONS] | first part of each source of each shot, and the end | cells, modes and points of the
 *         parts |
 *     cells of receivers | first segment of each boundary, and the end | segments
 * */
#include "run/models/waves/internal.h"

enum { DELTA_FIRST, DELTA_CELLS, DELTA_MODES, DELTA_POINTS, SEGMENT_FIRST, SEGMENTS, SECTIONS };

static const int64_t item_bytes[SECTIONS] = {sizeof(int64_t),    sizeof(int64_t), sizeof(double),
                                             2 * sizeof(double), sizeof(int64_t), sizeof(eg_waves_segment)};

static void add_bytes(eg_text *section, const void *data, int64_t bytes)
{
    if (bytes > 0)
        eg_text_add_bytes(section, data, bytes);
}

/* The sources of the current shot. */
static eg_status find_shot(const eg_waves *model, const eg_ader_location *place, const eg_waves_shots *shots,
                           eg_text *first, eg_ader_deltas *deltas)
{
    for (int i = 0; i < model->sources.count; i++) {
        const eg_waves_source *source = &model->sources.source[i];
        int64_t before = deltas->count;
        double x[3];
        add_bytes(first, &before, sizeof before);
        eg_waves_move(shots, NULL, &source->place, x);
        EG_TRY(eg_ader_add_delta(place, x, source->smooth, deltas));
        if (deltas->count == before)
            return eg_waves_refuse_moved(&model->setup, shots, &source->place, x, "a source");
        for (int64_t k = before; k < deltas->count; k++)
            EG_TRY(eg_waves_check_fluid_source(&model->regions, source, deltas->cell[k], x));
    }
    return EG_OK;
}

static eg_status find_deltas(const eg_waves *model, const eg_ader_location *place, eg_text *first,
                             eg_ader_deltas *deltas)
{
    EG_ENDS_WITH(eg_waves_close_shots) eg_waves_shots shots = {0};
    EG_TRY(eg_waves_open_shots(&model->setup, &shots));
    for (int64_t k = 0; k < (shots.setup ? shots.run.count : 1); k++) {
        if (shots.setup)
            eg_waves_choose_shot(&shots, k);
        EG_TRY(find_shot(model, place, &shots, first, deltas));
    }
    add_bytes(first, &deltas->count, sizeof deltas->count);
    return EG_OK;
}

/* The delta functions of the sources, in the medium of the case. */
static eg_status find_survey_sources(eg_waves *model, eg_ader_deltas *deltas, eg_text *section)
{
    const eg_setup *setup = &model->setup;
    int order = (int)eg_node_integer(eg_case_find(setup->loaded, "numerics.order"));
    const eg_ader_location place = {.mesh = setup->mesh,
                                    .system = model->kind->system,
                                    .material = eg_waves_material_at,
                                    .user = model,
                                    .order = order};
    EG_TRY(eg_waves_open_sources(setup, &model->sources));
    if (model->sources.count > 0)
        EG_TRY(eg_waves_open_regions(setup, &model->regions));
    EG_TRY(find_deltas(model, &place, &section[DELTA_FIRST], deltas));
    add_bytes(&section[DELTA_CELLS], deltas->cell, deltas->count * item_bytes[DELTA_CELLS]);
    add_bytes(&section[DELTA_MODES], deltas->modes,
              deltas->count * eg_modal_count(order) * item_bytes[DELTA_MODES]);
    add_bytes(&section[DELTA_POINTS], deltas->point, deltas->count * item_bytes[DELTA_POINTS]);
    return EG_OK;
}

/* Returns how many. */
static int64_t list_segments(const eg_plane *mesh, int boundary, eg_text *segments)
{
    int64_t count = 0;
    for (int64_t f = 0; f < mesh->faces; f++) {
        eg_waves_segment segment;
        if (mesh->face_boundary[f] != boundary)
            continue;
        for (int e = 0; e < 2; e++)
            for (int i = 0; i < 2; i++)
                segment.end[e][i] = mesh->x[mesh->face_vertex[f][e]][i];
        add_bytes(segments, &segment, sizeof segment);
        count++;
    }
    return count;
}

eg_status eg_waves_survey(const eg_setup *setup, eg_text *found)
{
    eg_waves model = {.setup = *setup, .kind = setup->kind->waves};
    eg_ader_deltas deltas = {0};
    eg_text section[SECTIONS];
    int64_t counts[SECTIONS], segments = 0;
    for (int i = 0; i < SECTIONS; i++)
        section[i] = (eg_text){.context = setup->context};
    eg_status status = find_survey_sources(&model, &deltas, section);
    for (int b = 0; b < setup->mesh->base.boundaries.count; b++) {
        add_bytes(&section[SEGMENT_FIRST], &segments, sizeof segments);
        const eg_node *node = eg_names_boundary(setup->loaded, &setup->mesh->base, b);
        if (eg_node_child(node, "absorbing") || eg_node_child(node, "pml"))
            segments += list_segments(setup->mesh, b, &section[SEGMENTS]);
    }
    add_bytes(&section[SEGMENT_FIRST], &segments, sizeof segments);
    for (int i = 0; i < SECTIONS; i++) {
        counts[i] = section[i].length / item_bytes[i];
        status = status != EG_OK ? status : section[i].status;
    }
    eg_ader_deltas_free(&deltas);
    eg_waves_close_regions(&model.regions);
    eg_waves_close_sources(&model.sources);
    add_bytes(found, counts, sizeof counts);
    for (int i = 0; i < SECTIONS; i++) {
        add_bytes(found, section[i].data, section[i].length);
        eg_text_free(&section[i]);
    }
    return status != EG_OK ? status : found->status;
}

void eg_waves_read_survey(const void *bytes, eg_waves_found *found)
{
    const int64_t *counts = bytes;
    const char *at[SECTIONS + 1] = {(const char *)&counts[SECTIONS]};
    for (int i = 0; i < SECTIONS; i++)
        at[i + 1] = at[i] + counts[i] * item_bytes[i];
    *found = (eg_waves_found){.delta_first = (const void *)at[DELTA_FIRST],
                              .deltas = {.count = counts[DELTA_CELLS],
                                         .cell = (void *)at[DELTA_CELLS],
                                         .modes = (void *)at[DELTA_MODES],
                                         .point = (void *)at[DELTA_POINTS]},
                              .segment_first = (const void *)at[SEGMENT_FIRST],
                              .segments = (const void *)at[SEGMENTS]};
}
