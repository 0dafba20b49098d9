/* States at inflow boundaries, written out as one function of boundary, variable, place and time. */
#include "run/models/waves/internal.h"

#include <stdio.h>

#include "run/judge/verdicts.h"

/* The functions of a boundary, and its lines of the choice among all. */
static void write_inflow(eg_waves_model *model, int boundary, eg_text *choice)
{
    const eg_node *expression[EG_LINEAR_VARIABLES];
    int count = eg_waves_inflow_of(model, boundary, expression);
    for (int v = 0; v < count; v++) {
        char name[64];
        if (!choice->data)
            eg_text_add(&model->inflow, "#include \"math.h\"\n#include \"math_circular.h\"\n");
        snprintf(name, sizeof name, "eg_inflow_%d_%d", boundary, v);
        eg_expression_emit(eg_node_expression(expression[v]), &model->inflow, name);
        eg_text_add(choice, "    if (boundary == %d && variable == %d)\n        value = %s(x, y, t);\n",
                    boundary, v, name);
    }
}

/* What comes in stays between the bounds of a limiter. */
static void cut_inflow(const eg_waves_model *model, eg_text *text)
{
    for (int v = 0; model->bounds && v < model->kind->system->variables; v++) {
        const double *bound = model->bounds[v];
        if (bound[0] < bound[1])
            eg_text_add(text,
                        "    if (variable == %d)\n"
                        "        value = value < %.17g ? %.17g : value > %.17g ? %.17g : value;\n",
                        v, bound[0], bound[0], bound[1], bound[1]);
    }
}

eg_status eg_waves_open_inflow(eg_waves_model *model)
{
    eg_text *text = &model->inflow;
    EG_TEXT(choice, model->setup.context);
    text->context = model->setup.context;
    for (int b = 0; b < model->setup.cells->boundaries.count; b++)
        write_inflow(model, b, &choice);
    EG_TRY(choice.status);
    if (!choice.data)
        return EG_OK;
    eg_text_add(
        text,
        "FUNCTION double eg_inflow_value(int boundary, int variable, double x, double y, double t)\n{\n"
        "    double value = 0.0;\n%s",
        choice.data);
    cut_inflow(model, text);
    eg_text_add(text, "    return value;\n}\n");
    return text->status;
}

/* ---- what comes in at time 0, against the initial state there: a jump has all frequencies */

typedef struct beginning {
    double part, x[2]; /* of the largest value that comes in; m */
    int64_t cell;      /* of the whole mesh: of equals the first */
    int boundary, variable;
} beginning;

/* Of the peak, as of sources. */
static const double CUT_MOST = 1e-3;
/* Cells that are looked at, in the whole mesh; moments of the run. */
enum { CELLS_MOST = 4096, MOMENTS = 64 };

static double jump_of(const eg_waves_model *model, const eg_node *node, const double *x, double initial)
{
    double end = eg_case_real(model->setup.loaded, "time.end", 0), place[4] = {x[0], x[1], 0}, peak = 0;
    double first = fabs(eg_expression_eval(eg_node_expression(node), place) - initial);
    for (int i = 0; i <= MOMENTS; i++) {
        place[2] = end * i / MOMENTS;
        peak = fmax(peak, fabs(eg_expression_eval(eg_node_expression(node), place)));
    }
    return peak > 0 ? first / peak : 0;
}

static eg_status look_at_inflow_face(const eg_waves_model *model, int64_t f, beginning *worst)
{
    const eg_plane *mesh = model->setup.mesh;
    const double *from = mesh->x[mesh->face_vertex[f][0]], *to = mesh->x[mesh->face_vertex[f][1]];
    const double x[3] = {0.5 * (from[0] + to[0]), 0.5 * (from[1] + to[1]), 0};
    const eg_node *node[EG_LINEAR_VARIABLES];
    double initial[EG_LINEAR_VARIABLES];
    int b = mesh->face_boundary[f], count = eg_waves_inflow_of(model, b, node);
    int64_t cell = eg_mesh_whole_number(&mesh->base, mesh->face_cell[f][0]);
    EG_TRY(eg_waves_begin_at(&model->initial, mesh->face_cell[f][0], x, initial));
    for (int v = 0; v < count; v++) {
        double part = jump_of(model, node[v], x, initial[v]);
        if (part > worst->part || (part == worst->part && cell < worst->cell))
            *worst = (beginning){part, {x[0], x[1]}, cell, b, v};
    }
    return EG_OK;
}

eg_status eg_waves_judge_inflow(const eg_waves_model *model)
{
    const eg_plane *mesh = model->setup.mesh;
    const eg_node *node[EG_LINEAR_VARIABLES];
    int64_t every = 1 + mesh->base.all / CELLS_MOST;
    beginning worst = {0};
    char at[EG_POINT_ROOM];
    eg_status status = EG_OK;
    if (!model->inflow.data || model->kind->conserves || model->setup.restoring)
        return EG_OK;
    for (int64_t f = 0; f < mesh->faces && status == EG_OK; f++) {
        int b = mesh->face_boundary[f];
        int32_t cell = mesh->face_cell[f][0];
        if (b >= 0 && model->boundaries[b] == EG_LINEAR_INFLOW && cell < mesh->base.own &&
            eg_mesh_whole_number(&mesh->base, cell) % every == 0)
            status = look_at_inflow_face(model, f, &worst);
    }
    EG_TRY(eg_comm_agree(model->setup.comm, status));
    double part = eg_verdict_worst(model->setup.run, worst.part, &worst, sizeof worst);
    if (!(part > CUT_MOST))
        return EG_OK;
    eg_waves_inflow_of(model, worst.boundary, node);
    return eg_verdict_say_at(
        model->setup.run, node[worst.variable], "source-cut", part, CUT_MOST, 2, worst.x,
        "%s at %s differs at time 0 from the initial state there by %.3g %% of the most "
        "that comes in: the jump sends waves of all frequencies; let it begin with 0, or "
        "give the initial state of the same wave",
        eg_node_name(node[worst.variable]), eg_given_point(&model->setup, worst.x, at), 100 * part);
}
