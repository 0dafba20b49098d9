/* Tracers between two bounds (kernels/ader/bounds.h): its launches, and what the flow has to be like. */
#include "scheme/ader/internal.h"

#include <math.h>
#include <string.h>

/* ---- the kernels */

/* The nodes of the lattice at which values are bounded. Its degree is twice that of the polynomials, so that
 * it holds the nodes of snapshots. Returns how many; nodes may be NULL. */
static int list_bound_nodes(eg_cell_type type, int order, double (*node)[2])
{
    int degree = 2 * (order - 1), count = 0;
    for (int j = 0; j <= degree; j++)
        for (int i = 0; i <= (type == EG_TRIANGLE ? degree - j : degree); i++, count++)
            if (node) {
                node[count][0] = (double)i / degree;
                node[count][1] = (double)j / degree;
            }
    return count;
}

/* `basis` of the kernel: at a node that is to be moved by 1 the least change of the other modes is each of
 * them over their sum of squares. */
static void tabulate_nodes(int order, int modes, eg_cell_type type, int count, const double (*node)[2],
                           double *basis)
{
    double *largest = &basis[count * (modes + 1)];
    for (int i = 0; i < count; i++) {
        double *here = &basis[i * (modes + 1)], sum = 0;
        eg_modal_values(type, order, node[i], here);
        for (int k = 0; k < modes; k++) {
            largest[k] = fmax(largest[k], fabs(here[k]));
            sum += k > 0 ? here[k] * here[k] : 0;
        }
        here[modes] = 1 / sum;
    }
}

static eg_status build_bound_type(eg_ader *ader, int type)
{
    eg_ader_cells *cells = &ader->cells[type];
    EG_SCRATCH double(*node)[2] = NULL;
    EG_SCRATCH double *basis = NULL;
    int count = list_bound_nodes((eg_cell_type)type, ader->order, NULL);
    int64_t values = count * (ader->modes + 1) + ader->modes;
    EG_TRY(EG_ALLOC(ader->context, EG_BLOCK(count, node), EG_BLOCK(values, basis)));
    list_bound_nodes((eg_cell_type)type, ader->order, node);
    tabulate_nodes(ader->order, ader->modes, (eg_cell_type)type, count, (const double(*)[2])node, basis);
    EG_TRY(
        eg_stepper_upload_reals(&ader->base, "modes at bounded points", values, basis, &cells->bound_basis));
    EG_TRY(EG_BIND_ALL(cells->program, EG_BUFFER("basis", cells->bound_basis), EG_INT("points", count)));
    return EG_KERNELS(cells->program, {"ader_bound_fluxes", &cells->bound_fluxes},
                      {"ader_bound_values", &cells->bound_values});
}

static bool has_bounds(const eg_ader *ader, int tracer)
{
    return ader->bound[tracer][0] < ader->bound[tracer][1];
}

static eg_status queue_values(eg_ader *ader, bool initial)
{
    for (int type = 0; type < EG_CELL_TYPES; type++) {
        const eg_ader_cells *c = &ader->cells[type];
        for (int v = 0; c->bound_values && v < ader->variables; v++)
            if (has_bounds(ader, v))
                EG_TRY(EG_LAUNCH(c->bound_values, c->blocks, EG_DOUBLE("low", ader->bound[v][0]),
                                 EG_DOUBLE("high", ader->bound[v][1]), EG_INT("variable", v),
                                 EG_INT("initial", initial)));
    }
    return EG_OK;
}

eg_status eg_ader_queue_bounded_values(eg_ader *ader)
{
    return queue_values(ader, false);
}

eg_status eg_ader_queue_bounded_fluxes(eg_ader *ader)
{
    for (int type = 0; type < EG_CELL_TYPES; type++) {
        const eg_ader_cells *c = &ader->cells[type];
        for (int v = 0; c->bound_fluxes && v < ader->variables; v++)
            if (has_bounds(ader, v))
                EG_TRY(EG_LAUNCH(c->bound_fluxes, c->blocks, EG_DOUBLE("low", ader->bound[v][0]),
                                 EG_DOUBLE("high", ader->bound[v][1]), EG_INT("variable", v)));
    }
    return EG_OK;
}

/* At order 1 the scheme keeps the bounds by itself. */
eg_status eg_ader_build_bounds(eg_ader *ader, const eg_ader_options *options)
{
    if (!options->bounds)
        return EG_OK;
    assert(ader->conservative && ader->system->transports);
    memcpy(ader->bound, options->bounds, (size_t)ader->variables * sizeof *ader->bound);
    for (int type = 0; ader->order > 1 && type < EG_CELL_TYPES; type++)
        if (ader->cells[type].blocks > 0)
            EG_TRY(build_bound_type(ader, type));
    return queue_values(ader, true);
}

/* ---- the flow through the faces of a cell */

/* Normal velocity out of the cell at a point of its face. */
static double speed_at(const eg_ader *ader, const eg_ader_across *across, int64_t cell, int k, int q)
{
    const eg_linear *system = ader->system;
    double medium[EG_LINEAR_MATERIALS + EG_LINEAR_FACE_CONSTANTS];
    const double *own = &ader->material[cell * system->materials],
                 *other = &ader->material[across->side.cell * system->materials];
    if (ader->variable)
        eg_ader_fill_point(ader, across, cell, k, q, medium);
    else
        eg_ader_find_constants(ader, across, own, other, &medium[system->materials]);
    return (across->side.right ? -1 : 1) * medium[system->materials];
}

/* Of a face, m2/s: what flows out and in. */
static void face_flow(const eg_ader *ader, const eg_ader_across *across, int64_t cell, int k, double *out,
                      double *in)
{
    long double s[EG_GAUSS_MOST], weight[EG_GAUSS_MOST];
    int points = eg_gauss(ader->variable ? ader->edge_points : 1, s, weight);
    double normal[2], length;
    eg_plane_frame(ader->mesh, eg_plane_face(ader->mesh, cell, k), normal, &length);
    *out = *in = 0;
    for (int q = 0; q < points; q++) {
        double flow = (double)weight[q] * length * speed_at(ader, across, cell, k, q);
        *out += fmax(flow, 0);
        *in += fmax(-flow, 0);
    }
}

/* Of a cell, 1/s: what flows out and in; and of open boundaries what may come in. A factor of time may turn
 * the flow. */
static void cell_flow(const eg_ader *ader, const eg_ader_options *options, int64_t cell, double *out,
                      double *in, double *entering)
{
    double scale = ader->factor_most / ader->mesh->area[cell];
    int faces = eg_cell_type_vertices((eg_cell_type)ader->mesh->type[cell]);
    *out = *in = *entering = 0;
    for (int k = 0; k < faces; k++) {
        eg_ader_across across = eg_ader_look_across(ader, options, cell, k);
        double there, back;
        face_flow(ader, &across, cell, k, &there, &back);
        *out += scale * there;
        *in += scale * back;
        if (across.boundary == EG_LINEAR_ABSORBING)
            *entering += scale * (ader->find_factor ? fmax(there, back) : back);
    }
}

void eg_ader_find_flow(const eg_ader *ader, const eg_ader_options *options, eg_ader_flow *flow)
{
    *flow = (eg_ader_flow){.diverging = -1, .open = -1};
    for (int64_t c = 0; c < ader->mesh->base.own; c++) {
        double out, in, entering;
        double step = options->dt > 0 ? options->dt : ader->cfl / eg_ader_rate(ader, c);
        cell_flow(ader, options, c, &out, &in, &entering);
        double most = ader->find_factor ? fmax(out, in) : out;
        flow->flushing = fmax(flow->flushing, most);
        flow->leaving = fmax(flow->leaving, step * most);
        if (entering > flow->entering) {
            flow->entering = entering;
            flow->open = c;
        }
        if (fabs(out - in) > flow->divergence) {
            flow->divergence = fabs(out - in);
            flow->diverging = c;
        }
    }
}
