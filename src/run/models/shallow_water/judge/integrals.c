/* What a case asks for over the time so far: integrals of its series, and the ground that its rain falls
 * on. */
#include "run/core/run.h"
#include "run/models/shallow_water/internal.h"

#include <math.h>

/* ---- series */

/* The part in [0, t] of a line between two rows: of the values, and of their magnitudes. */
static void add_line_integral(double from, double begin, double to, double end, double t, double sums[2])
{
    double low = fmax(from, 0), high = fmin(to, t);
    if (!(high > low))
        return;
    double slope = to > from ? (end - begin) / (to - from) : 0;
    double first = begin + slope * (low - from), last = begin + slope * (high - from);
    sums[0] += 0.5 * (first + last) * (high - low);
    sums[1] += 0.5 * (fabs(first) + fabs(last)) * (high - low);
}

/* Outside of the rows the first and the last value hold; with `steps` each up to the next row. */
static void integrate_table(const eg_series *table, bool steps, double t, double sums[2])
{
    const double *at = table->times, *value = table->values;
    int64_t last = table->count - 1;
    add_line_integral(0, value[0], at[0], value[0], t, sums);
    for (int64_t i = 0; i < last; i++)
        add_line_integral(at[i], value[i], at[i + 1], value[i + !steps], t, sums);
    add_line_integral(at[last], value[last], t, value[last], t, sums);
}

/* Values that differ by less, as a part of the largest one, count as one. */
static const double FINE = 1e-3;

/* A pulse counts however short it is. */
static void integrate_expression(const eg_expression *expression, double t, double sums[2])
{
    enum { PARTS = 1 << 12 };
    const double zero[2] = {0, 0};
    eg_expression_span span;
    eg_expression_look(expression, 0, zero, 0, t, zero, 0, &span);
    double fine = FINE * fmax(fabs(span.least), fabs(span.most));
    for (int i = 0; i < PARTS; i++) {
        eg_expression_look(expression, 0, zero, t * i / PARTS, t * (i + 1) / PARTS, zero, fine, &span);
        sums[0] += span.integral;
        sums[1] += span.size[0];
    }
}

void eg_sw_integrate(const eg_sw_series *series, bool steps, double t, double sums[2])
{
    const eg_expression *expression = eg_sw_expression(series);
    sums[0] = sums[1] = 0;
    if (series->table)
        integrate_table(series->table, steps, t, sums);
    else if (expression)
        integrate_expression(expression, t, sums);
    else
        add_line_integral(0, series->constant[1], t, series->constant[1], t, sums);
}

/* ---- rain */

typedef struct catchment {
    const eg_sw_model *model;
    int zone;
} catchment;

/* m2, of cells that rain falls on, times their factors. */
static void add_catchment(const void *with, int64_t c, double *sums)
{
    const catchment *of = with;
    const eg_sw_model *model = of->model;
    const eg_sw_rain *rain = &model->rain;
    if (rain->zone_of[c] == of->zone && !(model->blocked && model->blocked[c]))
        sums[0] += model->setup.mesh->area[c] * (rain->factor ? rain->factor[c] : 1);
}

eg_status eg_sw_rained_area(const eg_sw_model *model, int zone, double *area)
{
    return eg_cell_sums_find(model->setup.cells, model->setup.comm, 1, add_catchment,
                             &(catchment){model, zone}, area);
}
