/* Waves on their way: what cells do to a wave that crosses many of them, and where it comes to a receiver as
 * another one.
 *
 * A cell multiplies a wave by g in place of exp(i omega h / c) (resolution.c). With exact integrals g is the
 * approximant of Pade of the degrees p and p + 1, of polynomials of degree p; with those of the nodes of
 * Gauss and Lobatto that of the degrees p - 1 and p + 1 (docs/theory/octree-dg.md, "Cells and waves"). */
#include "run/judge/verdicts.h"
#include "run/models/waves/internal.h"

#include <stdio.h>
#include <string.h>

/* Of the amplitude. */
static const double WRONG_MOST = 0.25;
/* Along a straight way; of pairs of origins and receivers. */
enum { WAY_POINTS = 64, PAIRS_MOST = 1000000 };

/* ---- a cell */

/* The numerator of the approximant of exp(z) of the degrees n / m at z = i theta; the denominator at -z is
 * that of the degrees m / n. */
static void add_terms(int n, int m, double theta, double sum[2])
{
    double size = 1;
    sum[0] = sum[1] = 0;
    for (int j = 0; j <= n; j++) {
        sum[j % 2] += j % 4 < 2 ? size : -size;
        size *= theta * (n - j) / (double)((n + m - j) * (j + 1));
    }
}

eg_waves_scheme eg_waves_scheme_of(const eg_waves *waves)
{
    if (waves->setup.mesh)
        return EG_WAVES_MODAL;
    bool central = eg_node_is(eg_case_find(waves->setup.loaded, "numerics.flux"), "central");
    return central ? EG_WAVES_CENTRAL : EG_WAVES_NODAL;
}

/* By which part a wave is too slow with central fluxes. */
static double central_lag(int p, double theta)
{
    double lag = (p % 2 ? 2. * p * p / (p + 1) : 2. * (p + 1)) / (2 * p * (2 * p + 1));
    for (int i = 1; i <= p; i++)
        lag *= pow(theta / (p + i), 2);
    return lag;
}

void eg_waves_cross(eg_waves_scheme nodal, int nodes, double theta, eg_waves_passed *passed)
{
    double above[2], below[2];
    int degree = nodes - 1 - (nodal > 0);
    if (nodal == EG_WAVES_CENTRAL) {
        passed->turns -= theta * central_lag(nodes - 1, theta);
        return;
    }
    add_terms(degree, nodes, theta, above);
    add_terms(nodes, degree, -theta, below);
    passed->fades -= log(hypot(above[0], above[1]) / hypot(below[0], below[1]));
    passed->turns += remainder(atan2(above[1], above[0]) - atan2(below[1], below[0]) - theta, 2 * acos(-1));
}

double eg_waves_wrong(const eg_waves_passed *passed, double times)
{
    double left = exp(-times * passed->fades), turns = fmin(times * fabs(passed->turns), acos(-1));
    return sqrt(1 + left * left - 2 * left * cos(turns));
}

/* By a wave with so many cells a wavelength. */
static double wrong_after(eg_waves_scheme nodal, int nodes, double cells, double wavelengths)
{
    eg_waves_passed passed = {0};
    eg_waves_cross(nodal, nodes, 2 * acos(-1) / cells, &passed);
    return eg_waves_wrong(&passed, cells * wavelengths);
}

double eg_waves_cells_needed(eg_waves_scheme nodal, int nodes, double wavelengths)
{
    double enough = 1e5, few;
    while (wrong_after(nodal, nodes, 0.95 * enough, wavelengths) < WRONG_MOST)
        enough *= 0.95;
    few = 0.95 * enough;
    for (int i = 0; i < 40; i++) {
        double middle = 0.5 * (few + enough);
        bool wrong = wrong_after(nodal, nodes, middle, wavelengths) >= WRONG_MOST;
        few = wrong ? middle : few;
        enough = wrong ? enough : middle;
    }
    return enough;
}

int eg_waves_nodes_needed(eg_waves_scheme nodal, int nodes, double cells, double wavelengths)
{
    int most = nodal ? 16 : 12;
    while (nodes <= most && eg_waves_cells_needed(nodal, nodes, wavelengths) > cells)
        nodes++;
    return nodes <= most ? nodes : 0;
}

/* ---- a straight way through the medium */

typedef struct wave_way {
    const eg_waves_origin *origin;
    double to[3], length; /* m */
    /* the wave; the time it takes, s; along it */
    eg_waves_passed passed;
    double seconds, wavelengths, cells;
} wave_way;

/* The speed, m/s, and the cell's size, m, at points of a way, of all ranks; 0 outside of the mesh. */
static eg_status read_way(const eg_waves *waves, const wave_way *way, double (*found)[2])
{
    const eg_setup *setup = &waves->setup;
    double x[WAY_POINTS][3] = {{0}}, material[EG_LINEAR_MATERIALS];
    eg_location at[WAY_POINTS];
    for (int i = 0; i < WAY_POINTS; i++)
        for (int d = 0; d < setup->cells->dimension; d++)
            x[i][d] = way->origin->x[d] + (i + 0.5) / WAY_POINTS * (way->to[d] - way->origin->x[d]);
    eg_status status =
        eg_mesh_locate(setup->cells, setup->comm, WAY_POINTS, (const double(*)[3])x, at, EG_OK);
    for (int i = 0; i < WAY_POINTS; i++) {
        found[i][0] = found[i][1] = 0;
        if (status != EG_OK || at[i].held < 0)
            continue;
        status = eg_waves_region_at(&waves->regions, at[i].held, x[i], material);
        found[i][0] = way->origin->slowest ? eg_waves_slowest(waves->kind, material)
                                           : waves->kind->system->speed(waves->kind->system, material);
        found[i][1] = eg_waves_size(setup->cells, at[i].held);
    }
    EG_TRY(eg_comm_agree(setup->comm, status));
    eg_comm_max(setup->comm, &found[0][0], 2 * WAY_POINTS);
    return EG_OK;
}

static eg_status follow_way(const eg_waves *waves, eg_waves_scheme nodal, int nodes, wave_way *way)
{
    double found[WAY_POINTS][2], frequency = way->origin->spectrum.middle;
    EG_TRY(read_way(waves, way, found));
    for (int i = 0; i < WAY_POINTS; i++) {
        double part = way->length / WAY_POINTS, speed = found[i][0], cells = part / found[i][1];
        eg_waves_passed here = {0};
        if (!(speed > 0))
            continue;
        eg_waves_cross(nodal, nodes, 2 * acos(-1) * frequency * found[i][1] / speed, &here);
        way->passed.fades += cells * here.fades;
        way->passed.turns += cells * here.turns;
        way->seconds += part / speed;
        way->wavelengths += part * frequency / speed;
        way->cells += cells;
    }
    return EG_OK;
}

/* ---- the longest one */

static void note_way(const eg_waves *waves, const eg_waves_origin *origin, const double *to,
                     wave_way *longest)
{
    int dimension = waves->setup.cells->dimension;
    double length = eg_waves_apart(dimension, origin->x, to);
    const eg_waves_origin *of = longest->origin;
    if (of && !(length * origin->spectrum.middle > longest->length * of->spectrum.middle))
        return;
    longest->origin = origin;
    longest->length = length;
    memcpy(longest->to, to, (size_t)dimension * sizeof *to);
}

/* From one origin to receivers and gauges; from a boundary, where there are none, to the other side. */
static void note_ways(const eg_waves *waves, const eg_waves_origin *origin, int64_t every, wave_way *longest)
{
    const eg_mesh *mesh = waves->setup.cells;
    int64_t points = eg_waves_points(waves);
    double x[3];
    for (int64_t i = 0; i < points; i += every) {
        eg_waves_point(waves, i, x);
        note_way(waves, origin, x, longest);
    }
    for (int d = 0; d < 3; d++)
        x[d] = mesh->box_low[d] + mesh->box_high[d] - origin->x[d];
    if (origin->boundary && points == 0)
        note_way(waves, origin, x, longest);
}

static eg_status tell_way(const eg_waves *waves, eg_waves_scheme nodal, int nodes, const wave_way *way)
{
    char order[64] = "", at[2][EG_POINT_ROOM];
    const char *word = nodal ? "degree" : "order";
    double cells = way->cells / way->wavelengths, left = exp(-way->passed.fades);
    double needed = eg_waves_cells_needed(nodal, nodes, way->wavelengths);
    int better = eg_waves_nodes_needed(nodal, nodes + 1, cells, way->wavelengths);
    if (better > 0)
        snprintf(order, sizeof order, ", or numerics.%s: %d", word, better - (nodal > 0));
    return eg_verdict_say_at(
        waves->setup.run, way->origin->node, "resolution", eg_waves_wrong(&way->passed, 1), WRONG_MOST,
        waves->setup.cells->dimension, way->to,
        "half of the energy that comes from %s lies above %.3g Hz; such a wave has %.3g cells a wavelength, "
        "and after the %.3g wavelengths to %s it is wrong by %.2g of its amplitude, of which %.2g is left, "
        "with %s %d: make cells smaller by %.2g%s",
        eg_given_point(&waves->setup, way->origin->x, at[0]), way->origin->spectrum.middle, cells,
        way->wavelengths, eg_given_point(&waves->setup, way->to, at[1]), eg_waves_wrong(&way->passed, 1),
        left, word, nodes - (nodal > 0), fmax(1.1, needed / cells), order);
}

eg_status eg_waves_judge_ways(const eg_waves *waves, eg_waves_scheme nodal, int nodes, int count,
                              const eg_waves_origin *origin)
{
    wave_way longest = {0};
    double end = eg_case_real(waves->setup.loaded, "time.end", INFINITY);
    int64_t every = 1 + count * eg_waves_points(waves) / PAIRS_MOST;
    for (int i = 0; i < count && !waves->shots.setup; i++)
        if (origin[i].spectrum.middle > 0)
            note_ways(waves, &origin[i], every, &longest);
    if (!longest.origin)
        return EG_OK;
    EG_TRY(follow_way(waves, nodal, nodes, &longest));
    bool comes = longest.seconds < end && longest.wavelengths > 1;
    return comes && eg_waves_wrong(&longest.passed, 1) > WRONG_MOST ? tell_way(waves, nodal, nodes, &longest)
                                                                    : EG_OK;
}
