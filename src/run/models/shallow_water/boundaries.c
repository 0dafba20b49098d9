/* What holds on each boundary of the mesh: kinds and series, from the case. */
#include "run/core/run.h"
#include "run/given/given.h"
#include "run/models/shallow_water/internal.h"

#include <math.h>

static eg_status read_boundary_value(const eg_sw_model *model, const eg_node *value, eg_sw_boundary *boundary)
{
    return eg_sw_read_series(model, value, &boundary->series[0], &boundary->given.value);
}

/* A wave, and the still water under it: as given, or the wave's level at time 0. */
static eg_status read_incoming_wave(const eg_sw_model *model, const eg_node *value, eg_sw_boundary *boundary)
{
    EG_TRY(read_boundary_value(model, value, boundary));
    const eg_node *still = eg_node_child(boundary->node, "still");
    double level = still ? eg_node_real(still) : eg_sw_series_value(&boundary->series[0], 0);
    eg_sw_give_number(level, &boundary->series[1], &boundary->given.second);
    return EG_OK;
}

/* A tide holds the level, or is a wave that comes in over its mean level. */
static eg_status read_boundary_tide(const eg_sw_model *model, const eg_node *map, eg_sw_boundary *boundary)
{
    eg_fv_boundary *given = &boundary->given;
    if (eg_node_is(eg_node_child(map, "as"), "radiate"))
        given->kind = EG_FV_RADIATE;
    EG_TRY(eg_sw_read_tide(model, map, &boundary->series[0], &given->value));
    eg_sw_give_number(eg_node_real(eg_node_child(map, "mean")), &boundary->series[1], &given->second);
    return EG_OK;
}

/* Depth and speed. */
static eg_status read_boundary_inflow(const eg_sw_model *model, const eg_node *map, eg_sw_boundary *boundary)
{
    const eg_node *depth = eg_node_child(map, "depth");
    eg_fv_boundary *given = &boundary->given;
    EG_TRY(eg_sw_read_series(model, depth, &boundary->series[0], &given->value));
    for (int64_t i = 0; i < given->value.rows; i++)
        if (given->value.values[i] < 0)
            return eg_case_fail(model->setup.loaded, depth, EG_CASE,
                                "%s is %g at t = %.9g s; it must be zero or more", eg_node_name(depth),
                                given->value.values[i], given->value.times[i]);
    return eg_sw_read_series(model, eg_node_child(map, "speed"), &boundary->series[1], &given->second);
}

/* Across a side of a periodic pair there must be another cell. */
static eg_status check_periodic(const eg_sw_model *model, const eg_node *periodic, eg_sw_boundary *boundary)
{
    const eg_plane *mesh = model->setup.mesh;
    int64_t b = boundary - model->boundaries;
    for (int64_t f = 0; f < mesh->faces; f++) {
        int32_t cell = mesh->face_cell[f][0];
        if (eg_sw_is_along(model, f, b) && eg_plane_neighbour(mesh, f, cell) == cell)
            return eg_case_fail(model->setup.loaded, periodic, EG_CASE,
                                "%s: cell %lld touches both sides and would be its own neighbour; "
                                "use at least two cells between the sides, or walls",
                                eg_node_name(periodic), (long long)eg_mesh_whole_number(&mesh->base, cell));
    }
    return EG_OK;
}

/* X(word, kind), X(key, kind, reader): what the case may say of a boundary, beside "wall". */
#define WORDS(X) X("outflow", OUTFLOW) X("critical", CRITICAL) X("radiate", AS_AT_START)
#define KEYS(X)                                                                                              \
    X("level", LEVEL, read_boundary_value)                                                                   \
    X("tide", LEVEL, read_boundary_tide)                                                                     \
    X("radiate", RADIATE, read_incoming_wave)                                                                \
    X("discharge", DISCHARGE, read_boundary_value)                                                           \
    X("rating", RATING, eg_sw_read_rating)                                                                   \
    X("normal_depth", NORMAL, eg_sw_read_normal)                                                             \
    X("inflow", INFLOW, read_boundary_inflow)

#define AFTER_BLANK(WORD, KIND) " " WORD
#define AFTER_COMMA(WORD, KIND) ", " WORD
#define KEY_AFTER_COMMA(KEY, KIND, READER) ", {" KEY ": ...}"
const char eg_sw_boundary_words[] = "wall" WORDS(AFTER_BLANK);
const char eg_sw_boundary_hint[] = "wall" WORDS(AFTER_COMMA) KEYS(KEY_AFTER_COMMA) " or {periodic: ...}";

typedef struct boundary_way {
    const char *name;
    eg_fv_boundary_kind kind;
    eg_status (*read)(const eg_sw_model *model, const eg_node *value, eg_sw_boundary *boundary);
} boundary_way;

#define WORD_WAY(WORD, KIND) {WORD, EG_FV_##KIND, NULL},
#define KEY_WAY(KEY, KIND, READER) {KEY, EG_FV_##KIND, READER},
static const boundary_way word_ways[] = {WORDS(WORD_WAY)};
static const boundary_way key_ways[] = {KEYS(KEY_WAY){"periodic", EG_FV_WALL, check_periodic}};

static eg_status read_boundary(const eg_sw_model *model, eg_sw_boundary *boundary)
{
    for (size_t i = 0; i < sizeof word_ways / sizeof *word_ways; i++)
        if (eg_node_is(boundary->node, word_ways[i].name))
            boundary->given.kind = word_ways[i].kind;
    for (size_t i = 0; i < sizeof key_ways / sizeof *key_ways; i++) {
        const eg_node *value = eg_node_child(boundary->node, key_ways[i].name);
        if (!value)
            continue;
        boundary->given.kind = key_ways[i].kind;
        return key_ways[i].read(model, value, boundary);
    }
    return EG_OK;
}

/* Ceilings up to another end lie elsewhere between, and so do steps. */
static void warn_of_other_end(const eg_sw_model *model, const eg_node *node)
{
    const eg_run *run = model->setup.run;
    double end = eg_case_real(model->setup.loaded, "time.end", INFINITY);
    if (run && run->checkpointing.changed && run->checkpointing.end_before != end)
        eg_case_warn(
            model->setup.loaded, node,
            "%s: steps follow a bound of this expression up to time.end, which changes: a run to %.9g s from "
            "the start takes other steps, and its bits differ; those of a table stay",
            eg_node_name(node), end);
}

/* What an expression of t does not exceed in the run: it bounds the step. */
static eg_status find_ceiling(const eg_sw_model *model, eg_sw_boundary *boundary, int second)
{
    const eg_expression *expression = eg_sw_expression(&boundary->series[second]);
    double end = eg_case_real(model->setup.loaded, "time.end", 0), **kept = &boundary->ceiling[second];
    eg_fv_series *given = &boundary->given.ceiling[second];
    if (!expression)
        return EG_OK;
    warn_of_other_end(model, boundary->node);
    EG_TRY(eg_alloc(model->setup.context, 2 * EG_CEILING_ROOM, sizeof **kept, kept));
    given->times = *kept;
    given->values = *kept + EG_CEILING_ROOM;
    return eg_expression_ceiling(expression, 0, end > 0 ? end : INFINITY, *kept, *kept + EG_CEILING_ROOM,
                                 &given->rows);
}

eg_status eg_sw_read_boundaries(eg_sw_model *model)
{
    const eg_plane *mesh = model->setup.mesh;
    EG_TRY(eg_alloc(model->setup.context, mesh->base.boundaries.count, sizeof *model->boundaries,
                    &model->boundaries));
    for (int b = 0; b < mesh->base.boundaries.count; b++) {
        model->boundaries[b].node =
            eg_node_child(eg_case_find(model->setup.loaded, "boundaries"), mesh->base.boundaries.name[b]);
        EG_TRY(read_boundary(model, &model->boundaries[b]));
        for (int second = 0; second < 2; second++)
            EG_TRY(find_ceiling(model, &model->boundaries[b], second));
    }
    return EG_OK;
}

/* ---- what may be another thing than was meant */

/* Whether any cell along the boundary, of any rank, is such a one. */
static bool any_along(const eg_sw_model *model, int b, bool (*is)(const eg_sw_model *model, int32_t cell))
{
    const eg_plane *mesh = model->setup.mesh;
    double any = 0;
    for (int64_t f = 0; f < mesh->faces; f++)
        if (eg_sw_is_along(model, f, b) && is(model, mesh->face_cell[f][0]))
            any = 1;
    eg_comm_max(model->setup.comm, &any, 1);
    return any > 0;
}

static bool is_wet(const eg_sw_model *model, int32_t cell)
{
    return model->depth[cell] > EG_FV_DRY_DEPTH;
}

/* It moves, or its level is no level: it will. */
static bool is_moving(const eg_sw_model *model, int32_t cell)
{
    static const double still = 1e-3; /* of the depth */
    const eg_plane *mesh = model->setup.mesh;
    bool moves = model->velocity[cell][0] != 0 || model->velocity[cell][1] != 0;
    for (int64_t k = mesh->first[cell]; k < mesh->first[cell + 1]; k++) {
        int32_t there = eg_plane_neighbour(mesh, mesh->cell_face[k], cell);
        double drop = there < 0 || !is_wet(model, there)
                          ? 0
                          : model->bed[cell] + model->depth[cell] - model->bed[there] - model->depth[there];
        moves = moves || fabs(drop) > still * model->depth[cell];
    }
    return moves;
}

static void warn_of_dry(const eg_sw_model *model, int b)
{
    double discharge = eg_sw_series_value(&model->boundaries[b].series[0], 0);
    if (discharge < 0 && !any_along(model, b, is_wet))
        eg_log(model->setup.context, EG_LOG_WARN,
               "boundaries.%s: the discharge is %g m3/s at t = 0, out of the domain, "
               "and the boundary is dry: nothing leaves before water reaches it",
               model->setup.mesh->base.boundaries.name[b], discharge);
}

void eg_sw_warn_of_boundaries(const eg_sw_model *model)
{
    for (int b = 0; !model->setup.restoring && b < model->setup.mesh->base.boundaries.count; b++) {
        eg_fv_boundary_kind kind = model->boundaries[b].given.kind;
        if (kind == EG_FV_DISCHARGE)
            warn_of_dry(model, b);
        if (kind == EG_FV_OUTFLOW && !any_along(model, b, is_moving) && any_along(model, b, is_wet))
            eg_log(model->setup.context, EG_LOG_WARN,
                   "boundaries.%s: the water at the outflow is at rest at t = 0, and runs out; "
                   "'radiate' keeps its level and lets waves leave",
                   model->setup.mesh->base.boundaries.name[b]);
    }
}

/* Series s: of the boundaries' values, then of their second ones. */
static const eg_sw_series *series_of_boundary(const eg_sw_model *model, int s)
{
    int boundaries = model->setup.mesh->base.boundaries.count;
    return &model->boundaries[s % boundaries].series[s / boundaries];
}

eg_status eg_sw_generate(const eg_sw_model *model, eg_text *text)
{
    return eg_sw_generate_series(model, "eg_open", 2 * model->setup.mesh->base.boundaries.count,
                                 series_of_boundary, text);
}

static eg_status check_open_expression(const eg_sw_model *model, int i, double t)
{
    const eg_node *node = series_of_boundary(model, i)->expression;
    bool depth =
        i < model->setup.mesh->base.boundaries.count && model->boundaries[i].given.kind == EG_FV_INFLOW;
    EG_TRY(eg_given_check_time(&model->setup, node, NULL, t, EG_DIVERGED));
    double value = eg_expression_eval(eg_node_expression(node), &t);
    if (!depth || value >= 0)
        return EG_OK;
    return eg_case_fail(model->setup.loaded, node, EG_DIVERGED,
                        "%s is %g at t = %.9g s; it must be zero or more", eg_node_name(node), value, t);
}

/* Where the device may have looked at it. */
static eg_status check_open_step(const eg_sw_model *model, int i, const eg_time_step *step)
{
    double point[EG_FV_STEP_POINTS];
    eg_fv_points_of_step(step->begin, step->end, point);
    for (int k = 0; k < EG_FV_STEP_POINTS; k++)
        EG_TRY(check_open_expression(model, i, point[k]));
    return EG_OK;
}

/* Before a step a boundary's mean is found for it (kernels/fv/shallow_water_series.c). */
eg_status eg_sw_check_given(eg_model *base)
{
    const eg_sw_model *model = eg_sw_model_const(base);
    eg_time_step step;
    EG_TRY(eg_time_read_step(eg_stepper_time(eg_fv_stepper(model->fv)), &step));
    for (int i = 0; i < 2 * model->setup.mesh->base.boundaries.count; i++)
        if (series_of_boundary(model, i)->expression) /* tides are finite */
            EG_TRY(check_open_step(model, i, &step));
    EG_TRY(eg_sw_check_flows(model, step.begin, step.end));
    return eg_sw_check_rain(model, step.begin, step.end);
}

void eg_sw_destroy_boundaries(eg_sw_model *model)
{
    for (int b = 0; model->boundaries && b < model->setup.mesh->base.boundaries.count; b++) {
        for (int i = 0; i < 2; i++) {
            eg_sw_destroy_series(&model->boundaries[b].series[i]);
            eg_free(model->setup.context, &model->boundaries[b].ceiling[i]);
        }
        eg_free(model->setup.context, &model->boundaries[b].rating);
    }
    eg_free(model->setup.context, &model->boundaries);
}

void eg_sw_describe(const eg_model *base, eg_text *text)
{
    const eg_sw_model *model = eg_sw_model_const(base);
    const eg_plane *mesh = model->setup.mesh;
    eg_text_add(text, "boundaries");
    for (int b = 0; b < mesh->base.boundaries.count; b++) {
        const eg_sw_boundary *boundary = &model->boundaries[b];
        eg_text_add(text, "%s %s: %s", b > 0 ? "," : "", mesh->base.boundaries.name[b],
                    eg_node_child(boundary->node, "periodic") ? "periodic"
                                                              : eg_fv_boundary_name(boundary->given.kind));
    }
    eg_text_add(text, "\n");
    eg_sw_tell_breaches(model, text);
}
