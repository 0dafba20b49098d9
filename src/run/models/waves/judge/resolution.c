/* Cells against the waves of the sources: what a cell does to a wave that crosses it, and where that is too
 * much.
 *
 * With upwind fluxes a wave along x is one of advection. From the face where it enters a cell of the size h
 * to the one where it leaves, the scheme multiplies it by g(omega h / c) in place of exp(i omega h / c): g
 * follows from the equations of one cell. The tables have the cells a wavelength with which that is wrong by
 * a quarter after one wavelength. Runs of plane waves along x and along the diagonal agree
 * (docs/theory/octree-dg.md). */
#include "run/models/waves/internal.h"

#include <stdio.h>
#include <string.h>

#include "base/parallel.h"
#include "element/line.h"
#include "element/modal.h"
#include "physics/source_spectrum.h"
#include "run/judge/signals.h"
#include "run/judge/verdicts.h"

/* A part of a parallelogram's size is lost to polynomials of total degree: measured, such a wave needs so
 * many more cells. */
static const double PARALLELOGRAM = 1.2;
/* Of an expression of t, over the run. */
enum { EXPRESSION_SAMPLES = 4096 };

/* ---- what the schemes need */

double eg_waves_cells_needed(bool nodal, int nodes)
{
    /* by order: exact integrals, g the approximant of Pade, of the degrees nodes - 1 and nodes */
    static const double modal[] = {68.4741, 3.9610, 1.7373, 1.0885, 0.7876, 0.6155,
                                   0.5046,  0.4273, 0.3704, 0.3268, 0.2923, 0.2644};
    /* by nodes along an edge, from 2 on: integrals by the nodes of Gauss and Lobatto */
    static const double lumped[] = {12.4760, 2.7237, 1.4192, 0.9469, 0.7077, 0.5641, 0.4687, 0.4007,
                                    0.3499,  0.3105, 0.2791, 0.2534, 0.2321, 0.2140, 0.1986};
    return nodal ? lumped[nodes - 2] : modal[nodes - 1];
}

/* ---- sizes */

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
    return kind->keys == 3 && material[2] > 0 ? sqrt(material[2] * material[3])
                                              : kind->system->speed(material);
}

/* ---- sources */

/* The one with the highest frequency below which 95 % of its energy lies. */
typedef struct fastest_source {
    double frequency;    /* Hz */
    const eg_node *node; /* NULL: there is none */
} fastest_source;

static eg_status expression_spectrum(const eg_waves *waves, const eg_expression *expression,
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
        values[i] = eg_expression_eval(expression, &t);
        finite = finite && isfinite(values[i]);
    }
    if (!finite)
        return EG_OK;
    EG_TRY(eg_spectrum_of_samples(waves->setup.context, values, EXPRESSION_SAMPLES, interval, spectrum));
    eg_signal_seen seen;
    if (eg_signal_apart_of(expression, NULL, end, EXPRESSION_SAMPLES - 1, &seen) > EG_SIGNAL_APART_MOST)
        spectrum->high = fmax(spectrum->high, 0.5 / interval); /* faster than they tell */
    return EG_OK;
}

static eg_status find_fastest_source(const eg_waves *waves, fastest_source *found)
{
    const eg_waves_sources *sources = &waves->sources;
    eg_context *context = waves->setup.context;
    EG_SCRATCH eg_spectrum *spectra = NULL; /* of all time functions, shapes and expressions */
    *found = (fastest_source){0};
    EG_TRY(eg_alloc(context, sources->functions + sources->expressions, sizeof *spectra, &spectra));
    for (int i = 0; i < sources->functions; i++)
        EG_TRY(eg_source_spectrum(context, &sources->function[i], &spectra[i]));
    for (int i = 0; i < sources->expressions; i++)
        EG_TRY(expression_spectrum(waves, eg_node_expression(sources->expression[i]),
                                   &spectra[sources->functions + i]));
    for (int i = 0; i < sources->count; i++) {
        const eg_waves_source *source = &sources->source[i];
        double frequency = spectra[source->function].high;
        if (source->kind != EG_LINEAR_SOURCE_STATE && frequency > found->frequency)
            *found = (fastest_source){.frequency = frequency,
                                      .node = source->time ? source->time : source->place.node};
    }
    return EG_OK;
}

/* ---- cells that waves of the sources may reach while the run lasts */

typedef struct reach {
    int dimension;
    double low[3], high[3], farthest; /* around all sources, m */
} reach;

eg_status eg_waves_find_fastest(const eg_waves *waves, double *fastest)
{
    const eg_mesh *mesh = waves->setup.cells;
    double material[EG_LINEAR_MATERIALS];
    eg_status status = EG_OK;
    *fastest = 0;
    for (int64_t c = mesh->own_first; status == EG_OK && c < mesh->own_first + mesh->own; c++) {
        status = eg_waves_region_at(&waves->regions, c, mesh->centroid[c], material);
        *fastest = status == EG_OK ? fmax(*fastest, waves->kind->system->speed(material)) : 0;
    }
    EG_TRY(eg_comm_agree(waves->setup.comm, status));
    eg_comm_max(waves->setup.comm, fastest, 1);
    return EG_OK;
}

static eg_status find_reach(const eg_waves *waves, reach *found)
{
    const eg_mesh *mesh = waves->setup.cells;
    double fastest, end = eg_case_real(waves->setup.loaded, "time.end", INFINITY);
    EG_TRY(eg_waves_find_fastest(waves, &fastest));
    *found = (reach){.dimension = mesh->dimension, .farthest = waves->shots.setup ? INFINITY : fastest * end};
    for (int d = 0; d < mesh->dimension; d++) {
        found->low[d] = INFINITY;
        found->high[d] = -INFINITY;
        for (int i = 0; i < waves->sources.count; i++) {
            found->low[d] = fmin(found->low[d], waves->sources.source[i].place.x[d]);
            found->high[d] = fmax(found->high[d], waves->sources.source[i].place.x[d]);
        }
    }
    return EG_OK;
}

static bool is_reached(const reach *of, const double *x, double size)
{
    double sum = 0;
    for (int d = 0; d < of->dimension; d++) {
        double beyond = fmax(fmax(of->low[d] - x[d], x[d] - of->high[d]), 0);
        sum += beyond * beyond;
    }
    return sqrt(sum) <= of->farthest + size;
}

/* ---- the worst of them */

/* Cells with fewer a wavelength than the scheme needs: the coarsest, and all of them in wavelengths, squares
 * or cubes of them. */
typedef struct coarse_cells {
    double cells, x[3];
    char region[64];
    double wavelengths;
} coarse_cells;

static void note_coarse(const eg_waves *waves, int64_t cell, double wavelength, double needed,
                        coarse_cells *coarse)
{
    const eg_mesh *mesh = waves->setup.cells;
    double size = eg_waves_size(mesh, cell), cells = wavelength / size;
    if (cells < needed)
        coarse->wavelengths += pow(size / wavelength, mesh->dimension);
    if (cells >= coarse->cells)
        return;
    coarse->cells = cells;
    memcpy(coarse->x, mesh->centroid[cell], (size_t)mesh->dimension * sizeof *coarse->x);
    snprintf(coarse->region, sizeof coarse->region, "%s", mesh->regions.name[mesh->region[cell]]);
}

static eg_status find_coarse(const eg_waves *waves, const reach *reached, double frequency, double needed,
                             coarse_cells *coarse)
{
    const eg_mesh *mesh = waves->setup.cells;
    double material[EG_LINEAR_MATERIALS];
    *coarse = (coarse_cells){.cells = INFINITY};
    for (int64_t c = mesh->own_first; c < mesh->own_first + mesh->own; c++) {
        if (!is_reached(reached, mesh->centroid[c], eg_waves_size(mesh, c)))
            continue;
        EG_TRY(eg_waves_region_at(&waves->regions, c, mesh->centroid[c], material));
        double speed = eg_waves_slowest(waves->kind, material);
        if (speed > 0)
            note_coarse(waves, c, speed / frequency, needed, coarse);
    }
    return EG_OK;
}

static eg_status judge_cell_sizes(const eg_waves *waves, bool nodal, int nodes, const fastest_source *source)
{
    char order[64] = "", at[EG_POINT_ROOM];
    const char *word = nodal ? "degree" : "order";
    coarse_cells coarse;
    reach reached;
    double needed = eg_waves_cells_needed(nodal, nodes);
    EG_TRY(find_reach(waves, &reached));
    EG_TRY(
        eg_comm_agree(waves->setup.comm, find_coarse(waves, &reached, source->frequency, needed, &coarse)));
    double all = eg_comm_sum_chunks(waves->setup.comm, &coarse.wavelengths, 1);
    eg_verdict_worst(waves->setup.run, -coarse.cells, &coarse, sizeof coarse);
    if (!(coarse.cells < needed) || all < 1)
        return EG_OK;
    int better = nodes, most = nodal ? 16 : 12; /* nodes for which these cells would do */
    while (better <= most && eg_waves_cells_needed(nodal, better) > coarse.cells)
        better++;
    if (better <= most)
        snprintf(order, sizeof order, ", or numerics.%s: %d", word, nodal ? better - 1 : better);
    return eg_verdict_say_at(waves->setup.run, source->node, "resolution", coarse.cells, needed,
                             waves->setup.cells->dimension, coarse.x,
                             "95 %% of a source's energy lies below %.3g Hz, and the slowest wave of that "
                             "frequency has %.3g cells a wavelength at %s, region '%s': with %s %d it is "
                             "wrong by more than a quarter after one wavelength, for which it needs %.3g; "
                             "make cells there smaller by %.2g%s",
                             source->frequency, coarse.cells, eg_given_point(&waves->setup, coarse.x, at),
                             coarse.region, word, nodal ? nodes - 1 : nodes, needed, needed / coarse.cells,
                             order);
}

/* ---- the initial state: along lines through cells, what the polynomials of the highest degree and those
 * that cells do not have, have of all that varies */

/* Of a wave that is wrong by 1 % after a wavelength they have a part of 0.07 to 0.1 of the amplitude;
 * straight lines have 0.24 of one that is wrong by 5 %. */
static const double HIGHEST_MOST = 0.1, STRAIGHT_MOST = 0.24;
/* What varies by less, as a part of the largest variable of its unit, is rounding. */
static const double VARIES_LEAST = 1e-9;

enum { TOP, SQUARE, INTEGRAL, LENGTH, MEASURES };
enum { LINES_MOST = 4, POINTS_MOST = EG_GAUSS_MOST };

typedef struct initial_lines {
    const eg_waves *waves;
    int nodes, points;
    double at[POINTS_MOST], legendre[POINTS_MOST][EG_LINE_NODES], weight[POINTS_MOST];
    int64_t chunk, chunks;
    double *sums; /* [variables][MEASURES][chunks] */
} initial_lines;

/* The edges of a triangle; from side to side of others, through their middle. Returns how many. */
static int lines_of(const eg_mesh *mesh, int64_t cell, double (*end)[2][3])
{
    double corner[4][2], jacobian[3][3];
    if (mesh->class != &eg_plane_class) {
        for (int d = 0; d < mesh->dimension; d++)
            for (int e = 0; e < 2; e++) {
                double reference[3] = {0};
                reference[d] = e ? 1 : -1;
                mesh->class->map(mesh, cell, reference, end[d][e], jacobian);
            }
        return mesh->dimension;
    }
    int corners = eg_plane_cell_vertices(eg_plane_of(mesh), cell, corner);
    int lines = corners == 3 ? 3 : 2, ends = corners == 3 ? 1 : 2;
    for (int k = 0; k < lines; k++)
        for (int e = 0; e < 2; e++)
            for (int d = 0; d < 2; d++) {
                const double *a = corner[(k + ends * e) % corners],
                             *b = corner[(k + ends * e + ends - 1) % corners];
                end[k][e][d] = 0.5 * (a[d] + b[d]);
            }
    return lines;
}

/* Of values `stride` apart along a line of length 1: what the degrees below the highest leave, all, and the
 * integral. */
static void measure_line(const initial_lines *l, int stride, const double *values, double line[3])
{
    line[SQUARE] = line[INTEGRAL] = 0;
    for (int q = 0; q < l->points; q++) {
        line[SQUARE] += l->weight[q] * values[q * stride] * values[q * stride];
        line[INTEGRAL] += l->weight[q] * values[q * stride];
    }
    line[TOP] = line[SQUARE];
    for (int m = 0; m < l->nodes - 1; m++) {
        double mode = 0;
        for (int q = 0; q < l->points; q++)
            mode += l->weight[q] * l->legendre[q][m] * values[q * stride];
        line[TOP] -= mode * mode;
    }
    line[TOP] = fmax(0, line[TOP]);
}

static eg_status sum_line(const initial_lines *l, int64_t cell, double (*end)[3], int64_t chunk)
{
    double x[POINTS_MOST][3] = {{0}}, values[POINTS_MOST * EG_LINEAR_VARIABLES];
    int dimension = l->waves->setup.cells->dimension, variables = l->waves->initial.variables;
    double size = eg_waves_apart(dimension, end[0], end[1]);
    for (int q = 0; q < l->points; q++)
        for (int d = 0; d < dimension; d++)
            x[q][d] = end[0][d] + l->at[q] * (end[1][d] - end[0][d]);
    EG_TRY(eg_waves_begin_points(&l->waves->initial, cell, l->points, (const double(*)[3])x, values));
    for (int v = 0; v < variables; v++) {
        double *sums = &l->sums[v * MEASURES * l->chunks + chunk], line[3];
        measure_line(l, variables, &values[v], line);
        sums[TOP * l->chunks] += size * line[TOP];
        sums[SQUARE * l->chunks] += size * line[SQUARE];
        sums[INTEGRAL * l->chunks] += size * line[INTEGRAL];
        sums[LENGTH * l->chunks] += size;
    }
    return EG_OK;
}

static eg_status sum_initial(void *with, int part, int64_t from, int64_t to)
{
    const initial_lines *l = with;
    const eg_mesh *mesh = l->waves->setup.cells;
    (void)part;
    for (int64_t k = from; k < to; k++) {
        int64_t end = eg_min_i64(mesh->own, (k + 1) * l->chunk);
        for (int64_t c = mesh->own_first + k * l->chunk; c < mesh->own_first + end; c++) {
            double line[LINES_MOST][2][3] = {{{0}}};
            int lines = lines_of(mesh, c, line);
            for (int i = 0; i < lines; i++)
                EG_TRY(sum_line(l, c, line[i], k));
        }
    }
    return EG_OK;
}

static void place_line_points(initial_lines *l)
{
    long double x[POINTS_MOST], w[POINTS_MOST];
    l->points = eg_gauss((int)eg_min_i64(2 * l->nodes + 4, POINTS_MOST), x, w);
    for (int q = 0; q < l->points; q++) {
        l->at[q] = (double)x[q];
        l->weight[q] = (double)w[q];
        eg_legendre_values(l->nodes, l->at[q], l->legendre[q]);
    }
}

/* The part of the highest degree and above in each variable's amplitude, 0 where it does not vary. */
static eg_status measure_initial(const eg_waves *waves, int nodes, double part[EG_LINEAR_VARIABLES])
{
    const eg_mesh *mesh = waves->setup.cells;
    const eg_comm *comm = waves->setup.comm;
    eg_context *context = waves->setup.context;
    EG_SCRATCH double *sums = NULL;
    int variables = waves->initial.variables;
    initial_lines l = {.waves = waves, .nodes = nodes, .chunk = eg_mesh_chunk(mesh->class, mesh->all)};
    double varies[EG_LINEAR_VARIABLES], most = 0;
    place_line_points(&l);
    l.chunks = eg_ceil_div(mesh->own, l.chunk);
    eg_status status = eg_alloc(context, variables * MEASURES * l.chunks, sizeof *sums, &sums);
    l.sums = sums;
    if (status == EG_OK)
        status = eg_in_parts(context, eg_parts(context, l.chunks, 1), l.chunks, sum_initial, &l);
    EG_TRY(eg_comm_agree(comm, status));
    for (int v = 0; v < variables; v++) {
        double total[MEASURES];
        for (int m = TOP; m < MEASURES; m++)
            total[m] = eg_comm_sum_chunks(comm, &sums[(v * MEASURES + m) * l.chunks], l.chunks);
        varies[v] = total[SQUARE] - total[INTEGRAL] * total[INTEGRAL] / total[LENGTH];
        part[v] = varies[v] > 0 ? sqrt(total[TOP] / varies[v]) : 0;
        most = fmax(most, varies[v]);
    }
    for (int v = 0; v < variables; v++)
        part[v] = varies[v] > VARIES_LEAST * VARIES_LEAST * most ? part[v] : 0;
    return EG_OK;
}

eg_status eg_waves_judge_initial(const eg_waves *waves, int nodes)
{
    double part[EG_LINEAR_VARIABLES] = {0}, worst = 0, bound = nodes > 2 ? HIGHEST_MOST : STRAIGHT_MOST;
    const eg_node *initial = eg_case_find(waves->setup.loaded, "initial");
    if (waves->initial.constant || nodes < 2 || eg_node_child(initial, "from"))
        return EG_OK;
    EG_TRY(measure_initial(waves, nodes, part));
    for (int v = 0; v < waves->initial.variables; v++)
        worst = fmax(worst, part[v]);
    return worst > bound
               ? eg_verdict_say(
                     waves->setup.run, initial, "unresolved", worst, bound,
                     "in the initial state polynomials of degree %d and above have %.3g %% of the "
                     "amplitude of what varies, of a wave that cells resolve %g %% at most: make cells "
                     "smaller, take a higher order or degree, or a smoother state",
                     nodes - 1, 100 * worst, 100 * bound)
               : EG_OK;
}

/* ---- receivers */

static eg_status judge_sampling(const eg_waves *waves, const fastest_source *source)
{
    const eg_node *interval = eg_case_find(waves->setup.loaded, "output.receivers.interval");
    double held = interval ? 1 / (2 * eg_node_real(interval)) : INFINITY;
    if (held >= source->frequency)
        return EG_OK;
    return eg_verdict_say(waves->setup.run, interval, "sampling", held, source->frequency,
                          "%s is %.6g s: samples hold frequencies up to %.6g Hz, and 95 %% of a source's "
                          "energy lies below %.3g Hz; what is above the first appears as what is not there: "
                          "take %.2g s or less",
                          eg_node_name(interval), eg_node_real(interval), held, source->frequency,
                          1 / (2 * source->frequency));
}

eg_status eg_waves_judge_resolution(const eg_waves *waves, bool nodal, int nodes)
{
    fastest_source source;
    EG_TRY(eg_comm_agree(waves->setup.comm, find_fastest_source(waves, &source)));
    if (!source.node || waves->kind->keys < 2)
        return EG_OK;
    EG_TRY(judge_cell_sizes(waves, nodal, nodes, &source));
    return judge_sampling(waves, &source);
}
