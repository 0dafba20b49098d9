/* What is made of a state: fields for a snapshot, errors against the exact solution, the hash. It
 * runs on the writer's thread, while the run goes on. */
#include "run/internal.h"

#include <math.h>
#include <string.h>

/* Products of the exact solution with a piecewise constant one: degree 2 integrates e^2 of linear
 * data. */
enum { ERROR_DEGREE = 3 };

static eg_exact *add_exact(eg_observer *observer, eg_sw_output_id id, int components)
{
    eg_exact *exact = &observer->exact[observer->exacts++];
    *exact = (eg_exact){.id = id, .components = components};
    return exact;
}

static void find_exact(eg_run *run)
{
    static const eg_sw_output_id scalars[] = {EG_SW_depth, EG_SW_level};
    const eg_node *exact = eg_case_find(run->loaded, "exact");
    for (size_t i = 0; i < sizeof scalars / sizeof *scalars; i++) {
        const eg_node *node = eg_node_child(exact, eg_sw_output_table()[scalars[i]].name);
        if (node)
            add_exact(&run->observer, scalars[i], 1)->expression[0] = eg_node_expression(node);
    }
    const eg_node *velocity = eg_node_child(exact, "velocity");
    if (velocity) {
        eg_exact *made = add_exact(&run->observer, EG_SW_velocity, 2);
        for (int i = 0; i < 2; i++)
            made->expression[i] = eg_node_expression(eg_node_item(velocity, i));
    }
}

eg_status eg_observer_create(eg_run *run)
{
    run->observer = (eg_observer){.context = run->context, .mesh = run->mesh, .fv = run->fv};
    run->observer_address = &run->observer;
    const eg_node *variables = eg_case_find(run->loaded, "output.fields.variables");
    for (int64_t i = 0; i < eg_node_count(variables); i++) {
        int id = eg_sw_output_find(eg_node_text(eg_node_item(variables, i)));
        assert(id >= 0 && run->observer.outputs < EG_SW_OUTPUT_COUNT);
        run->observer.output[run->observer.outputs++] = (eg_sw_output_id)id;
    }
    find_exact(run);
    return EG_OK;
}

/* ---- errors
 * ---------------------------------------------------------------------------------------------- */

/* |e| at one point: the magnitude of a vector's error. */
static double error_at(const eg_exact *exact, const double at[4], const double *value)
{
    double square = 0;
    for (int i = 0; i < exact->components; i++) {
        double e = value[i] - eg_expression_eval(exact->expression[i], at);
        square += e * e;
    }
    return sqrt(square);
}

typedef struct error_sums {
    eg_sum l1, l2;
    double linf;
} error_sums;

static void add_cell_errors(const eg_observer *observer, const eg_exact *exact, int64_t cell,
                            double time, const eg_sw_state *state, error_sums *sums)
{
    double points[EG_QUADRATURE_POINTS][2], weights[EG_QUADRATURE_POINTS], value[3];
    int count = eg_mesh_cell_quadrature(observer->mesh, cell, ERROR_DEGREE, points, weights);
    eg_sw_evaluate(exact->id, state, eg_fv_gravity(observer->fv), eg_fv_dry_depth(observer->fv),
                   value);
    for (int q = 0; q < count; q++) {
        const double at[4] = {points[q][0], points[q][1], state->z, time};
        double e = error_at(exact, at, value);
        eg_sum_add(&sums->l1, weights[q] * e);
        eg_sum_add(&sums->l2, weights[q] * e * e);
        sums->linf = e <= sums->linf ? sums->linf : e; /* NaN stays */
    }
}

static void find_errors(const eg_observer *observer, eg_exact *exact, const void *memory,
                        double time)
{
    error_sums sums = {0};
    eg_sum area = {0};
    for (int64_t c = 0; c < observer->mesh->cells; c++) {
        eg_sw_state state = eg_fv_state_of(observer->fv, memory, c);
        add_cell_errors(observer, exact, c, time, &state, &sums);
        eg_sum_add(&area, observer->mesh->area[c]);
    }
    exact->l1 = eg_sum_value(&sums.l1) / eg_sum_value(&area);
    exact->l2 = sqrt(eg_sum_value(&sums.l2) / eg_sum_value(&area));
    exact->linf = sums.linf;
}

static eg_status observe_errors(eg_observer *observer, const void *memory, double time)
{
    double row[1 + 3 * 3] = {time};
    for (int i = 0; i < observer->exacts; i++) {
        eg_exact *exact = &observer->exact[i];
        find_errors(observer, exact, memory, time);
        row[1 + 3 * i] = exact->l1;
        row[2 + 3 * i] = exact->l2;
        row[3 + 3 * i] = exact->linf;
    }
    return observer->errors ? eg_csv_row(observer->errors, row, 1 + 3 * observer->exacts) : EG_OK;
}

/* ---- fields
 * ------------------------------------------------------------------------------------------------
 */

eg_status eg_observe(const void *how, const void *state, int64_t bytes, eg_snapshot_moment *moment,
                     double *const *values)
{
    (void)bytes;
    eg_observer *observer = *(eg_observer *const *)how;
    const eg_fv *fv = observer->fv;
    for (int64_t c = 0; c < observer->mesh->cells; c++) {
        eg_sw_state here = eg_fv_state_of(fv, state, c);
        for (int f = 0; f < observer->outputs; f++) {
            int components = eg_sw_output_table()[observer->output[f]].components;
            eg_sw_evaluate(observer->output[f], &here, eg_fv_gravity(fv), eg_fv_dry_depth(fv),
                           &values[f][c * components]);
        }
    }
    EG_TRY(eg_fv_hash(fv, state, &observer->state_hash));
    moment->state_hash = observer->state_hash;
    return observe_errors(observer, state, moment->time);
}

eg_status eg_run_read_state(eg_run *run, void **memory)
{
    eg_event *event = NULL;
    EG_TRY(eg_staging_create(run->device, eg_fv_state_bytes(run->fv), memory));
    eg_status status = eg_fv_snapshot_begin(run->fv, *memory, &event);
    if (status == EG_OK)
        status = eg_event_wait(event);
    eg_event_destroy(&event);
    if (status != EG_OK)
        eg_staging_destroy(run->device, memory);
    return status;
}
