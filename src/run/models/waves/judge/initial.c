/* The initial state against the cells: what they do not resolve, and what its waves lose on their way. */
#include "run/models/waves/internal.h"

#include "base/parallel.h"
#include "base/wide.h"
#include "element/line.h"
#include "element/modal.h"
#include "run/judge/verdicts.h"

/* ---- along lines through cells, what the polynomials of the highest degree and those that cells do not
 * have, have of all that varies */

/* Of a wave that is wrong by 1 % after a wavelength they have a part of 0.07 to 0.1 of the amplitude;
 * straight lines have 0.24 of one that is wrong by 5 %. */
static const double HIGHEST_MOST = 0.1, STRAIGHT_MOST = 0.24;
/* What varies by less, as a part of the largest variable of its unit, is rounding. */
static const double VARIES_LEAST = 1e-9;

/* Of the energy of the beginning; of the amplitude. */
static const double FADED_LEAST = 0.5, TURNED_MOST = 0.25;

enum { TOP, FADED, TURNED, SQUARE, INTEGRAL, LENGTH, MEASURES };
enum { LINES_MOST = 4, POINTS_MOST = EG_GAUSS_MOST };

typedef struct initial_lines {
    const eg_waves *waves;
    const eg_waves_regions *regions;
    double end; /* of the run, s */
    eg_waves_scheme nodal;
    bool fades, means; /* means: of the velocity, one a cell */
    int nodes, points;
    double at[POINTS_MOST], legendre[POINTS_MOST][EG_LINE_NODES + 1], weight[POINTS_MOST];
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

/* Of what cells take, as measured with the default steps of ADER-DG. */
static const double STEPS_LEAVE = 0.55;

/* What is lost of the energy of a line whose waves pass so many cells of its length. A cell takes 4 (2 p +
 * 3) times what polynomials of degree p leave, with the nodes of Gauss and Lobatto ((2 p + 1) / p)^2 times
 * that, for waves that it resolves. How long they are, and so how much there is to take, tells the next
 * degree: of the modes p + 2 and p + 1 of a wave of the number k the ratio is (k h / 2)^2 / (2 p + 3) / (2 p
 * + 5). The cell is smaller than the line by `shrink`. */
static double fade_of(const initial_lines *l, double left, double beyond, double square, double passed,
                      double shrink)
{
    static const double rounding = 1e-13;
    int p = l->nodes - 1;
    bool resolved = !(left > rounding * square);
    left *= pow(shrink, 2 * p + 2);
    beyond *= pow(shrink, 2 * p + 4);
    double x = sqrt(fmax(0, beyond) / left * (2 * p + 3) * (2 * p + 5)), size = 1;
    for (int i = 1; i <= 2 * p + 3; i += 2)
        size *= (i > 1 ? x : 1) / i;
    double part = fmin(1, (2 * p + 3) * size * size);
    double takes = 4 * (2 * p + 3) * (l->nodal ? pow((2 * p + 1) / (double)p, 2) : STEPS_LEAVE) * passed;
    if (resolved)
        return 0;
    if (l->nodal == EG_WAVES_CENTRAL) { /* nothing fades: what waves out of phase differ by */
        eg_waves_passed one = {0};
        eg_waves_cross(l->nodal, l->nodes, 2 * x, &one);
        return left / part * pow(eg_waves_wrong(&one, passed), 2);
    }
    return takes * part > 1e-8 ? left / part * -expm1(-takes * part) : takes * left;
}

/* Of values `stride` apart along a line of length 1: what the degrees below the highest leave, what waves
 * that pass so many cells lose, all, and the integral. */
static void measure_line(const initial_lines *l, int stride, const double *values, double passed,
                         double shrink, double line[MEASURES])
{
    double left, mode[EG_LINE_NODES + 1] = {0};
    line[SQUARE] = line[INTEGRAL] = 0;
    for (int q = 0; q < l->points; q++) {
        double value = values[q * stride];
        line[SQUARE] += l->weight[q] * value * value;
        line[INTEGRAL] += l->weight[q] * value;
    }
    left = line[SQUARE];
    line[FADED] = 0;
    if (!(left > 0)) /* most of a medium is at rest */
        return;
    for (int q = 0; q < l->points; q++)
        EG_SIMD
    for (int m = 0; m < l->nodes + 1; m++)
        mode[m] += l->weight[q] * l->legendre[q][m] * values[q * stride];
    for (int m = 0; m < l->nodes + 1; m++) {
        double before = left;
        left -= mode[m] * mode[m];
        if (m == l->nodes - 1)
            line[TOP] = fmax(0, before);
        if (m == l->nodes && l->fades)
            line[FADED] = fade_of(l, before, left, line[SQUARE], passed, shrink);
    }
}

/* How far a wave of a cell goes along a line through it, m: at most to the farthest side of the box, or a
 * tracer to that which it flows to. */
static eg_status find_passed(const initial_lines *l, int64_t cell, double (*end)[3], double *way)
{
    const eg_waves *waves = l->waves;
    const eg_mesh *mesh = waves->setup.cells;
    double material[EG_LINEAR_MATERIALS], far = 0;
    const double *x = mesh->centroid[cell];
    EG_TRY(eg_waves_region_at(l->regions, cell, x, material));
    double speed = eg_waves_slowest(waves->kind, material);
    for (int d = 0; d < mesh->dimension; d++) {
        double low = x[d] - mesh->box_low[d], high = mesh->box_high[d] - x[d];
        bool flows = waves->kind->conserves;
        far = fmax(far, !flows || material[d] > 0 ? high : 0);
        far = fmax(far, !flows || material[d] < 0 ? low : 0);
    }
    if (waves->kind->conserves) {
        double length = eg_waves_apart(2, end[0], end[1]);
        speed = fabs(material[0] * (end[1][0] - end[0][0]) + material[1] * (end[1][1] - end[0][1])) / length;
    }
    *way = fmin(speed * l->end, waves->closed ? INFINITY : far);
    return EG_OK;
}

/* The square of what a tracer is wrong by where cells have a mean velocity: their flows lead past each
 * other, now here, now there, in each cell that it crosses. Measured in a rotation: its place is then wrong
 * by a quarter of what the way through a cell varies by, times the root of the number of cells. */
static eg_status find_turned(const initial_lines *l, int64_t cell, double (*end)[3], double step,
                             double *turned)
{
    const eg_mesh *mesh = l->waves->setup.cells;
    double at[2][EG_LINEAR_MATERIALS], around = 0;
    for (int k = 0; k < 2; k++)
        EG_TRY(eg_waves_region_at(l->regions, cell, end[k], at[k]));
    for (int d = 0; d < 2; d++)
        around += 2 * (mesh->box_high[d] - mesh->box_low[d]);
    double varies = hypot(at[1][0] - at[0][0], at[1][1] - at[0][1]);
    double speed = 0.5 * hypot(at[1][0] + at[0][0], at[1][1] + at[0][1]);
    double cells = fmin(speed * l->end, around) / eg_waves_apart(2, end[0], end[1]);
    *turned = speed > 0 ? pow(0.25 * varies / speed * step, 2) * cells : 0;
    return EG_OK;
}

static bool rests(const initial_lines *l, const double *values)
{
    for (int i = 0; i < l->points * l->waves->initial.variables; i++)
        if (values[i] != 0)
            return false;
    return true;
}

/* One of a cell's lines, of a mean length. */
static eg_status sum_line(const initial_lines *l, int64_t cell, double (*end)[3], double mean, int64_t chunk)
{
    double x[POINTS_MOST][3] = {{0}}, values[POINTS_MOST * EG_LINEAR_VARIABLES], way = 0;
    int dimension = l->waves->setup.cells->dimension, variables = l->waves->initial.variables;
    double size = eg_waves_apart(dimension, end[0], end[1]);
    double whole = fmin(size, eg_waves_size(l->waves->setup.cells, cell));
    for (int q = 0; q < l->points; q++)
        for (int d = 0; d < dimension; d++)
            x[q][d] = end[0][d] + l->at[q] * (end[1][d] - end[0][d]);
    EG_TRY(eg_waves_begin_points(&l->waves->initial, cell, l->points, (const double(*)[3])x, values));
    if (l->fades && !rests(l, values))
        EG_TRY(find_passed(l, cell, end, &way));
    for (int v = 0; v < variables; v++) {
        double *sums = &l->sums[v * MEASURES * l->chunks + chunk], line[MEASURES] = {0};
        measure_line(l, variables, &values[v], way / whole, whole / size, line);
        line[LENGTH] = 1;
        if (l->means)
            EG_TRY(find_turned(l, cell, end, values[(l->points - 1) * variables] - values[0], &line[TURNED]));
        for (int m = 0; m < MEASURES; m++)
            sums[m * l->chunks] += (m == FADED ? mean : size) * line[m];
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
            double line[LINES_MOST][2][3] = {{{0}}}, mean = 0;
            int lines = lines_of(mesh, c, line);
            for (int i = 0; i < lines; i++)
                mean += eg_waves_apart(mesh->dimension, line[i][0], line[i][1]) / lines;
            for (int i = 0; i < lines; i++)
                EG_TRY(sum_line(l, c, line[i], mean, k));
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
        eg_legendre_values(l->nodes + 1, l->at[q], l->legendre[q]);
    }
}

/* Of all variables the largest part of the amplitude that the highest degree and above have, of the energy
 * that is lost along all axes, and of the amplitude that means of the velocity make wrong. */
static eg_status measure_initial(const eg_waves *waves, const eg_waves_regions *regions,
                                 eg_waves_scheme nodal, int nodes, double worst[3])
{
    const eg_mesh *mesh = waves->setup.cells;
    const eg_comm *comm = waves->setup.comm;
    eg_context *context = waves->setup.context;
    EG_SCRATCH double *sums = NULL;
    int variables = waves->initial.variables;
    bool central = nodal == EG_WAVES_CENTRAL;
    initial_lines l = {.waves = waves,
                       .regions = regions,
                       .end = eg_case_real(waves->setup.loaded, "time.end", 0),
                       .nodal = nodal,
                       .fades = !waves->closed || central,
                       .means = waves->kind->conserves && eg_waves_has_means(eg_waves_model_of(&waves->base)),
                       .nodes = nodes,
                       .chunk = eg_mesh_chunk(mesh->class, mesh->all)};
    double varies[EG_LINEAR_VARIABLES], part[EG_LINEAR_VARIABLES][3], most = 0;
    place_line_points(&l);
    l.chunks = eg_ceil_div(mesh->own, l.chunk);
    eg_status status = eg_alloc(context, variables * MEASURES * l.chunks, sizeof *sums, &sums);
    l.sums = sums;
    if (status == EG_OK)
        status = eg_in_parts(context, eg_parts_many(context, l.chunks, 1), l.chunks, sum_initial, &l);
    EG_TRY(eg_comm_agree(comm, status));
    for (int v = 0; v < variables; v++) {
        double total[MEASURES];
        for (int m = TOP; m < MEASURES; m++)
            total[m] = eg_comm_sum_chunks(comm, &sums[(v * MEASURES + m) * l.chunks], l.chunks);
        varies[v] = total[SQUARE] - total[INTEGRAL] * total[INTEGRAL] / total[LENGTH];
        part[v][0] = varies[v] > 0 ? sqrt(total[TOP] / varies[v]) : 0;
        double taken = mesh->dimension * total[FADED];
        part[v][1] = varies[v] > 0 && !central ? fmin(1, taken / varies[v]) : 0;
        part[v][2] =
            varies[v] > 0 ? sqrt((central ? fmin(4 * varies[v], taken) : total[TURNED]) / varies[v]) : 0;
        most = fmax(most, varies[v]);
    }
    for (int v = 0; v < variables; v++)
        for (int i = 0; i < 3 && varies[v] > VARIES_LEAST * VARIES_LEAST * most; i++)
            worst[i] = fmax(worst[i], part[v][i]);
    return EG_OK;
}

/* ---- order 1, of which all that it takes is diffusion */

static eg_status read_means(const eg_waves *waves, int v, double *value, double (*way)[2])
{
    const eg_plane *mesh = waves->setup.mesh;
    const initial_lines l = {
        .waves = waves, .regions = &waves->regions, .end = eg_case_real(waves->setup.loaded, "time.end", 0)};
    double values[EG_LINEAR_VARIABLES];
    for (int64_t c = 0; c < mesh->base.own; c++) {
        const double *x = mesh->base.centroid[c];
        EG_TRY(eg_waves_begin_at(&waves->initial, c, x, values));
        value[c] = values[v];
        for (int d = 0; d < 2; d++) {
            double end[2][3] = {{0}};
            end[1][d] = 1;
            EG_TRY(find_passed(&l, c, end, &way[c][d]));
        }
    }
    return EG_OK;
}

/* The largest part of all variables that is lost. */
static eg_status measure_smearing(const eg_waves *waves, double *worst)
{
    const eg_plane *mesh = waves->setup.mesh;
    const eg_comm *comm = waves->setup.comm;
    EG_SCRATCH double *value = NULL;
    EG_SCRATCH double(*way)[2] = NULL;
    eg_status status =
        EG_ALLOC(waves->setup.context, EG_BLOCK(mesh->base.own, value), EG_BLOCK(mesh->base.own, way));
    for (int v = 0; v < waves->initial.told; v++) {
        double part;
        EG_TRY(eg_comm_agree(comm, status == EG_OK ? read_means(waves, v, value, way) : status));
        EG_TRY(eg_smear_find(mesh, comm, value, (const double(*)[2])way, &part));
        *worst = fmax(*worst, part);
    }
    return EG_OK;
}

/* ---- verdicts */

static eg_status tell_fading(const eg_waves *waves, const eg_node *initial, eg_waves_scheme nodal, int nodes,
                             double part)
{
    return eg_verdict_say(
        waves->setup.run, initial, "fading", 1 - part, FADED_LEAST,
        "about %.2g of the energy of what varies in the initial state is left at the end of its way, or of "
        "the "
        "run: cells of this size take the rest with numerics.%s: %d; make cells smaller, or take a higher %s",
        1 - part, nodal ? "degree" : "order", nodes - (nodal > 0), nodal ? "degree" : "order");
}

/* A model on a forest may have closed its regions. */
static eg_status measure_with_regions(const eg_waves *waves, eg_waves_scheme nodal, int nodes,
                                      double worst[3])
{
    eg_waves_regions opened = {0};
    if (waves->regions.of)
        return measure_initial(waves, &waves->regions, nodal, nodes, worst);
    eg_status status = eg_comm_agree(waves->setup.comm, eg_waves_open_regions(&waves->setup, &opened));
    if (status == EG_OK)
        status = measure_initial(waves, &opened, nodal, nodes, worst);
    eg_waves_close_regions(&opened);
    return status;
}

eg_status eg_waves_judge_initial(const eg_waves *waves, eg_waves_scheme nodal, int nodes)
{
    double worst[3] = {0}, bound = nodes > 2 ? HIGHEST_MOST : STRAIGHT_MOST;
    const eg_node *initial = eg_case_find(waves->setup.loaded, "initial");
    if (waves->initial.constant || eg_node_child(initial, "from"))
        return EG_OK;
    EG_TRY(nodes > 1 ? measure_with_regions(waves, nodal, nodes, worst) : measure_smearing(waves, &worst[1]));
    if (worst[0] > bound)
        return eg_verdict_say(waves->setup.run, initial, "unresolved", worst[0], bound,
                              "in the initial state polynomials of degree %d and above have %.3g %% of the "
                              "amplitude of what varies, of a wave that cells resolve %g %% at most: make "
                              "cells smaller, take a higher order or degree, or a smoother state",
                              nodes - 1, 100 * worst[0], 100 * bound);
    if (worst[2] > TURNED_MOST && nodal == EG_WAVES_CENTRAL)
        return eg_verdict_say(
            waves->setup.run, initial, "resolution", worst[2], TURNED_MOST,
            "central fluxes keep the energy of waves, which are too slow in these cells: those "
            "of the initial state are out of phase at the end, wrong by %.2g of their "
            "amplitude; make cells smaller, or take a higher numerics.degree",
            worst[2]);
    if (worst[2] > TURNED_MOST)
        EG_TRY(
            eg_verdict_say(waves->setup.run, initial, "resolution", worst[2], TURNED_MOST,
                           "the velocity varies within cells, and numerics.material_order is 1, its mean in "
                           "each: the flow of the means leads the tracer elsewhere, which is then wrong by "
                           "about %.2g of its amplitude at the end; take numerics.material_order: %d, or "
                           "smaller cells",
                           worst[2], nodes > 2 ? nodes : 2));
    /* of what cells resolve the modes tell how long waves are */
    return 1 - worst[1] < FADED_LEAST ? tell_fading(waves, initial, nodal, nodes, worst[1]) : EG_OK;
}
