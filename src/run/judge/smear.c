/* What a scheme of first order leaves of a state at the end of its way: about the means of pieces as wide as
 * its waves are smeared, and nothing of what varies within them.
 *
 * A wave of N cells a wavelength, a cell's size the root of its area, fades within a wavelength by exp(-11.5
 * / N) on squares, exp(-7.5 / N) on triangles (docs/theory/shallow-water-second-order.md, "Cells and
 * waves"). Half of the energy is left of one that is 2.26 times as long as a piece. Of waves, hills and
 * steps alike the pieces lose nearly what the scheme does, at most a tenth of all less. */
#include "run/core/run.h"
#include "run/judge/verdicts.h"

#include <math.h>

enum { AREA, INTEGRAL, SQUARE, SUMS };
/* Times the root of fading, size and way. */
static const double WIDTH = 0.752;
/* Pieces of a box; of so many nothing is lost. */
static const double PIECES_MOST = 1e5;

double eg_smear_fading(const eg_plane *mesh, int64_t cell)
{
    return mesh->type[cell] == EG_TRIANGLE ? 7.5 : 11.5;
}

/* ---- how wide they are: a mean over what varies */

typedef struct smear_cells {
    const eg_plane *mesh;
    const double *value, (*way)[2];
} smear_cells;

/* Of 1 and of the fading along both axes, the integrals with 1, the value and its square; of the sizes. */
enum { SIZE = 9, WIDTHS = 11 };

/* Along x and y: of a cell of the same shape that fills its box the root of its area. */
static void find_size(const eg_plane *mesh, int64_t c, double size[2])
{
    double corner[4][2];
    int corners = eg_plane_cell_vertices(mesh, c, corner);
    for (int d = 0; d < 2; d++) {
        double low = INFINITY, high = -INFINITY;
        for (int k = 0; k < corners; k++) {
            low = fmin(low, corner[k][d]);
            high = fmax(high, corner[k][d]);
        }
        size[d] = high - low;
    }
    double fills = sqrt(mesh->area[c] / (size[0] * size[1]));
    size[0] *= fills;
    size[1] *= fills;
}

static void add_widths(const void *with, int64_t c, double *sums)
{
    const smear_cells *s = with;
    double area = s->mesh->area[c], fading = eg_smear_fading(s->mesh, c), size[2];
    if (isnan(s->value[c]))
        return;
    find_size(s->mesh, c, size);
    const double of[3] = {1, fading * size[0] * s->way[c][0], fading * size[1] * s->way[c][1]};
    for (int k = 0; k < 3; k++)
        for (int power = 0; power < 3; power++)
            sums[3 * k + power] +=
                area * of[k] * (power > 0 ? s->value[c] : 1) * (power > 1 ? s->value[c] : 1);
    sums[SIZE] += area * size[0];
    sums[SIZE + 1] += area * size[1];
}

/* 0: nothing varies. */
static eg_status find_widths(const smear_cells *s, const eg_comm *comm, double width[2])
{
    double sums[WIDTHS], mean, square[3];
    width[0] = width[1] = 0;
    EG_TRY(eg_cell_sums_find(&s->mesh->base, comm, WIDTHS, add_widths, s, sums));
    if (!(sums[0] > 0))
        return EG_OK;
    mean = sums[1] / sums[0];
    for (int k = 0; k < 3; k++)
        square[k] = sums[3 * k + 2] - 2 * mean * sums[3 * k + 1] + mean * mean * sums[3 * k];
    for (int d = 0; d < 2 && square[0] > 0; d++)
        width[d] = fmax(sums[SIZE + d] / sums[0], WIDTH * sqrt(fmax(0, square[1 + d] / square[0])));
    return EG_OK;
}

/* ---- pieces */

typedef struct smear_pieces {
    const eg_plane *mesh;
    double width[2];
    int64_t count[2];
} smear_pieces;

static int64_t piece_of(const smear_pieces *p, int64_t cell)
{
    int64_t at[2];
    for (int d = 0; d < 2; d++) {
        double x = (p->mesh->base.centroid[cell][d] - p->mesh->base.box_low[d]) / p->width[d];
        at[d] = eg_max_i64(0, eg_min_i64((int64_t)x, p->count[d] - 1));
    }
    return at[1] * p->count[0] + at[0];
}

static double variance_of(const double sums[SUMS])
{
    return sums[AREA] > 0 ? fmax(0, sums[SQUARE] - sums[INTEGRAL] * sums[INTEGRAL] / sums[AREA]) : 0;
}

static void add_cells(const smear_pieces *p, const double *value, eg_sum (*sums)[SUMS])
{
    for (int64_t c = 0; c < p->mesh->base.own; c++) {
        double area = p->mesh->area[c];
        if (isnan(value[c]))
            continue;
        eg_sum *of = sums[piece_of(p, c)];
        eg_sum_add(&of[AREA], area);
        eg_sum_add(&of[INTEGRAL], area * value[c]);
        eg_sum_add(&of[SQUARE], area * value[c] * value[c]);
    }
}

/* The sums of all pieces. */
static void read_pieces(const smear_pieces *p, const eg_sum (*sums)[SUMS], double *within, double whole[SUMS])
{
    for (int64_t k = 0; k < p->count[0] * p->count[1]; k++) {
        double here[SUMS];
        for (int i = 0; i < SUMS; i++) {
            here[i] = eg_sum_value(&sums[k][i]);
            whole[i] += here[i];
        }
        *within += variance_of(here);
    }
}

eg_status eg_smear_find(const eg_plane *mesh, const eg_comm *comm, const double *value,
                        const double (*way)[2], double *part)
{
    EG_SCRATCH eg_sum(*sums)[SUMS] = NULL;
    smear_pieces p = {.mesh = mesh};
    double whole[SUMS] = {0}, within = 0, pieces = 1;
    *part = 0;
    EG_TRY(find_widths(&(smear_cells){mesh, value, way}, comm, p.width));
    for (int d = 0; d < 2 && p.width[d] > 0; d++) {
        double count = ceil((mesh->base.box_high[d] - mesh->base.box_low[d]) / p.width[d]);
        pieces *= fmax(count, 1);
        p.count[d] = (int64_t)fmin(fmax(count, 1), PIECES_MOST);
    }
    if (p.count[0] == 0 || pieces > PIECES_MOST)
        return EG_OK;
    int64_t count = p.count[0] * p.count[1];
    EG_TRY(eg_comm_agree(comm, eg_alloc(mesh->base.context, count, sizeof *sums, &sums)));
    eg_comm_scan_begin(comm, sums[0], (int)(SUMS * count));
    add_cells(&p, value, sums);
    eg_comm_scan_end(comm, sums[0], (int)(SUMS * count));
    read_pieces(&p, (const eg_sum(*)[SUMS])sums, &within, whole);
    *part = variance_of(whole) > 0 ? within / variance_of(whole) : 0;
    return EG_OK;
}
