/* A potential temperature and a tracer between bounds: kernels/deg/bounds.h. */
#include "scheme/deg/internal.h"

#include <math.h>

#include "element/line.h"
#include "element/modal.h"

/* What a cell has along each of its faces, as a part of its mean, so that the rest of the mean is one of
 * values inside with weights that are not negative: mean = part * (sum over faces of means along them) +
 * rest. The largest ones, by linear programming (theory page), rounded down. */
static const double part_of[EG_TRIANGLE_DEGREE + 1] = {0,        1 / 3.0,  1 / 6.0, 3 / 20.0,
                                                       1 / 11.0, 2 / 23.0, 1 / 17.0};

int eg_deg_bound_share(const eg_deg *deg)
{
    double share = eg_deg_stable_part(deg) * (2 / 3.0) / part_of[deg->element.degree];
    return eg_deg_is_bounded(deg) ? (int)ceil(1000 * share) : 0;
}

/* ---- functionals of a polynomial from its values at nodes */

typedef struct bound_table {
    const eg_triangle *element;
    int rows;
    double *row; /* [rows][nodes]; NULL: rows are counted */
} bound_table;

static double *next_bound_row(bound_table *table)
{
    double *row = table->row ? &table->row[table->rows * table->element->nodes] : NULL;
    table->rows++;
    return row;
}

static void add_bound_point(bound_table *table, double xi, double eta)
{
    double *row = next_bound_row(table);
    if (row)
        eg_triangle_values(table->element, (const double[2]){xi, eta}, row);
}

/* Nodes; the points inside faces through which fluxes pass; the nodes of snapshots, where they are others. */
static void add_bound_points(bound_table *table)
{
    const eg_triangle *t = table->element;
    const double(*corner)[2] = eg_reference_vertices(EG_TRIANGLE);
    double s[EG_LINE_NODES];
    for (int k = 0; k < t->nodes; k++)
        add_bound_point(table, t->node[k][0], t->node[k][1]);
    if (t->degree == 1)
        return;
    eg_line_points_of((eg_line){EG_LINE_GLL, t->along - 1}, s);
    for (int f = 0; f < 3; f++)
        for (int j = 1; j < t->along - 1; j++) {
            const double *from = corner[f], *to = corner[(f + 1) % 3];
            double a = 0.5 * (1 - s[j]), b = 0.5 * (1 + s[j]);
            add_bound_point(table, a * from[0] + b * to[0], a * from[1] + b * to[1]);
        }
    for (int j = 0; j <= t->degree && t->degree > 2; j++)
        for (int i = 0; i <= t->degree - j; i++)
            add_bound_point(table, (double)i / t->degree, (double)j / t->degree);
}

/* What of the mean is not along faces. */
static void add_bound_rest(bound_table *table)
{
    const eg_triangle *t = table->element;
    double *row = next_bound_row(table), weight[EG_LINE_NODES], part = part_of[t->degree];
    if (!row)
        return;
    eg_gll_weights(t->degree, weight);
    for (int k = 0; k < t->nodes; k++)
        row[k] = 2 * t->weight[k];
    for (int f = 0; f < 3; f++)
        for (int j = 0; j <= t->degree; j++) {
            int inside = 3 + f * (t->degree - 1) + j - 1;
            int node = j == 0 ? f : j == t->degree ? (f + 1) % 3 : inside;
            row[node] -= part * (0.5 * weight[j]);
        }
    for (int k = 0; k < t->nodes; k++)
        row[k] /= 1 - 3 * part;
}

/* Means of the four quarters that two bisections make, by edge 0 and then by the others: cells that an
 * adaptation may make of this one (docs/theory/bisection.md). */
static void add_quarters(bound_table *table)
{
    static const double corner[4][3][2] = {{{0.5, 0}, {0, 1}, {0, 0.5}},
                                           {{0, 0}, {0.5, 0}, {0, 0.5}},
                                           {{0.5, 0}, {1, 0}, {0.5, 0.5}},
                                           {{0, 1}, {0.5, 0}, {0.5, 0.5}}};
    const eg_triangle *t = table->element;
    double point[EG_QUADRATURE_ANY_POINTS][2], weight[EG_QUADRATURE_ANY_POINTS];
    double value[EG_TRIANGLE_NODES];
    int count = eg_quadrature_count(EG_TRIANGLE, t->degree);
    eg_quadrature_any(EG_TRIANGLE, t->degree, point, weight);
    for (int c = 0; c < 4; c++) {
        double *row = next_bound_row(table);
        for (int q = 0; q < count && row; q++) {
            double at[2];
            for (int i = 0; i < 2; i++)
                at[i] = corner[c][0][i] + point[q][0] * (corner[c][1][i] - corner[c][0][i]) +
                        point[q][1] * (corner[c][2][i] - corner[c][0][i]);
            eg_triangle_values(t, at, value);
            for (int k = 0; k < t->nodes; k++)
                row[k] += 2 * weight[q] * value[k];
        }
    }
}

/* Of linear polynomials all are means of values at vertices. */
static void add_bound_rows(bound_table *table)
{
    add_bound_points(table);
    if (table->element->degree == 1)
        return;
    add_bound_rest(table);
    add_quarters(table);
}

/* ---- changes */

/* The polynomial of least norm in L2, without a mean, for which a functional is 1: with a_j that of mode j,
 * its modes are a_j over the sum of all a_j^2, j > 0. */
static void find_change(const eg_triangle *t, const double *row, double *change)
{
    double modes[EG_TRIANGLE_NODES][EG_TRIANGLE_NODES], of[EG_TRIANGLE_NODES], sum = 0;
    for (int k = 0; k < t->nodes; k++)
        eg_modal_values(EG_TRIANGLE, t->degree + 1, t->node[k], modes[k]);
    for (int j = 1; j < t->nodes; j++) {
        of[j] = 0;
        for (int k = 0; k < t->nodes; k++)
            of[j] += row[k] * modes[k][j];
        sum += of[j] * of[j];
    }
    for (int k = 0; k < t->nodes; k++) {
        change[k] = 0;
        for (int j = 1; j < t->nodes; j++)
            change[k] += modes[k][j] * (of[j] / sum);
    }
}

static double find_largest_error(const bound_table *table)
{
    double largest = 0;
    for (int r = 0; r < table->rows; r++) {
        double sum = 0;
        for (int k = 0; k < table->element->nodes; k++)
            sum += fabs(table->row[r * table->element->nodes + k]);
        largest = fmax(largest, sum);
    }
    return largest;
}

static eg_status build_table(eg_deg *deg)
{
    const eg_triangle *t = &deg->element;
    bound_table table = {.element = t};
    EG_SCRATCH double *values = NULL;
    add_bound_rows(&table);
    int64_t count = (2 * table.rows + 1) * t->nodes;
    EG_TRY(eg_alloc(deg->context, count, sizeof *values, &values));
    table = (bound_table){.element = t, .row = values};
    add_bound_rows(&table);
    for (int r = 0; r < table.rows; r++)
        find_change(t, &values[r * t->nodes], &values[(table.rows + r) * t->nodes]);
    for (int k = 0; k < t->nodes; k++)
        values[2 * table.rows * t->nodes + k] = 2 * t->weight[k];
    deg->bounds.rows = table.rows;
    deg->bounds.largest = find_largest_error(&table);
    return eg_stepper_upload_reals(&deg->base, "bounds", count, values, &deg->bounds.table);
}

/* ---- the kernel */

static eg_status bind_bounds(eg_deg *deg)
{
    const eg_deg_bounds *of = &deg->bounds.of;
    EG_TRY(eg_kernel_get(deg->program, "deg_bound", &deg->bounds.kernel));
    return EG_BIND(deg->bounds.kernel, EG_BUFFER("bound", deg->bounds.table),
                   EG_REAL("low_density", of->has_theta ? 1 / of->theta[1] : 0),
                   EG_REAL("high_density", of->has_theta ? 1 / of->theta[0] : 0),
                   EG_REAL("low_tracer", of->tracer[0]), EG_REAL("high_tracer", of->tracer[1]),
                   EG_REAL("largest", deg->bounds.largest), EG_INT("rows", deg->bounds.rows));
}

eg_status eg_deg_build_bounds(eg_deg *deg)
{
    if (!eg_deg_is_bounded(deg))
        return EG_OK;
    assert(!eg_deg_has_arcs(deg) && deg->integrator == EG_DEG_SSP_RK3 && deg->cfl <= 1);
    assert(!deg->bounds.of.has_theta || deg->viscosity == 0);
    if (deg->before) {
        deg->bounds = deg->before->bounds;
        deg->bounds.table = NULL;
        EG_TRY(eg_deg_hand_over(deg, &deg->before->bounds.table, &deg->bounds.table));
    } else {
        EG_TRY(build_table(deg));
    }
    return bind_bounds(deg);
}

static eg_status queue_bounds(eg_deg *deg, int number, int64_t from, int64_t to)
{
    if (!eg_deg_is_bounded(deg) || from == to)
        return EG_OK;
    return EG_LAUNCH(deg->bounds.kernel, to - from, EG_INT("number", number),
                     EG_INT("from_group", (int32_t)from), EG_LONG("blocks", to - from));
}

eg_status eg_deg_queue_bounds(eg_deg *deg, int stage, int64_t from, int64_t to)
{
    return queue_bounds(deg, stage + 1, from, to);
}

eg_status eg_deg_queue_first_bounds(eg_deg *deg)
{
    return queue_bounds(deg, 0, 0, deg->blocks);
}
