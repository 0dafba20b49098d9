/* Bounds of what cells, series and sides have. */
#include "base/parallel.h"
#include "run/models/shallow_water/internal.h"

#include <math.h>

const eg_sw_bounds eg_sw_no_bounds = {INFINITY, -INFINITY};

void eg_sw_widen(eg_sw_bounds *b, double value)
{
    b->low = fmin(b->low, value);
    b->high = fmax(b->high, value);
}

void eg_sw_widen_by_all(const eg_sw_model *model, eg_sw_bounds *b)
{
    double both[2] = {-b->low, b->high};
    eg_comm_max(model->setup.comm, both, 2);
    *b = (eg_sw_bounds){-both[0], both[1]};
}

enum { PARTS_MOST = 64 };

typedef struct taking {
    const eg_sw_model *model;
    eg_sw_take_cell *take;
    eg_sw_bounds found[PARTS_MOST];
} taking;

static eg_status take_cells(void *with, int part, int64_t from, int64_t to)
{
    taking *t = with;
    eg_sw_bounds found = eg_sw_no_bounds;
    for (int64_t c = from; c < to; c++)
        t->take(t->model, c, &found);
    t->found[part] = found;
    return EG_OK;
}

eg_sw_bounds eg_sw_bounds_of_cells(const eg_sw_model *model, eg_sw_take_cell *take)
{
    enum { LEAST = 4096 };
    int64_t own = model->setup.mesh->base.own;
    int most = eg_parts(model->setup.context, own, LEAST), parts = most < PARTS_MOST ? most : PARTS_MOST;
    taking t = {.model = model, .take = take};
    eg_sw_bounds all = eg_sw_no_bounds;
    eg_in_parts(model->setup.context, parts, own, take_cells, &t);
    for (int p = 0; p < parts; p++) {
        all.low = fmin(all.low, t.found[p].low);
        all.high = fmax(all.high, t.found[p].high);
    }
    eg_sw_widen_by_all(model, &all);
    return all;
}
