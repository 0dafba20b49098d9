/* What a solver takes of its device, told before it is taken. */
#include "scheme/deg/internal.h"

#include "deg/faces.h"
#include "deg/star_places.h"
#include "scheme/deg/fans.h"
#include "scheme/linear/gmres.h"

/* Bytes of one cell. */
typedef struct cell_size {
    const eg_deg_options *options;
    double real, nodes, values, along; /* along: points of a face */
} cell_size;

static bool has_arcs(const eg_deg_options *options)
{
    return options->flux == EG_DEG_EVOLUTION_CONSTANT || options->flux == EG_DEG_EVOLUTION_BILINEAR;
}

/* Four states, air at rest, maps, faces and neighbours, a sponge, integrals. */
static double bytes_of_stage(const cell_size *s)
{
    double reals = 4 * s->values + EG_DEG_AIR * (s->nodes + 3 * s->along) + DEG_CELL_VALUES +
                   3 * DEG_FACE_VALUES + (s->options->sponge ? s->nodes : 0) +
                   (s->options->viscosity > 0 ? 6 * s->nodes : 0);
    return s->real * reals + 2 * 3 * 4 + 8 * (4 + EG_DEG_ENERGIES + s->values / s->nodes);
}

/* Factors of a cell's corners, each of which has a row of its own, and of the two sides of points inside
 * faces, which have one a face. */
static double factor_bytes(const cell_size *s)
{
    const eg_arcs arcs = {.degree = has_arcs(s->options) ? s->options->degree : 0};
    return s->real * (has_arcs(s->options) ? 6 : 3) * eg_arc_row(&arcs);
}

/* Fans: half a one to a cell at vertices, three halves to a point inside faces. Those of a group are as long
 * as its longest, a third more than what they hold. */
static double star_bytes(const cell_size *s)
{
    double inner = has_arcs(s->options) ? s->along - 2 : 0;
    double fans = 0.5 + 1.5 * inner, corners = 4 + 3 * inner;
    double arcs = has_arcs(s->options) ? s->real * (4 * corners + 6 * s->nodes) : 0;
    return 8 * corners + 4 * (3 + 3 * inner) + s->real * STAR_VALUES * fans + arcs;
}

/* Slopes and states of stages; matrices; what the solver of the pressure at faces has: its own and three
 * more. */
static double implicit_bytes(const cell_size *s)
{
    int stages = s->options->integrator == EG_DEG_ARK2 ? 3 : 4;
    double traces = 3 * (s->options->degree + 1);
    return s->real * ((2 * stages + 3) * s->values + s->nodes * s->nodes + traces * (traces + 3) +
                      traces * (EG_GMRES_RESTART + EG_GMRES_MORE));
}

double eg_deg_cell_bytes(const eg_deg_options *options, bool pattern)
{
    double nodes = eg_triangle_node_count(options->degree);
    const cell_size s = {.options = options,
                         .real = (double)eg_real_size(options->precision),
                         .nodes = nodes,
                         .values = nodes * (EG_DEG_VARIABLES - !options->tracer),
                         .along = eg_deg_edge_points(options->degree, options->flux)};
    bool stars = options->flux <= EG_DEG_EVOLUTION_BILINEAR;
    return bytes_of_stage(&s) + (stars ? star_bytes(&s) : 0) + (stars && !pattern ? factor_bytes(&s) : 0) +
           (options->integrator == EG_DEG_SSP_RK3 ? 0 : implicit_bytes(&s));
}

eg_status eg_deg_check_memory(const eg_deg *deg, const eg_deg_options *options, double factors)
{
    const eg_device_info *device = eg_device_describe(deg->device);
    double cells = (double)deg->mesh->base.own;
    double bytes = cells * eg_deg_cell_bytes(options, true) + factors;
    double left = (double)device->memory_free;
    if (deg->before) /* it is there until this one is, without the three states that it gave up first */
        left -= (double)eg_stepper_device_bytes(&deg->before->base);
    if (device->memory_free <= 0 || bytes <= left)
        return EG_OK;
    return eg_fail(deg->context, EG_MEMORY,
                   "%.6g unknowns (%lld cells of degree %d) need %.4g GB on %s, where %.4g GB are "
                   "free; take fewer cells, a lower degree, or numerics.precision: f32",
                   cells * deg->values, (long long)deg->mesh->base.own, deg->element.degree, bytes / 1e9,
                   device->spec, (left > 0 ? left : 0) / 1e9);
}

/* Rows and points share 31 bits. */
eg_status eg_deg_check_rows(const eg_deg *deg, int64_t rows)
{
    int64_t most = INT32_MAX / (eg_deg_has_arcs(deg) ? POINT_NUMBERS : 4);
    if (rows < most)
        return EG_OK;
    return eg_fail(deg->context, EG_MESH,
                   "%s: the cells of a rank have %lld different angles at vertices, and the "
                   "evolution flux takes at most %lld: take more ranks, or numerics.flux: hllc",
                   deg->mesh->base.origin, (long long)rows, (long long)most);
}
