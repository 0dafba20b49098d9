/* What verdicts of waves are about: sizes of cells, speeds, where waves come from, with which frequencies,
 * and where they are looked at. */
#include "run/judge/signals.h"
#include "run/judge/verdicts.h"
#include "run/models/waves/internal.h"

#include <string.h>

/* A part of a parallelogram's size is lost to polynomials of total degree: measured, such a wave needs so
 * many more cells. */
static const double PARALLELOGRAM = 1.2;
/* Of an expression of t, over the run. */
enum { EXPRESSION_SAMPLES = 4096 };

/* ---- cells and speeds */

double eg_waves_apart(int dimension, const double *a, const double *b)
{
    double sum = 0;
    for (int d = 0; d < dimension; d++)
        sum += (a[d] - b[d]) * (a[d] - b[d]);
    return sqrt(sum);
}

double eg_waves_size(const eg_mesh *mesh, int64_t cell)
{
    static const double centre[3] = {0, 0, 0};
    double x[3], corner[4][2], j[3][3] = {{0}}, most = 0;
    if (mesh->class == &eg_plane_class) {
        int corners = eg_plane_cell_vertices(eg_plane_of(mesh), cell, corner);
        for (int k = 0; k < corners; k++)
            most = fmax(most, eg_waves_apart(2, corner[k], corner[(k + 1) % corners]));
        return corners == 3 ? most / sqrt(2) : PARALLELOGRAM * most;
    }
    mesh->class->map(mesh, cell, centre, x, j);
    for (int d = 0; d < mesh->dimension; d++) {
        double column[3] = {j[0][d], j[1][d], j[2][d]};
        most = fmax(most, 2 * eg_waves_apart(mesh->dimension, column, centre));
    }
    return most;
}

double eg_waves_slowest(const eg_waves_kind *kind, const double *material)
{
    if (kind->system->slowest)
        return kind->system->slowest(kind->system, material);
    if (!eg_waves_is_plain(kind))
        return eg_linear_matrices_slowest(kind->matrices, material);
    return eg_waves_is_elastic(kind) && material[2] > 0 ? sqrt(material[2] * material[3])
                                                        : kind->system->speed(kind->system, material);
}

eg_status eg_waves_find_speeds(const eg_waves *waves, double speed[2])
{
    const eg_mesh *mesh = waves->setup.cells;
    double material[EG_LINEAR_MATERIALS];
    eg_status status = EG_OK;
    speed[0] = 0;
    speed[1] = -INFINITY;
    for (int64_t c = mesh->own_first; status == EG_OK && c < mesh->own_first + mesh->own; c++) {
        status = eg_waves_region_at(&waves->regions, c, mesh->centroid[c], material);
        if (status == EG_OK) {
            speed[0] = fmax(speed[0], waves->kind->system->speed(waves->kind->system, material));
            speed[1] = fmax(speed[1], -eg_waves_slowest(waves->kind, material));
        }
    }
    EG_TRY(eg_comm_agree(waves->setup.comm, status));
    eg_comm_max(waves->setup.comm, speed, 2);
    speed[1] = -speed[1];
    return EG_OK;
}

/* ---- where they are looked at */

static const eg_node *gauges_of(const eg_waves *waves)
{
    return eg_case_find(waves->setup.loaded, "output.gauges");
}

int64_t eg_waves_points(const eg_waves *waves)
{
    return waves->receivers.all.count + eg_node_count(gauges_of(waves));
}

const eg_node *eg_waves_point(const eg_waves *waves, int64_t i, double x[3])
{
    const eg_node *gauge;
    if (i < waves->receivers.all.count) {
        const eg_waves_place *place = &waves->receivers.all.station[i].place;
        memcpy(x, place->x, sizeof place->x);
        return place->node;
    }
    gauge = eg_node_item(gauges_of(waves), i - waves->receivers.all.count);
    x[2] = 0;
    eg_node_reals(gauge, 0, waves->setup.cells->dimension, x);
    return gauge;
}

/* ---- where they come from */

static eg_status expression_spectrum(const eg_waves *waves, const eg_expression *expression, const double *x,
                                     eg_spectrum *spectrum)
{
    EG_SCRATCH double *values = NULL;
    double end = eg_case_real(waves->setup.loaded, "time.end", INFINITY);
    *spectrum = (eg_spectrum){0};
    if (!isfinite(end))
        return EG_OK;
    EG_TRY(eg_alloc(waves->setup.context, EXPRESSION_SAMPLES, sizeof *values, &values));
    double interval = end / (EXPRESSION_SAMPLES - 1);
    bool finite = true;
    for (int i = 0; i < EXPRESSION_SAMPLES; i++) {
        double t = interval * i;
        const double at[3] = {x ? x[0] : t, x ? x[1] : 0, t};
        values[i] = eg_expression_eval(expression, at);
        finite = finite && isfinite(values[i]);
    }
    if (!finite)
        return EG_OK;
    EG_TRY(eg_spectrum_of_samples(waves->setup.context, values, EXPRESSION_SAMPLES, interval, spectrum));
    eg_signal_seen seen;
    if (!x && eg_signal_apart_of(expression, NULL, end, EXPRESSION_SAMPLES - 1, &seen) > EG_SIGNAL_APART_MOST)
        spectrum->high = fmax(spectrum->high, 0.5 / interval); /* faster than they tell */
    return EG_OK;
}

static eg_status list_sources(const eg_waves *waves, eg_waves_origin *origin)
{
    const eg_waves_sources *sources = &waves->sources;
    eg_context *context = waves->setup.context;
    EG_SCRATCH eg_spectrum *spectra = NULL; /* of all time functions, shapes and expressions */
    EG_TRY(eg_alloc(context, sources->functions + sources->expressions, sizeof *spectra, &spectra));
    for (int i = 0; i < sources->functions; i++)
        EG_TRY(eg_source_spectrum(context, &sources->function[i], &spectra[i]));
    for (int i = 0; i < sources->expressions; i++)
        EG_TRY(expression_spectrum(waves, eg_node_expression(sources->expression[i]), NULL,
                                   &spectra[sources->functions + i]));
    for (int i = 0; i < sources->count; i++) {
        const eg_waves_source *source = &sources->source[i];
        origin[i] = (eg_waves_origin){.node = source->time ? source->time : source->place.node,
                                      .slowest = source->kind != EG_LINEAR_SOURCE_EXPLOSION};
        memcpy(origin[i].x, source->place.x, sizeof origin[i].x);
        if (source->kind != EG_LINEAR_SOURCE_STATE)
            origin[i].spectrum = spectra[source->function];
    }
    return EG_OK;
}

/* The middle of a boundary. Collective. */
static void find_middle(const eg_waves *waves, int boundary, double x[3])
{
    const eg_plane *mesh = waves->setup.mesh;
    double most[4] = {-INFINITY, -INFINITY, -INFINITY, -INFINITY}; /* of -x, x, -y, y */
    for (int64_t f = 0; f < mesh->faces; f++)
        for (int k = 0; k < 4 && mesh->face_boundary[f] == boundary; k++) {
            const double *a = mesh->x[mesh->face_vertex[f][0]], *b = mesh->x[mesh->face_vertex[f][1]];
            double side = k % 2 ? 1 : -1;
            most[k] = fmax(most[k], fmax(side * a[k / 2], side * b[k / 2]));
        }
    eg_comm_max(waves->setup.comm, most, 4);
    x[0] = 0.5 * (most[1] - most[0]);
    x[1] = 0.5 * (most[3] - most[2]);
}

/* Behind the sources. Collective. */
static void find_inflows(const eg_waves *waves, int *count, eg_waves_origin *origin)
{
    const eg_mesh *mesh = waves->setup.cells;
    for (int b = 0; waves->setup.mesh && b < mesh->boundaries.count; b++) {
        const eg_node *inflow = eg_node_child(eg_names_boundary(waves->setup.loaded, mesh, b), "inflow");
        if (!inflow)
            continue;
        origin[*count] = (eg_waves_origin){.node = inflow, .boundary = true};
        find_middle(waves, b, origin[(*count)++].x);
    }
}

static eg_status read_inflow(const eg_waves *waves, eg_waves_origin *origin)
{
    const eg_node *expression[EG_LINEAR_VARIABLES];
    int variables = eg_waves_state_nodes(&waves->base.kind->keys, origin->node, expression);
    for (int v = 0; v < variables; v++) {
        const eg_expression *of = eg_node_expression(expression[v]);
        eg_spectrum spectrum;
        EG_TRY(expression_spectrum(waves, of, origin->x, &spectrum));
        if (spectrum.middle > origin->spectrum.middle)
            origin->spectrum = spectrum;
    }
    return EG_OK;
}

eg_status eg_waves_list_origins(const eg_waves *waves, int *count, eg_waves_origin *origin)
{
    *count = waves->sources.count;
    eg_status status = list_sources(waves, origin);
    find_inflows(waves, count, origin);
    for (int i = waves->sources.count; status == EG_OK && i < *count; i++)
        status = read_inflow(waves, &origin[i]);
    return eg_comm_agree(waves->setup.comm, status);
}
